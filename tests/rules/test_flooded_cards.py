"""B20.44, B21.122 Cards whose water is flooded."""

from pathlib import Path

import pytest

from rules.data import DataError
from rules.mapmaking.maps import load_map
from rules.position.water import Depth
from rules.scenarios.loader import DATA, read_scenario
from rules.scenarios.types import Scenario

CARD = (DATA / "ferryman.yaml").read_text(encoding="utf-8")
WATER = "water: {current: moderate, flows: 3}"


def _card(folder: Path, water: str) -> Scenario:
    assert CARD.count(WATER) == 1
    path = folder / "ferryman.yaml"
    path.write_text(CARD.replace(WATER, water), encoding="utf-8")
    return read_scenario(path)


@pytest.mark.parametrize(
    "water",
    [
        "water: {current: moderate, flows: 3, depth: flooded}",
        "water: {current: moderate, flows: 3}\nterrain: [streams are flooded]",
        "water: {depth: deep}\nterrain: [rivers are flooded]",
    ],
)
def test_the_map_is_flooded(tmp_path: Path, water: str) -> None:
    card = _card(tmp_path, water)
    board = load_map(card.plan, card.month)
    assert card.water is not None
    assert card.water.depth is Depth.FLOODED
    assert {board.elevation(hex_id) for hex_id in board.hexes if board.is_flooded(hex_id)} == {0}


def test_what_is_flooded_is_not_forded(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not fordable") as caught:
        _card(tmp_path, "water: {depth: fordable}\nterrain: [rivers are flooded]")
    assert caught.value.field == "water.depth"
