"""What is reported of a failure: where it happened and nothing of what was at hand there."""

from types import TracebackType
from typing import Any

from django.http import HttpRequest
from django.views.debug import ExceptionReporter


class QuietReporter(ExceptionReporter):
    """A traceback without the request, the settings and the values of variables.

    Seats' tokens stand in addresses, and what players keep secret in variables; both would go
    into mails to administrators, and in DEBUG onto the page.
    """

    def __init__(
        self,
        request: HttpRequest | None,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | str | None,
        tb: TracebackType | None,
        is_email: bool = False,
    ) -> None:
        super().__init__(None, exc_type, exc_value, tb, is_email)  # type: ignore[arg-type]  # may be a str

    def get_traceback_data(self) -> dict[str, Any]:
        """What the page and the mail are made of."""
        return {**super().get_traceback_data(), "settings": {}}

    def get_traceback_frames(self) -> list[dict[str, Any]]:
        return [{**frame, "vars": []} for frame in super().get_traceback_frames()]
