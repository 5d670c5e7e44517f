"""A request to the real application, and its answer to the last byte."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode
from zlib import crc32

from django.conf import settings
from django.urls import Resolver404, resolve
from django.utils import timezone

from games.leakcheck.served import application
from games.leakcheck.still import host

_FORGERY: Final = "0123456789abcdefghijklmnopqrstuv"
"""The token against forged requests, in the cookie and in the header."""


@dataclass(frozen=True)
class Request:
    """What a browser asks for. `cookies` is the header's text; `form` makes it a POST."""

    address: str
    cookies: str = ""
    form: tuple[tuple[str, str], ...] | None = None
    htmx: bool = False

    @property
    def view(self) -> str:
        """The name of the address, as in `games:lobby`; "" if it leads nowhere."""
        try:
            return resolve(self.address.partition("?")[0]).view_name
        except Resolver404:
            return ""

    @property
    def language(self) -> str:
        """The language that is asked for: now one, now another, in both worlds the same."""
        codes = sorted(dict(settings.LANGUAGES))
        return codes[crc32(f"{self.address} {timezone.now()}".encode()) % len(codes)]

    def scope(self) -> dict[str, Any]:
        """The request as the server hands it over."""
        path, _, query = self.address.partition("?")
        return {
            "type": "http",
            "http_version": "1.1",
            "method": "GET" if self.form is None else "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name, value.encode()) for name, value in self._headers()],
            "client": ["127.0.0.1", 40000],
            "server": [host(), 80],
        }

    @property
    def body(self) -> bytes:
        return urlencode(self.form or ()).encode()

    def _headers(self) -> list[tuple[bytes, str]]:
        given = [(b"host", host()), (b"accept-language", self.language)]
        cookies = self.cookies
        if self.form is not None:
            cookies = "; ".join(filter(None, (cookies, f"csrftoken={_FORGERY}")))
            given += [
                (b"x-csrftoken", _FORGERY),
                (b"content-type", "application/x-www-form-urlencoded"),
                (b"content-length", str(len(self.body))),
            ]
        if cookies:
            given.append((b"cookie", cookies))
        if self.htmx:
            given.append((b"hx-request", "true"))
        return given


async def fetch(request: Request) -> str:
    """The answer: status, every header in its order, cookies among them, and the body."""
    sent: list[dict[str, Any]] = []
    asked = iter(({"type": "http.request", "body": request.body, "more_body": False},))

    async def receive() -> dict[str, Any]:
        try:
            return next(asked)
        except StopIteration:
            return await _for_ever()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await application(request.scope(), receive, send)
    head = sent[0]
    lines = [f"{name.decode()}: {value.decode('latin1')}" for name, value in head["headers"]]
    body = b"".join(part.get("body", b"") for part in sent[1:])
    return "\n".join((str(head["status"]), *lines, "", body.decode(errors="backslashreplace")))


async def _for_ever() -> dict[str, Any]:
    """A browser that neither sends more nor goes away."""
    await asyncio.get_running_loop().create_future()
    raise AssertionError("nobody ends this but by cancelling it")
