"""Chapter B: what the terrain of a Location does for a unit in it (B Terrain Chart)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.board.board import Board
from rules.board.locations import (
    HexId,
    LocationId,
    LocationKind,
    hex_of,
    is_on_cliff,
    is_pillbox,
    level_of,
)
from rules.board.los import Los
from rules.board.terrain import DepressionKind, Terrain
from rules.chapters.ground.b30_pillbox_tem import pillbox_tem
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.memo import asked_once
from rules.kernel.view import Modifier
from rules.position.fortifications import fortified_at
from rules.position.law import Law, NamedQuestion, Rule
from rules.position.position import Position
from rules.position.roadblocks import is_looked_over

BRIDGE = Modifier("B6.31", "bridge", 1)
ENTRENCHED = Modifier("B27.3", "entrenched", 2)
FORTIFIED = 1
"""What being fortified adds to the TEM of a building (B23.9)."""

TerrainTem: TypeAlias = Callable[[Terrain], Iterable[Modifier]]


@dataclass(frozen=True)
class Shelter:
    """A line of the Terrain Chart: the TEM of some kinds of terrain."""

    number: str
    values: Mapping[Terrain, int]

    def __call__(self, terrain: Terrain) -> tuple[Modifier, ...]:
        if terrain not in self.values:
            return ()
        return (Modifier(self.number, terrain.value, self.values[terrain]),)


def gives(number: str, values: Mapping[Terrain, int]) -> Rule[TerrainTem]:
    """The rule that such terrain has that TEM."""
    return Rule(number, Shelter(number, values))


TEM: NamedQuestion[TerrainTem] = NamedQuestion(
    "TEM",
    (
        gives("B2.3", {Terrain.SHELLHOLES: 1}),
        gives("B13.3", {Terrain.WOODS: 1}),
        gives("B17.3", {Terrain.CRAG: 1}),
        gives("B18.3", {Terrain.GRAVEYARD: 1}),
        gives("B23.3", {Terrain.WOODEN_BUILDING: 2, Terrain.STONE_BUILDING: 3}),
        gives("B24.3", {Terrain.WOODEN_RUBBLE: 2, Terrain.STONE_RUBBLE: 3}),
        gives("G5.3", {Terrain.HUTS: 1}),
    ),
)
"""The TEM that terrain by itself gives to whoever is in it; the others have none."""
_OPEN = frozenset(
    {
        Terrain.OPEN_GROUND,
        Terrain.SHELLHOLES,
        Terrain.RICE_PADDY,
        *(kind for kind in Terrain if kind.is_river),
    }
)
_COVER = frozenset({Terrain.WOODS, Terrain.WOODEN_BUILDING, Terrain.STONE_BUILDING})


def in_hex_tem(position: Position, unit: Unit, los: Los) -> Modifier | None:
    """The TEM of what a unit is in, against a LOS: of the terrain, or, if it is better, of its
    entrenchment (B27.3, B9.33); None where that is 0. A pillbox has one of its own, here that
    against what comes from no direction (B30.3); a climber has none (B11.42).
    """
    if is_pillbox(unit.at):
        return pillbox_tem(position, unit.at, None)
    if is_on_cliff(unit.at):
        return None
    own = _of_ground(position, unit, los)
    if unit.posture is not Posture.BENEATH:
        return own
    return _better(own, less_by_height(ENTRENCHED, los))


def _of_ground(position: Position, unit: Unit, los: Los) -> Modifier | None:
    """The TEM of the terrain that a unit is in, against a LOS; None where that is 0.

    A bridge gives it unless the LOS comes along the road (B6.31). A unit that pays the road rate
    has none (B3.4, A4.132), nor one that goes past shellholes (B2.3) or round the obstacle (A4.34),
    nor one IN a stream against a LOS along it (B33.13). Bridges and shellholes are looked over from
    on high (B9.33).
    """
    board, here = position.board, hex_of(unit.at)
    if board.kind(unit.at) is LocationKind.BRIDGE:
        return None if _along_road(board, unit.at, los) else less_by_height(BRIDGE, los)
    if unit.manner.exposed or _along_stream(board, unit, los):
        return None
    tem = _of_floor(position, unit.at)
    shellholes = board.terrain(here) is Terrain.SHELLHOLES
    return less_by_height(tem, los) if shellholes and tem is not None else tem


def _of_floor(position: Position, at: LocationId) -> Modifier | None:
    """The TEM of a hex's terrain, that of a Fortified Building by its level (B23.9)."""
    tem = hex_tem(position, hex_of(at))
    if tem is None or fortified_at(position.view, position.board, at) is None:
        return tem
    return Modifier("B23.9", f"fortified {tem.label}", tem.value + FORTIFIED)


def location_tem(position: Position, at: LocationId) -> Modifier | None:
    """The TEM that a Location gives to whoever stands in it, against what comes from no direction;
    None where that is 0.
    """
    if is_pillbox(at):
        return pillbox_tem(position, at, None)
    return BRIDGE if position.board.kind(at) is LocationKind.BRIDGE else _of_floor(position, at)


