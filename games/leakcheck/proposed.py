"""A change of the position that another side has asked for: Wire where the worlds differ, and what
it alone sees, of one thing in one world and of several in the other. X reads what is said of it,
and agrees.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from games.leakcheck.still import START
from games.models import Game, Proposal
from games.models.choices import ProposalKind
from games.services.adjudication import AGREED
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game as LiveGame
from rules.kernel.refused import Refused

ASKED: Final = START - timedelta(minutes=5)
"""When one side asked the other for a break."""
_MOST: Final = 2  # things that are changed


@dataclass(frozen=True)
class Change:
    """What `by` has asked for in one of the worlds, and what everybody is told of it."""

    by: Side
    ruling: bytes
    said: str

    def store(self, row: Game) -> None:
        """Ask for it in the game of a row."""
        Proposal.objects.create(
            game=row,
            kind=ProposalKind.CHANGE,
            by=self.by,
            at=ASKED,
            ruling=self.ruling,
            said=self.said,
        )


def changes(games: Sequence[LiveGame], by: Side, hexes: Sequence[str]) -> tuple[Change, ...]:
    """For each world what a side could ask for there, in one of some hexes and in secret; none if
    that is not so in both. The games are of no more use.
    """
    found: list[Change] = []
    for number, game in enumerate(games):
        edits = [*list(_unseen(game, by))[: 1 + number * _MOST], *_wire(hexes)]
        ruling = json.dumps({"edits": edits}).encode()
        try:
            ruled = game.adjudicate(by, ruling, AGREED)[1]
        except Refused:
            return ()
        found.append(Change(by, ruling, "\n".join(ruled.public)))
    return tuple(found)


def _unseen(game: LiveGame, by: Side) -> Iterator[dict[str, Any]]:
    """Edits of units that a side alone sees, which nobody else would see either."""
    public = game.documents[Audience.PUBLIC].faces
    for key in game.documents[by.audience].faces:
        if key not in public and key.startswith("unit:"):
            yield {"edit": "alter", "key": key, "fields": {"fanatic": True}}


def _wire(hexes: Sequence[str]) -> Iterator[dict[str, Any]]:
    """One that everybody sees, where the worlds differ."""
    yield from ({"edit": "lay", "what": "wire", "at": f"{one}/0"} for one in hexes[:1])
