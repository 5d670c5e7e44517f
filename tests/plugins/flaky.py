"""A browser test that fails is run once more, by itself, when all others are done.

If it passes then, it is flaky: the run is green, and the test is listed in the summary and in
`var/flaky.log`, with its first trace. More than `MOST_FLAKY` in a run make it red all the same. All
other tests are run once.
"""

import os
import subprocess
import sys
from collections.abc import Container
from datetime import UTC, datetime
from pathlib import Path

import pytest

MOST_FLAKY = 3
MOST_AGAIN = 10
"""More failures than these are no accidents: none of them is run again."""
AGAIN = "TESTS_RUN_AGAIN"
"""The environment variable by which a test knows that it is run once more."""
LOG = Path("var/flaky.log")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Run the failures again, where that may turn the run green."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or AGAIN in os.environ or hasattr(session.config, "workerinput"):
        return
    failures = _failures(reporter)
    if len(failures) > MOST_AGAIN:
        return
    root = session.config.rootpath
    flaky = [test for test in failures if _passes(test, root)]
    for test in flaky:
        _move(reporter, test)
    if flaky:
        _note(root / LOG, reporter.stats["flaky"])
    if session.exitstatus == pytest.ExitCode.TESTS_FAILED and _is_green(reporter):
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List who was flaky, with the first trace of each."""
    reports = terminalreporter.stats.get("flaky", [])
    if not reports:
        return
    terminalreporter.section(f"flaky, of which {MOST_FLAKY} are borne", yellow=True)
    for report in reports:
        terminalreporter.write_line(_told(report))


def _failures(reporter: pytest.TerminalReporter) -> list[str]:
    """The node ids of the browser tests that failed, in a setup or an end too."""
    reports = [*reporter.stats.get("failed", []), *reporter.stats.get("error", [])]
    return list(dict.fromkeys(one.nodeid for one in reports if "browser" in _keywords(one)))


def _keywords(report: pytest.TestReport | pytest.CollectReport) -> Container[str]:
    """None has a file that could not be collected."""
    return getattr(report, "keywords", ())


def _passes(test: str, root: Path) -> bool:
    command = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", test]
    again = subprocess.run(  # noqa: S603 - our own tests
        command,
        cwd=root,
        env={**os.environ, AGAIN: "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return again.returncode == pytest.ExitCode.OK


def _move(reporter: pytest.TerminalReporter, test: str) -> None:
    """What was told of it as a failure is told of it as flaky."""
    moved = []
    for kind in ("failed", "error"):
        reports = reporter.stats.pop(kind, [])
        moved += [one for one in reports if one.nodeid == test]
        if others := [one for one in reports if one.nodeid != test]:
            reporter.stats[kind] = others
    reporter.stats.setdefault("flaky", []).append(moved[0])


def _is_green(reporter: pytest.TerminalReporter) -> bool:
    stats = reporter.stats
    return (
        not stats.get("failed")
        and not stats.get("error")
        and len(stats.get("flaky", [])) <= MOST_FLAKY
    )


def _note(log: Path, reports: list[pytest.TestReport]) -> None:
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8") as file:
        for report in reports:
            file.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M} {_told(report)}\n")


def _told(report: pytest.TestReport) -> str:
    kept = "\n".join(f"-- {title} --\n{text}" for title, text in report.sections)
    return f"{report.nodeid} ({report.when})\n{report.longreprtext}\n{kept}"
