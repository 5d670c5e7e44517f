"""The words of the editor's tools, as the rules have them."""

from typing import Any

from rules.board.terrain import HexsideTerrain, Terrain
from rules.mapmaking.reading.draft import HIGHEST, LOWEST
from rules.mapmaking.reading.statements import DEPRESSIONS, ROADS


def palette() -> dict[str, Any]:
    """What may be painted, drawn and put up."""
    return {
        "terrain": [kind.value for kind in Terrain if not kind.is_building],
        "hexsides": [kind.value for kind in HexsideTerrain],
        "lines": [*ROADS, *DEPRESSIONS],
        "levels": [LOWEST, HIGHEST],
    }
