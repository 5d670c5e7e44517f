"""What becomes of a browser test that fails once, and of all others."""

import os
import re
from pathlib import Path

import pytest

pytest_plugins = ("pytester",)

ONCE = """
import os, pathlib, pytest
pytestmark = pytest.mark.{mark}

@pytest.mark.parametrize("name", {names})
def test_fails_at_first(name):
    seen = pathlib.Path(name)
    if not seen.exists():
        seen.touch()
        raise AssertionError("the first trace of " + name)
"""
ALWAYS = """
import pytest
pytestmark = pytest.mark.browser

def test_fails():
    raise AssertionError("as always")
"""


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder of tests with the plugin and no other, as a run of its own."""
    root = Path(__file__).resolve().parent.parent.parent
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", os.fspath(root))
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p tests.plugins.flaky")
    pytester.makeini("[pytest]\nmarkers = browser: drives a browser\n unit: does not")
    return pytester


def test_a_browser_test_that_passes_alone_is_flaky_and_the_run_green(run: pytest.Pytester) -> None:
    run.makepyfile(ONCE.format(mark="browser", names=["a"]))
    result = run.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*flaky, of which 3 are borne*", "*the first trace of a*"])
    assert re.search(r"= 1 flaky in", result.stdout.str())
    assert "the first trace of a" in (run.path / "var/flaky.log").read_text()


def test_what_fails_alone_too_has_failed(run: pytest.Pytester) -> None:
    run.makepyfile(ALWAYS)
    result = run.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(failed=1)
    assert not (run.path / "var/flaky.log").exists()


def test_only_browser_tests_are_run_again(run: pytest.Pytester) -> None:
    run.makepyfile(ONCE.format(mark="unit", names=["a"]))
    result = run.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(failed=1)


def test_more_than_three_flaky_make_a_run_red(run: pytest.Pytester) -> None:
    run.makepyfile(ONCE.format(mark="browser", names=["a", "b", "c", "d"]))
    result = run.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert re.search(r"= 4 flaky in", result.stdout.str())


def test_an_error_in_the_setup_counts_too(run: pytest.Pytester) -> None:
    run.makepyfile(
        """
        import pathlib, pytest

        @pytest.fixture
        def site():
            if not pathlib.Path("seen").exists():
                pathlib.Path("seen").touch()
                raise AssertionError("no server")

        @pytest.mark.browser
        def test_needs_it(site):
            pass
        """
    )
    result = run.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*test_needs_it (setup)*", "*no server*"])
