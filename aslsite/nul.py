"""Refuses requests with a NUL in them: PostgreSQL stores no text with one, and no browser sends it.

Forms refuse it themselves; what stands in an address or a cookie passes no form.
"""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import unquote_to_bytes

from django.http import HttpRequest, HttpResponse

NUL = "\0"


class RefuseNul:
    """Middleware: a page never sees a NUL in its path, its query or a cookie."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if _has_nul(request):
            return HttpResponse(
                "Bad request", content_type="text/plain", status=HTTPStatus.BAD_REQUEST
            )
        return self._get_response(request)


def _has_nul(request: HttpRequest) -> bool:
    query = unquote_to_bytes(request.META.get("QUERY_STRING", ""))
    cookies = "".join((*request.COOKIES, *request.COOKIES.values()))
    return b"\0" in query or NUL in request.path_info or NUL in cookies
