"""A scenario's board picture, under an address that holds its digest and so never changes."""

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import reverse

from games import rulesets


@dataclass(frozen=True)
class Picture:
    """A picture and the digest in its address."""

    svg: str
    digest: str


@cache
def picture(scenario_id: str) -> Picture:
    """The board picture of a scenario. Raises KeyError."""
    svg = rulesets.scenario(scenario_id).board_svg()
    return Picture(svg, hashlib.sha256(svg.encode()).hexdigest()[:16])


def page_data(scenario_id: str) -> dict[str, Any]:
    """What a table page is told of scenario and board. Raises KeyError."""
    data = rulesets.scenario(scenario_id).page_data()
    address = reverse("games:board", args=(scenario_id, picture(scenario_id).digest))
    return {**data, "board": {**data["board"], "svg": address}}
