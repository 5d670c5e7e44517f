"""The site with its files from memory: Django takes milliseconds for each, and a page loads dozens
whenever a browser without a cache comes, as those of tests are.
"""

from collections.abc import Awaitable, Callable
from functools import cache
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import find

from aslsite.asgi import application as site

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


async def application(scope: dict[str, Any], receive: Receive, send: Send) -> None:
    """Answer for a file; leave all else, and files that there are not, to the site."""
    path = scope.get("path", "")
    if scope["type"] != "http" or not path.startswith(settings.STATIC_URL):
        await site(scope, receive, send)
        return
    found = _file(path.removeprefix(settings.STATIC_URL))
    if found is None:
        await site(scope, receive, send)
        return
    headers, body = found
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@cache
def _file(name: str) -> tuple[list[tuple[bytes, bytes]], bytes] | None:
    """The headers and the content of a file."""
    path = find(name)
    if path is None:
        return None
    kind = guess_type(path)[0] or "application/octet-stream"
    headers = {"Content-Type": kind, "Cache-Control": "max-age=3600"}
    body = Path(path).read_bytes()
    return [(name.encode(), value.encode()) for name, value in headers.items()], body
