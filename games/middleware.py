"""What is answered when something is too busy."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.addresses import client_address
from games.passwords import ASKER, Busy

SOON = 5  # seconds


class BusyMiddleware:
    """Notes who asks, for bounds that go by address; and a page that says that too many log in just
    now, instead of a failure.
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
        """Answer for `Busy`; leave every other exception to Django."""
        if not isinstance(error, Busy):
            return None
        page = render(request, "account/busy.html", status=503)
        page["Retry-After"] = str(SOON)
        page["Cache-Control"] = "no-store"
        return page
