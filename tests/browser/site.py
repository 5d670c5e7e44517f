"""A game in the browser tests' server whose first dice are known, and who sits at it."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.kernel.audience import Audience
from rules.kernel.dice import audience_seed, roll_dice
from tests.browser import acts
from tests.browser.house import House
from tests.browser.table import hex_id
from tests.games.serving import Served

SCENARIO = "skirmish"
GERMANS = {
    "ger-467-a": "X2",
    "ger-467-b": "X2",
    "ger-467-c": "W3",
    "ger-467-d": "V2",
    "ger-8-1-a": "X2",
    "ger-lmg-a": "X2",
}


@dataclass(frozen=True)
class Site:
    """A game, and the server in which it is played."""

    house: House
    game: str
    served: Served

    def send(self, who: str, **command: Any) -> dict[str, Any]:
        """Have a side's command carried out, without a browser; give the answer to it."""
        (answer,) = self.send_all((who, command))
        return answer

    def send_all(self, *commands: tuple[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The same of many, one after the other."""
        return self.house.do(acts.play_all, self.game, commands)

    def faces(self, who: str) -> list[dict[str, Any]]:
        """The faces that somebody sees now."""
        return self.house.do(acts.faces, self.game, who)

    def set_up_both(self, russians: dict[str, str], *, mines: str, rally: bool = False) -> None:
        """Set up without a browser: these counters, all factors in one hex, and the Germans as
        usual. The first RPh, in which they may only Deploy, is done with unless it is wanted.
        """
        commands: list[tuple[str, Mapping[str, Any]]] = []
        commands.append(("b", {"verb": "record_mines", "hex": hex_id(mines), "strength": 12}))
        for who, places in (("b", russians), ("a", GERMANS)):
            for piece, name in places.items():
                to = f"{hex_id(name)}/0"
                commands.append((who, {"verb": "place", "pieces": [piece], "to": to}))
            commands.append((who, {"verb": "seal_setup"}))
        answers = self.send_all(*commands)
        sealed = [n for n, (_, one) in enumerate(commands) if one["verb"] == "seal_setup"]
        assert [answers[n]["t"] for n in sealed] == ["ok", "ok"]
        if not rally:
            self.rally_nobody()

    def rally_nobody(self) -> None:
        """Be done with the RPh, if it has begun."""
        self.send_all(*((who, {"verb": "end_phase"}) for who in "ab"))


def new_site(
    house: House,
    *totals: int | tuple[int, ...],
    entropy: str = "|",
    scenario: str = SCENARIO,
) -> Site:
    """A new game; its first public rolls will be these (`master_rolling`), where the players' lines
    come to `entropy`.
    """
    paths = house.do(acts.make_game, scenario, master_rolling(*totals, entropy=entropy).hex())
    streams = {
        who: house.site.replace("http", "ws", 1) + path.replace("/g/", "/ws/g/")
        for who, path in paths.items()
    }
    return Site(house, paths["public"].split("/")[2], Served(house.process, house.site, streams))


@cache
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
