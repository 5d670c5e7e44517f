"""Players who choose at random, from the offers alone.

`choose_command` picks a verb and then its nouns. It works on the form of an offer, as
`docs/wire.md` §5 lists them, and knows nothing of what the verbs mean: so it plays any scenario
of any ruleset. Verbs count alike however many nouns they have, those that end something count
less, and those chosen often before count less again; otherwise rare rules would never be reached.
"""

import re
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import msgspec

from rules.kernel.entropy import line_commitment
from rules.kernel.slots import SEVERAL, may_fill
from rules.kernel.view import Offer

T = TypeVar("T")

Form: TypeAlias = Mapping[str, Any]
Nouns: TypeAlias = dict[str, Any]

WEIGHTS: Mapping[str, float] = {
    "ask_take_back": 0.005,
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
    "ask_breaks": 0.02,
    "ask_rally": 0.02,
    "kindle": 0.02,
    "never_break": 0.02,
    "open_entropy": 3.0,
    "pass_phase": 0.05,
    "record_mines": 3.0,
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

LAST: Final = frozenset({"resign", "accept_draw"})
"""What ends a game: it counts as chosen as often as anything, however seldom it was."""


LINE: Final = "01" * 32
"""The line for the dice that such players have."""

_HEX = re.compile(r"([A-Z]+)(\d+)(?:/|$)")  # a hex in a Location, such as so1:E5/0


class SupportsRandom(Protocol):
    """A generator of chance, such as `random.Random`: the kernel has none of its own."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def choice(self, seq: Sequence[T], /) -> T:
        """One element."""

    def randrange(self, start: int, /) -> int:
        """A whole number from 0 up to `start`, without it."""

    def sample(self, population: Sequence[T], /, k: int) -> list[T]:
        """`k` different elements, in random order."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put a list into random order."""


def one_in(rng: SupportsRandom, times: int) -> bool:
    """True once in so many times."""
    return rng.randrange(times) == 0


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
    found = _HEX.search(at)
    if found is None:
        return 0, 0
    letters, row = found.groups()
    return (ord(letters[0]) - ord("A")) + 26 * (len(letters) - 1), int(row)


def fill(rng: SupportsRandom, form: Form) -> dict[str, Any] | None:
    """A command of one offer, or None if it has no nouns to choose from. Raises KeyError for a form
    that nobody has taught us.
    """
    nouns = FORMS[str(form["form"])](rng, form)
    return None if nouns is None else {"verb": form["verb"], **nouns}


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


def _some(rng: SupportsRandom, items: Iterable[str]) -> list[str]:
    """One, all, or any number of them: each of the three often enough to matter."""
    pool = sorted(items)
    size = rng.choice((1, len(pool), 1 + rng.randrange(len(pool))))
    return sorted(rng.sample(pool, k=size))


def _button(rng: SupportsRandom, form: Form) -> Nouns | None:
    return {}


def _slots(rng: SupportsRandom, form: Form) -> Nouns | None:
    """Whatever the kinds of the slots allow, one after the other."""
    nouns: Nouns = {}
    for slot in form["slots"]:
        values = may_fill(slot, nouns)
        if not values:
            return None
        some = [one for one in values if one is not None]
        several = slot["kind"] in SEVERAL and some
        nouns[slot["name"]] = _some(rng, some) if several else rng.choice(values)
    return {name: value for name, value in nouns.items() if value is not None}


def _units_to(rng: SupportsRandom, form: Form) -> Nouns | None:
    targets = sorted({place for places in form["units"].values() for place in places})
    if not targets:
        return None
    to = rng.choice(targets)
    able = [unit for unit, places in form["units"].items() if to in places]
    units = _some(rng, _one_group(rng, form, able))
    units = sorted({*units, *_needed(rng, form, units, to)})
    nouns: Nouns = {"units": units, "to": to}
    for flag in form.get("flags", ()):
        if one_in(rng, 2) and all(to in flag["units"].get(unit, ()) for unit in units):
            nouns[flag["name"]] = flag.get("value", True)
    return nouns


def _needed(rng: SupportsRandom, form: Form, units: Sequence[str], to: str) -> Iterable[str]:
    """Somebody for each who cannot go there without one."""
    for unit in units:
        others = form.get("needs", {}).get(unit, {}).get(to, ())
        if others and not set(others) & set(units):
            yield rng.choice(sorted(others))


def _one_group(rng: SupportsRandom, form: Form, able: Sequence[str]) -> Sequence[str]:
    """Those that may go together: units of one Location have the same choice of others."""
    if not form.get("together"):
        return able
    first = rng.choice(sorted(able))
    return [unit for unit in able if set(form["units"][unit]) == set(form["units"][first])]


def _fire(rng: SupportsRandom, form: Form) -> Nouns | None:
    targets = sorted({place for places in form["units"].values() for place in places})
    if not targets:
        return None
    at = rng.choice(targets)
    units = _some(rng, (unit for unit, places in form["units"].items() if at in places))
    leaders = [
        leader
        for leader, led in sorted(form.get("directors", {}).items())
        if leader not in units and set(units) <= set(led)
    ]
    nouns: Nouns = {"units": units, "at": at}
    if leaders and not one_in(rng, 1 + len(leaders)):
        nouns["directors"] = [rng.choice(leaders)]
    guns = [gun for unit in units for gun in form.get("weapons", {}).get(unit, ())]
    if guns and one_in(rng, 3):
        nouns["weapons"] = _some(rng, guns)
        nouns["weapons_only"] = one_in(rng, 2)
    beside = [set(form.get("sprays", {}).get(unit, ())) - {at} for unit in units]
    both = sorted(set.intersection(*beside)) if beside else []
    if both and one_in(rng, 4):
        nouns["also"] = rng.choice(both)
    ends = sorted({end for unit in units for end in form.get("lanes", {}).get(unit, ())})
    if ends and one_in(rng, 3):
        nouns["lane"] = rng.choice(ends)
    return nouns


def _cc(rng: SupportsRandom, form: Form) -> Nouns | None:
    if not form["units"] or not form["targets"]:
        return None
    units, leaders = _some(rng, form["units"]), sorted(form.get("leaders", ()))
    targets = _some(rng, form["targets"])
    leader = rng.choice([None, *(leader for leader in leaders if leader in units)])
    return {"units": units, "targets": targets, "leader": leader}


def _place(rng: SupportsRandom, form: Form) -> Nouns | None:
    placed = form.get("placed", {})
    groups = [group for group in form["groups"] if group["pieces"] and group["area"]]
    waiting = [group for group in groups if set(group["pieces"]) - set(placed)]
    if not groups:
        return None
    group = rng.choice(waiting or groups)
    left = [piece for piece in group["pieces"] if piece not in placed]
    return {"pieces": _some(rng, left or group["pieces"]), "to": rng.choice(group["area"])}


def _mines(rng: SupportsRandom, form: Form) -> Nouns | None:
    strengths = [strength for strength in form["strengths"] if strength <= form["left"]]
    hexes = [place for place in form["hexes"] if place not in form.get("why_not", {})]
    if not strengths or not hexes:
        return None
    return {"hex": rng.choice(hexes), "strength": rng.choice(strengths)}


def _commit(rng: SupportsRandom, form: Form) -> Nouns | None:
    return {"commitment": line_commitment(LINE)}


def _opening(rng: SupportsRandom, form: Form) -> Nouns | None:
    return {"line": LINE} if form["commitment"] == line_commitment(LINE) else None


FORMS: Mapping[str, Callable[[SupportsRandom, Form], Nouns | None]] = {
    "button": _button,
    "slots": _slots,
    "units_to": _units_to,
    "fire": _fire,
    "cc": _cc,
    "place": _place,
    "mines": _mines,
    "commit": _commit,
    "opening": _opening,
}
"""How the nouns of each form of offer are chosen, or None if there is nothing to choose from."""
