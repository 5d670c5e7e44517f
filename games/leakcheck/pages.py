"""A request to the real application, and its answer to the last byte."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final
from urllib.parse import urlencode
from zlib import crc32

from django.conf import settings
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.http import http_date

from games.leakcheck.served import application
from games.leakcheck.still import host

_FORGERY: Final = "0123456789abcdefghijklmnopqrstuv"
"""The token against forged requests, in the cookie and in the header."""


class Manner(StrEnum):
    """In which way a page is asked for. A browser that has it already names a condition: whatever
    the server decides by that, it must not depend on what X may not know.
    """

    PLAIN = "GET"
    HEAD = "HEAD"
    UNLESS_KNOWN = "If-None-Match"
    IF_NEWER = "If-Modified-Since"


_MANNERS: Final[tuple[Manner, ...]] = (*Manner, Manner.PLAIN, Manner.IF_NEWER)
_DAY: Final = 24 * 60  # minutes


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
        return codes[self._lot % len(codes)]

    @property
    def manner(self) -> Manner:
        """How a page is asked for, likewise."""
        if self.form is not None:
            return Manner.PLAIN
        return _MANNERS[self._lot // 7 % len(_MANNERS)]

    @property
    def _lot(self) -> int:
        return crc32(f"{self.address} {timezone.now()}".encode())

    def scope(self) -> dict[str, Any]:
        """The request as the server hands it over."""
        path, _, query = self.address.partition("?")
        return {
            "type": "http",
            "http_version": "1.1",
            "method": self._method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name, value.encode()) for name, value in self._headers()],
            "client": ["127.0.0.1", 40000],
            "server": [host(), 80],
        }

    @property
    def _method(self) -> str:
        if self.form is not None:
            return "POST"
        return "HEAD" if self.manner is Manner.HEAD else "GET"

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
        if self.manner is Manner.UNLESS_KNOWN:
            given.append((b"if-none-match", "*"))
        if self.manner is Manner.IF_NEWER:
            then = timezone.now() - timedelta(minutes=self._lot % _DAY)
            given.append((b"if-modified-since", http_date(then.timestamp())))
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
