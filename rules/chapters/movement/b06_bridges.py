"""B6.33 Bridges that a DC brings down, with all that is on them and beneath them."""

from collections.abc import Mapping

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of
from rules.board.rubble import RUBBLE
from rules.board.terrain import StreamDepth, Terrain
from rules.chapters.fire.a07_fire import result_of
from rules.chapters.ground.b19_depressions import stream_depth
from rules.chapters.rubble.b24_buried import Rubbled, bury
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.position.asl_table import AslTable
from rules.position.rubble import rubble
from rules.tables import IftKind, IftResult

TEM: Mapping[Terrain, int] = {
    Terrain.STONE_BUILDING: 3,
    Terrain.WOODEN_BUILDING: 2,
    Terrain.PONTOON: 1,
    Terrain.UNDERWATER_PONTOON: 2,
}
"""B6.33, B6.45: of bridges themselves, by what they are made of."""


def is_on_bridge(board: Board, at: LocationId) -> bool:
    """Whether a Location is on a bridge, of pontoons too (B6.41)."""
    if not board.has_location(at):
        return False
    return board.kind(at) is LocationKind.BRIDGE or board.terrain(hex_of(at)).is_pontoon


def _material(board: Board, hex_id: HexId) -> Terrain | None:
    """What the bridge of a hex is made of, or None if there is none."""
    terrain = board.terrain(hex_id)
    return terrain if terrain.is_pontoon else board.bridge(hex_id)


def strike_bridge(
    table: AslTable, side: Side, at: LocationId, column: int | None, roll: Roll, drm: int
) -> None:
    """B6.33: by the same DR, with its own TEM, a Final KIA destroys the bridge that a DC went off
    on. `drm` is what else counts against it.
    """
    board = table.truth.board
    if column is None or not is_on_bridge(board, at):
        return
    material = _material(board, hex_of(at))
    tem = 0 if material is None else TEM[material]
    if result_of(column, roll.total + tem + drm).kind is IftKind.KIA:
        _destroy(table, side, hex_of(at), "B6.33")


def strike_spans(table: AslTable, side: Side, at: LocationId, result: IftResult) -> None:
    """A23.71: a DC that was Set on a bridge destroys as many hexes of it as its Final KIA has, the
    nearest first.
    """
    if result.kind is not IftKind.KIA or not is_on_bridge(table.truth.board, at):
        return
    for hex_id in _spans(table.truth.board, hex_of(at))[: result.number]:
        _destroy(table, side, hex_id, "A23.71")


def _spans(board: Board, start: HexId) -> list[HexId]:
    """The hexes of a bridge, from one of them on."""
    found = [start]
    for here in found:
        for _, to in board.neighbours(here):
            spans = _material(board, to) is not None and board.road_between(here, to)
            if spans and to not in found:
                found.append(to)
    return found


def _destroy(table: AslTable, side: Side, hex_id: HexId, rule: str) -> None:
    board = table.truth.board
    left = _left_of(board, hex_id)
    at = board.locations(hex_id)
    text = f"The bridge in {table.board.name(hex_id)} is destroyed"
    table.log("fire", text, side=side, rule=rule, at=at, result="destroyed")
    bury(table, Rubbled(hex_id))
    table.world.add(rubble(hex_id, left, fallen=True))


def _left_of(board: Board, hex_id: HexId) -> Terrain:
    """What is in the hex then: rubble, but in deep water, where all is as without a bridge."""
    material, terrain = board.bridge(hex_id), board.terrain(hex_id)
    if terrain.is_pontoon:
        return Terrain.WATER
    deep = stream_depth(board, hex_id) is StreamDepth.DEEP
    if material is None or terrain is Terrain.WATER or deep:
        return terrain
    return RUBBLE[material]
