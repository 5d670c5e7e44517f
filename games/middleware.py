"""What is answered when something is too busy."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.addresses import client_address
from games.editor.turns import Busy as WorkshopBusy
from games.editor.workshop import TooLong
from games.passwords import ASKER, Busy

SOON = 5  # seconds
_PAGES: Final = {(Busy,): "account/busy.html", (WorkshopBusy, TooLong): "games/busy.html"}


class BusyMiddleware:
    """Notes who asks, for bounds that go by address; and a page that says that too many log in, or
    that a board cannot be drawn just now, instead of a failure.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        noted = ASKER.set(client_address(request))
        try:
            return self.get_response(request)
        finally:
            ASKER.reset(noted)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer for what is too busy; leave every other exception to Django."""
        template = next((one for kinds, one in _PAGES.items() if isinstance(error, kinds)), None)
        if template is None:
            return None
        page = render(request, template, status=503)
        page["Retry-After"] = str(SOON)
        page["Cache-Control"] = "no-store"
        return page
