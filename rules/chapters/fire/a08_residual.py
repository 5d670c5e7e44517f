"""A8.2 Residual FP: what a First Fire attack leaves in its Location for those who come after."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeAlias

from rules.board.locations import LocationId, hex_of, is_on_cliff, is_pillbox
from rules.board.los import Los
from rules.chapters.concealment.a12_unseen_facts import ResidualFromCover
from rules.chapters.fire.a07_attack import Attack, IftAttack
from rules.chapters.fire.a07_carriers import attack_carriers
from rules.chapters.fire.a07_drm import total
from rules.chapters.fire.a07_exposed import as_it_goes, with_captives
from rules.chapters.fire.a07_fire import fp_against, result_of, share_of
from rules.chapters.fire.a07_results import apply_results
from rules.chapters.fire.a07_target_drm import target_drm
from rules.chapters.fire.a09_rof import keeps_rate
from rules.chapters.fire.a24_smoke import smoke_within
from rules.chapters.fire.b16_wet_firers import is_in_water
from rules.chapters.ground.b09_walls import hexside_tem
from rules.chapters.ground.b_posture import has_ffnam
from rules.chapters.ground.b_terrain import hex_tem, in_hex_tem, is_open
from rules.chapters.morale.a10_dm import dm_from_attack
from rules.chapters.ordnance.c03_attack import ToHitAttack
from rules.chapters.terms.a04_bypass import is_bypassing
from rules.chapters.terms.a07_shot import FireKind
from rules.chapters.water.e05_boat_fire import NOTHING, Blow
from rules.forces.entities import Residual
from rules.forces.units import Unit
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.boats import is_afloat
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, name, one_of_each
from rules.tables import IftResult, ift_column

STEPS = (0, 1, 2, 4, 6, 8, 12, 16)
BASE = {1: 0, 2: 1, 4: 2, 6: 2, 8: 4, 12: 6, 16: 8, 20: 8, 24: 12, 30: 12, 36: 16}
MOST = 12
OUTSIDE = frozenset({"A7.531", "A5.12", "A4.51", "A7.7", "A24.8", "B26.31", "B6.31"})
"""The rules of DRM that arise outside the target hex, LOS Hindrances and hexsides apart."""


def residual_fp(column: int | None, outside: int) -> int:
    """A8.2, A8.26: half the column that was used, as a counter shows it, one step less for each +1
    that arose outside the target hex; 12 at most.
    """
    base = 0 if column is None else BASE[column]
    return min(MOST, STEPS[max(0, STEPS.index(base) - outside)])


async def leave_residual(table: AslTable, attack: Attack) -> None:
    """A8.2, A8.21: First Fire leaves Residual FP; of two in one Location the greater stays.

    What malfunctioned, and what keeps its ROF, adds nothing to it (A8.221, A8.23). Spraying Fire
    leaves it in both Locations, whoever is there (A8.24).
    """
    if attack.shot.kind is FireKind.FIRST:
        for one in attack.everywhere:
            _leave(table, one)


def _leave(table: AslTable, attack: Attack) -> None:
    at, fp = attack.shot.at, left_by(table.truth, attack)
    if not attack.shot.is_snap and any(unit.under for unit in table.alive(attack.units)):
        table.tell(ResidualFromCover(side=table.clock.phasing.enemy, at=at, fp=fp))
    leave_fp(table, at, fp)


def leave_fp(table: AslTable, at: LocationId, fp: int) -> None:
    """A8.21: so much Residual FP comes into a Location, if there is less; none into a pillbox."""
    if is_pillbox(at):
        return
    there = table.world.find(Residual, at)
    if fp <= residual_at(table.truth, at):
        return
    if there is None:
        table.world.add(Residual(id=ShownId(at), at=at, fp=fp))
    else:
        table.world.change(there, fp=fp)
    side = table.clock.phasing.enemy
    table.log("fire", f"leaves {fp} Residual FP", side=side, rule="A8.2", at=(at,))


def left_by(position: Position, attack: Attack) -> int:
    """A8.2: the Residual FP that an attack would leave in an empty Location; a Snap Shot leaves
    none (A8.223), nor does what does not reach down INTO a Depression. The DRM of a To Hit DR take
    nothing from it.
    """
    if attack.shot.is_snap or _stays_above(position, attack):
        return 0
    match attack:
        case IftAttack():
            return residual_fp(_column(position, attack), _outside(position, attack))
        case ToHitAttack():
            return residual_fp(_hit_column(attack), 0)
        case _:
            return 0


def _stays_above(position: Position, attack: Attack) -> bool:
    """B20.9: whether an attack at the Crest has a line that does not go INTO the hex."""
    if not attack.shot.aspect.crest:
        return False
    return any(position.line(origin, attack.shot.at).blocked for origin in attack.origins)


def residual_at(position: Position, at: LocationId) -> int:
    """A8.21: the Residual FP that is in a Location."""
    there = position.view.find(Residual, at)
    return there.fp if there else 0


def _column(position: Position, attack: IftAttack) -> int | None:
    """The highest column used by those parts that add to Residual FP."""
    parts = tuple(
        share_of(part)
        for part in attack.parts
        if not keeps_rate(attack, part) and part.id not in attack.stopped
    )
    fps = [fp_against(position, parts, unit) for unit in position.targets(attack.shot.targets)]
    alone = sum((part.fp for part in parts), Fraction(0))
    fp = max(fps, default=alone)
    return attack.column_of(fp)


def _hit_column(attack: ToHitAttack) -> int | None:
    """The column with which ordnance has hit, if it adds to Residual FP."""
    stays = any(keeps_rate(attack, part) or part.id in attack.stopped for part in attack.parts)
    return None if stays or attack.he is None else attack.column_of(attack.he)


def _outside(position: Position, attack: Attack) -> int:
    """The DRM against the attack that arose outside the target hex, not by SMOKE in it."""
    force = next(iter(attack.forces.values()), None)
    drm = force.drm if force else ()
    own = sum(one.value for one in drm if one.rule in OUTSIDE and one.value > 0)
    lines = [(at, attack.shot.los(position, at)) for at in attack.origins]
    here = hex_of(attack.shot.at)
    hindrance = max(sum(h.value for h in los.hindrances if h.hex != here) for _, los in lines)
    walls = [hexside_tem(position, attack.shot.at, at, los) for at, los in lines]
    return own + hindrance + max((wall.value for wall in walls if wall), default=0)


Ledgers: TypeAlias = dict[CounterId, tuple[Modifier, ...]]
ResidualDrm: TypeAlias = Callable[[Position, Unit], Iterable[Modifier]]


def _tem(position: Position, unit: Unit) -> Iterable[Modifier]:
    """A8.2: the TEM in the hex; no hexside's."""
    tem = _own_tem(position, unit)
    if tem is not None:
        yield tem


