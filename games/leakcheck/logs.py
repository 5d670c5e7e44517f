"""What the server writes into its log, as it is written: compared like all else, and searched.

A log is the operator's, who can look at every secret; but logs are sent on, kept and shown to
others, so none may stand in them, and what they say may not depend on any.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from django.conf import settings

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z?")  # by the real clock
_OURS: Final = ("aslsite", "games", "rules")


class Logs(logging.Handler):
    """Keeps the lines that are written."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(written(record))

    def take(self) -> list[str]:
        """The lines since they were taken last."""
        lines, self._lines = self._lines, []
        return lines

    @contextmanager
    def unheard(self) -> Iterator[None]:
        """Keep nothing of what is done meanwhile, which may be other things in the other world."""
        kept = len(self._lines)
        yield
        del self._lines[kept:]


LOGS: Final = Logs()


def written(record: logging.LogRecord) -> str:
    """A record as the site's own formatter writes it, without its time."""
    return _TIME.sub("", _formatter().format(record))


@cache
def _formatter() -> logging.Formatter:
    config = dict(settings.LOGGING["formatters"]["event"])
    made: logging.Formatter = config.pop("()")(**config)
    return made


@contextmanager
def kept_logs() -> Iterator[None]:
    """Keep what is written instead of writing it: of ours everything, of others from INFO on."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    levels = {name: logging.getLogger(name).level for name in _OURS}
    root.handlers = [LOGS]
    root.setLevel(logging.INFO)
    for name in _OURS:
        logging.getLogger(name).setLevel(logging.DEBUG)
    LOGS.take()
    try:
        yield
    finally:
        for name, before in levels.items():
            logging.getLogger(name).setLevel(before)
        root.handlers = handlers
        root.setLevel(level)
        LOGS.take()
