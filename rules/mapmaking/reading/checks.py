"""Looks at a whole board, once every statement is read: what must fit together."""

from collections import Counter
from collections.abc import Iterator

from rules.board.geometry import SIDES, Cell, step
from rules.board.layout import Hexside, hexside
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, StreamDepth, Terrain
from rules.mapmaking.reading.draft import HIGHEST, Draft

_IN_AND_OUT = 2


def check(draft: Draft) -> None:
    """Raises BoardError for the first thing that does not fit."""
    _depressions(draft)
    _fords(draft)
    _waterside(draft)
    _bridges(draft)
    _elevated(draft)
    _roads(draft)
    _buildings(draft)
    _water(draft)
    _hexsides(draft)


def _depressions(draft: Draft) -> None:
    for run in draft.depressions:
        name, last = run.value.kind.value, len(run.lines) - 1
        for index, (cell, line) in enumerate(zip(run.value.cells, run.lines, strict=True)):
            kind = draft.terrain_of(cell)
            if kind.is_building:
                raise draft.at(line, cell, f"a {name} cannot run through a building")
            if kind.is_river and 0 < index < last:
                raise draft.at(line, cell, f"a {name} ends where it meets the river")
            if kind.is_river and run.value.kind is DepressionKind.SUNKEN_ROAD:
                raise draft.at(line, cell, f"a {name} cannot meet the river")


def _sunk(draft: Draft) -> set[Cell]:
    """The Depression and WATER hexes."""
    water = {cell for cell, stated in draft.terrain.items() if stated.value.is_river}
    return water.union(*(run.value.cells for run in draft.depressions))


def _fords(draft: Draft) -> None:
    for cell, stated in draft.fords.items():
        if draft.terrain_of(cell) is not Terrain.WATER:
            raise draft.at(stated.line, cell, "is a ford but not a river hex")
        if cell in draft.bridges:
            raise draft.at(stated.line, cell, "is a ford and has a bridge")


def _waterside(draft: Draft) -> None:
    for cell, stated in draft.waterside.items():
        if not draft.terrain_of(cell).is_building:
            raise draft.at(stated.line, cell, "is waterside but has no building")
        if all(draft.terrain_of(step(cell, side)) is not Terrain.WATER for side in SIDES):
            raise draft.at(stated.line, cell, "is waterside but not next to the river")


def _bridges(draft: Draft) -> None:
    sunk, ways = _sunk(draft), _ways_out(draft)
    beds = {*_depression_hexsides(draft)} & {*_road_hexsides(draft)}
    for cell, kind in draft.terrain.items():
        if kind.value.is_pontoon and ways[cell] < _IN_AND_OUT:
            raise draft.at(kind.line, cell, "is a pontoon bridge but no road runs over it")
        if kind.value.is_pontoon and cell in draft.bridges:
            raise draft.at(kind.line, cell, "is a pontoon bridge and has another one")
    for cell, stated in draft.bridges.items():
        if cell not in sunk:
            message = "has a bridge but no gully, stream or river to cross"
            raise draft.at(stated.line, cell, message)
        if ways[cell] < _IN_AND_OUT:
            raise draft.at(stated.line, cell, "has a bridge but no road that runs over it")
        if any(hexside(cell, side) in beds for side in SIDES):
            message = "has a bridge whose road leaves along the Depression"
            raise draft.at(stated.line, cell, message)


def _ways_out(draft: Draft) -> Counter[Cell]:
    """How often a road leaves each hex, over a hexside or the edge of the board; paths apart."""
    ways: Counter[Cell] = Counter()
    for run in draft.roads:
        if run.value.kind is RoadKind.PATH:
            continue
        for cell, side in run.value.hexsides():
            ways.update((cell, step(cell, side)))
        ways.update(end for end in (run.value.cells[0], run.value.cells[-1]) if _edge(draft, end))
    return ways


def _edge(draft: Draft, cell: Cell) -> bool:
    return any(not draft.grid.has(step(cell, side)) for side in SIDES)


