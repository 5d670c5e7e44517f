"""A7 Fire attacks: from firers to a column of the IFT, and the ledger of DRM."""

import enum
from dataclasses import dataclass
from fractions import Fraction

from rules.board.locations import LocationId
from rules.board.los import Los
from rules.chapters.a05_stacking import excess, excess_at
from rules.chapters.a07_factors import HALF, Factor
from rules.chapters.b09_walls import terrain_effect
from rules.chapters.b16_wet_firers import (
    HAZARDOUS,
    is_fording,
    wet_factors,
    wet_weapon_factors,
)
from rules.chapters.b_terrain import is_open
from rules.forces.entities import Fired, Phase, Unit, Weapon
from rules.forces.position import (
    Position,
    best_leader,
    is_leader,
    leadership,
    name,
    nation_of,
    values,
    weapon_values,
)
from rules.forces.types import UnitClass
from rules.kernel.view import Modifier
from rules.tables import IftKind, IftResult, column_left, ift_column, ift_result

NO_EFFECT = IftResult(IftKind.NONE)
_HARMFUL = frozenset({IftKind.KIA, IftKind.K, IftKind.MC})


class FireKind(enum.Enum):
    """In which way an attack is made; the value says it in the log."""

    PREP = "Prep Fire"
    FIRST = "Defensive First Fire"
    FINAL = "Final Fire"
    ADVANCING = "Advancing Fire"


KIND_OF_PHASE: dict[Phase, FireKind] = {
    Phase.PFPH: FireKind.PREP,
    Phase.MPH: FireKind.FIRST,
    Phase.DFPH: FireKind.FINAL,
    Phase.AFPH: FireKind.ADVANCING,
}
MARK_OF_KIND: dict[FireKind, Fired] = {
    FireKind.PREP: Fired.PREP,
    FireKind.FIRST: Fired.FIRST,
    FireKind.FINAL: Fired.FINAL,
    FireKind.ADVANCING: Fired.PREP,
}


@dataclass(frozen=True)
class Share:
    """What one firer or weapon adds to an attack: fractions are kept until the sum (A7.2)."""

    unit: str
    label: str
    printed: int
    factors: tuple[Factor, ...]

    @property
    def fp(self) -> Fraction:
        total = Fraction(self.printed)
        for factor in self.factors:
            total *= factor.times
        return total

    @property
    def text(self) -> str:
        steps = "".join(f", {f.label} ×{_times(f.times)}" for f in self.factors)
        return f"{self.label}: {self.printed} FP{steps}"


@dataclass(frozen=True)
class Shot:
    """An attack as declared: units of one Location at one Location, perhaps under a leader's
    direction.

    `targets` are the ids of the units that it attacks: in First Fire the moving ones (A8.1),
    else all in the Location (A7.4).
    """

    kind: FireKind
    units: tuple[str, ...]
    origin: LocationId
    at: LocationId
    targets: tuple[str, ...]
    director: str | None = None


def shares(position: Position, shot: Shot) -> tuple[Share, ...]:
    """A7.2-A7.24: the FP of every firer and weapon of an attack."""
    found: list[Share] = []
    for unit_id in shot.units:
        found += _shares_of(position, position.unit(unit_id), shot)
    return tuple(share for share in found if share.fp)


def _shares_of(position: Position, unit: Unit, shot: Shot) -> list[Share]:
    """A unit's inherent FP and its support weapon's; a HS or crew has one or the other (A7.351)."""
    inherent = _inherent(position, unit, shot)
    weapons = [_weapon(position, unit, weapon, shot) for weapon in position.weapons_of(unit)]
    best = max(weapons, key=lambda share: share.fp, default=None)
    if best is None or not best.fp:
        return [inherent]
    if values(unit).cls is UnitClass.SQUAD:
        return [inherent, best]
    return [max(inherent, best, key=lambda share: share.fp)]


def _inherent(position: Position, unit: Unit, shot: Shot) -> Share:
    printed = values(unit)
    factors = (*_factors(position, unit, printed.range, shot), *wet_factors(position, unit))
    return Share(unit.id, name(unit), printed.fp, factors)


def _weapon(position: Position, unit: Unit, weapon: Weapon, shot: Shot) -> Share:
    printed = weapon_values(weapon)
    wet = wet_weapon_factors(position, unit, printed)
    factors = (*_factors(position, unit, printed.range, shot), *wet)
    return Share(unit.id, f"{printed.name} of {name(unit)}", printed.fp, factors)


def _factors(position: Position, unit: Unit, reach: int, shot: Shot) -> tuple[Factor, ...]:
    factors = list(_range_factors(position, reach, shot))
    if unit.pinned:
        factors.append(Factor("A7.8", "pinned", HALF))
    if shot.kind is FireKind.ADVANCING:
        factors.append(Factor("A7.24", "Advancing Fire", HALF))
    if shot.kind is FireKind.FINAL and unit.fired is Fired.FIRST:
        factors.append(Factor("A8.4", "Area Fire, First Fire marked", HALF))
    return tuple(factors)


def _range_factors(position: Position, reach: int, shot: Shot) -> tuple[Factor, ...]:
    """A7.21, A7.22: TPBF, PBF, Long Range, or out of range."""
    distance = position.range(shot.origin, shot.at)
    if distance > 2 * reach:
        return (Factor("A7.22", "out of range", Fraction(0)),)
    if shot.origin == shot.at:
        return (Factor("A7.211", "TPBF", Fraction(3)),)
    if is_point_blank(position, shot.origin, shot.at):
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


