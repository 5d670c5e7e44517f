"""How log events are written: one line of JSON each in production, coloured text elsewhere."""

import logging
import re
from typing import Any, Final

import structlog

_SEAT: Final = re.compile(r"(\bseat(?:%(?:25)*3D|\W{1,6}))[\w-]{20,}", re.IGNORECASE)
"""A seat's token behind its name, as it stands in addresses, cookies and printed values."""


def without_tokens(text: str) -> str:
    """A text that may be written down."""
    return _SEAT.sub(r"\1(hidden)", text)


class QuietFormatter(structlog.stdlib.ProcessorFormatter):
    """Writes an event without the tokens that somebody else's message may quote from an address."""

    def format(self, record: logging.LogRecord) -> str:
        return without_tokens(super().format(record))


def logging_config(*, level: str, as_json: bool) -> dict[str, Any]:
    """The LOGGING setting. Django's own records and ours by structlog leave in one format."""
    # A traceback with the values of local variables would print seats' tokens and players' secrets.
    console = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    renderer = structlog.processors.JSONRenderer() if as_json else console
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "event": {
                "()": QuietFormatter,
                "foreign_pre_chain": [
                    structlog.contextvars.merge_contextvars,
                    structlog.stdlib.add_log_level,
                    structlog.stdlib.add_logger_name,
                    structlog.processors.TimeStamper(fmt="iso", utc=True),
                ],
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *([structlog.processors.format_exc_info] if as_json else []),
                    renderer,
                ],
            },
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "event"},
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "daphne": {"level": "WARNING"},
            "axes": {"level": "WARNING"},
            # runserver writes whole addresses, and a seat's token stands in them
            "django.channels.server": {"level": "CRITICAL"},
        },
    }
