"""Access logs without what stands behind the question mark: a seat's token stands there."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any

from daphne.access import AccessLogGenerator

from aslsite.logs import without_tokens

UVICORN = ("uvicorn.access", "uvicorn.error")
"""The loggers in which uvicorn names the addresses of pages and of websockets."""


def hide_queries() -> None:
    """Let every access log that daphne or uvicorn writes in this process leave the queries out."""
    AccessLogGenerator.write_entry = _without_query(AccessLogGenerator.write_entry)
    for name in UVICORN:
        logging.getLogger(name).addFilter(_without_queries)


def _without_query(write: Callable[..., None]) -> Callable[..., None]:
    @wraps(write)
    def written(self: Any, host: str, date: Any, request: str, **entry: Any) -> None:
        write(self, host, date, _bare(request), **entry)

    return written


def _without_queries(record: logging.LogRecord) -> bool:
    """Cut the query off whatever may be an address in a record, which is then written."""
    if isinstance(record.args, tuple):
        record.args = tuple(_bare(one) if isinstance(one, str) else one for one in record.args)
    return True


def _bare(address: str) -> str:
    return without_tokens(address.partition("?")[0])
