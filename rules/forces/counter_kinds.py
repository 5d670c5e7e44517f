"""The kinds of counters that an OB has: they wait off the map, hide under a "?" and come into the
open. One value for each; what its type is tells of which kind a counter is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from rules.forces.lookup import unit_type, weapon_type
from rules.forces.sealed import Sealed
from rules.forces.types import ForceError, UnitType, WeaponType
from rules.forces.units import Unit
from rules.forces.weapons import Weapon


@dataclass(frozen=True, eq=False)
class CounterKind:
    """A kind of counter of an OB.

    `id_letter` begins the ids that it is shown by. `type_of` finds a type of this kind, or raises
    ForceError; `title` is which of the printed values players call it by. `open` is what is
    otherwise of it once it has come into the open.
    """

    entity: type[Sealed]
    id_letter: str
    type_of: Callable[[str], UnitType | WeaponType]
    title: str
    open: Mapping[str, Any] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Any, ...]:
        """There is one value for each kind, in every process."""
        return _of_class, (self.entity,)

    def called(self, type_: str, letter: str) -> str:
        """What players call a counter as it is printed."""
        return f"{getattr(self.type_of(type_), self.title)} {letter}".strip()


UNIT: Final = CounterKind(
    Unit, "u", unit_type, "strength", open={"mf_bonus": 0, "below_top": False}
)
WEAPON: Final = CounterKind(Weapon, "w", weapon_type, "name")

COUNTER_KINDS: Final = (UNIT, WEAPON)

_OF_CLASS: Final = {kind.entity: kind for kind in COUNTER_KINDS}


def kind_of(counter: Sealed) -> CounterKind:
    """Of which kind a counter is."""
    return _of_class(type(counter))


def _of_class(entity: type[Sealed]) -> CounterKind:
    return _OF_CLASS[entity]


@cache
def kind_of_type(type_: str) -> CounterKind:
    """Of which kind counters of a type are. Raises ForceError if it is no type."""
    for kind in COUNTER_KINDS:
        try:
            kind.type_of(type_)
        except ForceError:
            continue
        return kind
    raise ForceError("counter type", type_)


def called(type_: str, letter: str) -> str:
    """What players call a counter as it is printed: its strength or kind, and its letter."""
    return kind_of_type(type_).called(type_, letter)
