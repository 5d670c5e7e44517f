"""LOS on level ground: A6 on boards of a few lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.board import Board
from rules.board.locations import hex_name, location
from rules.board.los import Los
from rules.mapmaking.source import parse_board

COLUMNS, ROWS = 11, 7


def los(text: str, source: str, target: str, *, month: int = 7) -> Los:
    """The LOS on a board of these lines; the way back must agree (A6.5)."""
    board = parse_board(text, month=month)
    ends = location(board.hex(source)), location(board.hex(target))
    there, back = board.los(*ends), board.los(*reversed(ends))
    assert there.blocked == back.blocked
    assert there.blocked or there.hindrances == back.hindrances[::-1]
    assert there.rise == -back.rise
    return there


def blocked_by(text: str, source: str, target: str) -> tuple[str | None, str | None]:
    answer = los(text, source, target)
    return (hex_name(answer.at) if answer.at else None), answer.by


def hindering(text: str, source: str, target: str, *, month: int = 7) -> list[str]:
    answer = los(text, source, target, month=month)
    assert not answer.blocked
    return [hex_name(hindrance.hex) for hindrance in answer.hindrances]


def test_open_ground_is_clear() -> None:
    answer = los("", "C3", "F3")
    assert (answer.blocked, answer.at, answer.by, answer.hindrance) == (False, None, None, 0)
    assert answer.range == 3


def test_same_hex_has_range_zero() -> None:
    assert los("woods: C3", "C3", "C3") == Los(False, None, None, None, (), 0, ())


@pytest.mark.rule("A6.2")
@pytest.mark.parametrize("terrain", ["woods", "building stone mill"])
def test_an_end_in_an_obstacle_is_seen(terrain: str) -> None:
    assert not los(f"{terrain}: E5", "E5", "E8").blocked


@pytest.mark.rule("B13.2")
@pytest.mark.parametrize(
    ("woods", "target"),
    [("E4", "E3"), ("F4", "G4"), ("E3", "F1"), ("G5", "H4")],
    ids=["column", "row", "clipped", "odd angle"],
)
def test_woods_block_if_the_line_enters_the_hex(woods: str, target: str) -> None:
    assert blocked_by(f"woods: {woods}", "E5", target) == (woods, "woods")


@pytest.mark.rule("A6.2")
def test_along_a_hexside_woods_block_only_on_both_sides() -> None:
    # E5 to G5 runs along the hexside between F4 and F5.
    assert not los("woods: F4", "E5", "G5").blocked
    assert not los("woods: F5", "E5", "G5").blocked
    assert blocked_by("woods: F4 F5", "E5", "G5") == ("F5", "woods")


@pytest.mark.rule("A6.2")
def test_along_the_edge_of_the_board_the_one_hex_decides() -> None:
    assert blocked_by("woods: C1", "B0", "D0") == ("C1", "woods")
    assert hindering("brush: C1", "B0", "D0") == ["C1"]


@pytest.mark.rule("A6.7")
def test_along_a_hexside_growth_must_be_on_both_sides() -> None:
    assert hindering("brush: F4", "E5", "G5") == []
    assert hindering("brush: F4 F5", "E5", "G5") == ["F5"]
    # Growth of two kinds does not grow together: the line runs between.
    assert hindering("woods: F4\nbrush: F5", "E5", "G5") == []


@pytest.mark.rule("B23.2")
def test_a_building_blocks_by_its_footprint_not_by_its_hex() -> None:
    hut = "building wooden hut: E4"
    assert blocked_by(hut, "E5", "E2") == ("E4", "wooden building")
    # E5 to G1 cuts the right hand corner of E4, beside the house.
    assert not los(hut, "E5", "G1").blocked
    assert los("woods: E4", "E5", "G1").blocked


@pytest.mark.rule("B23.2")
def test_a_building_that_crosses_a_hexside_blocks_along_it() -> None:
    # E5 to G5 runs along the hexside between F4 and F5, where the long house crosses.
    assert not los("building stone a: F4\nbuilding stone b: F5", "E5", "G5").blocked
    assert blocked_by("building stone a: F4 F5", "E5", "G5") == ("F5", "stone building")


@pytest.mark.rule("B12.2")
def test_brush_hinders_by_the_hex_but_not_in_the_hex_of_an_end() -> None:
    assert hindering("brush: E2-E5", "E5", "E2") == ["E4", "E3"]
    answer = los("brush: E4", "E5", "E2")
    (hindrance,) = answer.hindrances
    assert (hindrance.terrain, hindrance.value, hindrance.rule) == ("brush", 1, "B12.2")


@pytest.mark.rule("B15.6")
@pytest.mark.parametrize(("month", "expected"), [(5, []), (6, ["E4"]), (9, ["E4"]), (10, [])])
def test_grain_hinders_in_season(month: int, expected: list[str]) -> None:
    assert hindering("grain: E4", "E5", "E3", month=month) == expected


@pytest.mark.rule("B.10")
def test_six_hindrances_block() -> None:
    assert hindering("brush: E2-E6", "E7", "E1") == ["E6", "E5", "E4", "E3", "E2"]
    answer = los("brush: E2-E7", "E8", "E1")
    assert (answer.blocked, answer.by, answer.rule) == (True, "hindrances", "B.10")
    assert answer.hindrance == 6


@pytest.mark.rule("A6.7")
def test_two_hexes_at_one_range_hinder_once() -> None:
    # E5 to F1 meets E4, then F3 and E3 at range 2, then F2.
    assert hindering("brush: F3 E3", "E5", "F1") == ["F3"]
    assert hindering("brush: E4 F3 E3 F2", "E5", "F1") == ["E4", "F3", "F2"]


@pytest.mark.rule("B9.2")
def test_a_wall_blocks_unless_it_belongs_to_an_end() -> None:
    wall = "wall: E4/3"
    assert los(wall, "E6", "E3").by == "wall"
    assert not los(wall, "E5", "E2").blocked
    assert not los(wall, "E7", "E4").blocked
    assert los("hedge: E4/3", "E6", "E3").by == "hedge"


@pytest.mark.rule("B9.2")
def test_a_wall_blocks_at_its_vertex() -> None:
    # E5 to G5 to I5 passes the vertex between F4, F5 and G5; the wall F5/1 ends there.
    assert los("wall: F5/1", "E5", "I5").by == "wall"


@pytest.mark.rule("B9.2")
@pytest.mark.parametrize(
    ("walls", "target", "blocked"),
    [
        ("F5/0", "G5", False),
        ("F5/0", "I5", False),
        ("F5/01", "I5", False),
        ("F5/01 F4/2", "I5", True),
        ("F5/01 F4/2", "G5", False),
        ("H5/0", "K5", True),
        ("H5/0", "I5", False),
    ],
    ids=[
        "spine between two ends",
        "spine of one end",
        "spine of one end, far vertex with two",
        "spine of one end, far vertex with three",
        "three, but two belong to the target",
        "spine of neither end",
        "spine of the target",
    ],
)
def test_along_a_walled_hexspine(walls: str, target: str, blocked: bool) -> None:
    assert los(f"wall: {walls}", "E5", target).blocked is blocked


@pytest.mark.rule("B13.31")
def test_a_straight_road_opens_a_line_through_woods() -> None:
    woods = "woods: F5 F4 G4 G5\n"
    assert not los(woods + "road dirt: E6 F5 G5 H4", "E6", "H4").blocked
    assert los(woods + "road dirt: E6 F5 G6", "E6", "G5").blocked
    assert hindering("brush: F5\nroad dirt: E6 F5 G5", "E6", "H4") == []


@pytest.mark.parametrize(
    ("source", "target", "crossed"),
    [
        ("E5", "E4", (3,)),
        ("E5", "F5", (5,)),
        ("E5", "G5", (4, 5)),
        ("G5", "E5", (1, 2)),
        ("E5", "F3", (3, 4)),
        ("E5", "H4", (4,)),
    ],
)
def test_hexsides_by_which_the_target_is_entered(
    source: str, target: str, crossed: tuple[int, ...]
) -> None:
    assert los("", source, target).crossed == crossed


def test_a_location_that_is_not_there_has_no_los() -> None:
    board = parse_board("building stone mill: E5")
    hex_ = board.hex("E5")
    with pytest.raises(KeyError):
        board.los(location(hex_), location(hex_, 1))


def test_an_answer_is_remembered() -> None:
    board = parse_board("woods: E5")
    ends = location(board.hex("E3")), location(board.hex("E8"))
    assert board.los(*ends) is board.los(*ends)


@st.composite
def boards(draw: st.DrawFn) -> tuple[list[str], Board]:
    """The lines of a small board of any terrain, and the board."""
    grid = parse_board(f"size {COLUMNS} x {ROWS}")
    names = [hex_name(hex_) for hex_ in grid.hexes]
    kinds = draw(st.lists(st.sampled_from(".....wwbbgh"), min_size=len(names), max_size=len(names)))
    words = {"w": "woods:", "b": "brush:", "g": "grain:"}
    lines = [f"size {COLUMNS} x {ROWS}"]
    for name, kind in zip(names, kinds, strict=True):
        if kind == "h":
            lines.append(f"building stone {name.lower()}: {name}")
        elif kind != ".":
            lines.append(f"{words[kind]} {name}")
    inner = [name for name in names if len(grid.neighbours(grid.hex(name))) == 6]
    walled = draw(st.lists(st.sampled_from(inner), unique=True, max_size=20))
    lines += [f"wall: {name}/{draw(st.sampled_from('012'))}" for name in walled]
    return lines, parse_board("\n".join(lines))


@pytest.mark.rule("A6.5")
@given(boards(), st.data())
def test_los_is_reciprocal_and_neighbours_see_each_other(
    drawn: tuple[list[str], Board], data: st.DataObject
) -> None:
    _, board = drawn
    source = data.draw(st.sampled_from(board.hexes))
    for target in board.hexes:
        there = board.los(location(source), location(target))
        back = board.los(location(target), location(source))
        assert there.blocked == back.blocked
        assert there.blocked or there.hindrances == back.hindrances[::-1]
        if there.range <= 1:
            assert not there.blocked
            assert there.hindrances == ()
