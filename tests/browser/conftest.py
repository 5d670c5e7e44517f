"""One browser, and a place for pictures."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from rules.mapmaking.warming import compile_ahead
from tests.browser.tabs import PATIENCE
from tests.services.chromium import Chromium


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """LOS is compiled once, here: the servers find it done, and nobody at a table waits for it."""
    compile_ahead()


@pytest.fixture(scope="package")
def started(chromium: Chromium) -> Iterator[Browser]:
    """The browser, which ends with this folder: tests of others have event loops of their own."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path, args=[*chromium.args])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def browser(started: Browser) -> Iterator[Browser]:
    """The browser as the tests of a module find it: whatever they leave open is closed."""
    yield started
    for context in started.contexts:
        context.close()


@pytest.fixture
def pictures() -> Path | None:
    """Where pictures are put: the folder that SCREENSHOTS names; None if nobody wants any."""
    name = os.environ.get("SCREENSHOTS")
    if not name:
        return None
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
