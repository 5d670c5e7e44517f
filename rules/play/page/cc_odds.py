"""The odds of a CC attack before it is declared, exact: the chance of every result over the 36 dice
(docs/wire.md §6).

Computed from what the attacking side knows; nothing is rolled and nothing changes.
"""

from collections import Counter
from itertools import product
from typing import Any

from rules.chapters.close_combat.a11_close_combat import (
    Effect,
    Fight,
    Scales,
    declare,
    effect,
    weigh,
)
from rules.chapters.fire.a07_resolution import mixed
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.play.combat.cc_questions import CcAttack
from rules.position.concealed_fighters import fighter, shown_ids
from rules.position.knowledge import Knowledge
from rules.position.position import name

_SAID = {
    Effect.ELIMINATED: "Elim",
    Effect.CAPTURED: "captured",
    Effect.PARTIAL: "CR",
    Effect.ONE_CAPTURED: "one captured",
    Effect.NONE: "none",
}


def cc_odds_card(position: Knowledge, fight: Fight, command: CcAttack) -> dict[str, Any]:
    """The card of one attack; of several targets, of the one that it is likeliest to hurt (A.5)."""
    leader = None if command.leader is None else shown_ids(position, (command.leader,))[0]
    units = shown_ids(position, command.units)
    attack = declare(position, fight, units, command.targets, leader, captures=command.captures)
    scales = weigh(position, fight, attack)
    if scales is None:
        raise Refused("A11.11", "Without FP there is no attack.")
    totals = {id_: sum(mod.value for mod in mods) for id_, mods in scales.ledgers.items()}
    target = min(totals, key=lambda id_: totals[id_])
    alike = len(set(totals.values())) == 1
    fighters = (fighter(position, one) for one in attack.units)
    return {
        "at": fight.at,
        "fp": mixed(scales.fp),
        "against": str(scales.defence),
        "column": scales.odds.label,
        "kill": scales.odds.kill,
        "drm": list(scales.ledgers[target]),
        "total": totals[target],
        "chances": _chances(scales, target),
        "firers": [
            {"unit": u.id, "text": f"{name(u)}: {mixed(attack.fp[u.id])} FP", "rule": "A11.11"}
            for u in fighters
        ],
        "note": "" if alike else f"against the {name(fighter(position, target))}",
    }


def _chances(scales: Scales, target: ShownId) -> list[dict[str, Any]]:
    """How many of the 36 rolls give each result, the worst for the target first."""
    dice = product(range(1, 7), repeat=2)
    counts = Counter(effect(scales, target, sum(pair)) for pair in dice)
    return [{"result": _SAID[what], "n": counts[what]} for what in Effect if counts[what]]
