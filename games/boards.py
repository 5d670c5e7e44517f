"""A scenario's board picture, under an address that holds its digest and so never changes."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games import rulesets, sheets
from rules.scenarios.shelf import is_own, kept


@dataclass(frozen=True)
class Picture:
    """A picture by the digest in its address.

    A `guarded` one has the image of a board that the club owns: it is shown to members, and to
    whoever may see a table where it is played.
    """

    scenario: str
    digest: str
    guarded: bool = False

    def packed(self) -> bytes:
        """The picture, packed by gzip. Raises Busy and TooLong where it cannot be made just now."""
        if self.scenario == rulesets.TOY:
            return gzip.compress(rulesets.TOY_PICTURE, mtime=0)
        return sheets.picture(self.scenario)


@kept
def picture(scenario_id: str) -> Picture:
    """The board picture of a scenario. Raises KeyError; of one that a user brought along Busy and
    TooLong as well.
    """
    if is_own(scenario_id):
        found = sheets.sheet(scenario_id)
        return Picture(scenario_id, found.picture, found.printed)
    guarded = rulesets.scenario(scenario_id).board_is_printed()
    digest = rulesets.TOY if scenario_id == rulesets.TOY else sheets.picture_digest(scenario_id)
    return Picture(scenario_id, digest, guarded)


def page_data(scenario_id: str, *, table: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What a table page is told of scenario and board. Raises as `picture` does.

    `table` says at which table a guarded picture is looked at: the fields `game` and `seat`.
    """
    data = _page_data(scenario_id)
    found = picture(scenario_id)
    address = reverse("games:board", args=(scenario_id, found.digest))
    if found.guarded and table:
        address = f"{address}?{urlencode(table)}"
    return {**data, "board": {**data["board"], "svg": address}}


def _page_data(scenario_id: str) -> dict[str, Any]:
    if is_own(scenario_id):
        page = sheets.sheet(scenario_id).page
        return {**page, "scenario": {**rulesets.card(scenario_id), "id": scenario_id}}
    return rulesets.scenario(scenario_id).page_data()
