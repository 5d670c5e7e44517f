"""The forms of offers (docs/wire.md §5), and how a command is made of each by chance.

It works on the form of an offer alone and knows nothing of what the verbs mean: so it fills any
offer of any ruleset.
"""

import re
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from rules.kernel.entropy import line_commitment
from rules.kernel.slots import SEVERAL, may_fill

T = TypeVar("T")

Form: TypeAlias = Mapping[str, Any]
Nouns: TypeAlias = dict[str, Any]

LINE: Final = "01" * 32
"""The line for the dice that such players have."""

HEX_OF = re.compile(r"([A-Z]+)(\d+)(?:/|$)")  # a hex in a Location, such as so1:E5/0


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


def fill(rng: SupportsRandom, form: Form) -> dict[str, Any] | None:
    """A command of one offer, or None if it has no nouns to choose from. Raises KeyError for a form
    that nobody has taught us.
    """
    nouns = FORMS[str(form["form"])](rng, form)
    return None if nouns is None else {"verb": form["verb"], **nouns}


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
    if form.get("planned") and one_in(rng, 4):
        nouns["then"] = further(rng, {"verb": form["verb"], **nouns}, form["planned"])
    return nouns


def further(rng: SupportsRandom, step: Nouns, stop: str) -> list[Nouns]:
    """The commands by which units go on by themselves after a step, up or down their column as far
    as the names of hexes tell; the verb `stop` may end them.
    """
    to = step["to"]
    found = HEX_OF.search(to)
    if found is None:
        return []
    row, by = int(found[2]), rng.choice((-1, 1))
    rows = [row + by * step for step in range(1, 2 + rng.randrange(3))]
    before, after = to[: found.start(2)], to[found.end(2) :]
    on = [f"{before}{one}{after}" for one in rows if one > 0]
    steps = [{"verb": step["verb"], "units": step["units"], "to": there} for there in on]
    return [*steps, {"verb": stop}] if one_in(rng, 2) else steps


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
