"""A7 Fire attacks: from firers to a column of the IFT.

What a rule does to the FP of a unit or weapon joins one of three questions: `FP_FACTORS` multiply
it, `TARGET_FACTORS` against some targets alone, `AFTER_FACTORS` add to it when all is multiplied
(A7.2).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TypeAlias

from rules.board.locations import LocationId, is_pillbox
from rules.chapters.fire.a08_again import AREA_FIRE, fires_as
from rules.chapters.fire.a09_two_smc import is_alone
from rules.chapters.fire.a22_molotovs import molotov_fp, thrower_factors
from rules.chapters.fire.a22_other_weapons import not_by_itself
from rules.chapters.fire.b11_climbers_fire import climber_factors
from rules.chapters.fire.b16_wet_firers import swimmer_factor, wet_factors
from rules.chapters.fire.b20_crest_fire import crest_factors
from rules.chapters.morale.a19_inexperience import cowers_further
from rules.chapters.movement.a04_dash import dash_factor
from rules.chapters.movement.a05_stacking import excess_at
from rules.chapters.movement.a13_cavalry import mounted_factors
from rules.chapters.terms.a07_factors import HALF, NOTHING, Addition, Factor
from rules.chapters.terms.a07_shot import FireKind, Firing, FpFactors, Shot, TargetFactors
from rules.chapters.water.e05_firing import boat_factor
from rules.forces.units import Unit
from rules.kernel.memo import asked_once
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, is_leader, is_smc, nation_of, values
from rules.tables import IftKind, IftResult, column_left, ift_column, ift_result

NO_EFFECT = IftResult(IftKind.NONE)
UNAIDED_RANGE = 16


@dataclass(frozen=True)
class Share:
    """What one unit or weapon adds to an attack: fractions are kept until the sum (A7.2)."""

    firing: Firing
    factors: tuple[Factor, ...]
    added: tuple[Addition, ...] = ()

    @cached_property
    def fp(self) -> Fraction:
        return self.after(())

    def after(self, further: Iterable[Factor]) -> Fraction:
        """Its FP once further factors multiply it."""
        total = Fraction(self.firing.printed)
        for factor in (*self.factors, *further):
            total *= factor.times
        for addition in self.added:
            if addition.flat:
                total += addition.fp
            elif total:
                total = Fraction(ceil(total + addition.fp))
        return total

    @property
    def unit(self) -> str:
        """The unit that fires it."""
        return self.firing.unit.id

    @property
    def text(self) -> str:
        steps = "".join(f", {f.label} ×{_times(f.times)}" for f in self.factors)
        more = "".join(f", {a.label} +{a.fp}" for a in self.added)
        return f"{self.firing.label}: {self.firing.printed} FP{steps}{more}"


def share_of(firing: Firing) -> Share:
    """A7.2: what a unit or weapon adds to its attack."""
    law = firing.position.law
    factors = [found for ask in law.asks(FP_FACTORS) for found in ask(firing)]
    added = [found for ask in law.asks(AFTER_FACTORS) for found in ask(firing)]
    return Share(firing, tuple(factors), tuple(added))


def shares(position: Position, shot: Shot) -> tuple[Share, ...]:
    """A7.2-A7.24: the FP of every firer and weapon of an attack."""
    found = (share_of(firing) for firing in shot.firings(position))
    return tuple(share for share in found if share.fp)


def total_fp(shares_: tuple[Share, ...]) -> Fraction:
    """The FP of an attack, apart from what depends on the target."""
    return sum((share.fp for share in shares_), Fraction(0))


def fp_against(position: Position, shares_: tuple[Share, ...], target: Unit) -> Fraction:
    """A7.23: the FP of an attack against one of its targets."""
    asks = position.law.asks(TARGET_FACTORS)

    def further(share: Share) -> Iterable[Factor]:
        return (factor for ask in asks for factor in ask(share.firing, target))

    return sum((share.after(further(share)) for share in shares_), Fraction(0))


def _range_factors(firing: Firing) -> tuple[Factor, ...]:
    """A7.21, A7.22: TPBF, PBF, Long Range, or out of range."""
    return _at_range(firing.position, firing.reach, firing.unit.at, firing.shot.at)


@asked_once
def _at_range(
    position: Position, reach: int, origin: LocationId, at: LocationId
) -> tuple[Factor, ...]:
    distance = position.range(origin, at)
    if distance > 2 * reach:
        return (Factor("A7.22", "out of range", NOTHING),)
    if origin == at:
        return (Factor("A7.211", "TPBF", Fraction(3)),)
    if is_point_blank(position, origin, at):
        return (Factor("A7.21", "PBF", Fraction(2)),)
    if distance > reach:
        return (Factor("A7.22", "Long Range", HALF),)
    return ()


def is_point_blank(position: Position, origin: LocationId, at: LocationId) -> bool:
    """A7.21, B23.26: whether fire is PBF: at an ADJACENT Location, such as the next floor by a
    stairwell, or into an adjacent hex from no more than one level below.
    """
    if position.adjacent(origin, at):
        return True
    board = position.board
    return position.range(origin, at) == 1 and board.absolute(origin) >= board.absolute(at) - 1


def _pinned(firing: Firing) -> Iterable[Factor]:
    if firing.unit.pinned:
        yield Factor("A7.8", "pinned", HALF)


def _unarmed(firing: Firing) -> Iterable[Factor]:
    """A20.54: the unarmed have nothing but what SW they may have."""
    if firing.unit.unarmed and firing.weapon is None:
        yield Factor("A20.54", "unarmed", NOTHING)


def _advancing(firing: Firing) -> Iterable[Factor]:
    if firing.shot.kind is FireKind.ADVANCING and not firing.is_opportunity:
        yield Factor("A7.24", "Advancing Fire", HALF)


def _fires_again(firing: Firing) -> Iterable[Factor]:
    """A8.3, A8.31, A8.4: what has fired before fires again with Area Fire."""
    how = AREA_FIRE.get(fires_as(firing))
    if how is not None:
        yield Factor(*how, HALF)


def _spraying(firing: Firing) -> Iterable[Factor]:
    """A7.34, A9.5: Spraying Fire is Area Fire at both of its Locations."""
    if firing.shot.also is not None:
        yield Factor("A7.34", "Spraying Fire", HALF)


def _snap_shot(firing: Firing) -> Iterable[Factor]:
    """A8.15: a Snap Shot is Area Fire."""
    if firing.shot.is_snap:
        yield Factor("A8.15", "Snap Shot", HALF)


def _lone_leader(firing: Firing) -> Iterable[Factor]:
    """A9.12: a leader alone fires a MG with Area Fire."""
    if is_leader(firing.unit) and is_alone(firing):
        yield Factor("A9.12", "fired by a leader", HALF)


FP_FACTORS: NamedQuestion[FpFactors] = NamedQuestion(
    "FP_FACTORS",
    (
        Rule("A22.1", not_by_itself),
        Rule("A7.21", _range_factors),
        Rule("A7.8", _pinned),
        Rule("A7.24", _advancing),
        Rule("A8.3", _fires_again),
        Rule("A7.34", _spraying),
        Rule("A8.15", _snap_shot),
        Rule("A9.12", _lone_leader),
        Rule("A20.54", _unarmed),
        Rule("A13.4", mounted_factors),
        Rule("B11.42", climber_factors),
        Rule("B16.32", wet_factors),
        Rule("B20.94", crest_factors),
        Rule("A22.611", thrower_factors),
    ),
)
"""What multiplies the FP of a unit or weapon in an attack, whoever the target is."""


def _scattered(firing: Firing, target: Unit) -> Iterable[Factor]:
    """A9.4: beyond 16 hexes a MG hits Infantry as if it were concealed, unless it is broken,
    berserk or overstacked.
    """
    if firing.weapon is None or firing.distance <= UNAIDED_RANGE:
        return
    crowded = excess_at(firing.position, target.at, target.side)
    if not (target.broken or target.berserk or target.under is not None or crowded):
        yield Factor("A9.4", "beyond 16 hexes", HALF)


def _concealed(firing: Firing, target: Unit) -> Iterable[Factor]:
    """A12.13: fire at who is concealed or hidden is Area Fire, but in a pillbox (B30.7)."""
    if target.under is not None and not is_pillbox(target.at):
        yield Factor("A12.13", "concealed", HALF)


TARGET_FACTORS: NamedQuestion[TargetFactors] = NamedQuestion(
    "TARGET_FACTORS",
    (
        Rule("A9.4", _scattered),
        Rule("A4.63", dash_factor),
        Rule("A12.13", _concealed),
        Rule("E6.3", swimmer_factor),
        Rule("E5.5", boat_factor),
    ),
)
"""What multiplies it against one of the targets by itself."""

AfterFactors: TypeAlias = Callable[[Firing], Iterable[Addition]]


def _assault_fire(firing: Firing) -> Iterable[Addition]:
    """A7.36: a squad with underscored FP adds one to it in the AFPh, within its Normal Range; not
    in Opportunity Fire.
    """
    if firing.weapon is not None or firing.shot.kind is not FireKind.ADVANCING:
        return
    if firing.is_opportunity:
        return
    if values(firing.unit).assault_fire and firing.distance <= firing.reach:
        yield Addition("A7.36", "Assault Fire", 1)


AFTER_FACTORS: NamedQuestion[AfterFactors] = NamedQuestion(
    "AFTER_FACTORS", (Rule("A7.36", _assault_fire), Rule("A22.611", molotov_fp))
)
"""What is added to the FP of a unit or weapon after all multiplication, fractions rounded up."""


CowersWhen: TypeAlias = Callable[[Position, Shot], bool]
ShotLedger: TypeAlias = Callable[[Position, Shot], Iterable[Modifier]]


def _undirected(position: Position, shot: Shot) -> bool:
    """A7.9: leader direction keeps an attack from cowering."""
    return not shot.directors


def _one_column(position: Position, shot: Shot) -> tuple[Modifier, ...]:
    return (Modifier("A7.9", "cowering", 1),)


def cowers_itself(unit: Unit) -> bool:
    """A7.9, A9.12, A10.8, A15.42: whether a unit of an attack may be the one that cowers: neither
    Fanatics, SMC and the berserk, nor whom his nationality keeps steady (A25).
    """
    resolute = unit.fanatic or unit.berserk or is_smc(unit)
    return not resolute and nation_of(unit).cowers(values(unit))


def _has_one_who_cowers(position: Position, shot: Shot) -> bool:
    return any(cowers_itself(position.unit(unit_id)) for unit_id in shot.units)


MAY_COWER: NamedQuestion[CowersWhen] = NamedQuestion(
    "MAY_COWER",
    (
        Rule("A7.9", _undirected),
        Rule("A10.8", _has_one_who_cowers),
    ),
)
"""Whether an attack cowers on Doubles: only if all of these say so."""

COWERING: NamedQuestion[ShotLedger] = NamedQuestion(
    "COWERING", (Rule("A7.9", _one_column), Rule("A19.33", cowers_further))
)
"""By how many columns an attack that cowers is shifted."""


def may_cower(position: Position, shot: Shot) -> bool:
    """A7.9: an attack that no leader directs may cower, unless its firers are exempt."""
    return position.law.allows(MAY_COWER, position, shot)


def cowering_shift(position: Position, shot: Shot) -> int:
    """A7.9: columns lost when cowering."""
    return position.law.total(COWERING, position, shot)


def attack_column(position: Position, shot: Shot, fp: Fraction, *, cowers: bool) -> int | None:
    """A7.3: the column of the IFT, after cowering, or None if nothing is left of the attack."""
    column = ift_column(fp)
    if column is None or not cowers:
        return column
    return column_left(column, cowering_shift(position, shot))


def could_break(position: Position, shot: Shot, fp: Fraction, drm: int) -> bool:
    """A10.62: whether the attack could give at least a NMC on its best DR, cowering allowed for."""
    column = attack_column(position, shot, fp, cowers=may_cower(position, shot))
    return result_of(column, 2 + drm).is_harmful


def result_of(column: int | None, final: int) -> IftResult:
    """A7.3: the cell of the IFT; no effect where no column is left."""
    return NO_EFFECT if column is None else ift_result(column, final)


def _times(factor: Fraction) -> str:
    return "½" if factor == HALF else str(factor)
