"""Marks on counters go when their time is over: each field says how long it lasts (`lasting`)."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec

from rules.forces.entities import Clock
from rules.forces.lasting import Whose, marks_of
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable


def _going(kind: type[Sealed], phase: Phase) -> Iterator[tuple[str, frozenset[Whose]]]:
    for name, lasts in marks_of(kind).items():
        whose = frozenset(until.whose for until in lasts if phase in until.phases)
        if whose:
            yield name, whose


_GOING: Mapping[tuple[type[Sealed], Phase], Mapping[str, frozenset[Whose]]] = {
    (kind, phase): dict(_going(kind, phase)) for kind in get_args(Sealed) for phase in Phase
}
"""The marks of a kind that go as a phase ends, and whose counters lose them."""

_UNMARKED: Mapping[type[Sealed], Mapping[str, Any]] = {
    kind: {field.name: field.default for field in msgspec.structs.fields(kind)}
    for kind in get_args(Sealed)
}


def lift_marks(table: AslTable, phase: Phase) -> None:
    """Take off what lasts no longer than to the end of that phase."""
    for kind in get_args(Sealed):
        going = _GOING[kind, phase]
        for counter in table.truth.view.all(kind) if going else ():
            _lift(table, counter, going)


def _lift(table: AslTable, counter: Sealed, going: Mapping[str, frozenset[Whose]]) -> None:
    side = table.truth.possessing(counter) if isinstance(counter, Weapon) else counter.side
    gone = dict(_marked(counter, side, going, table.clock))
    if gone:
        table.put(counter, **gone)


def _marked(
    counter: Sealed, side: Side, going: Mapping[str, frozenset[Whose]], clock: Clock
) -> Iterator[tuple[str, Any]]:
    """The marks that go, each with the value that its field began with."""
    own = Whose.ATTACKER if side is clock.phasing else Whose.DEFENDER
    unmarked = _UNMARKED[type(counter)]
    for name, whose in going.items():
        without = unmarked[name]
        if whose & {Whose.ANYBODY, own} and getattr(counter, name) != without:
            yield name, without
