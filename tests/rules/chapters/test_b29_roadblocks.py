"""B29 Roadblocks: where a card may not have any."""

from pathlib import Path

import pytest

from rules.board.locations import HexId
from rules.data import DataError, parse_yaml
from rules.mapmaking.source import parse_board
from rules.scenarios.special import KINDS
from rules.scenarios.types import RoadblockAt

BOARD = """
size 12 x 10
road dirt: C4 C5 C6 C7 C8
gully: B6 C7 D7
bridge wooden: C7
"""


def _read(hexes: str, side: int) -> object:
    card = parse_yaml(f"hexes: {hexes}\nside: {side}\n", Path("card.yaml"))
    return KINDS["roadblock"].read("", card, parse_board(BOARD, "small"))


@pytest.mark.rule("B29.1")
def test_a_roadblock_is_on_a_hexside_that_a_road_crosses() -> None:
    assert _read("C5", 3) == RoadblockAt("", (HexId("small:C5"),), 3)


@pytest.mark.rule("B29.1")
@pytest.mark.parametrize(("hexes", "side"), [("C5", 1), ("C7", 0), ("C8", 0), ("E5", 3)])
def test_no_other_hexside_has_room_for_one(hexes: str, side: int) -> None:
    with pytest.raises(DataError, match=r"B29\.1"):
        _read(hexes, side)
