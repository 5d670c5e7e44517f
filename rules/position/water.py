"""B21.12, E6 The water of a scenario: its Current, depth and cold, and fording lines.

Where there is water is a fact of the board; how deep it is, and how it flows, a scenario says.
Forded is what the board calls a ford, all water that is fordable, and each fording line that is
still there (E6.6).
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from rules.board.board import Board
from rules.board.geometry import SIDES
from rules.board.locations import HexId, hex_name
from rules.board.terrain import Terrain
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.memo import asked_once
from rules.kernel.secret import Public
from rules.kernel.view import Face
from rules.kernel.world import View
from rules.position.marker import MarkerFace

WATERS = "waters"
_HALF = len(SIDES) // 2


class Current(StrEnum):
    """How hard a river flows (B21.121); water that does not flow has none."""

    SLOW = "slow"
    MODERATE = "moderate"
    HEAVY = "heavy"


class Depth(StrEnum):
    """How deep the Water Obstacles of a scenario are (B21.122); flooded ones are deep, and level
    with the ground.
    """

    DEEP = "deep"
    FORDABLE = "fordable"
    FLOODED = "flooded"


class Waters(Entity, frozen=True, kw_only=True, tag="waters"):
    """The water of a scenario: one entity, if the scenario says anything of it.

    `flows` has each hex with a Current and the hexside to which that goes, or the two between which
    it does. Frigid water is not entered by swimmers and forders (E6.1, B21.41).
    """

    current: Public[Current | None] = None
    depth: Public[Depth] = Depth.DEEP
    frigid: Public[bool] = False
    flows: Public[tuple[tuple[HexId, tuple[int, ...]], ...]] = ()


class FordingLine(Entity, frozen=True, kw_only=True, tag="fording_line"):
    """A hexrow along which Infantry may ford (E6.6), which one side has strung. Its id is its first
    hex, with `line` before it.
    """

    side: Public[Side]
    at: Public[HexId]
    hexes: Public[tuple[HexId, ...]]


class WatersFace(Face, frozen=True, kw_only=True, tag="waters"):
    """What everybody sees of the water: `flows` has the hexsides that the Current goes to, by hex;
    `danger` says what it does to swimmers there.
    """

    current: str
    depth: str
    frigid: bool
    flows: dict[str, tuple[int, ...]]
    danger: str = ""


def waters_face(one: Waters) -> WatersFace:
    """What everybody sees of it."""
    return WatersFace(
        id=ShownId(one.id),
        current=one.current or "",
        depth=one.depth,
        frigid=one.frigid,
        flows={str(hex_id): sides for hex_id, sides in one.flows},
    )


def fording_line(side: Side, hexes: tuple[HexId, ...]) -> FordingLine:
    """A side's fording line along those hexes."""
    return FordingLine(id=f"line {hexes[0]}", side=side, at=hexes[0], hexes=hexes)


def fording_line_face(line: FordingLine, nation: str) -> MarkerFace:
    """What everybody sees of it: a marker at its first hex, which names both of its ends, and where
    it runs.
    """
    ends = f"{hex_name(line.hexes[0])} to {hex_name(line.hexes[-1])}"
    called = f"fording line, {ends}"
    return MarkerFace(
        id=ShownId(line.id),
        at=line.at,
        name=called,
        letters="FORD",
        side=line.side,
        nation=nation,
        along=line.hexes,
    )


def waters_of(view: View) -> Waters | None:
    """The water of the scenario, or None if it says nothing of it."""
    return view.find(Waters, WATERS)


def is_frigid(view: View) -> bool:
    """E6.1, B21.41: whether the water is too cold to go into it."""
    waters = waters_of(view)
    return waters is not None and waters.frigid


def lines_of(view: View) -> tuple[FordingLine, ...]:
    """E6.6: the fording lines that there are, by id."""
    return view.all(FordingLine)


@asked_once
def lined_hexes(view: View) -> frozenset[HexId]:
    """E6.6: the hexes of all fording lines, on land too."""
    return frozenset(hex_id for line in lines_of(view) for hex_id in line.hexes)


