"""The odds of a Rally attempt, exact: in how many of the 36 rolls a unit rallies, stays broken, or
meets its Fate (docs/wire.md §6).

Computed from what its side knows; nothing is rolled and nothing changes.
"""

from collections import Counter
from itertools import product
from typing import Any

from rules.chapters.morale.a10_check import judge
from rules.chapters.morale.a10_rally import rally_check
from rules.kernel.audience import Audience
from rules.kernel.dice import Roll
from rules.play.rallying.rally import Rally
from rules.position.knowledge import Knowledge
from rules.position.position import name

_BEST_FIRST = ("rallies", "stays broken", "Fate")


def rally_odds_card(position: Knowledge, command: Rally) -> dict[str, Any]:
    """The card of one attempt that is not refused."""
    unit = position.unit(command.unit)
    leader = None if command.leader is None else position.unit(command.leader)
    check = rally_check(position, unit, leader)
    rolls = (_roll(pair) for pair in product(range(1, 7), repeat=2))
    outcomes = [judge(position, check, roll) for roll in rolls]
    counts = Counter(outcome.words for outcome in outcomes)
    return {
        "at": unit.at,
        "fp": "",
        "column": "",
        "what": f"{name(unit)} rallies",
        "level": outcomes[0].level,
        "drm": list(check.mods),
        "total": sum(mod.value for mod in check.mods),
        "chances": [{"result": said, "n": counts[said]} for said in _BEST_FIRST if counts[said]],
        "firers": [],
        "note": "",
    }


def _roll(pair: tuple[int, ...]) -> Roll:
    return Roll(audience=Audience.PUBLIC, n=0, dice=pair, purpose="")
