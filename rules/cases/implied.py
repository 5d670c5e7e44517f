"""What the line of a unit says of more than that unit: the "?" that it is under, if it is only said
to be concealed, and the Encirclement of its Location.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.cases.counters import Counter
from rules.cases.words import CONCEALED, Names, Said
from rules.chapters.fire.a07_encircled import ring_id
from rules.forces.entities import Encirclement
from rules.forces.lookup import unit_type
from rules.kernel.ids import ShownId
from rules.position.position import HIDDEN

Units = Mapping[str, Said]


def with_covers(units: Units, names: Names, others: Iterable[ShownId]) -> dict[str, Said]:
    """The same units, with a "?" for each side that is concealed in a Location: one that neither
    they nor `others` name. Who lies below the top of a stack is kept as the hidden are.
    """
    named = {*others, *(said.fields.get("under") for said in units.values())}
    taken = [int(one[1:]) for one in named if one is not None and re.fullmatch(r"c\d+", one)]
    free = (ShownId(f"c{n}") for n in range(max(taken, default=0) + 1, 10_000))
    covers: dict[tuple[object, object], ShownId] = {}
    found = {}
    for name, said in units.items():
        where = (names.sides[name], said.fields["at"])
        found[name] = said
        if said.fields.get("under") == CONCEALED:
            if where not in covers:
                covers[where] = next(free)
            found[name] = replace(said, fields={**said.fields, "under": covers[where]})
        elif said.fields.get("below_top"):
            found[name] = replace(said, fields={**said.fields, "under": HIDDEN})
    return found


def wounded_sides(units: Units) -> dict[str, Said]:
    """A15.2: the units, of whom a wounded hero is the other side of his counter."""
    found = dict(units)
    for name, said in units.items():
        hurt = unit_type(said.fields["type"]).hurt
        if said.fields.get("wounded") and hurt is not None:
            found[name] = replace(said, fields={**said.fields, "type": hurt})
    return found


def rings(units: Units, names: Names) -> Iterator[Counter]:
    """A7.7: the Encirclements of those who are said to be encircled."""
    found = {}
    for name, said in units.items():
        if said.fields.get("encircled"):
            at, side = said.fields["at"], names.sides[name]
            found[at] = Counter(Encirclement, ring_id(at), {"at": at, "side": side})
    yield from found.values()


def themselves(units: Units) -> dict[str, Said]:
    """The units with what is so of nobody but them."""
    return {
        name: replace(said, fields={k: v for k, v in said.fields.items() if k != "encircled"})
        for name, said in units.items()
    }