@asked_once
def all_fordable(view: View) -> bool:
    """B21.122: whether all water of the scenario may be forded."""
    waters = waters_of(view)
    return waters is not None and waters.depth is Depth.FORDABLE


def fords_now(view: View, board: Board) -> frozenset[HexId]:
    """B21.41, E6.6: the water that may be forded besides the fords of the board."""
    if all_fordable(view):
        return water_hexes(board)
    return lined_hexes(view) & water_hexes(board) if lined_hexes(view) else frozenset()


def is_lined(view: View, board: Board, hex_id: HexId) -> bool:
    """E6.6: whether a water hex is forded by a fording line, and by nothing else."""
    forded = all_fordable(view) or board.is_own_ford(hex_id)
    return hex_id in lined_hexes(view) and hex_id in water_hexes(board) and not forded


@asked_once
def water_hexes(board: Board) -> frozenset[HexId]:
    """The Water Obstacle hexes of a board."""
    return frozenset(one for one in board.hexes if board.terrain(one) is Terrain.WATER)


def current_at(view: View, board: Board, hex_id: HexId) -> Current | None:
    """B21.121: the Current of a water hex; None in water that does not flow, and between two banks
    of which neither is an island's.
    """
    waters = waters_of(view)
    if waters is None or waters.current is None or not _flows(view).get(hex_id):
        return None
    return None if is_between_banks(board, hex_id) else waters.current


@asked_once
def _flows(view: View) -> dict[HexId, tuple[int, ...]]:
    waters = waters_of(view)
    return {} if waters is None else dict(waters.flows)


def downstream(view: View, board: Board, hex_id: HexId) -> tuple[HexId, ...]:
    """B21.121: the water hexes next downstream, in the order of their coordinates: those that the
    Current goes to; where that is no water, those beside it; none off the map.
    """
    sides = _flows(view).get(hex_id, ())
    around = dict(board.neighbours(hex_id))
    straight = tuple(_water_across(board, hex_id, sides))
    if not straight and any(side not in around for side in sides):
        return ()
    beside = {(side + turn) % len(SIDES) for side in sides for turn in (1, -1)} - {*sides}
    return straight or tuple(_water_across(board, hex_id, sorted(beside)))


def upstream(view: View, board: Board, hex_id: HexId) -> tuple[HexId, ...]:
    """B21.41: the water hexes straight against the Current."""
    sides = _flows(view).get(hex_id, ())
    return tuple(_water_across(board, hex_id, [(side + _HALF) % len(SIDES) for side in sides]))


def _water_across(board: Board, hex_id: HexId, sides: Iterable[int]) -> Iterator[HexId]:
    """The water hexes across hexsides, by their place among all hexes: column before number."""
    around, wet = dict(board.neighbours(hex_id)), water_hexes(board)
    across = {around[side] for side in sides if side in around}
    yield from (one for one in board.hexes if one in across and one in wet)


@asked_once
def is_between_banks(board: Board, hex_id: HexId) -> bool:
    """B21.121: whether land that is no island's lies across two opposite hexsides."""
    around, islands = dict(board.neighbours(hex_id)), _island_hexes(board)
    banks = {
        side
        for side, there in around.items()
        if there not in water_hexes(board) and there not in islands
    }
    return any((side + _HALF) % len(SIDES) in banks for side in banks)


@asked_once
def _island_hexes(board: Board) -> frozenset[HexId]:
    """B21.121: the land that water surrounds: it does not reach the edge of the map."""
    mainland: set[HexId] = set()
    wet = water_hexes(board)
    front = [
        one for one in board.hexes if one not in wet and len(board.neighbours(one)) < len(SIDES)
    ]
    while front:
        here = front.pop()
        if here not in mainland:
            mainland.add(here)
            front += [there for _, there in board.neighbours(here) if there not in wet]
    return frozenset(one for one in board.hexes if one not in wet and one not in mainland)
