"""Real services for tests that ask for them, and the rule that nothing may be skipped in CI."""

import os
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest
from hypothesis import settings

from tests import long_run
from tests.examples import LONG, QUICK
from tests.services.chromium import Chromium, find_chromium
from tests.services.postgres import private_postgres
from tests.services.programs import MissingProgramError
from tests.services.redis import private_redis

pytest_plugins = ("tests.plugins.flaky", "tests.plugins.shares")

settings.load_profile(QUICK)

FORBID_SKIPS = os.environ.get("FORBID_SKIPS") == "1"


def _without(missing: MissingProgramError) -> NoReturn:
    """Skip for want of a program; fail where skips are forbidden."""
    if FORBID_SKIPS:
        raise pytest.fail.Exception(str(missing), pytrace=False) from None
    raise pytest.skip.Exception(str(missing)) from None


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The URL of an empty Redis of our own, which ends with the session."""
    try:
        with private_redis() as url:
            yield url
    except MissingProgramError as missing:
        _without(missing)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of an empty PostgreSQL database in a cluster of our own, gone with the session."""
    try:
        with private_postgres() as url:
            yield url
    except MissingProgramError as missing:
        _without(missing)


@pytest.fixture(scope="session")
def chromium() -> Chromium:
    """A Chromium for Playwright: launch(executable_path=chromium.path, args=[*chromium.args])."""
    try:
        return find_chromium()
    except MissingProgramError as missing:
        _without(missing)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--anew", action="store_true", help="all that takes long: leaks in whole games, more games"
    )
    parser.addoption("--note", action="store_true", help="write what came of it to long_run.json")


@pytest.fixture
def anew(request: pytest.FixtureRequest) -> bool:
    """Whether planted leaks are looked for as if nobody knew where they had been found."""
    return bool(request.config.getoption("--anew"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What takes minutes is left out, unless it is asked for: no skip, but a run by hand."""
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out and not config.getoption("--anew"):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_configure(config: pytest.Config) -> None:
    """Where Python is told to leave no bytecode behind, the many processes that tests start share a
    folder for it: compiling everything anew takes each of them a third of its start.
    """
    if config.getoption("--anew"):
        settings.load_profile(LONG)
    if sys.dont_write_bytecode and "PYTHONPYCACHEPREFIX" not in os.environ:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(config.rootpath / ".pytest_cache" / "bytecode")


def _skipped(config: pytest.Config) -> list[object]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return list(reporter.stats.get("skipped", [])) if reporter is not None else []


def _named(config: pytest.Config, *outcomes: str) -> list[str]:
    """The tests that ended so, by their ids."""
    stats: Any = getattr(config.pluginmanager.get_plugin("terminalreporter"), "stats", {})
    return [report.nodeid for outcome in outcomes for report in stats.get(outcome, ())]


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--note") and not hasattr(session.config, "workerinput"):
        failed = sorted(set(_named(session.config, "failed", "error")))
        long_run.note(_named(session.config, "passed"), failed)
    if FORBID_SKIPS and _skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if whole and (said := long_run.reminder()):
        terminalreporter.write_line(said, yellow=True)
    if FORBID_SKIPS and (skipped := _skipped(config)):
        terminalreporter.write_line(
            f"FORBID_SKIPS: {len(skipped)} skipped, which fails this session", red=True
        )