def _better(*found: Modifier | None) -> Modifier | None:
    """The greater of TEM that are not cumulative; the first of equal ones."""
    tems = [tem for tem in found if tem is not None]
    return max(tems, key=lambda tem: tem.value, default=None)


def less_by_height(tem: Modifier, los: Los) -> Modifier | None:
    """B9.33: what is left of a TEM against a firer high above: one less for each level that he is
    above the target in excess of the range, or None if nothing is.
    """
    above = max(0, -los.rise - los.range)
    if not above:
        return tem
    left = tem.value - above
    return Modifier("B9.33", f"{tem.label}, less by height", left) if left > 0 else None


def hex_tem(position: Position, hex_id: HexId) -> Modifier | None:
    """The TEM that a hex's own terrain always gives, on all floors of a building; None where that
    is 0.
    """
    return _terrain_tem(position.board, position.law, position.board.terrain(hex_id))


@asked_once
def _terrain_tem(board: Board, law: Law, terrain: Terrain) -> Modifier | None:
    """The best of what the rules give; it is one TEM, never a sum."""
    return max(law.ledger(TEM, terrain), key=lambda tem: tem.value, default=None)


def is_open(position: Position, unit: Unit, origin: LocationId, los: Los) -> bool:
    """B1.3: whether the terrain that a unit is in leaves it in Open Ground to a LOS from `origin`;
    Hindrance, TEM and height apart. Who is in an entrenchment (B27.41) or a pillbox never is, who
    is in Bypass always (A4.34), who is seen over a roadblock never (B1.17).
    """
    board, here = position.board, hex_of(unit.at)
    if is_pillbox(unit.at):
        return False
    if unit.posture in {Posture.BENEATH, Posture.BYPASS}:
        return unit.posture is Posture.BYPASS
    if board.kind(unit.at) is LocationKind.BRIDGE:
        return in_hex_tem(position, unit, los) is None
    if is_looked_over(position.view, board, origin, unit.at):
        return False
    if is_open_hex(position, here) or _along_stream(board, unit, los):
        return True
    return unit.manner.exposed and _sees_road(board, unit, origin, los)


def is_open_hex(position: Position, hex_id: HexId) -> bool:
    """B1, B15.6, B21.3: Open Ground, shellholes, water, or grain out of its months. A Depression by
    itself is none the less; growth without TEM is none.
    """
    terrain = position.board.terrain(hex_id)
    out_of_season = terrain is Terrain.GRAIN and not position.board.grain_in_season
    return terrain in _OPEN or out_of_season


def is_cover(position: Position, hex_id: HexId) -> bool:
    """A10.51: woods or building, on the ground or above it: what a routing unit makes for."""
    return position.board.terrain(hex_id) in _COVER


def in_cover(position: Position, at: LocationId) -> bool:
    """A10.62, A11.4, B30.5: whether a Location is woods, building or the inside of a pillbox; a
    bridge over such is not.
    """
    if is_pillbox(at):
        return True
    on_bridge = position.board.kind(at) is LocationKind.BRIDGE
    return not on_bridge and is_cover(position, hex_of(at))


def eases_rally(position: Position, at: LocationId) -> bool:
    """A10.61, B30.5: woods, building, rubble or pillbox, where rallying is easier."""
    rubble = position.board.terrain(hex_of(at)).is_rubble
    return in_cover(position, at) or (rubble and position.board.kind(at) is LocationKind.GROUND)


def _along_road(board: Board, at: LocationId, los: Los) -> bool:
    """Whether a LOS comes into a hex over its road hexsides, and no other."""
    return bool(los.crossed) and set(los.crossed) <= board.road_sides(hex_of(at))


def _sees_road(board: Board, unit: Unit, origin: LocationId, los: Los) -> bool:
    """A4.132: whether a LOS reaches a unit on the road of a hex without crossing what grows there:
    along the road, or at the point of the hexside that it came over, which is seen from all hexes
    beyond that hexside.
    """
    if _along_road(board, unit.at, los):
        return True
    if unit.entered_from is None:
        return False
    x, y = board.centre(hex_of(unit.at))
    (to_x, to_y), (at_x, at_y) = (board.centre(hex_of(at)) for at in (unit.entered_from, origin))
    out_x, out_y = to_x - x, to_y - y
    beyond = (at_x - x) * out_x + (at_y - y) * out_y
    return 2 * beyond > out_x**2 + out_y**2


def _along_stream(board: Board, unit: Unit, los: Los) -> bool:
    """B33.13: whether a LOS from the same level comes to a unit IN a stream over a stream
    hexside.
    """
    here = hex_of(unit.at)
    stream = board.depression(here) is DepressionKind.STREAM and not level_of(unit.at)
    if not stream or unit.posture is Posture.CREST or los.rise:
        return False
    across = dict(board.neighbours(here))
    return bool(los.crossed) and all(
        side in across and board.depression_between(here, across[side]) for side in los.crossed
    )
