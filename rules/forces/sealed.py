"""Counters that may be concealed or hidden, and their envelope (A12, ADR 0016)."""

from typing import TypeAlias

from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.secret import Public, Secret

Sealed: TypeAlias = Unit | Weapon
"""What an envelope may hold."""


class Veiled(Entity, frozen=True, kw_only=True, tag="veiled"):
    """An envelope with a concealed or hidden counter in it, whole (ADR 0016).

    Both have the same id, from the owner's sequence: nobody else is ever shown it. In the open the
    counter is an entity of its own again, under an id that nobody has seen before.
    """

    owner: Public[Side]
    what: Secret[Sealed]
