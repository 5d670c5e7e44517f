"""Where the streams are, and what an address without one is told."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from channels.routing import URLRouter
from django.urls import path

from games.clubs.consumers import EventConsumer
from games.consumers import TableConsumer

CLOSE_NOT_FOUND: Final = 4404

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

websocket_urlpatterns = [
    path("ws/g/<uuid:game_id>/", TableConsumer.as_asgi()),
    path("ws/e/<uuid:event_id>/", EventConsumer.as_asgi()),
]


class Streams:
    """The tables' streams. A socket to any other address is accepted and closed at once, since a
    browser is told the code of a close, but of a handshake that is refused nothing.
    """

    def __init__(self) -> None:
        self._router = URLRouter(websocket_urlpatterns)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if _is_stream(scope):
            await self._router(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": CLOSE_NOT_FOUND})


def _is_stream(scope: Message) -> bool:
    root, address = scope.get("root_path", ""), scope["path"]
    inside = address.removeprefix(root).lstrip("/")
    return address.startswith(root) and any(
        route.pattern.match(inside) for route in websocket_urlpatterns
    )
