"""LOS on maps: the same however boards and maps lie, and whatever is cut off them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, permutations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules.board.board import Board
from rules.board.geometry import HEX_HEIGHT, Grid, step
from rules.board.locations import HexId, hex_name, location
from rules.board.los import Los
from rules.board.lying import Crop, crop_of
from rules.mapmaking.maps import MapPlan, map_of
from rules.mapmaking.placing import Edge, MapError, Placement, beside, first_column, lies
from rules.mapmaking.source import parse_board
from tests.examples import examples

GRID = Grid(7, 5)
CELLS = tuple(GRID.cells())
NAMES = tuple(GRID.name(cell) for cell in CELLS)
HEXSIDES = tuple(
    f"{GRID.name(cell)}/{side}"
    for cell in CELLS
    for side in (0, 1, 2)
    if GRID.has(step(cell, side))
)
GROWTH = ("open", "open", "woods", "brush", "grain", "orchard", "crag", "huts", "building")
LEVELS = ("0", "0", "0", "0", "1", "2", "-1")

unhurried = examples(25)


def each(kinds: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    """What every hex is."""
    return st.lists(st.sampled_from(kinds), min_size=len(NAMES), max_size=len(NAMES))


@st.composite
def boards(draw: st.DrawFn, id: str) -> Board:
    """A small board of any growth, buildings, levels and walls."""
    lines = [f"board {id}", f"size {GRID.columns} x {GRID.rows}"]
    for name, growth in zip(NAMES, draw(each(GROWTH)), strict=True):
        if growth == "building":
            lines.append(f"building stone at-{name.lower()} levels 1: {name}")
        elif growth != "open":
            lines.append(f"{growth}: {name}")
    levels = zip(NAMES, draw(each(LEVELS)), strict=True)
    lines += [f"level {level}: {name}" for name, level in levels if level != "0"]
    walls = draw(st.lists(st.sampled_from(HEXSIDES), unique=True, max_size=8))
    return parse_board("\n".join([*lines, *(f"wall: {one}" for one in walls)]))


def parts(most: int) -> st.SearchStrategy[tuple[int, int]]:
    """From one hexrow or number to a later one."""
    return st.sampled_from(list(combinations(range(most + 1), 2)))


def lines(most: int) -> st.SearchStrategy[tuple[int, int]]:
    """All hexrows or numbers, or some of them."""
    return st.just((0, most)) | parts(most)


crops = st.builds(Crop, lines(GRID.columns - 1), lines(GRID.rows))


@st.composite
def plans(draw: st.DrawFn) -> tuple[Placement, Placement]:
    """Boards m1 and m2 side by side, each turned or not, cut or not."""
    crop, other, turned = draw(crops), draw(crops), draw(st.booleans())
    first = Placement("m1", first_column(GRID, crop, turned=turned), 0, turned, crop)
    edge, offset = draw(st.sampled_from(Edge)), draw(st.integers(-2, 2))
    turned = draw(st.booleans())
    places = (beside(edge, first, GRID, GRID, other, by) for by in (offset, offset + 1))
    second = [one for at in places if joins(first, one := Placement("m2", *at, turned, other))]
    assume(second)
    return first, second[0]


def joins(*placements: Placement) -> bool:
    """Whether boards can lie so."""
    try:
        return bool(lies(placements, (GRID, GRID)))
    except MapError:
        return False


def laid(placements: tuple[Placement, ...], *known: Board) -> Board:
    """The map of boards that lie so."""
    return map_of(MapPlan(placements), {board.id: board for board in known})


def upright(placement: Placement) -> Placement:
    """The same part of the board, lying alone."""
    column = first_column(GRID, placement.crop, turned=False)
    return replace(placement, column=column, row=0, turned=False)


def half_turned(placement: Placement) -> Placement:
    """How it lies when the whole map is turned."""
    (left, right), (low, high) = (crop := crop_of(GRID, placement.crop)).columns, crop.numbers
    return replace(
        placement,
        turned=not placement.turned,
        column=-placement.column - (right - left),
        row=-placement.row - (high - max(low - 1, 0)),
    )


def told(los: Los, name: Mapping[HexId, str]) -> tuple[object, ...]:
    """What a LOS meets, with hexes by their names on one of the boards."""
    at = None if los.at is None else name[los.at]
    hindrances = tuple((name[h.hex], h.terrain, h.value, h.rule) for h in los.hindrances)
    return los.blocked, los.by, los.rule, at, hindrances, los.rise, los.range


def own_names(board: Board) -> dict[HexId, str]:
    return {hex: hex_name(hex) for hex in board.hexes}


def turned_sides(sides: tuple[int, ...], *, turned: bool) -> set[int]:
    return {(side + 3 * turned) % 6 for side in sides}


def along_seam(
    start: tuple[float, float], end: tuple[float, float], seams: list[tuple[float, float]]
) -> bool:
    """Whether a line from side to side passes between half a hex above and half a hex below."""
    (left, right), y = sorted((start[0], end[0])), start[1]
    beside = (x for x, seam_y in seams if left < x < right and abs(seam_y - y) < HEX_HEIGHT)
    return y == end[1] and any(beside)


@unhurried
@given(boards("m1"), boards("m2"), plans())
def test_los_within_a_board_is_the_same_wherever_it_lies(
    one: Board, other: Board, plan: tuple[Placement, Placement]
) -> None:
    """As on its part in play that lies alone and upright; but for lines from side to side, which
    may run along a cut, as on the whole board. Those along a seam meet the other board's half."""
    both = laid(plan, one, other)
    cells = Counter(both.names.cells.values())
    seams = [both.centre(both.names.ids[cell]) for cell, names in cells.items() if names > 1]
    for label, board, placement in zip("12", (one, other), plan, strict=True):
        alone = laid((upright(placement),), board)
        there = {hex: both.hex(f"{label}{hex_name(hex)}") for hex in alone.hexes}
        names = {there[hex]: hex_name(hex) for hex in alone.hexes}
        inner = [hex for hex in alone.hexes if cells[both.names.cells[label + hex_name(hex)]] == 1]
        for source, target in permutations(inner[::2], 2):
            if along_seam(both.centre(there[source]), both.centre(there[target]), seams):
                continue
            found = both.los(location(there[source]), location(there[target]))
            here = alone.los(location(source), location(target))
            assert told(found, names) == told(here, own_names(alone))
            assert turned_sides(found.crossed, turned=placement.turned) == set(here.crossed)
            if board.centre(source)[1] != board.centre(target)[1]:
                whole = board.los(location(source), location(target))
                assert told(whole, own_names(board)) == told(here, own_names(alone))


