"""A browser's socket at the real application: what was sent down it, and when."""

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec

from games.leakcheck.loop import here
from games.leakcheck.served import application
from games.leakcheck.still import host
from rules.kernel.document import EMPTY_LIST, Document


class Socket:
    """One connection. `heard` is all that came down it, one text for each message, with the
    moment at which it came; `kinds` says of each what it is, such as `doc` or `close 4403`.
    """

    def __init__(self, address: str, cookies: str = "") -> None:
        path, _, query = address.partition("?")
        headers = [(b"host", host()), (b"origin", f"http://{host()}"), (b"cookie", cookies)]
        self._scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name, value.encode()) for name, value in headers],
            "subprotocols": [],
            "client": ["127.0.0.1", 40000],
            "server": [host(), 443],
        }
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[Any] | None = None
        self.n = 0
        self.closed = False
        self.document = Document(faces={})
        self.offers = EMPTY_LIST
        self.heard: list[str] = []
        self.kinds: list[str] = []

    @property
    def size(self) -> int:
        """How many characters came."""
        return sum(len(text) for text in self.heard)

    async def open(self) -> None:
        """Connect."""
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self._serve())
        await here().quiet()

    async def say(self, text: str | bytes) -> None:
        """Send a frame, be it what it may, and let everything that it starts be done."""
        kind = "text" if isinstance(text, str) else "bytes"
        self._inbox.put_nowait({"type": "websocket.receive", kind: text})
        await here().quiet()

    async def say_all(self, texts: Iterable[str]) -> None:
        """Send frames without waiting for what comes of each."""
        for text in texts:
            self._inbox.put_nowait({"type": "websocket.receive", "text": text})
        await here().quiet()

    async def ask(self, kind: str, **fields: Any) -> None:
        """Send a frame that is one."""
        await self.say(msgspec.json.encode({"t": kind, **fields}).decode())

    async def close(self) -> None:
        """Go away."""
        if self._task is not None and not self._task.done():
            self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await here().quiet()

    async def _serve(self) -> None:
        try:
            await application(self._scope, self._receive, self._send)
        except Exception as error:
            self._note(f"raised {type(error).__name__}", "")
            raise

    async def _receive(self) -> dict[str, Any]:
        """The next message; a server passes on nothing more from a socket that it has closed."""
        message = await self._inbox.get()
        return {"type": "websocket.disconnect", "code": 1000} if self.closed else message

    async def _send(self, message: dict[str, Any]) -> None:
        text = message.get("text")
        self.closed = self.closed or message["type"] == "websocket.close"
        if message["type"] != "websocket.send":
            kind = message["type"].removeprefix("websocket.")
            code = f" {message.get('code', '')}" if kind == "close" else ""
            rest = {name: value for name, value in message.items() if name != "type"}
            self._note(kind + code, repr(sorted(rest.items())))
        elif text is None:
            self._note("bytes", repr(message["bytes"]))
        else:
            self._note(self._read(text), text)

    def _read(self, text: str) -> str:
        """The kind of a frame; remembers the number of the last bulletin, the
        last document and the last offers.
        """
        frame = msgspec.json.decode(text)
        if frame["t"] in {"doc", "b"}:
            self.n = frame["n"]
        if frame["t"] == "doc":
            faces = {f"{face['k']}:{face['id']}": face for face in frame["faces"]}
            self.document = Document(
                faces={key: msgspec.json.encode(face) for key, face in faces.items()},
                now=msgspec.json.encode(frame["now"]),
            )
        if frame["t"] == "offers":
            self.offers = msgspec.json.encode(frame["offers"])
        if frame.get("code") in {"error", "unknown"}:
            raise RuntimeError(f"the service failed: {text}")
        return str(frame["t"])

    def _note(self, kind: str, text: str) -> None:
        self.kinds.append(kind)
        self.heard.append(f"{here().time():.3f} {kind} {text}")
