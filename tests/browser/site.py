"""A real server with one game of the skirmish, whose first dice are known."""

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.kernel.audience import Audience
from rules.kernel.dice import audience_seed, roll_dice
from tests.browser.table import hex_id
from tests.games.serving import ROOT, Served, demo_server, hear, say

SCENARIO = "skirmish"
OWN = ROOT / "tests" / "browser"
"""Where scenarios that only tests play have folders of their own name."""
GERMANS = {
    "ger-467-a": "X2",
    "ger-467-b": "X2",
    "ger-467-c": "W3",
    "ger-8-1-a": "X2",
    "ger-lmg-a": "X2",
}


@dataclass
class Site:
    """The server now running; it may be killed and started again from the same database."""

    folder: Path
    served: Served
    _stack: ExitStack
    scenario: str = SCENARIO

    def kill(self) -> None:
        """End the server at once, as a power cut would."""
        self.served.process.kill()
        self.served.process.wait()

    def start_again(self) -> None:
        """On the same port, so that pages that were open find it."""
        server = _server(self.folder, self.scenario, self.served.port)
        self.served = self._stack.enter_context(server)

    def send(self, who: str, **command: Any) -> dict[str, Any]:
        """Send one command over a stream of our own, without a browser; give its answer."""
        with self.served.open(who) as stream:
            say(stream, t="hello", have=None)
            seen = hear(stream, "doc")["n"]
            say(stream, t="do", ref="1", seen=seen, cmd=command)
            return hear(stream, "ok", "no")

    def set_up_both(self, russians: dict[str, str], *, mines: str) -> None:
        """Set up without a browser: these counters, all factors in one hex, and the Germans as
        usual.
        """
        self.send("b", verb="record_mines", hex=hex_id(mines), strength=12)
        for who, places in (("b", russians), ("a", GERMANS)):
            for piece, name in places.items():
                self.send(who, verb="place", pieces=[piece], to=f"{hex_id(name)}/0")
            assert self.send(who, verb="seal_setup")["t"] == "ok"


@contextmanager
def running_site(
    folder: Path, *totals: int, entropy: str = "|", scenario: str = SCENARIO
) -> Iterator[Site]:
    """A server with one game; its first public DRs will have these totals."""
    master = master_rolling(*totals, entropy=entropy)
    database = f"sqlite:///{folder}/games.sqlite3"
    subprocess.run(  # noqa: S603 - our own command
        [
            sys.executable,
            "-m",
            "tests.browser.seeded_demo",
            scenario,
            master.hex(),
            *_own(scenario),
        ],
        cwd=ROOT,
        env={**os.environ, "DEMO": "on", "DATABASE_URL": database},
        check=True,
    )
    with ExitStack() as stack:
        yield Site(folder, stack.enter_context(_server(folder, scenario)), stack, scenario)


def _own(scenario: str) -> tuple[str, ...]:
    """The folder of a scenario that only tests play."""
    return (str(OWN / scenario),) if (OWN / scenario).is_dir() else ()


def _server(folder: Path, scenario: str, port: int | None = None) -> AbstractContextManager[Served]:
    own = _own(scenario)
    program = ("-m", "tests.browser.own_scenarios", *own) if own else ("manage.py",)
    return demo_server(folder, scenario, port, program)


def master_rolling(*totals: int, entropy: str) -> bytes:
    """A master seed that gives these totals first, found by trying."""
    for number in itertools.count():
        master = number.to_bytes(32, "big")
        seed = audience_seed(master, Audience.PUBLIC)
        if all(sum(roll_dice(seed, n, 2, entropy)) == t for n, t in enumerate(totals, start=1)):
            return master
    raise AssertionError("unreachable")