def _own_tem(position: Position, unit: Unit) -> Modifier | None:
    """B23.3: that of the building for who bypasses it, too."""
    here = hex_of(unit.at)
    if is_bypassing(unit) and position.board.building(here) is not None:
        return hex_tem(position, here)
    return in_hex_tem(position, unit, position.line(unit.at, unit.at))


def _movement(position: Position, unit: Unit) -> Iterable[Modifier]:
    los = position.line(unit.at, unit.at)
    sheltered = bool(los.hindrances) or _own_tem(position, unit) is not None
    return movement_of(position, unit, unit.at, los, sheltered=sheltered)


def movement_of(
    position: Position, unit: Unit, origin: LocationId, los: Los, *, sheltered: bool
) -> Iterable[Modifier]:
    """A8.2, A9.22, A4.6: FFNAM and FFMO against who moves, or Hazardous Movement instead (A4.62);
    none in water (E6.3), nor on horseback (A13.5).
    """
    unit = as_it_goes(position, unit)
    if unit.horse is not None or unit.pinned or is_in_water(position, unit):
        return
    if unit.hazardous or is_on_cliff(unit.at):
        yield Modifier("A4.62", "Hazardous Movement", -2)
        return
    if has_ffnam(unit):
        yield Modifier("A4.6", "FFNAM", -1)
    if is_open(position, unit, origin, los) and not sheltered:
        yield Modifier("A4.6", "FFMO", -1)


RESIDUAL_DRM: NamedQuestion[ResidualDrm] = NamedQuestion(
    "RESIDUAL_DRM",
    (
        Rule("A8.2", _tem),
        Rule("A24.2", smoke_within),
        Rule("A4.6", _movement),
        Rule("A7.6", target_drm),
    ),
)
"""The DRM of Residual FP against one of its targets."""


