"""Players over sockets, and what a whole database holds."""

import json
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self
from uuid import UUID

import msgspec
from channels.testing import WebsocketCommunicator
from django.apps import apps
from django.db import connection, models

from aslsite.asgi import application
from games.leakcheck.loop import here
from rules.kernel.document import Document, apply_frame


class Player:
    """One browser at a table: it keeps its document as the real one does."""

    def __init__(self, game_id: UUID, token: str = "", cookies: str = "") -> None:
        query = f"?seat={token}" if token else ""
        self.socket = WebsocketCommunicator(
            application,
            f"/ws/g/{game_id}/{query}",
            headers=[
                (b"origin", b"http://localhost"),
                (b"host", b"localhost"),
                (b"cookie", cookies.encode()),
            ],
        )
        self.n: int | None = None
        self.document = Document(faces={})
        self.offers = b"[]"
        self.offered: int | None = None
        self.log: list[dict[str, Any]] = []
        self.online: dict[str, Any] = {}
        self._refs = 0

    async def __aenter__(self) -> Self:
        connected, _ = await self.socket.connect(timeout=120)
        assert connected
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.socket.disconnect()

    async def send(self, **frame: Any) -> None:
        await self.socket.send_to(text_data=json.dumps(frame))

    async def next(self) -> dict[str, Any]:
        """The next frame, after taking in what it tells."""
        text = await self.socket.receive_from(timeout=120)
        frame: dict[str, Any] = json.loads(text)
        self._take_in(frame, text.encode())
        return frame

    async def until(self, kind: str) -> dict[str, Any]:
        """The next frame of a kind; those before it are taken in."""
        while (frame := await self.next())["t"] != kind:
            pass
        return frame

    async def rest(self) -> AsyncIterator[dict[str, Any]]:
        """The frames that have come when nothing is left to do but to wait (`LeapingLoop`)."""
        await here().quiet()
        while not self.socket.output_queue.empty():
            yield await self.next()

    async def hello(self) -> dict[str, Any]:
        await self.send(t="hello", have=self.n)
        return await self.until("doc")

    async def do(self, seen: int | None = None, **command: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._refs += 1
        ref = str(self._refs)
        await self.send(t="do", ref=ref, seen=self.n if seen is None else seen, cmd=command)
        while (frame := await self.next()).get("ref") != ref:
            pass
        return frame

    @property
    def may_act(self) -> bool:
        """Whether the offers have come that go with the last bulletin."""
        return self.offered == self.n

    async def closed(self) -> int:
        """Wait until the server closes the socket; the code."""
        while True:
            message = await self.socket.receive_output(timeout=120)
            if message["type"] == "websocket.close":
                return int(message["code"])

    async def reach(self, n: int) -> None:
        """Wait until bulletin `n` has come."""
        while (self.n or 0) < n:
            await self.next()

    def _take_in(self, frame: dict[str, Any], text: bytes) -> None:
        if frame["t"] == "doc":
            self.n, self.log, self.online = frame["n"], frame["log"], frame["online"]
            faces = {f"{face['k']}:{face['id']}": face for face in frame["faces"]}
            self.document = Document(
                faces={key: msgspec.json.encode(face) for key, face in faces.items()},
                now=msgspec.json.encode(frame["now"]),
            )
        elif frame["t"] == "b":
            assert self.n is not None
            assert frame["n"] == self.n + 1, "a gap"
            self.n = frame["n"]
            self.log += frame.get("log", [])
            self.document = apply_frame(self.document, text)
        elif frame["t"] == "offers" and self.n is not None:  # who knows nothing awaits his document
            assert frame["n"] == self.n, "offers for another moment"
            self.offers, self.offered = msgspec.json.encode(frame["offers"]), frame["n"]
        elif frame["t"] == "presence":
            self.online = {key: frame[key] for key in ("a", "b", "watching")}


def whole_database() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of ours, byte for byte."""
    return {model.__name__: _rows(model) for model in apps.get_app_config("games").get_models()}


def _rows(model: type[models.Model]) -> list[tuple[Any, ...]]:
    """As the database has them, which is asked for nothing but the table."""
    table, key = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}" ORDER BY "{key}"')  # noqa: S608 - names of ours
        rows = cursor.fetchall()
    return [tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in rows]
