"""A layer around the application that changes what it sends: for planted leaks."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias
from unittest import mock

import msgspec

from games.leakcheck.loop import outside
from games.leakcheck.served import application

Message: TypeAlias = dict[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]


@dataclass
class Answer:
    """The answer to a request, before it is sent; `asked` are the headers of the request."""

    path: str
    method: str
    asked: dict[bytes, bytes]
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def htmx(self) -> bool:
        """Whether a fragment is asked for."""
        return b"hx-request" in self.asked

    def replace(self, text: str) -> None:
        """Another body, with its length."""
        self.body = text.encode()
        others = [(name, value) for name, value in self.headers if name != b"Content-Length"]
        self.headers = [*others, (b"Content-Length", str(len(self.body)).encode())]


@contextmanager
def answering(change: Callable[[Answer], None]) -> Iterator[None]:
    """Change answers to requests."""

    async def changed(scope: Message, receive: Receive, send: Send) -> None:
        parts: list[Message] = []

        async def keep(message: Message) -> None:
            parts.append(message)

        await application(scope, receive, keep)
        answer = Answer(
            path=scope["path"],
            method=scope["method"],
            asked=dict(scope["headers"]),
            status=parts[0]["status"],
            headers=parts[0]["headers"],
            body=b"".join(part.get("body", b"") for part in parts[1:]),
        )
        with outside():
            change(answer)
        await send({**parts[0], "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": answer.body})

    with mock.patch("games.leakcheck.pages.application", changed):
        yield


@contextmanager
def sending(change: Callable[[Message], float]) -> Iterator[None]:
    """Change frames, and messages that close a socket (their `t` is `close`); `change` says for
    how many seconds they are held back.
    """

    async def changed(scope: Message, receive: Receive, send: Send) -> None:
        async def late(message: Message) -> None:
            await asyncio.sleep(_change(message, change))
            await send(message)

        await application(scope, receive, late)

    with mock.patch("games.leakcheck.sockets.application", changed):
        yield


def _change(message: Message, change: Callable[[Message], float]) -> float:
    """Change a message in place."""
    with outside():
        if message["type"] == "websocket.close":
            frame = {"t": "close", "code": message.get("code")}
            delay = change(frame)
            message["code"] = frame["code"]
            return delay
        if message.get("text") is None:
            return 0.0
        frame = msgspec.json.decode(message["text"])
        delay = change(frame)
        message["text"] = msgspec.json.encode(frame).decode()
        return delay
