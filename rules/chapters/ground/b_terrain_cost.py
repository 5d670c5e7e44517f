"""Chapter B: what the terrain that Infantry enters costs, hexsides and slopes apart (B Terrain
Chart).

Costs are counted in half MF, since grain costs 1½ (B15.4).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of, level_of
from rules.board.terrain import Terrain
from rules.chapters.ground.b19_depressions import (
    adds_other_terrain,
    gully_cost,
    stream_cost,
    sunken_road_cost,
)
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule

ALL_HALVES = 16
"""What stands in for ALL MF: eight, the most that Infantry ever has (A4.5)."""
GRAIN_MONTHS = range(4, 10)

_GROWTH_WITH_PATHS = frozenset({Terrain.WOODS, Terrain.BRUSH})


@dataclass(frozen=True)
class Entered:
    """A Location that is entered through its own terrain, roads apart; `origin` is None where it
    does not matter whence.
    """

    board: Board
    to: LocationId
    origin: LocationId | None = None

    @cached_property
    def hex(self) -> HexId:
        return hex_of(self.to)

    @cached_property
    def terrain(self) -> Terrain:
        return self.board.terrain(self.hex)

    @cached_property
    def is_open(self) -> bool:
        """B1, B15.6: Open Ground, or grain out of its months."""
        return is_open(self.board, self.hex)

    @cached_property
    def into_depression(self) -> bool:
        """Whether it is the bottom of a Depression, not a floor above."""
        return level_of(self.to) <= 0 and self.board.depression(self.hex) is not None

    @cached_property
    def by_path(self) -> bool:
        """B13.6: whether a path leads there through woods or brush."""
        if self.origin is None or level_of(self.to) > 0 or self.into_depression:
            return False
        grown = self.terrain in _GROWTH_WITH_PATHS
        return grown and self.board.path_between(hex_of(self.origin), self.hex)

    @cached_property
    def pays_for_growth(self) -> bool:
        """A2.4: whether what grows or stands in the hex is paid for: not on a path, nor where there
        is none in a Depression, nor along a stream (B33.11).
        """
        if not self.into_depression:
            return not self.by_path
        if self.is_open:
            return False
        return self.origin is None or adds_other_terrain(self.board, hex_of(self.origin), self.hex)


TerrainCost: TypeAlias = Callable[[Entered], Iterable[Modifier]]


@dataclass(frozen=True)
class Chart:
    """A line of the Terrain Chart: what some terrain costs, in half MF."""

    number: str
    halves: int
    terrain: tuple[Terrain, ...]

    def __call__(self, entered: Entered) -> tuple[Modifier, ...]:
        if entered.terrain not in self.terrain or not entered.pays_for_growth:
            return ()
        return (Modifier(self.number, entered.terrain.value, self.halves),)


def costs(number: str, halves: int, *terrain: Terrain) -> Rule[TerrainCost]:
    """The rule that such terrain costs so many half MF."""
    return Rule(number, Chart(number, halves, terrain))


def is_open(board: Board, hex_id: HexId) -> bool:
    """B1, B15.6: whether a hex costs what Open Ground does: also grain out of its months."""
    terrain = board.terrain(hex_id)
    plowed_or_less = terrain is Terrain.GRAIN and board.month not in GRAIN_MONTHS
    return terrain is Terrain.OPEN_GROUND or terrain.is_pontoon or plowed_or_less


def _grain(entered: Entered) -> tuple[Modifier, ...]:
    """B15.4, B15.6: 1½ MF in its months, else as Open Ground."""
    return Chart("B15.4", 2 if entered.is_open else 3, (Terrain.GRAIN,))(entered)


def _path(entered: Entered) -> tuple[Modifier, ...]:
    return (Modifier("B13.6", "path", 2),) if entered.by_path else ()


def _in_depression(cost: Callable[[Board, HexId], Modifier | None]) -> TerrainCost:
    """A Depression's own cost, for those who go down into it."""

    def ask(entered: Entered) -> tuple[Modifier, ...]:
        found = cost(entered.board, entered.hex) if entered.into_depression else None
        return () if found is None else (found,)

    return ask


def _under_rubble(entered: Entered) -> tuple[Modifier, ...]:
    """B24.1: with rubble upstairs the ground costs what rubble does, but for who comes through the
    building out of a hex that has none.
    """
    board, origin = entered.board, entered.origin
    if level_of(entered.to) > 0 or not board.rubble_upstairs(entered.hex):
        return ()
    if origin is not None and _through_sound_walls(board, hex_of(origin), entered.hex):
        return ()
    return (Modifier("B24.1", "rubble", 2),)


def _through_sound_walls(board: Board, origin: HexId, to: HexId) -> bool:
    return board.building_passage(origin, to) and not board.rubble_upstairs(origin)


def _elevated(entered: Entered) -> tuple[Modifier, ...]:
    """B5.2: onto an elevated road, other than by a road, it is two MF: who comes from below pays
    them by going uphill.
    """
    board, origin = entered.board, entered.origin
    if level_of(entered.to) > 0 or not board.elevated_road(entered.hex):
        return ()
    if origin is None or board.absolute(origin) < board.absolute(entered.to):
        return ()
    return (Modifier("B5.2", "elevated road", 2),)


TERRAIN_COST: NamedQuestion[TerrainCost] = NamedQuestion(
    "TERRAIN_COST",
    (
        Rule("B4.41", _in_depression(sunken_road_cost)),
        Rule("B5.2", _elevated),
        Rule("B19.4", _in_depression(gully_cost)),
        Rule("B20.4", _in_depression(stream_cost)),
        Rule("B13.6", _path),
        costs("B1.2", 2, Terrain.OPEN_GROUND),
        costs("B6.41", 2, Terrain.PONTOON, Terrain.UNDERWATER_PONTOON),
        costs("B2.4", 4, Terrain.SHELLHOLES),
        costs("B12.4", 4, Terrain.BRUSH),
        costs("B12.7", 4, Terrain.VINEYARD),
        costs("B13.4", 4, Terrain.WOODS),
        costs("B14.4", 2, Terrain.ORCHARD),
        Rule("B15.4", _grain),
        costs("B16.4", ALL_HALVES, Terrain.MARSH),
        costs("B17.4", 4, Terrain.CRAG),
        costs("B18.4", 2, Terrain.GRAVEYARD),
        costs("B21.41", ALL_HALVES, Terrain.WATER),
        costs("B23.4", 4, Terrain.WOODEN_BUILDING, Terrain.STONE_BUILDING),
        Rule("B24.1", _under_rubble),
        costs("B24.4", 6, Terrain.WOODEN_RUBBLE, Terrain.STONE_RUBBLE),
        costs("G5.1", 4, Terrain.HUTS),
        costs("G8.11", 2, Terrain.RICE_PADDY),
    ),
)
"""What the terrain entered costs in half MF: the COT, which going uphill doubles (B10.4)."""
