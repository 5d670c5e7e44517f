"""Chapter B: the ways into a Location, and what each costs Infantry (B Terrain Chart).

Costs are counted in half MF, since grain costs 1½ (B15.4).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, is_on_cliff, level_of
from rules.board.terrain import HexsideTerrain, StreamDepth, Terrain
from rules.chapters.ground.b10_hills import slope_cost
from rules.chapters.ground.b19_depressions import is_wet_ford, stream_depth
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_terrain_cost import TERRAIN_COST, Entered, is_open
from rules.forces.manner import Facing, Manner, Posture
from rules.kernel.memo import asked_once
from rules.kernel.view import Modifier
from rules.position.adjacency import accessible_from
from rules.position.law import Law, NamedQuestion, Rule
from rules.position.position import Position

_ROAD = Modifier("B3.4", "road", 2)
_PILLBOX = Modifier("B30.4", "pillbox", 2)
_STAIRS = Modifier("B23.4", "stairwell", 2)
_OFF_ROAD = Modifier("B3.43", "off the road", 2)
_PAST_SHELLHOLES = Modifier("B2.4", "past the shellholes", 2)

_NO_BONUS = frozenset({"B6.45", "B29.4"})
_HEXSIDE_COST = 2
_BOCAGE_COST = 4
_TAKES_ALL = frozenset({Terrain.MARSH, Terrain.WATER})


@dataclass(frozen=True)
class Going:
    """One way on, before its cost is summed: `terrain` is what is entered, which may be a road."""

    board: Board
    origin: LocationId
    to: LocationId
    manner: Manner
    terrain: tuple[Modifier, ...]


WayCost: TypeAlias = Callable[[Going], Iterable[Modifier]]


def _of_terrain(going: Going) -> tuple[Modifier, ...]:
    """A2.4: the kinds of terrain in a hex add up."""
    return going.terrain


def _of_slope(going: Going) -> tuple[Modifier, ...]:
    """B10.4, B10.51: what a change of level adds."""
    cot = sum(part.value for part in going.terrain)
    return slope_cost(going.board, going.origin, going.to, cot)


@dataclass(frozen=True)
class _Crossed:
    """What it adds to cross such hexsides; never doubled uphill."""

    number: str
    labels: Mapping[HexsideTerrain, str]
    halves: int = _HEXSIDE_COST

    def __call__(self, going: Going) -> tuple[Modifier, ...]:
        here, there = hex_of(going.origin), hex_of(going.to)
        side = going.board.side_between(here, there)
        hexside = None if side is None else going.board.hexside(here, side)
        if hexside is None or hexside not in self.labels:
            return ()
        return (Modifier(self.number, self.labels[hexside], self.halves),)


def _underwater(going: Going) -> tuple[Modifier, ...]:
    """B6.45: along the road onto a pontoon bridge below the water costs twice as much."""
    under = going.board.terrain(hex_of(going.to)) is Terrain.UNDERWATER_PONTOON
    if not under or going.manner is not Manner.ROAD:
        return ()
    return (Modifier("B6.45", "underwater pontoon", sum(part.value for part in going.terrain)),)


_WALLS = {HexsideTerrain.WALL: "wall", HexsideTerrain.HEDGE: "hedge"}
_BOCAGE = {HexsideTerrain.BOCAGE: "bocage"}
_ROWHOUSES = {HexsideTerrain.ROWHOUSE_WALL: "around the rowhouse wall"}

WAY_COST: NamedQuestion[WayCost] = NamedQuestion(
    "WAY_COST",
    (
        Rule("A2.4", _of_terrain),
        Rule("B10.4", _of_slope),
        Rule("B6.45", _underwater),
        Rule("B9.4", _Crossed("B9.4", _WALLS)),
        Rule("B9.5", _Crossed("B9.5", _BOCAGE, _BOCAGE_COST)),
        Rule("B23.71", _Crossed("B23.71", _ROWHOUSES)),
    ),
)
"""What a way from one hex to the next costs in half MF: terrain, slope, hexsides."""


@dataclass(frozen=True)
class Entry:
    """One way to go on: where to, and what it costs in half MF.

    `takes_all` is a cost of ALL MF; with `minimum` it is more than that, which only a Minimum Move
    pays (A4.134). `tires` says that who goes so is CX (B20.43). `facing` is where he faces who goes
    straight into Crest status (B20.9).
    """

    to: LocationId
    cost: tuple[Modifier, ...]
    manner: Manner = Manner.TERRAIN
    takes_all: bool = False
    minimum: bool = False
    tires: bool = False
    facing: Facing | None = None

    @cached_property
    def halves(self) -> int:
        return sum(part.value for part in self.cost)

    @property
    def by_road(self) -> bool:
        return self.manner is Manner.ROAD

    @property
    def keeps_bonus(self) -> bool:
        """B3.4: whether the road bonus goes on: by road, over no roadblock and above the water."""
        return self.by_road and all(part.rule not in _NO_BONUS for part in self.cost)

    @property
    def sides(self) -> tuple[int, ...]:
        """A4.3: the hexsides of the hex along which it is bypassed."""
        return self.manner.sides

    @property
    def posture(self) -> Posture | None:
        """How who goes so is in the hex."""
        return self.manner.posture

    @property
    def marks(self) -> Mapping[str, Any]:
        """The fields of a unit that say how it has come into its Location."""
        return {"manner": self.manner, "posture": self.posture, "sides": self.posture_sides}

    @property
    def posture_sides(self) -> tuple[int, ...]:
        """The hexsides that his posture there is about: those of his Bypass (A4.3), or those that
        he faces (B20.9).
        """
        return self.sides if self.facing is None else self.facing.front

    def with_cost(self, cost: tuple[Modifier, ...]) -> "Entry":
        """The same way at another cost."""
        return replace(self, cost=cost)

    @property
    def exposed(self) -> bool:
        """A4.132, B2.4: whether the hex gives no cover to who enters it so."""
        return self.manner.exposed

    @property
    def text(self) -> str:
        """The cost as players say it: "2 MF", "all MF", "4 MF, CX"."""
        if self.minimum:
            return "more than all MF"
        tired = ", CX" if self.tires else ""
        return f"{'all' if self.takes_all else mf_text(self.halves)} MF{tired}"


def cost_text(law: Law, entry: Entry) -> str:
    """The cost as a log line says it: with what special rules have added to it."""
    special = (f", {part.label} {part.rule}" for part in entry.cost if part.rule in law.numbers)
    return f"{entry.text}{''.join(special)}"


def mf_text(halves: int) -> str:
    """Half MF as players write MF."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def hex_mf(position: Position, hex_id: HexId) -> str:
    """What the terrain chart says of a hex: the MF to enter it on the level and off the roads."""
    board = position.board
    ground = board.locations(hex_id)[0]
    water = board.kind(ground) is LocationKind.WATER and not board.ford(hex_id)
    if water:
        return "–"
    if board.terrain(hex_id) in _TAKES_ALL:
        return "all"
    return mf_text(position.law.total(TERRAIN_COST, Entered(board, ground)))