@unhurried
@given(boards("m1"), boards("m2"), plans())
def test_los_is_the_same_on_a_map_that_is_turned_as_a_whole(
    one: Board, other: Board, plan: tuple[Placement, Placement]
) -> None:
    """Over the seam too, and in the same words."""
    plain = laid(plan, one, other)
    turned = laid(tuple(map(half_turned, plan)), one, other)
    assert set(turned.hexes) == set(plain.hexes)
    for source, target in product(plain.hexes[::3], plain.hexes[::2]):
        ends = location(source), location(target)
        here, there = plain.los(*ends), turned.los(*ends)
        assert there.explain() == here.explain()
        assert told(there, own_names(turned)) == told(here, own_names(plain))
        assert turned_sides(there.crossed, turned=True) == set(here.crossed)
        if here.at is not None:
            assert near(plain, here)
            assert near(turned, there)


def near(board: Board, los: Los) -> bool:
    """Whether a line is blocked where the hex lies that blocks it, or on its edge."""
    assert los.at is not None
    assert los.place is not None
    (x, y), (at_x, at_y) = los.place, board.centre(los.at)
    return abs(x - at_x) <= 40 and abs(y - at_y) <= 35


@pytest.mark.rule("B.6")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("line", "hindered"), [("orchard: D5", True), ("orchard: D4", False)])
def test_along_a_seam_the_other_half_of_a_hex_counts(
    line: str, hindered: bool, turned: bool
) -> None:
    """Orchard is Inherent Terrain of all of D0, though it is drawn on the other board's half."""
    known = parse_board(f"board m1\nsize 7 x 5\n{line}"), parse_board("board m2\nsize 7 x 5")
    plan = [Placement("m1"), Placement("m2", 0, 5)]
    both = laid(tuple(map(half_turned, plan) if turned else plan), *known)
    for names in (("2C1", "2E1"), ("2E1", "2C1")):
        los = both.los(*(location(both.hex(name)) for name in names))
        assert [hex_name(one.hex) for one in los.hindrances] == ["1D5"] * hindered


