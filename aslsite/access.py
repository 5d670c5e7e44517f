"""daphne's access log without what stands behind the question mark: a seat's token stands there."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from daphne.access import AccessLogGenerator

from aslsite.logs import without_tokens


def hide_queries() -> None:
    """Let every access log that daphne writes in this process leave the queries out."""
    AccessLogGenerator.write_entry = _without_query(AccessLogGenerator.write_entry)


def _without_query(write: Callable[..., None]) -> Callable[..., None]:
    @wraps(write)
    def written(self: Any, host: str, date: Any, request: str, **entry: Any) -> None:
        write(self, host, date, without_tokens(request.partition("?")[0]), **entry)

    return written
