"""B28 Minefields: where they may lie, their attacks on those who enter and leave, what is revealed.

An attack is the server's alone: nobody may decline or delay it (B28.41). This module judges, and
so it may unseal.
"""

from dataclasses import dataclass

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of, level_of
from rules.board.terrain import RoadKind, StreamDepth, Terrain
from rules.chapters.a07_results import apply_results
from rules.chapters.b19_depressions import stream_depth
from rules.chapters.b28_facts import MineEffect, MinesPresent, MineStrength
from rules.chapters.seals import open_leaf
from rules.forces.asl_table import AslTable
from rules.forces.entities import Minefield, MineMarker, Unit
from rules.forces.position import names
from rules.kernel.audience import Audience
from rules.kernel.dice import Roll
from rules.kernel.secret import Secret
from rules.kernel.table import Purpose
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine
from rules.tables import IftKind, IftResult, ift_result

AP_STRENGTHS = (6, 8, 12)
"""B28.1: the only strengths an A-P minefield may have; also its columns on the IFT."""

_BARRED = frozenset({Terrain.WATER, Terrain.MARSH, Terrain.CRAG})


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
    table: AslTable, unit_ids: tuple[str, ...], at: LocationId, to: LocationId
) -> tuple[str, ...]:
    """B28.41, B28.412: the attack on units that try to leave a mined hex, which they are still in.

    Returns the ids of those that it stopped neither by a break nor by a pin nor altogether: they
    may go on.
    """
    if hex_of(at) not in meets_mines(table.board, at, to):
        return unit_ids
    return await _attack(table, unit_ids, at, "leaving")


async def entry_attack(
    table: AslTable, unit_ids: tuple[str, ...], origin: LocationId, at: LocationId
) -> tuple[str, ...]:
    """B28.41: the attack on units that have just entered a mined hex; returns those not stopped by
    it.
    """
    if hex_of(at) not in meets_mines(table.board, origin, at):
        return unit_ids
    return await _attack(table, unit_ids, at, "entering")


async def _attack(
    table: AslTable, unit_ids: tuple[str, ...], at: LocationId, doing: str
) -> tuple[str, ...]:
    """One DR against all that move together (B28.411); nobody else in the Location is touched."""
    units = table.alive(unit_ids)
    record = None if not units else _mines_in(table, hex_of(at))
    if record is None:
        return unit_ids
    _reveal_presence(table, record.id)
    owner, strength = record.owner, unseal(record.strength)
    were_broken = {unit.id for unit in units if unit.broken}
    purpose = Purpose("IFT", f"Minefield attack in {table.board.name(hex_of(at))}", "B28.41", owner)

    async def effects(roll: Roll) -> None:
        targets = table.alive(unit_ids)
        result = effect_on(targets, strength, roll.total)
        _report(table, targets, at, doing, roll, result)
        if is_revealing(targets, strength, roll.total):
            _reveal_strength(table, record.id)
        await apply_results(table, {unit.id: result for unit in targets}, unit_ids)

    await table.resolve(purpose, 2, effects)
    return tuple(u.id for u in table.alive(unit_ids) if u.id in were_broken or _unstopped(u))


def effect_on(targets: tuple[Unit, ...], strength: int, dr: int) -> IftResult:
    """B28.3, B28.41: the cell of the IFT at full FP, without any DRM; a PTC is nothing to the
    broken.
    """
    result = ift_result(strength, dr)
    nobody_checks = all(unit.broken for unit in targets)
    if result.kind is IftKind.PTC and nobody_checks:
        return IftResult(IftKind.NONE)
    return result


def is_revealing(targets: tuple[Unit, ...], strength: int, dr: int) -> bool:
    """B28.41 (docs/rulings.md): whether the result cannot be verified without the strength.

    That is so if it is an effect and the three strengths would not all give the same one.
    """
    result = effect_on(targets, strength, dr)
    if result.kind is IftKind.NONE:
        return False
    return len({effect_on(targets, other, dr) for other in AP_STRENGTHS}) > 1


def _unstopped(unit: Unit) -> bool:
    return not unit.broken and not unit.pinned


def _passes_inside(board: Board, a: LocationId, b: LocationId) -> bool:
    """B28.44: mines do not attack across a hexside inside one building; past the wall of a Rowhouse
    they do (B23.71).
    """
    return board.building_passage(hex_of(a), hex_of(b))


def _mines_in(table: AslTable, hex_id: HexId) -> Minefield | None:
    """B28.41: the minefield of a hex; it attacks any unit that comes, the owner's own as well."""
    mines = table.world.all(Minefield)
    return next((m for m in mines if unseal(m.at) == hex_id), None)


def _reveal_presence(table: AslTable, record_id: str) -> None:
    """B28.1: presence becomes public the first time a susceptible unit enters; the strength does
    not.
    """
    record = table.world.get(Minefield, record_id)
    if unseal(record.marker) is not None:
        return
    at = unseal(record.at)
    marker = table.kernel.new_id(Audience.PUBLIC, "m")
    table.world.add(MineMarker(id=marker, at=at, strength=None))
    table.world.change(record, marker=Secret(marker, record.owner))
    text = f"{table.board.name(at)} is mined"
    table.tell(MinesPresent(hex=at), LogLine(kind="reveal", text=text, rule="B28.1", at=(at,)))
    open_leaf(table, record.owner, presence_label(at))


def _reveal_strength(table: AslTable, record_id: str) -> None:
    """B28.41: the strength is shown only when the result cannot be verified without it."""
    record = table.world.get(Minefield, record_id)
    marker = table.world.get(MineMarker, unseal(record.marker) or "")
    if marker.strength is not None:
        return
    at, strength = unseal(record.at), unseal(record.strength)
    table.world.change(marker, strength=strength)
    table.world.change(record, strength_known=record.strength_known.with_value(True))
    line = LogLine(
        kind="reveal",
        text=f"The minefield in {table.board.name(at)} has {strength} factors",
        rule="B28.41",
        at=(at,),
    )
    table.tell(MineStrength(hex=at, strength=strength), line)
    open_leaf(table, record.owner, strength_label(at))


def _report(
    table: AslTable,
    targets: tuple[Unit, ...],
    at: LocationId,
    doing: str,
    roll: Roll,
    result: IftResult,
) -> None:
    """The result is told as what it is: a Fact, since the strength may be guessed from it."""
    shown = "no effect" if result.kind is IftKind.NONE else str(result)
    text = f"Minefield attack on {names(targets)} {doing} {table.board.name(hex_of(at))}"
    line = LogLine(kind="mines", text=text, rule="B28.41", at=(at,), dice=roll.dice, result=shown)
    table.tell(MineEffect(hex=hex_of(at), result=shown), line)


def presence_label(hex_id: HexId) -> str:
    """The name of the sealed leaf that says whether a hex is mined."""
    return f"{hex_id} A-P present"


def strength_label(hex_id: HexId) -> str:
    """The name of the sealed leaf that says how strong the mines of a hex are."""
    return f"{hex_id} A-P strength"
