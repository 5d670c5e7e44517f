"""What the log may not show."""

import logging
import logging.config
from collections.abc import Iterator

import pytest
from django.conf import settings

from aslsite.logs import logging_config


@pytest.fixture(params=[True, False], ids=["json", "console"])
def _configured(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> Iterator[None]:
    logging.config.dictConfig(logging_config(level="INFO", as_json=request.param))
    yield
    logging.config.dictConfig(settings.LOGGING)


@pytest.mark.usefixtures("_configured")
def test_a_traceback_shows_no_values(capsys: pytest.CaptureFixture[str]) -> None:
    token = "seat-" + "token"
    try:
        raise RuntimeError(len(token))
    except RuntimeError:
        logging.getLogger("games").exception("failed")
    shown = capsys.readouterr().err
    assert "RuntimeError" in shown
    assert token not in shown
