"""A scenario's board picture, under an address that holds its digest and so never changes."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games import rulesets
from rules.scenarios.shelf import kept


@dataclass(frozen=True)
class Picture:
    """A picture and the digest in its address.

    A `guarded` one has the image of a board that the club owns: it is shown to members, and to
    whoever may see a table where it is played.
    """

    svg: str
    digest: str
    guarded: bool = False


@kept
def picture(scenario_id: str) -> Picture:
    """The board picture of a scenario. Raises KeyError."""
    scenario = rulesets.scenario(scenario_id)
    svg = scenario.board_svg()
    digest = hashlib.sha256(svg.encode()).hexdigest()[:16]
    return Picture(svg, digest, scenario.board_is_printed())


def page_data(scenario_id: str, *, table: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What a table page is told of scenario and board. Raises KeyError.

    `table` says at which table a guarded picture is looked at: the fields `game` and `seat`.
    """
    data = rulesets.scenario(scenario_id).page_data()
    found = picture(scenario_id)
    address = reverse("games:board", args=(scenario_id, found.digest))
    if found.guarded and table:
        address = f"{address}?{urlencode(table)}"
    return {**data, "board": {**data["board"], "svg": address}}