def ways(position: Position, origin: LocationId, to: LocationId) -> tuple[Entry, ...]:
    """How Infantry may go from one Location to another, stacking and enemies apart.

    Empty if entry is barred. Where both a road, or a way past shellholes, and the terrain
    itself may be chosen, the cheaper stands first. Raises KeyError for a Location that is not on
    the board.
    """
    if not position.board.has_location(to):
        raise KeyError(to)
    return _ways_from(position.board, position.law, origin).get(to, ())


def ways_on(board: Board, law: Law, origin: LocationId, to: LocationId) -> tuple[Entry, ...]:
    """How Infantry would go on another board, as before rubble fell (B24.71)."""
    return _ways_from(board, law, origin).get(to, ())


@asked_once
def _ways_from(
    board: Board, law: Law, origin: LocationId
) -> Mapping[LocationId, tuple[Entry, ...]]:
    """The ways out of a Location, by where they lead."""
    return {to: _ways(board, law, origin, to) for to in accessible_from(board, origin)}


def _ways(board: Board, law: Law, origin: LocationId, to: LocationId) -> tuple[Entry, ...]:
    if LocationKind.PILLBOX in {board.kind(origin), board.kind(to)}:
        return (Entry(to, (_PILLBOX,)),)
    if is_on_cliff(origin):
        return (Entry(to, law.ledger(TERRAIN_COST, Entered(board, to))),)
    if hex_of(origin) == hex_of(to):
        return (Entry(to, (_STAIRS,)),)
    if LocationKind.UPPER_LEVEL in {board.kind(origin), board.kind(to)}:
        return (Entry(to, law.ledger(TERRAIN_COST, Entered(board, to, origin))),)
    return _overland(board, law, origin, to)


