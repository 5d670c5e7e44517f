"""A.9 Random Selection."""

from typing import TypeAlias, TypeVar

from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.position import name

T = TypeVar("T", bound=str)

Entry: TypeAlias = tuple[T, str, Side]
"""Something that may be selected: its id, what players call it, and who rolls for it."""


def random_selection(
    table: AslTable,
    units: tuple[Unit, ...],
    count: int,
    what: str,
    to: Audience = Audience.PUBLIC,
) -> list[CounterId]:
    """A.9: one dr for each unit; the highest are selected. Returns the ids of those selected.

    At least `count` are taken in descending order; a tie for the last place takes all tied
    (A7.301). One unit alone, or no more than are wanted, needs no dr. Of those whom one side alone
    knows, it alone sees the dr.
    """
    entries = tuple((unit.counter, name(unit), unit.side) for unit in units)
    return drawn(table, entries, count, what, to)


def selected_unseen(
    table: AslTable, seen: tuple[Unit, ...], unseen: tuple[Unit, ...], what: str
) -> tuple[list[CounterId], int]:
    """A.9: the same of one, where somebody concealed or hidden might take part. Each rolls, a lone
    one too, or that he does not would tell; for those unseen by dr that their side alone sees.
    Returns the highest dr too, 0 of nobody.
    """
    rolls = {one.counter: _dr(table, name(one), one.side, what, Audience.PUBLIC) for one in seen}
    for one in unseen:
        rolls[one.counter] = _dr(table, name(one), one.side, what, one.side.audience)
    highest = max(rolls.values(), default=0)
    return [counter for counter, dr in rolls.items() if dr == highest], highest


def drawn(
    table: AslTable,
    entries: tuple[Entry[T], ...],
    count: int,
    what: str,
    to: Audience = Audience.PUBLIC,
) -> list[T]:
    """A.9: the same for whatever can be selected, support weapons too."""
    if len(entries) <= count:
        return [one for one, _, _ in entries]
    rolls = [_dr(table, called, side, what, to) for _, called, side in entries]
    last = sorted(rolls, reverse=True)[count - 1]
    return [one for (one, _, _), dr in zip(entries, rolls, strict=True) if dr >= last]


def _dr(table: AslTable, called: str, side: Side, what: str, to: Audience) -> int:
    purpose = Purpose("RS", f"Random Selection, {called}", "A.9", side)
    roll = table.roll(purpose, to=to)
    text = f"Random Selection ({what}): {called}"
    table.log("roll", text, side=side, rule="A.9", roll=roll, to=to)
    return roll.total
