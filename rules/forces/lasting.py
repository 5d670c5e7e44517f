"""How long what a field of a counter says lasts: declared where the field is.

A mark says something for a time only; when its time is over the field has the value that it began
with, and nothing but its declaration has to know of it (`play/lifetimes`). What stays until
something happens to the counter (broken, CX, malfunctioned) is `Public`, and so is what follows
from the position (`play/settling`).
"""

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeVar, get_args, get_type_hints

import msgspec

from rules.forces.phases import Phase
from rules.kernel.entity import Entity
from rules.kernel.secret import PUBLIC_MARK

T = TypeVar("T")


class Whose(enum.Enum):
    """Whose counters lose a mark at that time; a weapon is its possessor's."""

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    ANYBODY = enum.auto()
    ATTACKER = enum.auto()
    DEFENDER = enum.auto()


@dataclass(frozen=True)
class Until:
    """That a field lasts until the end of the first of those phases."""

    phases: tuple[Phase, ...]
    whose: Whose = Whose.ANYBODY


class _UntilItLeaves:
    """That a field says something of a counter in its present Location alone."""


UNTIL_IT_LEAVES: Final = _UntilItLeaves()

OfPhase = Annotated[T, PUBLIC_MARK, Until(tuple(Phase))]
"""Until the end of the phase."""

OfRPh = Annotated[T, PUBLIC_MARK, Until((Phase.RPH,))]
"""Until the end of the RPh."""

OfMPh = Annotated[T, PUBLIC_MARK, Until((Phase.MPH,), Whose.ATTACKER)]
"""Until the end of the MPh, of those whose MPh it is (A3.3)."""

OfMPhHere = Annotated[T, PUBLIC_MARK, Until((Phase.MPH,), Whose.ATTACKER), UNTIL_IT_LEAVES]
"""The same, and no longer than it stays in its Location."""

OfPlayerTurn = Annotated[T, PUBLIC_MARK, Until((Phase.CCPH,))]
"""Until the end of the Player Turn."""

OfFire = Annotated[
    T,
    PUBLIC_MARK,
    Until((Phase.DFPH,), Whose.DEFENDER),
    Until((Phase.AFPH,), Whose.ATTACKER),
]
"""Until the last phase in which its side fires is over (A3.4, A3.5)."""

OfAction = Annotated[
    T, PUBLIC_MARK, Until(tuple(phase for phase in Phase if phase is not Phase.APH))
]
"""Until the end of the phase; what comes of an advance lasts to the CCPh, for an Ambush depends on
it (A11.4), and on where it came from the CC of those in Crest status (B20.94).
"""

Here = Annotated[T, PUBLIC_MARK, UNTIL_IT_LEAVES]
"""As long as it stays in its Location."""


@cache
def marks_of(kind: type[Entity]) -> Mapping[str, tuple[Until, ...]]:
    """The fields of a kind that last for a time, and for how long each does."""
    hints = get_type_hints(kind, include_extras=True)
    lasting = {
        name: tuple(one for one in get_args(hints[name])[1:] if isinstance(one, Until))
        for name in kind.__struct_fields__
    }
    return MappingProxyType({name: until for name, until in lasting.items() if until})


@cache
def ending(kind: type[Entity], phase: Phase) -> Mapping[str, frozenset[Whose]]:
    """Those of them that end with a phase, and whose counters lose them."""
    found = {
        name: frozenset(until.whose for until in lasts if phase in until.phases)
        for name, lasts in marks_of(kind).items()
    }
    return MappingProxyType({name: whose for name, whose in found.items() if whose})


@cache
def unmarked(kind: type[Entity]) -> Mapping[str, Any]:
    """What each field of a kind begins with."""
    return MappingProxyType({f.name: f.default for f in msgspec.structs.fields(kind)})


@cache
def new_there(kind: type[Entity]) -> Mapping[str, Any]:
    """What no longer holds of a counter of that kind that has come into another Location, as it was
    when it began.
    """
    hints = get_type_hints(kind, include_extras=True)
    fields = msgspec.structs.fields(kind)
    return MappingProxyType(
        {f.name: f.default for f in fields if UNTIL_IT_LEAVES in get_args(hints[f.name])[1:]}
    )
