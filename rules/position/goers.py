"""Everything that goes: which kinds there are, and what they are called."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from rules.forces.goer import Goer
from rules.forces.lookup import unit_type
from rules.forces.units import Unit


@dataclass(frozen=True)
class GoerKind:
    """A kind of what goes. `label` is what those call one who know it."""

    kind: type[Goer]
    label: Callable[[Any], str]


def label(unit: Unit) -> str:
    """What those call a unit who know it: `4-6-7 A`, `8-1 Lt. Brandt`."""
    printed = unit_type(unit.type).strength
    wounded = " (wounded)" if unit.wounded else ""
    return f"{printed} {unit.letter}{wounded}" if unit.letter else f"{printed}{wounded}"


GOERS: Final = (GoerKind(Unit, label),)

_LABELS: Final = {one.kind: one.label for one in GOERS}


def label_of(goer: Goer) -> str:
    """What those call it who know it, of whatever kind it is."""
    return _LABELS[type(goer)](goer)


def is_personnel(goer: Goer) -> TypeGuard[Unit]:
    """A1.2: whether it is Personnel."""
    return isinstance(goer, Unit)
