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

from rules.kernel.view import Offer

T = TypeVar("T")

Form: TypeAlias = Mapping[str, Any]
Nouns: TypeAlias = dict[str, Any]

WEIGHTS: Mapping[str, float] = {
    "ask_take_back": 0.005,
    "agree": 0.5,
    "break_voluntarily": 0.03,
    "end_move": 0.3,
    "end_phase": 0.1,
    "end_turn": 0.4,
    "entropy": 0.1,
    "erase_mines": 0.1,
    "ask_breaks": 0.02,
    "never_break": 0.02,
    "pass_phase": 0.05,
    "record_mines": 3.0,
    "resign": 0.002,
    "stand_by": 0.2,
    "stand_down": 0.2,
    "unplace": 0.2,
}
"""How much a verb counts against the others, 1 if it is not named here."""

LAST: Final = frozenset({"resign"})
"""What ends a game: it counts as chosen as often as anything, however seldom it was."""


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
    """A command of one offer, None if it has no nouns to choose from. Raises KeyError for a form
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


def _units_to(rng: SupportsRandom, form: Form) -> Nouns | None:
    targets = sorted({place for places in form["units"].values() for place in places})
    if not targets:
        return None
    to = rng.choice(targets)
    able = [unit for unit, places in form["units"].items() if to in places]
    units = _some(rng, _one_group(rng, form, able))
    nouns: Nouns = {"units": units, "to": to}
    for flag in form.get("flags", ()):
        if one_in(rng, 2) and all(to in flag["units"].get(unit, ()) for unit in units):
            nouns[flag["name"]] = True
    return nouns


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
        if set(units) <= {*led, leader}
    ]
    return {"units": units, "director": rng.choice([None, *leaders]), "at": at}


def _unit(rng: SupportsRandom, form: Form) -> Nouns | None:
    return {"unit": rng.choice(sorted(form["units"]))} if form["units"] else None


def _unit_with(rng: SupportsRandom, form: Form) -> Nouns | None:
    pairs = [
        (unit, helper) for unit, helpers in form["units"].items() for helper in helpers or [""]
    ]
    if not pairs:
        return None
    unit, helper = rng.choice(sorted(pairs))
    return {"unit": unit, "leader": helper or None}


def _cc(rng: SupportsRandom, form: Form) -> Nouns | None:
    if not form["units"] or not form["targets"]:
        return None
    units, leaders = _some(rng, form["units"]), sorted(form.get("leaders", ()))
    targets = _some(rng, form["targets"])
    leader = rng.choice([None, *(leader for leader in leaders if leader in units)])
    return {"units": units, "targets": targets, "leader": leader}


def _choice(rng: SupportsRandom, form: Form) -> Nouns | None:
    return {"option": rng.choice(form["options"])["id"]} if form["options"] else None


def _place(rng: SupportsRandom, form: Form) -> Nouns | None:
    placed = form.get("placed", {})
    groups = [group for group in form["groups"] if group["pieces"] and group["area"]]
    waiting = [group for group in groups if set(group["pieces"]) - set(placed)]
    if not groups:
        return None
    group = rng.choice(waiting or groups)
    left = [piece for piece in group["pieces"] if piece not in placed]
    return {"pieces": _some(rng, left or group["pieces"]), "to": rng.choice(group["area"])}


def _unplace(rng: SupportsRandom, form: Form) -> Nouns | None:
    return {"pieces": _some(rng, form["pieces"])} if form["pieces"] else None


def _mines(rng: SupportsRandom, form: Form) -> Nouns | None:
    strengths = [strength for strength in form["strengths"] if strength <= form["left"]]
    hexes = [place for place in form["hexes"] if place not in form.get("why_not", {})]
    if not strengths or not hexes:
        return None
    return {"hex": rng.choice(hexes), "strength": rng.choice(strengths)}


def _erase_mines(rng: SupportsRandom, form: Form) -> Nouns | None:
    return {"hex": rng.choice(sorted(form["hexes"]))} if form["hexes"] else None


def _line(rng: SupportsRandom, form: Form) -> Nouns | None:
    letters = "abcdefghijklmnopqrstuvwxyz "
    return {"line": "".join(rng.choice(letters) for _ in range(min(12, form.get("max", 80))))}


FORMS: Mapping[str, Callable[[SupportsRandom, Form], Nouns | None]] = {
    "button": _button,
    "units_to": _units_to,
    "fire": _fire,
    "unit": _unit,
    "unit_with": _unit_with,
    "cc": _cc,
    "choice": _choice,
    "place": _place,
    "unplace": _unplace,
    "mines": _mines,
    "erase_mines": _erase_mines,
    "line": _line,
}
"""How the nouns of each form of offer are chosen; None if there is nothing to choose from."""
