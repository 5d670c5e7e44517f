"""How a card or a case writes the weather: `ec: dry`, `wind: mild breeze 2`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.forces.entities import Ec, Wind
from rules.scenarios.types import Weather

if TYPE_CHECKING:
    from rules.data import Node

WEATHER_FIELDS = ("ec", "wind", "deep_snow")
EARLIEST, LATEST = 1936, 1953

_BLOWS = re.compile(r"(mild breeze|heavy winds) ([0-5])")


def read_weather(root: Node) -> Weather:
    """The weather that a file says; moderate, without wind for good, if it does not; whoever says
    anything of the wind has it change (B25.65). Raises DataError.
    """
    ec, wind = root.get("ec"), root.get("wind")
    force, to = _wind(wind) if wind is not None else (Wind.NONE, None)
    said = Ec.MODERATE if ec is None else Ec(ec.choice(word.value for word in Ec))
    deep = root.get("deep_snow")
    return Weather(
        said, force, to, changes=wind is not None, deep_snow=deep is not None and deep.flag()
    )


def _wind(node: Node) -> tuple[Wind, int | None]:
    """B25.63, B25.64: its force, and the hexside that it blows to, counted from the north."""
    if node.text() == Wind.NONE:
        return Wind.NONE, None
    match = _BLOWS.fullmatch(node.text())
    if match is None:
        raise node.error("is none, or a force and the hexside it blows to, as: mild breeze 2")
    return Wind(match[1]), int(match[2])


def read_year(node: Node) -> int:
    """The year of a scenario. Raises DataError."""
    return node.integer(EARLIEST, LATEST)
