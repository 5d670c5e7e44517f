"""Simulated players at a table's sockets: they take what is offered, to the game's own end."""

import random
from contextlib import ExitStack
from typing import Any, Final

import msgspec
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from rules.proof.players import NothingOffered, choose_command
from tests.games.serving import document_and_offers, hear, say

SETUP_FIRST: Final = ("seal_setup", "place")
ONWARD: Final = ("end_phase", "pass", "end_move", "end_rout", "skip_rally")
"""What brings a game nearer to its end."""
HASTE: Final = 0.3
"""How often that is taken before anything else."""
LEFT_OUT: Final = frozenset(
    {"resign", "offer_draw", "accept_draw", "withdraw_draw", "ask_take_back", "take_back_freely",
     "order_fire", "order_idle", "stand_by", "pass_phase", "pass_unit", "ask_again", "ask_rally",
     "unplace", "commit_entropy", "decline_entropy"}
)  # fmt: skip
"""What ends a game before its time, or brings it no further."""


class Table:
    """Both seats of a game, each a socket with the login of who plays there."""

    def __init__(self, site: str, links: tuple[str, str], sessions: tuple[str, str]) -> None:
        self._open = ExitStack()
        pairs = zip(links, sessions, strict=True)
        self.streams = [self._open.enter_context(_stream(site, *one)) for one in pairs]
        self._known: dict[int, dict[str, Any]] = {}

    def play(self, seed: int, until: str, most: int = 1500) -> int:
        """Play at random until the game is so far. How many commands it took."""
        rng = random.Random(seed)
        for n in range(most):
            seats = rng.sample((0, 1), 2)
            if _stage(self._document(seats[0])) == until:
                return n
            self._one(rng, seats)
        raise AssertionError(f"the game did not come to {until}")

    def resign(self, seat: int) -> None:
        """Whoever plays there gives his game up."""
        self._do(seat, {"verb": "resign"})

    def leave(self) -> None:
        self._open.close()

    def _one(self, rng: random.Random, seats: list[int]) -> None:
        """One command of the first who is offered something."""
        for seat in seats:
            chosen = _chosen(rng, self._document(seat)["offers"])
            if chosen is not None:
                self._do(seat, chosen)
                return
        raise AssertionError("nobody is offered anything")

    def _do(self, seat: int, command: dict[str, Any]) -> None:
        stream = self.streams[seat]
        say(stream, t="do", ref="1", seen=self._document(seat)["n"], cmd=command)
        hear(stream, "ok", "no")
        self._known.clear()

    def _document(self, seat: int) -> dict[str, Any]:
        """What somebody sees now; asked for once between commands, and only if he is looked at."""
        if seat not in self._known:
            document, offers = document_and_offers(self.streams[seat])
            self._known[seat] = {**document, "offers": offers}
        return self._known[seat]


def _stage(document: dict[str, Any]) -> str:
    """How far the game is, as everybody sees it."""
    faces: list[dict[str, Any]] = document["faces"]
    return next((f["stage"] for f in faces if f["k"] == "clock"), "setup")


def _chosen(rng: random.Random, offers: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What somebody does who is offered this; None for nothing."""
    useful = [one for one in offers if one["verb"] not in LEFT_OUT]
    first = [one for verb in SETUP_FIRST for one in useful if one["verb"] == verb]
    onward = [one for one in useful if one["verb"] in ONWARD]
    for some in (first[:1], onward if rng.random() < HASTE else [], useful):
        try:
            return msgspec.to_builtins(choose_command(rng, some))  # type: ignore[no-any-return]
        except NothingOffered:
            continue
    return None


def _stream(site: str, link: str, session: str) -> ClientConnection:
    address = link.replace("http", "ws", 1).replace("/g/", "/ws/g/")
    cookies = {"Cookie": f"sessionid={session}"}
    return connect(
        address, origin=Origin(site), additional_headers=cookies, max_size=None, compression=None
    )