async def residual_attack(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, at: LocationId
) -> tuple[CounterId, ...]:
    """A8.22: Residual FP attacks those who enter or spend MF in its Location, before other fire,
    and their captives with them (A20.54).

    Each once, and again only when it has grown, or their own DRM have got worse for them. It never
    cowers and nobody directs it (A8.224).
    """
    residual = table.world.find(Residual, at)
    if residual is None:
        return unit_ids
    law = table.law
    position: Position = table.truth
    ledgers: Ledgers = {
        unit.counter: law.ledger(RESIDUAL_DRM, position, position.seen(unit))
        for unit in with_captives(position, table.alive(unit_ids))
    }
    hit: Ledgers = {
        unit_id: drm for unit_id, drm in ledgers.items() if _is_due(table, residual, unit_id, drm)
    }
    if hit:
        _note(table, residual, hit)
        await resolve_left(table, ("Residual FP", "A8.22"), residual.fp, at, hit)
    return tuple(unit.counter for unit in table.alive(unit_ids))


def _is_due(
    table: AslTable, residual: Residual, unit_id: CounterId, drm: tuple[Modifier, ...]
) -> bool:
    shown = shown_of(table, unit_id)
    earlier = [(fp, sum_) for one, fp, sum_ in residual.attacked if one == shown]
    return all(residual.fp > fp or total(drm) < sum_ for fp, sum_ in earlier)


def forget_attacks(table: AslTable, unit_ids: tuple[CounterId, ...], at: LocationId) -> None:
    """A12.15: Residual FP attacks those anew who are sent back to where it lies."""
    residual = table.world.find(Residual, at)
    if residual is not None:
        back = {shown_of(table, unit.counter) for unit in table.alive(unit_ids)}
        attacked = tuple(one for one in residual.attacked if one[0] not in back)
        table.world.change(residual, attacked=attacked)


def _note(table: AslTable, residual: Residual, hit: Ledgers) -> None:
    met = tuple((shown_of(table, one), residual.fp, total(drm)) for one, drm in hit.items())
    table.world.change(residual, attacked=(*residual.attacked, *dict.fromkeys(met)))


def shown_of(table: AslTable, unit_id: CounterId) -> ShownId:
    """What everybody is shown of a unit: itself, or the "?" that it is under."""
    unit = table.unit(unit_id)
    return unit.under or unit.id


async def resolve_left(
    table: AslTable, called: tuple[str, str], fp: int, at: LocationId, hit: Ledgers
) -> Roll:
    """A8.22, A9.22: carry out what was left in a Location; `called` are its words and its rule. It
    has half of that against swimmers (E6.3).
    """
    side, (words, rule) = table.clock.phasing.enemy, called
    columns = {unit.counter: _against(table, unit, fp) for unit in table.alive(tuple(hit))}

    aboard = {unit.counter for unit in table.alive(tuple(hit)) if unit.in_boat}

    def result(one: CounterId, dr: int) -> IftResult:
        return NOTHING if one in aboard else result_of(columns[one], dr + total(hit[one]))

    breaking = tuple(one for one in hit if result(one, 2).is_harmful)

    async def effects(roll: Roll) -> Roll:
        results = {one: result(one, roll.total) for one in hit}
        for unit in one_of_each(table.alive(tuple(hit))):
            said = str(results[unit.counter])
            table.log(
                "fire", f"{fp} {words} against {name(unit)}", side=side,
                rule=rule, at=(at,), roll=roll, mods=hit[unit.counter],
                result="no effect" if said == "–" else said,
            )  # fmt: skip
        blows = {one: Blow(columns[one], total(hit[one])) for one in hit}
        await apply_results(table, results | attack_carriers(table, roll, blows, side), tuple(hit))
        dm_from_attack(table, breaking)
        return roll

    return await table.resolve(Purpose("IFT", words, rule, side), 2, effects)


def _against(table: AslTable, unit: Unit, fp: int) -> int | None:
    """E6.3, E5.5: the column of what was left in a Location, that of half of it against a swimmer
    and against a boat afloat.
    """
    return ift_column(Fraction(fp, 2)) if unit.swims or is_afloat(table.world, unit) else fp


def remove_residual(table: AslTable) -> None:
    """A8.2: all Residual FP is gone at the end of the MPh."""
    for residual in table.world.all(Residual):
        table.world.drop(residual)
