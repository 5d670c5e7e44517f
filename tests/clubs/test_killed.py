"""A server that is killed in the midst of something has done it not at all; done again, it is done
once.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.games.serving import ROOT
from tests.services.migrated import migrated

NEW: dict[str, dict[str, int | str]] = {
    "draw": {"acts": 1, "changes": 1},
    "publish": {"drawn": -1, "locked": 1, "acts": 1, "changes": 1},
    "sit": {"games": 1, "seats": 2, "bulletins": 3, "changes": 1},
    "verdict": {"over": 1, "verdicts": 1, "acts": 1, "changes": 1, "bulletins": 3},
    "result": {"over": 1, "bulletins": 3},
    "finish": {"state": "over", "acts": 1, "changes": 1, "ratings": 4},
}
"""What each act adds when it is done."""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    file = Path(tmp_path_factory.mktemp("killed")) / "games.sqlite3"
    file.write_bytes(migrated())
    done = subprocess.run(
        [sys.executable, "-m", "tests.clubs.killed"],
        cwd=ROOT,
        env={**os.environ, "DEMO": "on", "DATABASE_URL": f"sqlite:///{file}", "REDIS_URL": ""},
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


def test_every_act_is_tried(report: dict[str, dict[str, Any]]) -> None:
    assert set(report) == set(NEW)


@pytest.mark.parametrize("name", NEW)
def test_a_kill_in_the_midst_loses_and_doubles_nothing(
    name: str, report: dict[str, dict[str, Any]]
) -> None:
    found = report[name]
    assert found["signal"] == signal.SIGKILL
    assert found["after"] == found["before"]
    expected = dict(found["before"])
    for what, more in NEW[name].items():
        expected[what] = more if isinstance(more, str) else expected[what] + more
    assert found["done"] == expected
