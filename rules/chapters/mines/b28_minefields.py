"""B28 Minefields: where they may lie, their attacks on those who enter and leave, what is revealed.

An attack is the server's alone: nobody may decline or delay it (B28.41). This module judges, and
so it may unseal.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of, level_of
from rules.board.terrain import RoadKind, StreamDepth, Terrain
from rules.chapters.concealment.a12_riders import is_veiled_rider, show_riders
from rules.chapters.concealment.a12_under_attack import left_behind, prove
from rules.chapters.concealment.seals import open_leaf
from rules.chapters.fire.a07_exposed import ids_with_captives
from rules.chapters.fire.a07_results import apply_results
from rules.chapters.ground.b19_depressions import stream_depth
from rules.chapters.ground.b20_crest import goes_ahead
from rules.chapters.ground.b20_crest_tem import is_in_crest
from rules.chapters.mines.b28_facts import MineEffect, MinesPresent, MineStrength
from rules.chapters.mines.b28_ptc import rolls_ptc
from rules.chapters.mines.b28_trails import is_past_the_mines, leaves_by_trail
from rules.chapters.morale.a10_dm import dm_from_attack
from rules.chapters.movement.a13_horses import attack_horses, harm_to_horses
from rules.chapters.terms.a04_bypass import is_bypassing
from rules.chapters.water.e05_boat_fire import Blow
from rules.chapters.works.b27_entrenchments import came_through, leaves_by_trench
from rules.forces.entities import Conditions, Minefield, MineMarker
from rules.forces.goer import Goer
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.secret import Secret
from rules.kernel.table import Purpose
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.law import Law, NamedQuestion, Rule
from rules.position.position import CONDITIONS, Position, is_dummy
from rules.tables import IftKind, IftResult, ift_column, ift_result

AP_STRENGTHS = (6, 8, 12)
"""B28.1: the only strengths an A-P minefield may have; also its columns on the IFT."""

BEST_DR = 2
SNOW_DRM = 1

Doing = Literal["entering", "leaving"]

_AS_TOLD: Final[dict[int, Literal[6, 8, 12]]] = {6: 6, 8: 8, 12: 12}

_BARRED = frozenset({Terrain.MARSH, Terrain.CRAG, *(kind for kind in Terrain if kind.is_river)})


@dataclass(frozen=True)
class NoMines:
    """Why no minefield may be laid in a hex: the rule, and a sentence for the owner."""

    rule: str
    why: str


def may_not_lay(board: Board, hex_id: HexId) -> NoMines | None:
    """B28.1, B28.53: whether the terrain forbids hidden mines in a hex.

    Where they lie they are on the ground: beneath a bridge, and in no upper level.
    """
    if board.road(hex_id) is RoadKind.PAVED and board.bridge(hex_id) is None:
        return NoMines("B28.53", "Only visible A-T mines may be placed on a paved road.")
    if board.interior_building_hex(hex_id):
        return NoMines("B28.1", "No minefield may be placed in an Interior Building Hex.")
    terrain = board.terrain(hex_id)
    if terrain in _BARRED or terrain.is_rubble:
        return NoMines("B28.1", f"No minefield may be placed in {terrain.value}.")
    if stream_depth(board, hex_id) is StreamDepth.DEEP:
        return NoMines("B20.5", "No minefield may be placed in a deep stream.")
    return None


def meets_mines(board: Board, origin: LocationId, to: LocationId) -> tuple[HexId, ...]:
    """B28.41, B28.44: the hexes whose mines attack a step, if they are there: the one left, then
    the one entered.

    Mines lie on the ground: nobody meets them on a bridge, on stairs, or going on inside a
    building.
    """
    if hex_of(origin) == hex_of(to) or _passes_inside(board, origin, to):
        return ()
    return tuple(hex_of(at) for at in (origin, to) if level_of(at) == 0)


async def exit_attack(
    table: AslTable, unit_ids: tuple[CounterId, ...], at: LocationId, to: LocationId
) -> tuple[CounterId, ...]:
    """B28.41, B28.412: the attack on units that try to leave a mined hex, which they are still in.

    Returns the ids of those that it has neither broken, pinned nor eliminated: they may go on. To
    leave the map is to go to where one is (A2.6).
    """
    return await _on_the_way_out(table, unit_ids, at, to, "leaving")


async def return_attack(
    table: AslTable, unit_ids: tuple[CounterId, ...], at: LocationId, to: LocationId
) -> tuple[CounterId, ...]:
    """B28.412, A12.15: the attack on units that were thrown back from a Location into the mined hex
    that they had left; whom nothing attacked on leaving comes back so.
    """
    return await _on_the_way_out(table, unit_ids, at, to, "entering")


async def _on_the_way_out(
    table: AslTable,
    unit_ids: tuple[CounterId, ...],
    at: LocationId,
    to: LocationId,
    doing: Doing,
) -> tuple[CounterId, ...]:
    off_map = at == to and level_of(at) == 0
    safe = {
        unit.counter for unit in table.alive(unit_ids) if leaves_by_trail(table.truth, unit, to)
    }
    if safe:
        others = tuple(unit_id for unit_id in unit_ids if unit_id not in safe)
        spared = await _on_the_way_out(table, others, at, to, doing) if others else ()
        return tuple(unit_id for unit_id in unit_ids if unit_id in {*safe, *spared})
    if _goes_through_trench(table, unit_ids, to) or _goes_above(table, unit_ids, to):
        return unit_ids
    if not off_map and hex_of(at) not in _met(table, unit_ids, at, to):
        return unit_ids
    return await _attack(table, unit_ids, at, doing)


def _goes_through_trench(table: AslTable, unit_ids: tuple[CounterId, ...], to: LocationId) -> bool:
    """B27.5, B27.6: whether units leave through a trench, where no mines lie."""
    units = table.alive(unit_ids)
    return bool(units) and leaves_by_trench(table.truth, units, to)


def _goes_above(table: AslTable, unit_ids: tuple[CounterId, ...], to: LocationId) -> bool:
    """B20.97: whether units leave from the Crest, above the mines."""
    units = table.alive(unit_ids)
    return bool(units) and goes_ahead(table.board, units, to)


async def entry_attack(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, at: LocationId
) -> tuple[CounterId, ...]:
    """B28.41: the attack on units that have just entered a mined hex; returns those not stopped by
    it. To enter the map is to come from where one is (A2.5).
    """
    off_map = origin == at and level_of(at) == 0
    if all(_is_spared(table, unit) for unit in table.alive(unit_ids)):
        return unit_ids
    if not off_map and hex_of(at) not in _met(table, unit_ids, origin, at):
        return unit_ids
    return await _attack(table, unit_ids, at, "entering")


def _is_spared(table: AslTable, unit: Unit) -> bool:
    """B27.5, B20.97, B28.61: whether a unit has come through a trench, at the Crest, or along a
    Trail Break, which it may in the MPh alone.
    """
    by_trail = table.clock.phase is Phase.MPH and is_past_the_mines(unit.manner)
    return came_through(unit) or is_in_crest(unit) or by_trail


def _met(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, to: LocationId
) -> tuple[HexId, ...]:
    """B28.44: the same for units, of which those in Bypass are not inside a building."""
    outside = any(is_bypassing(unit) for unit in table.alive(unit_ids))
    if outside and hex_of(origin) != hex_of(to):
        return tuple(hex_of(at) for at in (origin, to) if level_of(at) == 0)
    return meets_mines(table.board, origin, to)


async def _attack(
    table: AslTable,
    unit_ids: tuple[CounterId, ...],
    at: LocationId,
    doing: Doing,
) -> tuple[CounterId, ...]:
    """B28.411: one DR against all that move together; nobody else in the Location is touched.

    Where both sides have laid mines in a hex, each minefield attacks, in an order that tells
    nothing of either's records. Who comes under a "?" proves that he is real, and keeps it; Dummies
    alone are found out, and are not attacked (B28.41).
    """
    were_broken = {unit.counter for unit in table.alive(unit_ids) if unit.broken}
    found = [mines_in(table, hex_of(at), owner) for owner in Side]
    records = [record.id for record in found if record is not None]
    if records:
        owners = tuple(record.owner for record in found if record is not None)
        await prove(table, unit_ids, owners)
    exposed = ids_with_captives(table.truth, table.alive(unit_ids))
    for record_id in records:
        if table.alive(exposed):
            await _attack_by(table, record_id, exposed, at, doing)
    if not records:
        return unit_ids
    able = tuple(
        u.counter for u in table.alive(unit_ids) if u.counter in were_broken or _unstopped(u)
    )
    return left_behind(table, unit_ids, able)


async def _attack_by(
    table: AslTable, record_id: str, unit_ids: tuple[CounterId, ...], at: LocationId, doing: Doing
) -> None:
    """B28.41: the attack of one minefield."""
    reveal_presence(table, record_id)
    record = table.world.get(Minefield, record_id)
    strength, snow = unseal(record.strength), deep_snow(table.truth)
    where = table.board.name(hex_of(at))
    purpose = Purpose("IFT", f"Minefield attack in {where}", "B28.41", record.owner)

    async def effects(roll: Roll) -> None:
        blow = _blow_of(strength, snow=snow)
        if harm_to_horses(blow, roll.total):
            show_riders(table, unit_ids)
        targets = tuple(unit for unit in table.alive(unit_ids) if not is_dummy(unit))
        ptc = any(rolls_ptc(table, unit) for unit in targets)
        mined = Mined(targets, roll.total, snow, ptc)
        result = effect_on(mined, strength)
        report(table, targets, at, doing, roll, result)
        if table.law.allows(REVEALS_STRENGTH, mined, strength):
            reveal_strength(table, record_id)
        attack_horses(table, roll, {unit.counter: blow for unit in targets})
        results = {unit.counter: result for unit in targets}
        await apply_results(table, results, unit_ids, by_mines=True)
        if ap_result(strength, BEST_DR, deep_snow=snow).is_harmful:
            dm_from_attack(table, unit_ids)

    await table.resolve(purpose, 2, effects)


@dataclass(frozen=True)
class Mined:
    """Whom A-P mines attack, by which Original DR, whether in Deep Snow, and whether a PTC would
    have any of them roll.
    """

    targets: tuple[Unit, ...]
    dr: int
    deep_snow: bool = False
    ptc: bool = True


def deep_snow(position: Position) -> bool:
    """E3.73: whether the snow lies deep."""
    return position.view.get(Conditions, CONDITIONS).deep_snow


def ap_result(strength: int, dr: int, *, deep_snow: bool) -> IftResult:
    """B28.3: the cell of the IFT at full FP, without any DRM; in Deep Snow the FP are halved, and
    the DR has 1 added.
    """
    if not deep_snow:
        return ift_result(strength, dr)
    column = ift_column(Fraction(strength, 2))
    return IftResult(IftKind.NONE) if column is None else ift_result(column, dr + SNOW_DRM)


def effect_on(mined: Mined, strength: int) -> IftResult:
    """B28.1, B28.41: what mines of a strength do; a PTC is nothing where nobody takes one."""
    result = ap_result(strength, mined.dr, deep_snow=mined.deep_snow)
    if result.kind is IftKind.PTC and not mined.ptc:
        return IftResult(IftKind.NONE)
    return result


def horses_hit(mined: Mined, strength: int) -> int:
    """B28.41: what mines of a strength do to the horses of Cavalry: how many Horse counters are
    lost at most, or -1 if one suffers Casualty Reduction. Whoever rides under a "?" still is as
    one on foot.
    """
    if all(unit.horse is None or is_veiled_rider(unit) for unit in mined.targets):
        return 0
    blow = _blow_of(strength, snow=mined.deep_snow)
    return harm_to_horses(blow, mined.dr)


def _blow_of(strength: int, *, snow: bool) -> Blow:
    column = ift_column(Fraction(strength, 2)) if snow else strength
    return Blow(column, SNOW_DRM if snow else 0)


def is_effective(mined: Mined, strength: int) -> bool:
    """B28.1: whether the attack has an effect, on the horses of Cavalry too."""
    return effect_on(mined, strength).kind is not IftKind.NONE or bool(horses_hit(mined, strength))


def is_needed(mined: Mined, strength: int) -> bool:
    """B28.41 (docs/rulings.md): whether the result cannot be verified without the strength.

    That is so if it is an effect and the three strengths would not all give the same one.
    """
    every = {(effect_on(mined, other), horses_hit(mined, other)) for other in AP_STRENGTHS}
    return is_effective(mined, strength) and len(every) > 1


Reveals: TypeAlias = Callable[[Mined, int], bool]

REVEALS_STRENGTH: NamedQuestion[Reveals] = NamedQuestion(
    "REVEALS_STRENGTH", (Rule("B28.41", is_needed),)
)
"""Whether an attack makes the strength of A-P mines public."""


def on_any_effect(law: Law, number: str) -> Law:
    """The law under which every effect of mines reveals their strength."""
    return law.replacing(REVEALS_STRENGTH, "B28.41", Rule(number, is_effective))


def _unstopped(unit: Unit) -> bool:
    return not unit.broken and not unit.pinned


def _passes_inside(board: Board, a: LocationId, b: LocationId) -> bool:
    """B28.44: mines do not attack across a hexside inside one building; past the wall of a Rowhouse
    they do (B23.71).
    """
    return board.building_passage(hex_of(a), hex_of(b))


def mines_in(table: AslTable, hex_id: HexId, owner: Side) -> Minefield | None:
    """B28.41: a side's minefield in a hex; it attacks any unit that comes, the owner's own as
    well.
    """
    mines = (m for m in table.world.all(Minefield) if m.owner is owner)
    return next((m for m in mines if unseal(m.at) == hex_id), None)


def reveal_presence(table: AslTable, record_id: str) -> None:
    """B28.1: presence becomes public the first time a susceptible unit enters; the strength does
    not. The counter of a Known Minefield is proved to be no Dummy.
    """
    record = table.world.get(Minefield, record_id)
    at, there = unseal(record.at), unseal(record.marker)
    if there is not None:
        marker = table.world.get(MineMarker, there)
        if marker.proved:
            return
        table.world.change(marker, proved=True)
    else:
        there = table.kernel.drawn_id(Audience.PUBLIC, "m")
        table.world.add(MineMarker(id=there, at=at, strength=None))
        table.world.change(record, marker=Secret(there, record.owner))
    table.tell(MinesPresent(hex=at))
    open_leaf(table, record.owner, presence_label(at))


def reveal_strength(table: AslTable, record_id: str) -> None:
    """B28.41: the strength is shown only when the result cannot be verified without it."""
    record = table.world.get(Minefield, record_id)
    marker = table.world.get(MineMarker, unseal(record.marker) or "")
    if marker.strength is not None:
        return
    at, strength = unseal(record.at), unseal(record.strength)
    table.world.change(marker, strength=strength)
    table.world.change(record, strength_known=record.strength_known.with_value(True))
    table.tell(MineStrength(hex=at, strength=_AS_TOLD[strength]))
    if record.as_sealed:
        open_leaf(table, record.owner, strength_label(at))


def report(
    table: AslTable,
    targets: tuple[Goer, ...],
    at: LocationId,
    doing: Doing,
    roll: Roll,
    result: IftResult,
) -> None:
    """The result is told as what it is: a Fact, since the strength may be guessed from it."""
    shown = "no effect" if result.kind is IftKind.NONE else str(result)
    effect = MineEffect(
        hex=hex_of(at),
        result=shown,
        at=at,
        doing=doing,
        units=tuple(dict.fromkeys(goer.under or goer.id for goer in targets)),
        roll=roll.seen,
    )
    table.tell(effect)


def presence_label(hex_id: HexId) -> str:
    """The name of the sealed leaf that says whether a hex is mined."""
    return f"{hex_id} A-P present"


def strength_label(hex_id: HexId) -> str:
    """The name of the sealed leaf that says how strong the mines of a hex are."""
    return f"{hex_id} A-P strength"


def at_presence_label(hex_id: HexId) -> str:
    """The same of A-T mines."""
    return f"{hex_id} A-T present"


def at_factors_label(hex_id: HexId) -> str:
    """The same of how many A-T factors there are."""
    return f"{hex_id} A-T factors"


def traps_label(board: str) -> str:
    """The name of the sealed leaf that says what Booby Traps there are on a board."""
    return f"{board} Booby Traps"