CUT = Crop((0, 8), (2, 4))
BEYOND = "woods: B1 D1 F1 H1 A5 C5 E5 G5 I5"


def cut(*lines: str, turned: bool = False) -> Board:
    """Only the hexes numbered 2 to 4 are in play."""
    board = parse_board("\n".join(["board m1", "size 9 x 5", *lines]))
    return laid((Placement("m1", turned=turned, crop=CUT),), board)


@pytest.mark.rule("A6.1")
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("lines", "upper", "lower"),
    [
        ([], "", ""),
        ([BEYOND, "woods: B2 D2 F2 H2 A4 C4 E4 G4 I4"], "", ""),
        (["orchard: D1 E5"], "", ""),
        (["orchard: D2 E4"], "D2", "E4"),
        (["level 2: D1 E5"], "", ""),
        (["level 1: D2 E4"], "D2", "E4"),
        (["wall: D2/0 E4/3"], "D2 E2", "E4 F4"),
        (["building stone a: D1 D2", "building stone b: E4 E5"], "", ""),
    ],
    ids=["bare", "woods", "beyond", "inherent", "hill beyond", "hill", "wall", "building"],
)
def test_along_a_cut_only_hexes_in_play_count(
    lines: list[str], upper: str, lower: str, turned: bool
) -> None:
    """The lines run along the upper cut and along the lower one; they meet one of the hexes."""
    board = cut(*lines, turned=turned)
    for row, hexes in (("A2 I2", upper), ("I2 A2", upper), ("B4 H4", lower), ("H4 B4", lower)):
        los = board.los(*(location(board.hex(name)) for name in row.split()))
        met = {hex_name(one.hex) for one in los.hindrances}
        if los.blocked:
            met.add("nothing" if los.at is None else hex_name(los.at))
        assert bool(met) == bool(hexes)
        assert met <= set(hexes.split())


@pytest.mark.parametrize("turned", [False, True])
def test_a_map_that_begins_and_ends_with_any_hexrow(turned: bool) -> None:
    known = [parse_board(f"board m{number}\nsize 7 x 5\nwoods: D2") for number in (1, 2)]
    for columns in ((1, 4), (2, 5), (1, 5), (2, 4)):
        crop = Crop(columns, (0, 5))
        column = first_column(GRID, crop, turned=turned)
        plan = Placement("m1", column, 0, turned, crop), Placement("m2", column, 5, turned, crop)
        both = laid(plan, *known)
        for row, blocked in (("C", False), ("D", True)):
            names = (f"1{row}5", f"2{row}1") if turned else (f"1{row}1", f"2{row}5")
            assert both.los(*(location(both.hex(name)) for name in names)).blocked == blocked


def test_the_grids_of_a_map_are_counted() -> None:
    """The grid of a board that is cut by numbers is one of its part in play."""
    board = parse_board("board m1\nsize 9 x 5")
    part = laid((Placement("m1", turned=True, crop=Crop((3, 6), (4, 5))),), board)
    assert part.memory() == 0
    part.los(location(part.hex("E4")), location(part.hex("G5")))
    board.los(location(board.hex("E4")), location(board.hex("G5")))
    assert 0 < part.memory() < board.memory() / 2