def _road_hexsides(draft: Draft) -> Iterator[Hexside]:
    for run in draft.roads:
        yield from run.value.hexsides()


def _depression_hexsides(draft: Draft) -> Iterator[Hexside]:
    for run in draft.depressions:
        yield from run.value.hexsides()


def _roads(draft: Draft) -> None:
    runs = [(run.value.cells, run.value.hexsides(), run.lines) for run in draft.roads]
    runs += [
        (run.value.cells, run.value.hexsides(), run.lines)
        for run in draft.depressions
        if run.value.kind is DepressionKind.SUNKEN_ROAD
    ]
    for cells, keys, lines in runs:
        for index, (cell, line) in enumerate(zip(cells, lines, strict=True)):
            _road_hex(draft, cell, line)
            for key in keys[max(0, index - 1) : index + 1]:
                if barrier := draft.hexsides.get(key):
                    raise draft.at(line, cell, f"the road crosses a {barrier.value.value}")


def _elevated(draft: Draft) -> None:
    """B5: an embankment, over no water and no Depression."""
    sunk = _sunk(draft)
    for run in draft.roads:
        if run.value.kind is not RoadKind.ELEVATED:
            continue
        for cell, line in zip(run.value.cells, run.lines, strict=True):
            if cell in sunk:
                message = "an elevated road crosses neither a Depression nor a river"
                raise draft.at(line, cell, message)
            if draft.level(cell) >= HIGHEST:
                raise draft.at(line, cell, f"the elevated road would lie above level {HIGHEST}")


def _road_hex(draft: Draft, cell: Cell, line: int) -> None:
    kind = draft.terrain_of(cell)
    if kind.is_building:
        raise draft.at(line, cell, "a road cannot run through a building")
    if kind is Terrain.WATER and cell not in draft.bridges and cell not in draft.fords:
        raise draft.at(line, cell, "the road needs a bridge or a ford")


def _buildings(draft: Draft) -> None:
    for stated in draft.buildings:
        first, *others = stated.value.cells
        for cell in others:
            if draft.level(cell) != draft.level(first):
                message = f"the hexes of {stated.value.id} lie on different levels"
                raise draft.at(stated.line, cell, message)


def _water(draft: Draft) -> None:
    """A river lies on one level; streams run downhill, flooded ones too."""
    if draft.streams is StreamDepth.FLOODED:
        return
    for cell, stated in draft.terrain.items():
        if not stated.value.is_river:
            continue
        for side in SIDES:
            other = step(cell, side)
            if draft.terrain_of(other).is_river and draft.level(other) < draft.level(cell):
                message = f"the river lies higher than in {draft.grid.name(other)}"
                raise draft.at(stated.line, cell, message)


def _hexsides(draft: Draft) -> None:
    beds = set(_depression_hexsides(draft))
    inside = _building_hexsides(draft)
    for key, stated in draft.hexsides.items():
        cell, side = key
        kind, place = stated.value, stated.place
        if key in beds:
            raise draft.error(stated.line, place, f"a {kind.value} cannot cross a Depression")
        if (kind is HexsideTerrain.ROWHOUSE_WALL) != (key in inside):
            message = (
                "a rowhouse wall parts two hexes of one building"
                if kind is HexsideTerrain.ROWHOUSE_WALL
                else f"a {kind.value} cannot stand inside a building"
            )
            raise draft.error(stated.line, place, message)
        if all(draft.terrain_of(one).is_river for one in (cell, step(cell, side))):
            raise draft.error(stated.line, place, f"a {kind.value} cannot stand in a river")
        if kind is HexsideTerrain.CLIFF and draft.level(cell) == draft.level(step(cell, side)):
            raise draft.error(stated.line, place, "a cliff parts hexes of different levels")


def _building_hexsides(draft: Draft) -> set[Hexside]:
    """The hexsides between two hexes of one building."""
    return {
        hexside(a, side)
        for stated in draft.buildings
        for a, b in stated.value.joints
        for side in SIDES
        if step(a, side) == b
    }
