"""How many requests are answered at once."""

from asyncio import AbstractEventLoop, Semaphore, get_running_loop
from weakref import WeakKeyDictionary

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PagesInTurn(ASGIHandler):
    """Django's pages, answered so many at once: each in a thread of its own, which has a connection
    to the database. Other requests wait in the event loop, where they cost nothing.

    No middleware can do this, since Django calls the outer ones in the thread as soon as an inner
    one is not asynchronous. A turn ends with its connection, which Django would keep until the
    answer has been sent: a crowd of slow readers would hold more of them than a database has.
    """

    def __init__(self) -> None:
        super().__init__()
        self._turns: WeakKeyDictionary[AbstractEventLoop, Semaphore] = WeakKeyDictionary()

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer to a request whose turn it is."""
        loop = get_running_loop()
        if loop not in self._turns:
            self._turns[loop] = Semaphore(settings.PAGES_AT_ONCE)
        async with self._turns[loop]:
            try:
                return await super().get_response_async(request)
            finally:
                await sync_to_async(close_old_connections)()
