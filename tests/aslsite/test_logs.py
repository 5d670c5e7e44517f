"""What the log may not show."""

import logging
import sys

import pytest
from structlog.stdlib import ProcessorFormatter

from aslsite.logs import logging_config


@pytest.mark.parametrize("as_json", [True, False])
def test_a_traceback_shows_no_values(as_json: bool) -> None:
    config = dict(logging_config(level="INFO", as_json=as_json)["formatters"]["event"])
    del config["()"]
    token = "seat-" + "token"
    try:
        raise RuntimeError(len(token))
    except RuntimeError:
        record = logging.LogRecord("games", logging.ERROR, "", 0, "failed", (), sys.exc_info())
    shown = ProcessorFormatter(**config).format(record)
    assert "RuntimeError" in shown
    assert token not in shown
