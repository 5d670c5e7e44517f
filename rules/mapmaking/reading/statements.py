"""The statements of a board source, one function each."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.board.geometry import Cell, Grid, distance, step
from rules.board.layout import Depression, Road, hexside
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, StreamDepth, Terrain
from rules.mapmaking.reading.buildings import building
from rules.mapmaking.reading.draft import HIGHEST, LOWEST, Draft, Run, Stated
from rules.mapmaking.reading.entries import Entry
from rules.mapmaking.reading.lists import FOOT, ID, MATERIALS, alone, cells, set_terrain

MAX_COLUMNS, MAX_ROWS = 78, 99
AREAS: Mapping[str, Terrain] = MappingProxyType(
    {
        "woods": Terrain.WOODS,
        "brush": Terrain.BRUSH,
        "grain": Terrain.GRAIN,
        "orchard": Terrain.ORCHARD,
        "vineyard": Terrain.VINEYARD,
        "marsh": Terrain.MARSH,
        "crag": Terrain.CRAG,
        "graveyard": Terrain.GRAVEYARD,
        "paddy": Terrain.RICE_PADDY,
        "huts": Terrain.HUTS,
        "shellholes": Terrain.SHELLHOLES,
        "river": Terrain.WATER,
        "pontoon": Terrain.PONTOON,
        "underwater-pontoon": Terrain.UNDERWATER_PONTOON,
    }
)
RUBBLE: Mapping[str, Terrain] = MappingProxyType(
    {"wooden": Terrain.WOODEN_RUBBLE, "stone": Terrain.STONE_RUBBLE}
)
HEXSIDES: Mapping[str, HexsideTerrain] = MappingProxyType(
    {
        "wall": HexsideTerrain.WALL,
        "hedge": HexsideTerrain.HEDGE,
        "bocage": HexsideTerrain.BOCAGE,
        "cliff": HexsideTerrain.CLIFF,
        "rowhouse": HexsideTerrain.ROWHOUSE_WALL,
    }
)
ROADS: Mapping[str, RoadKind] = MappingProxyType(
    {
        "road paved": RoadKind.PAVED,
        "road dirt": RoadKind.DIRT,
        "elevated-road": RoadKind.ELEVATED,
        "path": RoadKind.PATH,
    }
)
DEPRESSIONS: Mapping[str, DepressionKind] = MappingProxyType(
    {
        "gully": DepressionKind.GULLY,
        "stream": DepressionKind.STREAM,
        "sunken-road": DepressionKind.SUNKEN_ROAD,
    }
)

_SIZE = re.compile(r"([0-9]{1,3}) *x *([0-9]{1,3})")
_LEVEL = re.compile(r"-?[0-9]")
_LONGEST_TITLE = 100
_ROAD_EXAMPLES = {word: f"{word}: A6 B5 C6" for word in ("path", "elevated-road")}


def state(draft: Draft, entry: Entry) -> None:
    """Takes one statement into the draft. Raises BoardError."""
    statement = _STATEMENTS.get(entry.keyword)
    if statement is None:
        known = ", ".join(_STATEMENTS)
        raise draft.error(entry.line, entry.keyword, f"unknown; known are {known}")
    statement(draft, entry)


def _board(draft: Draft, entry: Entry) -> None:
    name = " ".join(entry.head[1:])
    if entry.listed or not ID.fullmatch(name):
        raise draft.error(entry.line, "board", "needs one id of small letters, digits and hyphens")
    if draft.id is not None:
        raise draft.error(entry.line, "board", f"is {draft.id} already")
    draft.id = name


def _title(draft: Draft, entry: Entry) -> None:
    title = " ".join(entry.head[1:])
    if entry.listed or not title or len(title) > _LONGEST_TITLE or not title.isprintable():
        raise draft.error(
            entry.line, "title", f"needs some words, {_LONGEST_TITLE} letters at most, and no colon"
        )
    if draft.title is not None:
        raise draft.error(entry.line, "title", "there is one already")
    draft.title = title


def _size(draft: Draft, entry: Entry) -> None:
    match = _SIZE.fullmatch(" ".join(entry.head[1:]))
    if match is None or entry.listed:
        raise draft.error(entry.line, "size", "is written as in: size 33 x 10")
    if draft.begun or draft.sized:
        raise draft.error(entry.line, "size", "stands once, before the first hex")
    columns, rows = int(match[1]), int(match[2])
    if not (1 <= columns <= MAX_COLUMNS and 1 <= rows <= MAX_ROWS):
        raise draft.error(entry.line, "size", f"is at most {MAX_COLUMNS} x {MAX_ROWS}")
    draft.grid, draft.sized = Grid(columns, rows), True


def _streams(draft: Draft, entry: Entry) -> None:
    depths = {depth.value: depth for depth in StreamDepth}
    depth = depths.get(" ".join(entry.head[1:]))
    if entry.listed or depth is None:
        raise draft.error(entry.line, "streams", f"are one of {', '.join(depths)}")
    if draft.streams is not None:
        raise draft.error(entry.line, "streams", f"are {draft.streams.value} already")
    draft.streams = depth


def _water(draft: Draft, entry: Entry) -> None:
    """B21.122: `water flooded`, the one thing that is said of all water."""
    if entry.listed or entry.head[1:] != ["flooded"]:
        raise draft.error(entry.line, "water", "is written as in: water flooded")
    if draft.flooded:
        raise draft.error(entry.line, "water", "is flooded already")
    draft.flooded = True


def _level(draft: Draft, entry: Entry) -> None:
    words = entry.head[1:]
    if not entry.listed or len(words) != 1 or not _LEVEL.fullmatch(words[0]):
        raise draft.error(entry.line, "level", "is written as in: level 1: K5 K6")
    level = int(words[0])
    if not LOWEST <= level <= HIGHEST:
        raise draft.error(entry.line, "level", f"lies from {LOWEST} to {HIGHEST}")
    for cell, line in cells(draft, entry.words):
        if before := draft.levels.get(cell):
            message = f"is at level {before.value} already (line {before.line})"
            raise draft.at(line, cell, message)
        draft.levels[cell] = Stated(level, line)


def _area(draft: Draft, entry: Entry) -> None:
    alone(draft, entry)
    for cell, line in cells(draft, entry.words):
        set_terrain(draft, cell, AREAS[entry.keyword], line)


def _rubble(draft: Draft, entry: Entry) -> None:
    kind = RUBBLE.get(" ".join(entry.head[1:]))
    if kind is None or not entry.listed:
        raise draft.error(entry.line, "rubble", "is written as in: rubble stone: K5 K6")
    for cell, line in cells(draft, entry.words):
        set_terrain(draft, cell, kind, line)


def _ford(draft: Draft, entry: Entry) -> None:
    alone(draft, entry)
    for cell, line in cells(draft, entry.words):
        if cell in draft.fords:
            raise draft.at(line, cell, "is a ford already")
        draft.fords[cell] = Stated(None, line)


def _waterside(draft: Draft, entry: Entry) -> None:
    alone(draft, entry)
    for cell, line in cells(draft, entry.words):
        if cell in draft.waterside:
            raise draft.at(line, cell, "is waterside already")
        draft.waterside[cell] = Stated(None, line)


def _bridge(draft: Draft, entry: Entry) -> None:
    said = " ".join(entry.head[1:])
    material = MATERIALS.get("wooden" if said == FOOT else said)
    if material is None or not entry.listed:
        raise draft.error(entry.line, "bridge", "is written as in: bridge stone: K5 K6")
    for cell, line in cells(draft, entry.words):
        if cell in draft.bridges:
            raise draft.at(line, cell, "has a bridge already")
        draft.bridges[cell] = Stated(material, line)
        if said == FOOT:
            draft.foot_bridges.add(cell)


def _road(draft: Draft, entry: Entry) -> None:
    kind = ROADS.get(" ".join(entry.head))
    if kind is None or not entry.listed:
        example = _ROAD_EXAMPLES.get(entry.keyword, "road dirt: A6 B5 C6")
        raise draft.error(entry.line, entry.keyword, f"is written as in: {example}")
    run, lines = _run(draft, entry)
    draft.roads.append(Run(Road(kind, run), lines))


def _depression(draft: Draft, entry: Entry) -> None:
    alone(draft, entry)
    run, lines = _run(draft, entry)
    draft.depressions.append(Run(Depression(DEPRESSIONS[entry.keyword], run), lines))


def _run(draft: Draft, entry: Entry) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
    """Hexes, each next to the one before, and their lines."""
    run: list[Cell] = []
    lines: list[int] = []
    for cell, line in cells(draft, entry.words):
        if run and distance(run[-1], cell) != 1:
            raise draft.at(line, cell, f"is not next to {draft.grid.name(run[-1])}")
        if run[-2:-1] == [cell]:
            raise draft.at(line, cell, f"turns back from {draft.grid.name(run[-1])}")
        run.append(cell)
        lines.append(line)
    if len(run) == 1:
        raise draft.error(entry.line, entry.keyword, "needs two hexes or more")
    return tuple(run), tuple(lines)


def _hexside(draft: Draft, entry: Entry) -> None:
    alone(draft, entry)
    kind = HEXSIDES[entry.keyword]
    for word in entry.words:
        name, _, sides = word.text.partition("/")
        cell = draft.cell(name, word.line)
        if not sides or not set(sides) <= set("012345"):
            raise draft.error(word.line, word.text, "needs hexsides 0-5, as in K5/015")
        for side in sides:
            _set_hexside(draft, cell, int(side), Stated(kind, word.line, f"{name}/{side}"))


def _set_hexside(draft: Draft, cell: Cell, side: int, stated: Stated[HexsideTerrain]) -> None:
    key = hexside(cell, side)
    if not draft.grid.has(step(cell, side)):
        raise draft.error(stated.line, stated.place, "is the edge of the board")
    if before := draft.hexsides.get(key):
        message = f"has a {before.value.value} already (line {before.line})"
        raise draft.error(stated.line, stated.place, message)
    draft.hexsides[key] = stated


_STATEMENTS: Mapping[str, Callable[[Draft, Entry], None]] = MappingProxyType(
    {
        "board": _board,
        "title": _title,
        "size": _size,
        "streams": _streams,
        "water": _water,
        "level": _level,
    }
    | dict.fromkeys(AREAS, _area)
    | {
        "rubble": _rubble,
        "ford": _ford,
        "waterside": _waterside,
        "bridge": _bridge,
        "road": _road,
        "elevated-road": _road,
        "path": _road,
    }
    | dict.fromkeys(DEPRESSIONS, _depression)
    | {"building": building, "church": building}
    | dict.fromkeys(HEXSIDES, _hexside)
)
