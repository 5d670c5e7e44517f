"""A10.1 The Morale Level: of the side of the counter that is up, with what raises and lowers it."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules.chapters.fire.a07_encircled import encircled_morale
from rules.chapters.morale.a17_wounds import morale_loss
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, good_order, is_smc, values

HIGHEST = 10
UNARMED_MORALE = 6

MoralePart: TypeAlias = Callable[[Position, Unit], Iterable[Modifier]]


def _printed(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    """A10.1: what is printed on the side that is up; a berserk unit's is ten (A15.42), and
    that of a MMC under an Unarmed counter six (A20.51).
    """
    if unit.berserk:
        return (Modifier("A15.42", "berserk", HIGHEST),)
    printed = values(unit)
    if unit.unarmed and not is_smc(unit):
        return (Modifier("A20.51", "Unarmed counter", UNARMED_MORALE),)
    if unit.broken:
        return (Modifier("A10.1", "broken Morale Level", printed.broken_morale),)
    return (Modifier("A10.1", "Morale Level", printed.morale),)


def _fanatic(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    """A10.8: one higher on both sides."""
    return (Modifier("A10.8", "Fanatic", 1),) if unit.fanatic and not unit.berserk else ()


def _with_a_commissar(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    """A25.221: one higher for the others in the Location of an unbroken, unpinned Commissar."""
    if unit.berserk or values(unit).commissar:
        return ()
    there = position.personnel_at(unit.at, unit.side)
    if not any(values(u).commissar and good_order(u) and not u.pinned for u in there):
        return ()
    return (Modifier("A25.221", "with a Commissar", 1),)


MORALE: NamedQuestion[MoralePart] = NamedQuestion(
    "MORALE",
    (
        Rule("A10.1", _printed),
        Rule("A17.3", morale_loss),
        Rule("A7.7", encircled_morale),
        Rule("A10.8", _fanatic),
        Rule("A25.221", _with_a_commissar),
    ),
)
"""The parts of a unit's Morale Level."""


def morale_level(position: Position, unit: Unit) -> int:
    """A10.1: a unit's Morale Level as it is now, never above ten."""
    return min(HIGHEST, position.law.total(MORALE, position, unit))
