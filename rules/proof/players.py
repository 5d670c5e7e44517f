"""Players who choose at random, from the offers alone.

`choose_command` picks a verb and then its nouns (`rules/opponent/forms.py`), and knows nothing of
what they mean: so it plays any scenario of any ruleset. Verbs count alike however many nouns they
have, those that end something count less, and those chosen often before count less again; otherwise
rare rules would never be reached.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from rules.kernel.view import Offer
from rules.opponent.forms import (
    FORMS,
    HEX_OF,
    LINE,
    Form,
    Nouns,
    SupportsRandom,
    fill,
    further,
    one_in,
)

__all__ = [
    "FORMS",
    "LINE",
    "Form",
    "Nouns",
    "NothingOffered",
    "SupportsRandom",
    "choose_command",
    "fill",
    "further",
    "one_in",
    "straight_to",
]

WEIGHTS: Mapping[str, float] = {
    "ask_take_back": 0.005,
    "take_back_freely": 0.1,
    "agree": 0.5,
    "break_voluntarily": 0.03,
    "claim_wa": 0.05,
    "commit_entropy": 0.1,
    "decline_entropy": 0.1,
    "disable": 0.02,
    "dismantle": 0.1,
    "double_time": 0.2,
    "drop": 0.1,
    "end_move": 0.3,
    "end_phase": 0.1,
    "end_turn": 0.4,
    "exit": 0.03,
    "forfeit_wa": 0.05,
    "erase_mines": 0.1,
    "ask_again": 0.05,
    "ask_rally": 0.02,
    "kindle": 0.02,
    "never_break": 0.02,
    "open_entropy": 3.0,
    "order_fire": 0.02,
    "order_idle": 0.02,
    "pass_phase": 0.05,
    "record_mines": 3.0,
    "refuse_request": 0.1,
    "resign": 0.002,
    "skip_rally": 0.02,
    "accept_draw": 0.01,
    "offer_draw": 0.002,
    "opportunity_fire": 0.2,
    "stand_by": 0.2,
    "stand_down": 0.2,
    "unplace": 0.2,
}
"""How much a verb counts against the others, 1 if it is not named here."""

ASIDE: Final = frozenset(
    {"ask_again", "ask_rally", "offer_draw", "order_fire", "order_idle", "withdraw_draw"}
)
"""What a side may say at any time, besides what it is asked: no action of a game."""

LAST: Final = frozenset({"resign", "accept_draw"})
"""What ends a game: it counts as chosen as often as anything, however seldom it was."""


class NothingOffered(LookupError):
    """No offer has nouns left to choose from."""


def choose_command(
    rng: SupportsRandom, offers: Sequence[Offer | Form], used: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """A command that the offers allow, as the browser would send it.

    `used` says how often each verb was chosen before. Raises NothingOffered.
    """
    forms: list[Form] = [msgspec.to_builtins(offer) for offer in offers]
    by_verb: dict[str, list[Form]] = {}
    for form in forms:
        by_verb.setdefault(str(form["verb"]), []).append(form)
    while by_verb:
        verb = _weighted(rng, {name: _weight(name, used or {}) for name in sorted(by_verb)})
        form = rng.choice(by_verb.pop(verb))
        command = fill(rng, form)
        if command is not None:
            return command
    raise NothingOffered("no offer has nouns to choose from")


def straight_to(forms: Sequence[Form], goal: str) -> list[Form]:
    """The same offers, but units may only go where they are nearest to a goal, as far as the names
    of hexes tell: for players who want to meet the enemy.
    """
    return [_nearest(form, goal) if form["form"] == "units_to" else form for form in forms]


def _nearest(form: Form, goal: str) -> Form:
    units = {
        unit: {near: places[near]}
        for unit, places in form["units"].items()
        if places
        for near in [min(places, key=lambda at: (_apart(at, goal), at))]
    }
    return {**form, "units": units}


def _apart(one: str, two: str) -> int:
    """How far two Locations are from each other, roughly: by columns and rows."""
    (column, row), (other, to) = _grid(one), _grid(two)
    return max(abs(column - other), abs(row - to))


def _grid(at: str) -> tuple[int, int]:
    found = HEX_OF.search(at)
    if found is None:
        return 0, 0
    letters, row = found.groups()
    return (ord(letters[0]) - ord("A")) + 26 * (len(letters) - 1), int(row)


def _weight(verb: str, used: Mapping[str, int]) -> float:
    often = max(used.values(), default=0) if verb in LAST else used.get(verb, 0)
    return float(WEIGHTS.get(verb, 1.0) / (1 + often) ** 0.5)


def _weighted(rng: SupportsRandom, weights: Mapping[str, float]) -> str:
    mark = rng.random() * sum(weights.values())
    for name, weight in weights.items():
        mark -= weight
        if mark < 0:
            return name
    return list(weights)[-1]
