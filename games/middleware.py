"""How many requests are answered at once, and what is answered when something is too busy."""

from asyncio import AbstractEventLoop, Semaphore, get_running_loop
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.addresses import client_address
from games.passwords import ASKER, Busy

SOON = 5  # seconds


class TurnsMiddleware:
    """Lets so many requests at once to the threads that answer them, each of which has a connection
    to the database; others wait in the event loop, where they cost nothing. First in the list.
    """

    async_capable = True
    sync_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        self._turns: WeakKeyDictionary[AbstractEventLoop, Semaphore] = WeakKeyDictionary()
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponse | Awaitable[HttpResponse]:
        if iscoroutinefunction(self.get_response):
            return self._in_turn(request)
        answer: HttpResponse = self.get_response(request)
        return answer

    async def _in_turn(self, request: HttpRequest) -> HttpResponse:
        loop = get_running_loop()
        if loop not in self._turns:
            self._turns[loop] = Semaphore(settings.PAGES_AT_ONCE)
        async with self._turns[loop]:
            answer: HttpResponse = await self.get_response(request)
            return answer


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
