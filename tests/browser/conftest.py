"""One browser, one server, and what a failure tells."""

import os
import re
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from rules.mapmaking.warming import compile_ahead
from tests.browser.house import House, running_house
from tests.browser.witness import PATIENCE, Witness
from tests.services.chromium import Chromium

FAILED = Path("var") / "failed"
"""Where pictures of tests that failed are put."""

_WITNESS = pytest.StashKey[Witness]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_WITNESS] = Witness()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.config.stash[_WITNESS].begin()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: "pytest.CallInfo[None]"
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        name = re.sub(r"[^\w-]+", "-", item.nodeid.removeprefix("tests/browser/")).strip("-")
        folder = item.config.rootpath / FAILED / name
        report.sections += item.config.stash[_WITNESS].tells(folder)
    return report


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """LOS is compiled once, here: the servers find it done, and nobody at a table waits for it."""
    compile_ahead()


@pytest.fixture(scope="package")
def witness(pytestconfig: pytest.Config) -> Witness:
    return pytestconfig.stash[_WITNESS]


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory, witness: Witness) -> Iterator[House]:
    """The server in which every test has games of its own."""
    with running_house(tmp_path_factory.mktemp("house")) as house, witness.reading(house.log):
        yield house


@pytest.fixture(scope="package")
def started(chromium: Chromium, witness: Witness) -> Iterator[Browser]:
    """The browser, which ends with this folder: tests of others have event loops of their own."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path, args=[*chromium.args])
        with witness.watching(browser):
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
