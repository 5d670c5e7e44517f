"""A real server with one game of the skirmish, whose first dice are known."""

import itertools
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.kernel.audience import Audience
from rules.kernel.dice import audience_seed, roll_dice
from tests.browser.table import hex_id
from tests.games.serving import ROOT, Served, demo_server, hear, say

SCENARIO = "skirmish"
PROGRAM = "tests.browser.own_scenarios"
OWN = ROOT / "tests" / "browser"
"""Where scenarios that only tests play have folders of their own name."""
GERMANS = {
    "ger-467-a": "X2",
    "ger-467-b": "X2",
    "ger-467-c": "W3",
    "ger-467-d": "V2",
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
    program: str = PROGRAM

    def kill(self) -> None:
        """End the server at once, as a power cut would."""
        self.served.process.kill()
        self.served.process.wait()

    def start_again(self) -> None:
        """On the same port, so that pages that were open find it."""
        own = _own(self.scenario)
        program = ("-m", self.program, *own) if own else ("manage.py",)
        server = demo_server(self.folder, self.scenario, self.served.port, program)
        self.served = self._stack.enter_context(server)

    def send(self, who: str, **command: Any) -> dict[str, Any]:
        """Send one command over a stream of our own, without a browser; give its answer."""
        with self.served.open(who) as stream:
            say(stream, t="hello", have=None)
            seen = hear(stream, "doc")["n"]
            say(stream, t="do", ref="1", seen=seen, cmd=command)
            return hear(stream, "ok", "no")

    def faces(self, who: str) -> list[dict[str, Any]]:
        """The faces that somebody sees now."""
        with self.served.open(who) as stream:
            say(stream, t="hello", have=None)
            faces: list[dict[str, Any]] = hear(stream, "doc")["faces"]
            return faces

    def set_up_both(self, russians: dict[str, str], *, mines: str, rally: bool = False) -> None:
        """Set up without a browser: these counters, all factors in one hex, and the Germans as
        usual. The first RPh, in which they may only Deploy, is done with unless it is wanted.
        """
        self.send("b", verb="record_mines", hex=hex_id(mines), strength=12)
        for who, places in (("b", russians), ("a", GERMANS)):
            for piece, name in places.items():
                self.send(who, verb="place", pieces=[piece], to=f"{hex_id(name)}/0")
            assert self.send(who, verb="seal_setup")["t"] == "ok"
        if not rally:
            self.rally_nobody()

    def rally_nobody(self) -> None:
        """Be done with the RPh, if it has begun."""
        for who in "ab":
            self.send(who, verb="end_phase")


@contextmanager
def running_site(
    folder: Path,
    *totals: int | tuple[int, ...],
    entropy: str = "|",
    scenario: str = SCENARIO,
    program: str = PROGRAM,
) -> Iterator[Site]:
    """A server with one game; its first public rolls will be these (`master_rolling`), where the
    players' lines come to `entropy`. A scenario of tests is served by `program`.
    """
    master = master_rolling(*totals, entropy=entropy)
    seeded = ("-m", "tests.browser.seeded_demo", program, scenario, master.hex(), *_own(scenario))
    with ExitStack() as stack:
        served = stack.enter_context(demo_server(folder, scenario, program=seeded))
        yield Site(folder, served, stack, scenario, program)


def _own(scenario: str) -> tuple[str, ...]:
    """The folder of a scenario that only tests play."""
    return (str(OWN / scenario),) if (OWN / scenario).is_dir() else ()


def master_rolling(*totals: int | tuple[int, ...], entropy: str) -> bytes:
    """A master seed that gives these totals first, found by trying: those of two dice, or dice as
    they come; none are any.
    """
    for number in itertools.count():
        master = number.to_bytes(32, "big")
        seed = audience_seed(master, Audience.PUBLIC)
        if all(_comes_up(seed, n, wanted, entropy) for n, wanted in enumerate(totals, start=1)):
            return master
    raise AssertionError("unreachable")


def _comes_up(seed: bytes, n: int, wanted: int | tuple[int, ...], entropy: str) -> bool:
    if isinstance(wanted, int):
        return sum(roll_dice(seed, n, 2, entropy)) == wanted
    return roll_dice(seed, n, len(wanted), entropy) == wanted
