"""Streams are opened by pages of this very site; bodies are capped whichever server serves."""

from typing import Any

import pytest
from pytest_django.fixtures import Settings

from games.bodies import BoundedBodies
from games.connections import MOST_BODY
from games.origins import is_same_origin
from games.routing import Message


def scope(*origins: str, host: str = "play.example.org", **more: Any) -> Message:
    headers = [(b"host", host.encode()), *((b"origin", one.encode()) for one in origins)]
    return {"type": "websocket", "path": "/ws/g/", "headers": headers, "scheme": "ws", **more}


@pytest.fixture(autouse=True)
def _site(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


@pytest.mark.parametrize(
    ("asked", "may"),
    [
        (scope("http://play.example.org"), True),
        (scope("http://PLAY.example.org"), True),
        (scope("https://play.example.org"), False),
        (scope("https://play.example.org", scheme="wss"), True),
        (scope("http://play.example.org", scheme="wss"), False),
        (scope("http://play.example.org:8080"), False),
        (scope("http://play.example.org:8080", host="play.example.org:8080"), True),
        (scope("http://play.example.org", host="play.example.org:8080"), False),
        (scope("http://www.play.example.org"), False),
        (scope("http://evil.example", host="evil.example"), False),
        (scope("null"), False),
        (scope(), False),
        (scope("http://play.example.org", "http://evil.example"), False),
    ],
)
def test_scheme_host_and_port_are_those_of_the_site(asked: Message, may: bool) -> None:
    assert is_same_origin(asked) is may


def test_behind_a_proxy_the_scheme_is_the_one_it_tells() -> None:
    asked = scope("https://play.example.org")
    asked["headers"].append((b"x-forwarded-proto", b"https"))
    assert is_same_origin(asked)


class Asked:
    """A request that comes in pieces, and what is answered."""

    def __init__(self, *pieces: int, said: int | None = None) -> None:
        self._pieces = list(pieces)
        self.taken, self.status = 0, 0
        told = [] if said is None else [(b"content-length", str(said).encode())]
        self.scope: Message = {"type": "http", "headers": told}

    async def receive(self) -> Message:
        body = bytes(self._pieces.pop(0))
        return {"type": "http.request", "body": body, "more_body": bool(self._pieces)}

    async def send(self, message: Message) -> None:
        self.status = message.get("status", self.status)

    async def pages(self, scope: Message, receive: Any, send: Any) -> None:
        """Read it as Django does, and answer."""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            self.taken += len(message["body"])
            if not message["more_body"]:
                await send({"type": "http.response.start", "status": 200})
                return

    async def made(self) -> tuple[int, int]:
        await BoundedBodies(self.pages)(self.scope, self.receive, self.send)
        return self.status, self.taken


async def test_a_body_that_is_too_long_is_not_taken() -> None:
    half = MOST_BODY // 2
    assert await Asked(half, half).made() == (200, 2 * half)
    assert await Asked(half, half, half).made() == (413, 2 * half)
    assert await Asked(said=MOST_BODY + 1).made() == (413, 0)
    assert await Asked(10, said=10).made() == (200, 10)
