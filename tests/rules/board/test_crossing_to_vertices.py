"""By which hexsides a line from a centre comes to a vertex of another hex."""

import pytest

from rules.board.crossing import entered, entered_to_vertex
from rules.board.geometry import SIDES, STEPS
from rules.board.grid.moving import Moving
from rules.play.engine import ruleset


@pytest.mark.parametrize("side", SIDES)
def test_a_neighbour_comes_to_the_vertices_of_the_hexside_over_it(side: int) -> None:
    dq, dr = STEPS[(side + 3) % 6]
    assert entered_to_vertex(dq, dr, side) == (side,)
    assert entered_to_vertex(dq, dr, (side + 1) % 6) == (side,)


@pytest.mark.parametrize("side", SIDES)
def test_to_far_vertices_a_neighbour_crosses_the_hexside_between(side: int) -> None:
    dq, dr = STEPS[(side + 3) % 6]
    for vertex in ((side + 3) % 6, (side + 4) % 6):
        assert entered_to_vertex(dq, dr, vertex) == (side,) == entered(dq, dr)


def test_along_a_hexspine_a_line_comes_through_both_hexsides_of_the_vertex() -> None:
    assert entered(1, -2) == (3, 4)
    assert entered_to_vertex(1, -2, 4) == (3, 4)


def test_along_a_hexside_of_the_hex_it_comes_along_that_hexside() -> None:
    assert entered_to_vertex(0, -1, 2) == (2,)


def test_nothing_is_crossed_within_one_hex() -> None:
    assert entered_to_vertex(0, 0, 3) == ()


def test_vertices_at_the_edge_of_the_map_are_seen_from_beside_it() -> None:
    board = ruleset("santa-lucia").board
    around = {hex_id: board.neighbours(hex_id) for hex_id in board.hexes}
    edge = [hex_id for hex_id, others in around.items() if len(others) < len(SIDES)]
    for hex_id in edge:
        origin, at = board.locations(around[hex_id][0][1])[0], board.locations(hex_id)[0]
        smoke = (Moving(hex_id, "smoke", 2, "A24.2", height=2, at_ends=True),)
        seen = [board.los_to_vertex(origin, at, vertex, smoke) for vertex in SIDES]
        assert any(los.hindrance == 2 for los in seen)