def no_way(board: Board, to: LocationId) -> Barrier:
    """Why some units have no way into a Location that nothing bars."""
    name = board.name(to)
    if _is_deep(board, to):
        return Barrier("B20.43", f"The deep stream in {name} makes CX, as no broken unit is.")
    return Barrier("A4.134", f"{name} takes more than all MF, as only a Minimum Move does.")


def _is_deep(board: Board, to: LocationId) -> bool:
    below = board.kind(to) is LocationKind.DEPRESSION
    return below and stream_depth(board, hex_of(to)) is StreamDepth.DEEP


def _overland(board: Board, law: Law, origin: LocationId, to: LocationId) -> tuple[Entry, ...]:
    below = board.kind(to) is LocationKind.DEPRESSION
    along = _road_leads(board, origin, to) and not (below and is_wet_ford(board, hex_of(to)))
    cheap = _cheap_way(board, law, origin, to, along=along)
    if board.kind(to) is LocationKind.BRIDGE or (along and is_open(board, hex_of(to))):
        return () if cheap is None else (cheap,)
    terrain = law.ledger(TERRAIN_COST, Entered(board, to, origin))
    own = _way(law, Going(board, origin, to, Manner.TERRAIN, terrain))
    if board.terrain(hex_of(to)) in _TAKES_ALL:
        dear = (replace(own, takes_all=True, minimum=len(own.cost) > 1),)
    elif along and cheap is not None and own.halves <= cheap.halves:
        dear = (replace(own, cost=(*own.cost, _OFF_ROAD)),)
    else:
        dear = (own,)
    return dear if cheap is None else (cheap, *dear)


def _road_leads(board: Board, origin: LocationId, to: LocationId) -> bool:
    """B3.4, B6.4: whether the road leads from one Location to another. Where there is a bridge, the
    road is on it, and not beneath.
    """
    here, there = hex_of(origin), hex_of(to)
    on_it = all((level_of(at) > 0) == (board.bridge(hex_of(at)) is not None) for at in (origin, to))
    return on_it and board.road_between(here, there)


def _cheap_way(
    board: Board, law: Law, origin: LocationId, to: LocationId, *, along: bool
) -> Entry | None:
    """The road, or past the shellholes, if there is either."""
    if along:
        return _way(law, Going(board, origin, to, Manner.ROAD, (_ROAD,)))
    past = board.terrain(hex_of(to)) is Terrain.SHELLHOLES
    if past and board.kind(to) is LocationKind.GROUND:
        return _way(law, Going(board, origin, to, Manner.SHELLHOLES, (_PAST_SHELLHOLES,)))
    return None


def _way(law: Law, going: Going) -> Entry:
    """A way with all that it costs (A2.4, B2)."""
    tires = _is_deep(going.board, going.to)
    return Entry(going.to, law.ledger(WAY_COST, going), going.manner, tires=tires)
