"""What is derived of each hex of a grid."""

import numpy as np
import pytest

from rules.board.grid.geometry import Names, contains, geometry_of
from rules.board.grid.ground import SIDE, SIDE_CLIFF, SIDE_LOCATION
from rules.board.grid.hexes import Kind
from rules.board.grid.losdata import LosData
from rules.board.grid.options import Reading
from tests.rules.board.grid.grids import CODES, grid, paint, shape

RULEBOOK, VASL = Reading.RULEBOOK, Reading.VASL


def _put(data: LosData, name: str, side: int, kind: str) -> None:
    """Paint the pixel that says what lies at a hexside of a hex."""
    x, y = geometry_of(shape()).side_point[Names(shape()).index(name), side]
    data.terrain[x, y] = CODES[kind]


@pytest.mark.parametrize(("upper", "lower"), [("Wall", "Cliff"), ("Cliff", "Wall")])
def test_of_a_hexside_with_two_terrains_the_first_hex_has_it(upper: str, lower: str) -> None:
    data = paint({})
    _put(data, "C3", 3, upper)
    _put(data, "C4", 0, lower)
    board = grid(data, Reading.VASL)
    first, second = (board.ground.hexes[board.names.index(name)] for name in ("C3", "C4"))
    assert (first[SIDE + 3], second[SIDE]) == (CODES[upper], CODES[upper])
    assert (first[SIDE_LOCATION + 3], second[SIDE_LOCATION]) == (CODES[upper], CODES[lower])
    assert (first[SIDE_CLIFF + 3], second[SIDE_CLIFF]) == (upper == "Cliff", True)


@pytest.mark.rule("B23.22")
def test_a_building_of_one_level_has_its_stairway_whatever_stands_beside_it() -> None:
    data = paint({"C3": "Stone Building, 1 Level"})
    board = grid(data)
    x, y = geometry_of(shape()).centre[board.names.index("C3")]
    data.terrain[x + 3, y] = CODES["Crags"]
    for reading in (RULEBOOK, VASL):
        assert grid(data, reading).has_stairway(board.names.index("C3"))


@pytest.mark.parametrize(("reading", "there"), [(RULEBOOK, True), (VASL, False)])
def test_in_vasl_a_wall_of_one_level_has_no_stairway(reading: Reading, there: bool) -> None:
    board = grid(paint({"C3": "Rowhouse Wall, 1 Level"}), reading)
    assert board.has_stairway(board.names.index("C3")) is there


def test_in_vasl_a_bridge_is_in_each_hex_whose_outline_has_a_pixel_of_it() -> None:
    geometry, names = geometry_of(shape()), Names(shape()).all
    hex, x, y = next(
        (hex, x, y)
        for hex in range(len(names))
        for x, y in np.argwhere(geometry.hex_at != hex)
        if contains(geometry.border, hex, x, y)
    )
    data = paint({names[hex]: "Gully"})
    data.terrain[x, y] = CODES["Single Hex Stone Bridge"]
    assert grid(data, VASL).spot(names[hex], 1).kind is Kind.BRIDGE
