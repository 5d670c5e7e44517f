"""Board sources written: whatever is written reads back the same."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings

from rules.board.layout import Layout
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind
from rules.mapmaking.loading import BOARDS
from rules.mapmaking.reading import read_layout
from rules.mapmaking.writing import write_layout
from tests.examples import examples
from tests.rules.mapmaking.layouts import layouts


def _read(text: str) -> Layout:
    return read_layout(text, file="written")


@examples(150)
@given(layouts())
def test_written_and_read_is_the_same(layout: Layout) -> None:
    text = write_layout(layout)
    assert _read(text) == layout
    assert write_layout(_read(text)) == text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("path", sorted(BOARDS.glob("*.txt")), ids=lambda path: path.stem)
def test_our_boards_written_and_read_are_the_same(path: Path) -> None:
    layout = _read(path.read_text(encoding="utf-8"))
    assert _read(write_layout(layout)) == layout


def test_what_is_written() -> None:
    source = (
        "board here\ntitle A mill\nsize 9 x 6\nstreams dry\n\n"
        "level -1: A1\nlevel 2: B1-B3 C1 C3\n\n"
        "woods: A2\nriver: F3\nrubble stone: A3\nford: F3\nbridge wooden: H3\nbridge foot: H1\n\n"
        "stream: I3 H3 G4\ngully: G2 H1 I1\nsunken-road: D1 D2\n\n"
        "road dirt: H0 H1 H2\nroad dirt: H2 H3 H4\npath: E1 E2\n\n"
        "building wooden hut levels 1: D4\n"
        "church stone dom levels 3 stairwell B2 B3: B3 B2\n"
        "building stone mill: D5 D6\n"
        "building stone barn levels 0: A5 A6\n"
        "building stone hall stairwell I5: I6 I5\n\n"
        "wall: B4/12 C4/0\ncliff: C2/0\nrowhouse: D6/0\n"
    )
    assert write_layout(_read(source)) == source


def test_the_order_of_a_source_does_not_matter() -> None:
    one = _read("board here\nwoods: B3 A2\nlevel 0: A5\nhedge: A2/3\nhedge: B2/0\nwoods: B2")
    other = _read("board here\nhedge: B1/3 A3/0\nwoods: A2 B2-B3")
    assert write_layout(one) == write_layout(other)


PARTS: dict[str, Callable[[Layout], bool]] = {
    "cliffs": lambda layout: HexsideTerrain.CLIFF in layout.hexsides.values(),
    "rowhouse walls": lambda layout: HexsideTerrain.ROWHOUSE_WALL in layout.hexsides.values(),
    "fords": lambda layout: bool(layout.fords),
    "bridges": lambda layout: bool(layout.bridges),
    "towers": lambda layout: any(one.upper_levels > 2 for one in layout.buildings),
    "sunken roads": lambda layout: any(
        one.kind is DepressionKind.SUNKEN_ROAD for one in layout.depressions
    ),
    "paths": lambda layout: any(one.kind is RoadKind.PATH for one in layout.roads),
}


def test_random_layouts_have_something_of_everything() -> None:
    missing = dict(PARTS)

    @settings(max_examples=300, derandomize=True, database=None)
    @given(layouts())
    def look(layout: Layout) -> None:
        for part in [part for part, has in missing.items() if has(layout)]:
            del missing[part]

    look()
    assert list(missing) == []