def total_fp(shares_: tuple[Share, ...]) -> Fraction:
    """The FP of an attack."""
    return sum((share.fp for share in shares_), Fraction(0))


def modifiers(position: Position, shot: Shot, target: Unit, los: Los) -> tuple[Modifier, ...]:
    """A7.6, A7.53, A4.6: the DRM of an attack against one of its targets (A.5)."""
    firers = tuple(position.unit(unit_id) for unit_id in shot.units)
    ledger = [*_direction(position, shot), *_hindrance(position, los)]
    tem = terrain_effect(position, target, los, firers)
    if tem is not None:
        ledger.append(tem)
    if is_fording(position, target):
        ledger.append(HAZARDOUS)
    elif shot.kind is FireKind.FIRST and target.moving and not target.pinned:
        ledger += _movement(position, shot, target, los, sheltered=tem is not None)
    ledger += _overstacking(position, shot, target)
    return tuple(ledger)


def _direction(position: Position, shot: Shot) -> list[Modifier]:
    if shot.director is None:
        return []
    leader = position.unit(shot.director)
    return [Modifier("A7.531", f"{name(leader)} directs", leadership(leader))]


def _hindrance(position: Position, los: Los) -> list[Modifier]:
    name_of = position.board.name
    return [Modifier(h.rule, f"{h.terrain} in {name_of(h.hex)}", h.value) for h in los.hindrances]


def _movement(
    position: Position, shot: Shot, target: Unit, los: Los, *, sheltered: bool
) -> list[Modifier]:
    """A4.6: FFNAM unless it is Assault Movement; FFMO in the open, unhindered and without
    any TEM.
    """
    ledger = [] if target.assault else [Modifier("A4.6", "FFNAM", -1)]
    is_in_open = is_open(position, target, shot.origin, los)
    if is_in_open and not los.hindrances and not sheltered:
        ledger.append(Modifier("A4.6", "FFMO", -1))
    return ledger


def _overstacking(position: Position, shot: Shot, target: Unit) -> list[Modifier]:
    """A5.12, A5.131; in the MPh the target's counts for moving units, which the targets are
    (A5.13).
    """
    ledger = []
    firing = excess_at(position, shot.origin, position.unit(shot.units[0]).side)
    if firing:
        ledger.append(Modifier("A5.12", "firers overstacked", firing))
    under = excess(position.units_at(target.at, target.side))
    if under:
        ledger.append(Modifier("A5.131", "target overstacked", -under))
    return ledger


def total(ledger: tuple[Modifier, ...]) -> int:
    """The sum of a ledger."""
    return sum(entry.value for entry in ledger)


def may_cower(position: Position, shot: Shot) -> bool:
    """A7.9: an attack that no leader directs may cower, unless its firers are exempt."""
    if shot.director is not None:
        return False
    firers = (position.unit(unit_id) for unit_id in shot.units)
    return any(nation_of(firer).cowers(values(firer)) for firer in firers)


def cowering_shift(position: Position, shot: Shot) -> int:
    """A7.9, A19.33: columns lost when cowering: two if any firer is Inexperienced."""
    firers = [position.unit(unit_id) for unit_id in shot.units]
    led = best_leader(position.units_at(shot.origin, firers[0].side)) is not None
    grades = {values(firer).grade for firer in firers}
    inexperienced = "C" in grades or ("G" in grades and not led)
    return 2 if inexperienced else 1


def attack_column(position: Position, shot: Shot, fp: Fraction, *, cowers: bool) -> int | None:
    """A7.3: the column of the IFT, after cowering; None if nothing is left of the attack."""
    column = ift_column(fp)
    if column is None or not cowers:
        return column
    return column_left(column, cowering_shift(position, shot))


def could_break(position: Position, shot: Shot, fp: Fraction, drm: int) -> bool:
    """A10.62: whether the attack could give at least a NMC on its best DR, cowering allowed for."""
    column = attack_column(position, shot, fp, cowers=may_cower(position, shot))
    return result_of(column, 2 + drm).kind in _HARMFUL


def result_of(column: int | None, final: int) -> IftResult:
    """A7.3: the cell of the IFT; no effect where no column is left."""
    return NO_EFFECT if column is None else ift_result(column, final)


def eligible_directors(
    position: Position, units: tuple[Unit, ...], kind: FireKind
) -> tuple[Unit, ...]:
    """A7.53: the leaders that may direct fire of those units: unbroken, unpinned, in their
    Location.

    One use a Player Turn; in Final Fire again, but only of units that all fired under him in
    First Fire (A7.531).
    """
    leaders = position.units_at(units[0].at, units[0].side)
    return tuple(u for u in leaders if is_leader(u) and may_direct(u, units, kind))


def may_direct(leader: Unit, units: tuple[Unit, ...], kind: FireKind) -> bool:
    """A7.53, A7.531: whether that leader may direct fire of those units of his Location."""
    if leader.broken or leader.pinned or leader.melee:
        return False
    if leader.fired is None:
        return True
    again = kind is FireKind.FINAL and leader.fired is Fired.FIRST
    return again and all(unit.director == leader.id for unit in units)


def _times(factor: Fraction) -> str:
    return "½" if factor == HALF else str(factor)
