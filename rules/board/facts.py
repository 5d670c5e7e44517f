"""What follows from a layout alone, made once and looked up by cell."""

from dataclasses import dataclass

from rules.board.geometry import Cell
from rules.board.layout import Building, Hexside, Layout, both_sides
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind


@dataclass(frozen=True, slots=True)
class Facts:
    """Roads, buildings and Depressions of a layout, by cell.

    `elevated` are the hexes of elevated roads (B5). `road_sides` are the hexsides a road crosses,
    `path_sides` those of paths, which are no roads (B13.6). `depression_sides` are the Depression
    hexsides. `passages` are the pairs of hexes between which one may go inside a building.
    """

    roads: dict[Cell, RoadKind]
    elevated: frozenset[Cell]
    road_sides: dict[Cell, frozenset[int]]
    path_sides: frozenset[Hexside]
    buildings: dict[Cell, Building]
    passages: frozenset[frozenset[Cell]]
    depressions: dict[Cell, DepressionKind]
    depression_sides: frozenset[Hexside]


def facts_of(layout: Layout) -> Facts:
    """The facts of a layout."""
    roads, road_sides = _roads(layout)
    paths = [road for road in layout.roads if road.kind is RoadKind.PATH]
    depressions: dict[Cell, DepressionKind] = {}
    for depression in layout.depressions:
        for cell in depression.cells:
            if not layout.terrain_of(cell).is_river:
                depressions.setdefault(cell, depression.kind)
    return Facts(
        roads=roads,
        elevated=layout.elevated,
        road_sides=road_sides,
        path_sides=frozenset(key for path in paths for key in path.hexsides()),
        buildings={cell: one for one in layout.buildings for cell in one.cells},
        passages=_passages(layout),
        depressions=depressions,
        depression_sides=frozenset(key for one in layout.depressions for key in one.hexsides()),
    )


def is_sunken(layout: Layout, facts: Facts, cell: Cell) -> bool:
    """A6.3, B21: whether the ground Location lies one level below the ground of the hex, as flooded
    water does not (B20.44, B21.122).
    """
    return cell in facts.depressions or (layout.terrain_of(cell).is_river and not layout.flooded)


def upper_levels(layout: Layout, facts: Facts, cell: Cell) -> int:
    """Levels of the Locations above the ground one: of a building, or 1 for a bridge (B6, B23)."""
    if cell in layout.bridges:
        return 1
    building = facts.buildings.get(cell)
    return 0 if building is None else building.top(cell)


def _passages(layout: Layout) -> frozenset[frozenset[Cell]]:
    walls = {
        frozenset(cell for cell, _ in both_sides(key))
        for key, kind in layout.hexsides.items()
        if kind is HexsideTerrain.ROWHOUSE_WALL
    }
    joints = {frozenset(joint) for building in layout.buildings for joint in building.joints}
    return frozenset(joints - walls)


def _roads(layout: Layout) -> tuple[dict[Cell, RoadKind], dict[Cell, frozenset[int]]]:
    kinds: dict[Cell, RoadKind] = {}
    sides: dict[Cell, frozenset[int]] = {}
    for road in layout.roads:
        if road.kind is RoadKind.PATH:
            continue
        for cell in road.cells:
            if kinds.get(cell) is not RoadKind.PAVED:
                kinds[cell] = road.kind
        for key in road.hexsides():
            for cell, side in both_sides(key):
                sides[cell] = sides.get(cell, frozenset()) | {side}
    return kinds, sides
