"""Which pages may open streams: those of this very site, its scheme and port included.

Browsers open websockets to any site from any page, cookies and all, and say from where. What Django
asks of a page's POSTs is asked of streams here.
"""

from io import BytesIO
from typing import Final

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

from games.routing import Message, Receive, Send, Streams

_AS_PAGES: Final = {"ws": "http", "wss": "https"}


class SameOrigin:
    """Lets a stream be opened by a page from where it is itself, or from an origin that the
    settings trust; refuses the handshake of any other.
    """

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if is_same_origin(scope):
            await self._streams(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)


def is_same_origin(scope: Message) -> bool:
    """Whether a handshake comes from a page that may open streams here."""
    origins = [value for name, value in scope["headers"] if name == b"origin"]
    if len(origins) != 1:
        return False
    origin = origins[0].decode("latin1").lower()
    scheme = _AS_PAGES.get(scope.get("scheme", "ws"), "http")
    request = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())
    try:
        own = f"{request.scheme}://{request.get_host()}".lower()
    except DisallowedHost:
        return False
    return origin == own or origin in settings.CSRF_TRUSTED_ORIGINS
