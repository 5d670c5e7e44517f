"""Grid boards made of layouts: they say what the layout says, and are kept on disk."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.geometry import centre
from rules.board.grid.losdata import LosData
from rules.board.grid.standard import STANDARD
from rules.board.layout import Layout
from rules.mapmaking.builder import built
from rules.mapmaking.builder.agreement import disagreements
from rules.mapmaking.builder.build import build
from rules.mapmaking.builder.built import built_grid, cached_grid, grid_of, losdata_of
from rules.mapmaking.changes import change, read_changes
from rules.mapmaking.loading import BOARDS, load_board
from rules.mapmaking.reading import read_layout
from rules.mapmaking.writing import write_layout
from tests.rules.mapmaking.layouts import layouts

RICH = """
board rich
size 17 x 10
level 1: D1-D4 E1 E4 E5 F0 F1 F5 G1-G5 H2-H4
level 2: E2 E3 F2 F3
level 3: F4
level -1: A8-A10 B8-B10 C9 C10
woods: J1-J3 K1-K4 E4 L8
brush: M2-M4
grain: O1-O4 P1-P3
orchard: N5 N6 O6
vineyard: P7 P8
marsh: A9 A10
crag: E2
graveyard: L5
paddy: N9 N10 O9
huts: P5 P6
shellholes: K9
rubble wooden: M8
rubble stone: M9
river: G9 G10 H8-H10 I8-I10
ford: G10
gully: A3 B3 C4 D4 E5
stream: L1 L2 L3 M4 N4 O5
sunken-road: J10 K10 L9 M9
bridge stone: H8 I9
bridge wooden: B3
road paved: E8 F7 G8 H8 I9
road dirt: B1 B2 B3 B4 B5 B6
road dirt: I9 J8 J7 J6 J5 J4
road dirt: M6 M5
path: K4 K3 K2 K1
building stone hall levels 2 stairwell D7: D7 D8 E9
building wooden cot: C7
building stone row levels 3 stairwell F9 F10: F9 F10
rowhouse: F9/3
wall: J5/45
hedge: O8/012
cliff: F4/012 E5/1
"""


def rich() -> Layout:
    return read_layout(RICH, file="rich")


@pytest.mark.parametrize("path", sorted(BOARDS.glob("*.txt")), ids=lambda path: path.stem)
@pytest.mark.parametrize("month", [1, 7])
def test_the_grids_of_our_boards_say_what_their_sources_say(path: Path, month: int) -> None:
    layout = read_layout(path.read_text(encoding="utf-8"), file=path.name)
    assert disagreements(layout, built_grid(layout, month), month) == []


@pytest.mark.parametrize("board", ["so3", "so4", "so7"])
@pytest.mark.parametrize("said", ["streams are flooded", "rivers are flooded"])
def test_so_do_those_of_boards_that_are_flooded(board: str, said: str) -> None:
    before = load_board(board, 7).layout
    layout = change(before, read_changes((said,)))
    assert layout.flooded
    assert disagreements(layout, built_grid(layout, 7), 7) == []
    assert read_layout(write_layout(layout), file=board) == layout


@pytest.mark.parametrize("month", range(1, 13))
def test_a_board_with_something_of_everything(month: int) -> None:
    assert disagreements(rich(), built_grid(rich(), month), month) == []


@pytest.mark.parametrize(
    "text",
    [
        "orchard: C3\ngully: B3 C3 D2\nroad dirt: C2 C3 C4\nbridge stone: C3",
        "orchard: C3\ngully: B3 C3 D2\ngully: C2 C3 C4\ngully: B2 C3 D3",
        "level 2: B2 B3 C2-C4 D2 D3\ngully: B3 C3 D2\nroad dirt: C2 C3 C4\nbridge stone: C3",
        "river: C3 C4\nford: C4\nroad dirt: C2 C3 C4\nbridge stone: C3",
        "river: C3\ngully: B4 C4 D3\nroad dirt: C2 C3 C4\nbridge wooden: C3",
        "level 2: A1-A5 B0-B5 C1-C5 D0-D5 E1-E5",
    ],
    ids=[
        *("bridge-in-an-orchard", "gullies-in-an-orchard", "high-bridge"),
        *("bridge-before-a-ford", "bridge-before-a-gully", "plateau"),
    ],
)
def test_what_is_hard_to_tell_from_cells(text: str) -> None:
    layout = read_layout(f"board hard\nsize 5 x 5\n{text}", file="hard")
    assert disagreements(layout, built_grid(layout, 7), 7) == []


@given(layouts(), st.integers(1, 12))
def test_the_grid_of_any_layout_says_what_it_says(layout: Layout, month: int) -> None:
    assert disagreements(layout, built_grid(layout, month), month) == []


# What would not agree


def cell_of(name: str) -> tuple[int, int]:
    x, y = centre(rich().grid.cell(name))
    return round(x), round(y)


def painted(name: str, terrain: str) -> Callable[[LosData], None]:
    def change(data: LosData) -> None:
        data.terrain[cell_of(name)] = STANDARD.named(terrain).code

    return change


def raised(name: str) -> Callable[[LosData], None]:
    def change(data: LosData) -> None:
        data.elevation[cell_of(name)] += 1

    return change


def swapped_stairs(data: LosData) -> None:
    data.stairways[:] = data.stairways[::-1]


def without(terrain: str) -> Callable[[LosData], None]:
    def change(data: LosData) -> None:
        data.terrain[data.terrain == STANDARD.named(terrain).code] = 0

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (painted("J8", "Woods"), "rich J8: Woods at the centre is not"),
        (raised("E2"), "rich E2: base level 3 is not 2"),
        (painted("C4", "Brush"), "rich C4: Locations"),
        (swapped_stairs, "rich D7: no stairway"),
        (without("Wall"), "rich J5: hexside 4: nothing is not Wall"),
        (without("Cliff"), "rich F4: hexside 0: no a cliff"),
        (without("Stream"), "rich L2: hexside 3: no a Depression"),
        (without("River"), "rich H9: hexside 3: no water"),
        (without("Stone Building, 2 Level"), "rich D7: hexside 3: no a building"),
        (without("Wooden Bridge Roadway"), "rich B3: Locations"),
    ],
    ids=lambda value: value.split(": ")[-1] if isinstance(value, str) else "",
)
def test_what_does_not_agree_is_named(change: Callable[[LosData], None], said: str) -> None:
    data = losdata_of(rich(), build(rich()), 7)
    change(data)
    found = disagreements(rich(), grid_of(data), 7)
    assert any(one.startswith(said) for one in found), found


# Kept on disk


def same(a: Layout, b: Layout, folder: Path, months: tuple[int, int] = (7, 7)) -> bool:
    """Whether two boards are kept in one file."""
    cached_grid(a, months[0], folder)
    before = set(folder.iterdir())
    cached_grid(b, months[1], folder)
    return set(folder.iterdir()) == before


@pytest.fixture
def small() -> Layout:
    text = "board small\nsize 5 x 3\nwoods: C2\ngrain: D2\norchard: B1\nlevel 1: C1 C2"
    return read_layout(text, file="small")


def never(*_: object) -> object:
    raise AssertionError("built again")


def test_a_board_kept_is_not_built_again(
    small: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = cached_grid(small, 7, tmp_path)
    monkeypatch.setattr(built, "build", never)
    again = cached_grid(small, 7, tmp_path)
    assert (first.ground.cells == again.ground.cells).all()
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("content", [b"", b"rubbish", None], ids=["empty", "rubbish", "half"])
def test_a_broken_file_is_made_anew(small: Layout, tmp_path: Path, content: bytes | None) -> None:
    whole = cached_grid(small, 7, tmp_path)
    (kept,) = tmp_path.iterdir()
    good = kept.read_bytes()
    kept.write_bytes(good[: len(good) // 2] if content is None else content)
    again = cached_grid(small, 7, tmp_path)
    assert (whole.ground.cells == again.ground.cells).all()
    assert kept.read_bytes() == good


def test_the_cells_of_another_board_are_not_taken(small: Layout, tmp_path: Path) -> None:
    cached_grid(small, 7, tmp_path)
    (kept,) = tmp_path.iterdir()
    cached_grid(rich(), 7, tmp_path / "other")
    (other,) = (tmp_path / "other").iterdir()
    kept.write_bytes(other.read_bytes())
    assert len(cached_grid(small, 7, tmp_path).names.all) == len(list(small.grid.cells()))


def test_a_folder_that_cannot_be_written_is_done_without(small: Layout, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    grid = cached_grid(small, 7, file / "below")
    assert disagreements(small, grid, 7) == []
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    ("month", "together"), [(6, True), (9, True), (5, False), (10, False), (12, False)]
)
def test_months_of_one_season_share_a_file(
    small: Layout, tmp_path: Path, month: int, *, together: bool
) -> None:
    assert same(small, small, tmp_path, (7, month)) == together


def test_a_file_is_named_after_all_the_layout_says(small: Layout, tmp_path: Path) -> None:
    moved = replace(small, terrain=dict(reversed(list(small.terrain.items()))))
    higher = replace(small, levels=dict.fromkeys(small.levels, 2))
    assert same(small, moved, tmp_path)
    assert not same(small, higher, tmp_path)


def test_code_that_builds_otherwise_keeps_elsewhere(
    small: Layout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached_grid(small, 7, tmp_path)
    monkeypatch.setattr(built, "_code", lambda: b"other code")
    cached_grid(small, 7, tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def test_stairways_are_in_the_order_of_the_hexes() -> None:
    data = losdata_of(rich(), build(rich()), 7)
    names = [rich().grid.name(cell) for cell in rich().grid.cells()]
    assert [names[index] for index in np.flatnonzero(data.stairways)] == ["D7", "F9", "F10"]
