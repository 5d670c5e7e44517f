"""What a roll may set off besides its own effects, whoever made it for whatever: one list.

A trigger is asked at the moment of the roll, since it judges by what is so then; what it returns
is carried out when the effects of the outermost roll are over and what follows from the position
is settled, in the order of this list and of the rolls (A14.1).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rules.chapters.mines.b28_traps import sprung
from rules.chapters.morale.a15_berserk import ends_by_killing
from rules.chapters.movement.a13_bailing_out import thrown
from rules.chapters.snipers.a14_snipers import called
from rules.chapters.water.e06_fording_lines import cut_by_chance
from rules.kernel.dice import Roll
from rules.kernel.table import Interrupt, Purpose
from rules.position.asl_table import AslTable

Found: TypeAlias = Callable[[AslTable, Purpose, Roll], Iterable[Interrupt]]


@dataclass(frozen=True)
class Trigger:
    """Something that rolls may set off, by the number of its rule."""

    rule: str
    found: Found


INTERRUPTS: tuple[Trigger, ...] = (
    Trigger("A15.46", ends_by_killing),
    Trigger("B28.9", sprung),
    Trigger("A14.1", called),
    Trigger("A13.51", thrown),
    Trigger("C1.23", cut_by_chance),
)


def set_off(table: AslTable, purpose: Purpose, roll: Roll) -> Iterator[Interrupt]:
    """All that a roll sets off, in the order of the list."""
    for trigger in INTERRUPTS:
        yield from trigger.found(table, purpose, roll)
