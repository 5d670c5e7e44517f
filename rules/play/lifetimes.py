"""Marks on counters go when their time is over: each field says how long it lasts (`lasting`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.forces.entities import Clock
from rules.forces.lasting import Whose, ending, marks_of, unmarked
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed
from rules.forces.seen import Cover
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.play.faces import KINDS
from rules.position.asl_table import AslTable

MARKED = tuple(kind for kind in KINDS if kind is not Cover and marks_of(kind))
"""Every kind with such marks; a "?" has those of what is under it."""


def lift_marks(table: AslTable, phase: Phase) -> None:
    """Take off what lasts no longer than to the end of that phase."""
    for kind in MARKED:
        going = ending(kind, phase)
        for counter in table.truth.view.all(kind) if going else ():
            _lift(table, counter, going)


def _lift(table: AslTable, counter: Any, going: Mapping[str, frozenset[Whose]]) -> None:
    side = table.truth.possessing(counter) if isinstance(counter, Weapon) else counter.side
    gone = dict(_marked(counter, side, going, table.clock))
    if not gone:
        return
    if isinstance(counter, Sealed):
        table.put(counter, **gone)
    else:
        table.world.change(counter, **gone)


def _marked(
    counter: Entity, side: Side, going: Mapping[str, frozenset[Whose]], clock: Clock
) -> Iterator[tuple[str, Any]]:
    """The marks that go, each with the value that its field began with."""
    own = Whose.ATTACKER if side is clock.phasing else Whose.DEFENDER
    begun = unmarked(type(counter))
    for name, whose in going.items():
        without = begun[name]
        if whose & {Whose.ANYBODY, own} and getattr(counter, name) != without:
            yield name, without
