"""What may be asked of the board editor, and the source text that comes of it."""

from collections.abc import Iterable
from itertools import takewhile
from typing import Annotated, Literal, TypeAlias

import msgspec

from rules.board.geometry import Cell
from rules.board.layout import BoardError, Hexside, Layout, hexside
from rules.board.terrain import HexsideTerrain, Terrain
from rules.mapmaking.changes.tidy import embanked, tidy
from rules.mapmaking.editing.barriers import bridge_turned, ford_turned, walled
from rules.mapmaking.editing.buildings import Plan, built, stairwell_turned
from rules.mapmaking.editing.ground import cleared, levelled, painted, raised
from rules.mapmaking.editing.lines import course_drawn, road_drawn
from rules.mapmaking.reading import read_layout
from rules.mapmaking.reading.draft import HIGHEST, LOWEST
from rules.mapmaking.reading.lists import MATERIALS
from rules.mapmaking.reading.statements import DEPRESSIONS, ROADS
from rules.mapmaking.writing import write_layout

MOST_HEXES = 700

Name = Annotated[str, msgspec.Meta(max_length=6)]
Names = Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MOST_HEXES)]
Side = Annotated[str, msgspec.Meta(max_length=8, pattern=r"^[A-Z]+[0-9]+/[0-5]$")]
Material = Literal["wooden", "stone"]


class EditRefused(Exception):
    """An edit that cannot be made: the hex or other place it fails at, and why."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message


class Paint(msgspec.Struct, frozen=True, tag="paint", forbid_unknown_fields=True):
    """Hexes become a terrain."""

    hexes: Names
    terrain: Terrain

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        return painted(layout, _cells(layout, self.hexes), self.terrain)


class Raise(msgspec.Struct, frozen=True, tag="raise", forbid_unknown_fields=True):
    """The ground of hexes goes a level up or down."""

    hexes: Names
    by: Literal[-1, 1]

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        return raised(layout, _cells(layout, self.hexes), self.by)


class Level(msgspec.Struct, frozen=True, tag="level", forbid_unknown_fields=True):
    """The ground of hexes lies at a level."""

    hexes: Names
    level: Annotated[int, msgspec.Meta(ge=LOWEST, le=HIGHEST)]

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        return levelled(layout, _cells(layout, self.hexes), self.level)


class Clear(msgspec.Struct, frozen=True, tag="clear", forbid_unknown_fields=True):
    """Hexes are Open Ground, with nothing on them."""

    hexes: Names

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        return cleared(layout, _cells(layout, self.hexes))


class Sides(msgspec.Struct, frozen=True, tag="sides", forbid_unknown_fields=True):
    """Hexsides, as in K5/0, get a kind of hexside terrain, or nothing."""

    sides: Annotated[tuple[Side, ...], msgspec.Meta(min_length=1, max_length=MOST_HEXES)]
    kind: HexsideTerrain | None

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        return walled(layout, [_side(layout, one) for one in self.sides], self.kind)


class Line(msgspec.Struct, frozen=True, tag="line", forbid_unknown_fields=True):
    """A road, path or Depression from hex to hex, the hexes between found."""

    kind: Literal[
        "road paved", "road dirt", "elevated-road", "path", "gully", "stream", "sunken-road"
    ]
    hexes: Names

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        cells = _cells(layout, self.hexes)
        road = ROADS.get(self.kind)
        if road is not None:
            return road_drawn(layout, road, cells)
        return course_drawn(layout, DEPRESSIONS[self.kind], cells)


class Build(msgspec.Struct, frozen=True, tag="build", forbid_unknown_fields=True):
    """A building in hexes; one that begins in a hex of a building changes that."""

    hexes: Names
    material: Material
    church: bool = False
    levels: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    name: Annotated[str, msgspec.Meta(pattern=r"^([a-z][a-z0-9-]{0,39})?$")] = ""

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        plan = Plan(MATERIALS[self.material], self.church, self.levels, self.name or None)
        return built(layout, _cells(layout, self.hexes), plan)


class Stairwell(msgspec.Struct, frozen=True, tag="stairwell", forbid_unknown_fields=True):
    """A stairwell put in or taken out."""

    hex: Name

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        return stairwell_turned(layout, layout.grid.cell(self.hex))


class Ford(msgspec.Struct, frozen=True, tag="ford", forbid_unknown_fields=True):
    """Fords made in river hexes, or undone."""

    hexes: Names

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        return ford_turned(layout, _cells(layout, self.hexes))


class Bridge(msgspec.Struct, frozen=True, tag="bridge", forbid_unknown_fields=True):
    """A bridge put up, or taken away."""

    hex: Name
    material: Material

    def on(self, layout: Layout) -> Layout:
        """The layout so changed."""
        cell = layout.grid.cell(self.hex)
        return bridge_turned(layout, cell, MATERIALS[self.material])


Edit: TypeAlias = Paint | Raise | Level | Clear | Sides | Line | Build | Stairwell | Ford | Bridge


def edited(text: str, edit: Edit, *, file: str) -> str:
    """The source of a board after an edit; of its comments those above the first statement stay.

    Raises BoardError if the text is no board, EditRefused if the edit would make it none.
    """
    layout = read_layout(text, file=file)
    try:
        changed = embanked(layout, edit.on(layout))
        tidied = embanked(changed, tidy(changed))
        new = preamble(text) + write_layout(_kept(layout, tidied, edit))
        read_layout(new, file=file)
    except BoardError as error:
        raise EditRefused(error.place, error.message) from error
    except ValueError as error:
        place, colon, message = str(error).rpartition(": ")
        raise EditRefused(place if colon else _first(edit), message) from error
    return new


def preamble(text: str) -> str:
    """The comments and empty lines of a source above its first statement."""
    lines = text.splitlines(keepends=True)
    return "".join(takewhile(lambda line: not line.partition("#")[0].strip(), lines))


def _kept(before: Layout, after: Layout, edit: Edit) -> Layout:
    """The layout, unless tidying has taken away the very thing that was asked for."""
    if isinstance(edit, Bridge):
        cell = before.grid.cell(edit.hex)
        if cell not in before.bridges and cell not in after.bridges:
            raise ValueError("a bridge needs water or a Depression, and a road that runs over it")
    if isinstance(edit, Sides) and edit.kind in {
        HexsideTerrain.CLIFF,
        HexsideTerrain.ROWHOUSE_WALL,
    }:
        keys = {hexside(*_side(before, one)) for one in edit.sides}
        if not keys & {*before.hexsides, *after.hexsides}:
            raise ValueError(_SENSELESS[edit.kind])
    return after


_SENSELESS = {
    HexsideTerrain.CLIFF: "a cliff parts hexes of different levels",
    HexsideTerrain.ROWHOUSE_WALL: "a rowhouse wall parts two hexes of one building",
}


def _first(edit: Edit) -> str:
    """The place that an edit begins at."""
    match edit:
        case Stairwell() | Bridge():
            return edit.hex
        case Sides():
            return edit.sides[0]
        case _:
            return edit.hexes[0]


def _cells(layout: Layout, names: Iterable[str]) -> list[Cell]:
    return [layout.grid.cell(name) for name in names]


def _side(layout: Layout, word: str) -> Hexside:
    name, _, side = word.partition("/")
    return layout.grid.cell(name), int(side)
