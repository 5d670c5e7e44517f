"""Boards changed by hand: each tool of the editor, and that its outcome is always a board."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.layout import Layout
from rules.board.terrain import HexsideTerrain, Terrain
from rules.mapmaking.editing import Edit, EditRefused, edited
from rules.mapmaking.editing.edits import (
    Bridge,
    Build,
    Clear,
    Ford,
    Level,
    Line,
    Paint,
    Raise,
    Sides,
    Stairwell,
)
from rules.mapmaking.reading import read_layout
from rules.mapmaking.writing import write_layout
from tests.examples import examples
from tests.rules.mapmaking.layouts import layouts

HEAD = "board here\nsize 9 x 6\n"


def after(source: str, *edits: Edit) -> str:
    """What a board of 9 x 6 hexes says after edits, without its head and empty lines."""
    text = HEAD + source
    for edit in edits:
        text = edited(text, edit, file="here.txt")
    return "\n".join(line for line in text.removeprefix(HEAD).split("\n") if line)


def refused(source: str, edit: Edit) -> str:
    with pytest.raises(EditRefused) as caught:
        edited(HEAD + source, edit, file="here.txt")
    return str(caught.value)


WALL, HEDGE, BOCAGE, CLIFF, ROWHOUSE = HexsideTerrain

TOOLS: dict[str, tuple[str, Edit, str]] = {
    "woods painted": ("", Paint(("C3", "C4"), Terrain.WOODS), "woods: C3 C4"),
    "woods over brush": ("brush: C3-C5", Paint(("C4",), Terrain.WOODS), "woods: C4\nbrush: C3 C5"),
    "open ground painted": ("woods: C3 C4", Paint(("C3",), Terrain.OPEN_GROUND), "woods: C4"),
    "rubble painted": ("", Paint(("C3",), Terrain.STONE_RUBBLE), "rubble stone: C3"),
    "a river under a road": (
        "road paved: B3 C4 D3",
        Paint(("C4",), Terrain.WATER),
        "river: C4\nbridge stone: C4\nroad paved: B3 C4 D3",
    ),
    "a river across a path": (
        "path: A3 B3 C4 D3 E4",
        Paint(("C4",), Terrain.WATER),
        "river: C4\npath: A3 B3\npath: D3 E4",
    ),
    "a river over a ford's neighbour": (
        "river: C3\nford: C3\nwall: C4/0",
        Paint(("C4",), Terrain.WATER),
        "river: C3 C4\nford: C3",
    ),
    "ground on a ford": ("river: C3\nford: C3", Paint(("C3",), Terrain.BRUSH), "brush: C3"),
    "a building in two parts": (
        "building stone hall: C3 C4 C5",
        Paint(("C4",), Terrain.WOODS),
        "woods: C4\nbuilding stone hall levels 1: C3\nbuilding stone hall-2 levels 1: C5",
    ),
    "a stairwell that was painted over": (
        "building stone hall stairwell C3: C3 C4",
        Paint(("C3",), Terrain.WOODS),
        "woods: C3\nbuilding stone hall stairwell C4: C4",
    ),
    "a hill": ("level 1: C3", Raise(("C3", "C4"), 1), "level 1: C4\nlevel 2: C3"),
    "a valley": ("level 1: C3", Raise(("C3", "C4"), -1), "level -1: C4"),
    "no deeper valley": ("level -3: C3", Raise(("C3",), -1), "level -3: C3"),
    "a hill under a house": (
        "building stone hall: C3 C4",
        Raise(("C3",), 1),
        "level 1: C3 C4\nbuilding stone hall: C3 C4",
    ),
    "a level": ("level 1: C3", Level(("C3", "C4"), 2), "level 2: C3 C4"),
    "a cliff that is levelled": ("level 1: C3\ncliff: C3/3", Level(("C3",), 0), ""),
    "all cleared": (
        "level 1: C3\nwoods: C3 C5\nroad dirt: A3 B3 C4 D3 E4\ngully: C3 C4 C5 C6\nhedge: C4/2",
        Clear(("C4",)),
        "level 1: C3\nwoods: C3 C5\ngully: C5 C6\nroad dirt: A3 B3\nroad dirt: D3 E4",
    ),
    "a wall": ("", Sides(("C4/0", "C4/5"), WALL), "wall: B3/2 C4/0"),
    "a hedge for a wall": ("wall: C4/0", Sides(("C3/3",), HEDGE), "hedge: C4/0"),
    "a wall again": ("wall: C4/0 C4/1", Sides(("C3/3",), WALL), "wall: C4/1"),
    "no wall": ("wall: C4/0", Sides(("C3/3",), None), ""),
    "a cliff": ("level 1: C3", Sides(("C3/3",), CLIFF), "level 1: C3\ncliff: C4/0"),
    "a rowhouse": (
        "building stone row: C3 C4",
        Sides(("C4/0",), ROWHOUSE),
        "building stone row: C3 C4\nrowhouse: C4/0",
    ),
    "a straight road": ("", Line("road dirt", ("A3", "E3")), "road dirt: A3 B2 C3 D2 E3"),
    "a road that goes on": (
        "road dirt: B3 C4 D3",
        Line("road dirt", ("D3", "E3", "F2")),
        "road dirt: B3 C4 D3 E3 F2",
    ),
    "a road that ends at another": (
        "road dirt: F2 E3 D3",
        Line("road dirt", ("B3", "C4", "D3")),
        "road dirt: F2 E3 D3 C4 B3",
    ),
    "a road that ran over the edge": (
        "road dirt: C2 C1",
        Line("road dirt", ("C1", "D0")),
        "road dirt: C2 C1\nroad dirt: C1 D0",
    ),
    "a road paved in part": (
        "road dirt: B3 C4 D3 E4",
        Line("road paved", ("C4", "D3")),
        "road dirt: B3 C4\nroad dirt: D3 E4\nroad paved: C4 D3",
    ),
    "a road drawn twice": (
        "road dirt: B3 C4 D3 E4",
        Line("road dirt", ("D3", "C4")),
        "road dirt: B3 C4 D3 E4",
    ),
    "a stroke that turns back": (
        "",
        Line("road dirt", ("B3", "C4", "D3", "C4", "C5")),
        "road dirt: B3 C4 C5",
    ),
    "a bridge over a river": (
        "river: C4",
        Line("road dirt", ("B3", "C4", "D3")),
        "river: C4\nbridge wooden: C4\nroad dirt: B3 C4 D3",
    ),
    "a gully": ("woods: C4", Line("gully", ("C2", "C5")), "woods: C4\ngully: C2 C3 C4 C5"),
    "a sunken road": ("", Line("sunken-road", ("C2", "C3")), "sunken-road: C2 C3"),
    "an elevated road": (
        "level 1: C4",
        Line("elevated-road", ("C3", "C5")),
        "level 1: C4\nelevated-road: C3 C4 C5",
    ),
    "an elevated road that goes on": (
        "elevated-road: C3 C4",
        Line("elevated-road", ("C4", "C5")),
        "elevated-road: C3 C4 C5",
    ),
    "a road on the ground over an elevated one": (
        "level 1: C4\nelevated-road: C2 C3 C4 C5",
        Line("road dirt", ("C3", "C5")),
        "level 1: C4\nelevated-road: C2 C3\nroad dirt: C3 C4 C5",
    ),
    "an elevated road that is cleared": (
        "level 1: C4\nelevated-road: C2 C3 C4",
        Clear(("C4",)),
        "level 1: C4\nelevated-road: C2 C3",
    ),
    "water over an elevated road": (
        "elevated-road: C2 C3 C4 C5 C6",
        Paint(("C4",), Terrain.WATER),
        "river: C4\nelevated-road: C2 C3\nelevated-road: C5 C6",
    ),
    "an elevated road that is raised": (
        "elevated-road: C2 C3",
        Raise(("C3",), 1),
        "level 1: C3\nelevated-road: C2 C3",
    ),
    "a stream into a river": (
        "river: C5",
        Line("stream", ("C2", "C5")),
        "river: C5\nstream: C2 C3 C4 C5",
    ),
    "a house": ("woods: C3", Build(("C3",), "wooden"), "building wooden house-1: C3"),
    "a second house": (
        "building stone house-1: C3",
        Build(("E3",), "stone"),
        "building stone house-1: C3\nbuilding stone house-2: E3",
    ),
    "a church": ("", Build(("C3",), "stone", church=True, name="dom"), "church stone dom: C3"),
    "a tall building": (
        "",
        Build(("C3", "C4"), "stone", levels=3, name="mill"),
        "building stone mill levels 3 stairwell C3: C3 C4",
    ),
    "a house that grows": (
        "building stone hall levels 2 stairwell C3: C3\nwall: C3/3",
        Build(("C3", "C4"), "stone", levels=2),
        "building stone hall stairwell C3: C3 C4",
    ),
    "a house of another kind": (
        "building stone hall: C3 C4",
        Build(("C4",), "wooden", levels=0),
        "building wooden hall levels 0: C3 C4",
    ),
    "another stairwell": (
        "building stone hall stairwell C3: C3 C4",
        Stairwell("C4"),
        "building stone hall stairwell C3 C4: C3 C4",
    ),
    "a ford": ("river: C3", Ford(("C3",)), "river: C3\nford: C3"),
    "a ford again": ("river: C3\nford: C3", Ford(("C3",)), "river: C3"),
    "a ford for a bridge": (
        "river: C4\nbridge stone: C4\nroad dirt: B3 C4 D3",
        Ford(("C4",)),
        "river: C4\nford: C4\nroad dirt: B3 C4 D3",
    ),
    "a bridge over a gully": (
        "gully: C3 C4 C5\nroad dirt: B3 C4 D3",
        Bridge("C4", "stone"),
        "bridge stone: C4\ngully: C3 C4 C5\nroad dirt: B3 C4 D3",
    ),
    "no bridge": (
        "gully: C3 C4 C5\nbridge stone: C4\nroad dirt: B3 C4 D3",
        Bridge("C4", "stone"),
        "gully: C3 C4 C5\nroad dirt: B3 C4 D3",
    ),
}


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool(name: str) -> None:
    source, edit, expected = TOOLS[name]
    assert after(source, edit) == expected


REFUSALS: dict[str, tuple[str, Edit, str]] = {
    "off the board": ("", Paint(("Z9",), Terrain.WOODS), "Z9: there is no hex Z9"),
    "no name": ("", Paint(("c3",), Terrain.WOODS), "c3: 'c3' is not the name of a hex"),
    "painted houses": (
        "",
        Paint(("C3",), Terrain.STONE_BUILDING),
        "C3: a building is put up, not painted",
    ),
    "the edge": ("", Sides(("C1/0",), WALL), "C1/0: is the edge of the board"),
    "a wall across a gully": (
        "gully: C3 C4",
        Sides(("C3/3",), WALL),
        "C4/0: a wall cannot cross a Depression",
    ),
    "a wall across a road": (
        "road dirt: C3 C4",
        Sides(("C3/3",), WALL),
        "C3: the road crosses a wall",
    ),
    "a level cliff": ("", Sides(("C3/3",), CLIFF), "C3/3: a cliff parts hexes of different levels"),
    "a rowhouse in the open": (
        "",
        Sides(("C3/3",), ROWHOUSE),
        "C3/3: a rowhouse wall parts two hexes of one building",
    ),
    "a road of one hex": ("", Line("path", ("C3",)), "C3: a line needs two hexes or more"),
    "a road into a house": (
        "building stone hall: C4",
        Line("road dirt", ("C3", "C5")),
        "C4: a road cannot run through a building",
    ),
    "a road that ends in the river": (
        "river: C4",
        Line("road dirt", ("C3", "C4")),
        "C4: a road cannot end in the river",
    ),
    "a path through the river": (
        "river: C4",
        Line("path", ("C3", "C5")),
        "C4: a path cannot cross the river without a ford",
    ),
    "an elevated road through a gully": (
        "gully: C4 D4",
        Line("elevated-road", ("C3", "C5")),
        "C4: an elevated road crosses neither a Depression nor a river",
    ),
    "an elevated road over the river": (
        "river: C4\nford: C4",
        Line("elevated-road", ("C3", "C5")),
        "C4: an elevated road crosses neither a Depression nor a river",
    ),
    "an elevated road on the highest hill": (
        "level 9: C4",
        Line("elevated-road", ("C3", "C5")),
        "C4: the elevated road would lie above level 9",
    ),
    "a gully through a house": (
        "building stone hall: C4",
        Line("gully", ("C3", "C5")),
        "C4: a gully cannot run through a building",
    ),
    "hexes apart": (
        "",
        Build(("C3", "E3"), "stone"),
        "E3: does not touch the rest of its building",
    ),
    "a name twice": (
        "building stone hall: C4",
        Build(("E3",), "stone", name="hall"),
        "E3: there is another building called hall",
    ),
    "a house on a slope": (
        "level 1: C3",
        Build(("C3", "C4"), "stone", name="hall"),
        "C4: the hexes of hall lie on different levels",
    ),
    "stairs in the open": ("", Stairwell("C3"), "C3: there is no building"),
    "stairs that are there": (
        "building stone hall: C3 C4",
        Stairwell("C3"),
        "C3: a building has stairwells of its own from 2 levels on",
    ),
    "the last stairs": (
        "building stone hall stairwell C3: C3 C4",
        Stairwell("C3"),
        "C3: a building of several levels needs a stairwell",
    ),
    "a dry ford": ("", Ford(("C3",)), "C3: is not a river hex"),
    "a bridge over nothing": (
        "road dirt: C3 C4",
        Bridge("C3", "stone"),
        "C3: a bridge needs water or a Depression, and a road that runs over it",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal(name: str) -> None:
    source, edit, expected = REFUSALS[name]
    assert refused(source, edit) == expected


HEXES = st.sampled_from([f"{column}{row}" for column in "ABCDEFG" for row in range(1, 6)])
SEVERAL = st.lists(HEXES, min_size=1, max_size=4).map(tuple)
EDITS: st.SearchStrategy[Edit] = st.one_of(
    st.builds(Paint, SEVERAL, st.sampled_from(Terrain)),
    st.builds(Raise, SEVERAL, st.sampled_from([-1, 1])),
    st.builds(Level, SEVERAL, st.integers(-3, 9)),
    st.builds(Clear, SEVERAL),
    st.builds(Sides, SEVERAL.map(lambda own: tuple(f"{one}/2" for one in own)), st.none()),
    st.builds(
        Sides,
        SEVERAL.map(lambda own: tuple(f"{one}/4" for one in own)),
        st.sampled_from(HexsideTerrain),
    ),
    st.builds(
        Line,
        st.sampled_from(["road paved", "road dirt", "path", "gully", "stream", "sunken-road"]),
        SEVERAL,
    ),
    st.builds(
        Build, SEVERAL, st.sampled_from(["wooden", "stone"]), st.booleans(), st.integers(0, 3)
    ),
    st.builds(Stairwell, HEXES),
    st.builds(Ford, SEVERAL),
    st.builds(Bridge, HEXES, st.sampled_from(["wooden", "stone"])),
)


@examples(200)
@given(layouts(), st.lists(EDITS, max_size=5))
def test_whatever_is_done_to_a_board_it_stays_a_board(layout: Layout, edits: list[Edit]) -> None:
    text = write_layout(layout)
    for edit in edits:
        with suppress(EditRefused):
            text = edited(text, edit, file="here.txt")
    assert write_layout(read_layout(text, file="here.txt")) == text
