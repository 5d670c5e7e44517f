"""Simulated players at a table's sockets: they take what is offered, and one of them resigns."""

import random
from contextlib import ExitStack
from typing import Any

import msgspec
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from rules.proof.players import NothingOffered, choose_command
from tests.games.serving import hear, say

SETUP_FIRST = ("seal_setup", "place")


class Table:
    """Both seats of a game, each a socket with the login of who plays there."""

    def __init__(self, site: str, links: tuple[str, str], sessions: tuple[str, str]) -> None:
        self._open = ExitStack()
        pairs = zip(links, sessions, strict=True)
        self.streams = [self._open.enter_context(_stream(site, *one)) for one in pairs]
        self.documents = [self._document(stream) for stream in self.streams]

    def play(self, seed: int, most: int = 400) -> int:
        """Play at random; once play has begun, the second resigns. How many commands it took."""
        rng = random.Random(seed)
        for n in range(most):
            if self._one(rng):
                return n
        raise AssertionError("the game did not come to its end")

    def _one(self, rng: random.Random) -> bool:
        """One command of whoever is offered something; whether that ended the game."""
        for seat in (1, 0):
            offers: list[dict[str, Any]] = self.documents[seat]["offers"]
            if any(one["verb"] == "resign" for one in offers) and self._begun():
                self._do(seat, b'{"verb":"resign"}')
                return True
            first = [one for verb in SETUP_FIRST for one in offers if one["verb"] == verb]
            try:
                chosen = choose_command(rng, first[:1] or offers)
            except NothingOffered:
                continue
            self._do(seat, msgspec.json.encode(chosen))
            return False
        return False

    def _begun(self) -> bool:
        faces: list[dict[str, Any]] = self.documents[0]["faces"]
        return any(face["k"] == "clock" and face.get("stage") == "play" for face in faces)

    def _do(self, seat: int, command: bytes) -> None:
        stream = self.streams[seat]
        given = msgspec.json.decode(command)
        say(stream, t="do", ref="1", seen=self.documents[seat]["n"], cmd=given)
        hear(stream, "ok", "no")
        self.documents = [self._document(one) for one in self.streams]

    def _document(self, stream: ClientConnection) -> dict[str, Any]:
        say(stream, t="hello", have=None)
        return {**hear(stream, "doc"), "offers": hear(stream, "offers")["offers"]}

    def leave(self) -> None:
        self._open.close()


def _stream(site: str, link: str, session: str) -> ClientConnection:
    address = link.replace("http", "ws", 1).replace("/g/", "/ws/g/")
    cookies = {"Cookie": f"sessionid={session}"}
    return connect(address, origin=Origin(site), additional_headers=cookies)
