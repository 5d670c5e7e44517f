"""A19.131 Ammunition Shortage: whose it is, and what an Original 12 costs his MMC."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from rules.chapters.concealment.a12_loss import lose_all
from rules.chapters.fire.a07_attack import IftAttack
from rules.chapters.morale.a10_breaking import break_unit
from rules.chapters.morale.a19_elr import lower
from rules.chapters.morale.a_random_selection import random_selection
from rules.chapters.terms.a07_shot import FiredPart, Firing
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.law import Law, NamedQuestion, Rule
from rules.position.position import is_smc

TWELVE = 12

Lacks: TypeAlias = Callable[[Unit], bool]

AMMUNITION_SHORTAGE: NamedQuestion[Lacks] = NamedQuestion("AMMUNITION_SHORTAGE", ())
"""Whose units are short of ammunition: those of whom any of these says so."""


@dataclass(frozen=True)
class OfSide:
    """A19.131: all units of a side."""

    side: Side

    def __call__(self, unit: Unit) -> bool:
        return unit.side is self.side


def is_short(law: Law, unit: Unit) -> bool:
    """A19.131: whether a unit is short of ammunition."""
    return any(ask(unit) for ask in law.asks(AMMUNITION_SHORTAGE))


def short_breakdown(part: FiredPart) -> Iterable[Modifier]:
    """A19.131: a B# one lower."""
    if any(is_short(part.position.law, unit) for unit in part.crew):
        yield Modifier("A19.131", "Ammunition Shortage", -1)


async def run_short(table: AslTable, attack: IftAttack) -> IftAttack:
    """A19.131, A8.221: on an Original 12 one MMC that used its inherent FP, by Random Selection, is
    Replaced by the next lower one, or breaks if there is none; what it fired leaves no Residual FP.
    All who may be selected come into the open.
    """
    if attack.roll.total != TWELVE:
        return attack
    due = tuple(part for part in attack.parts if part.is_inherent and _is_short(table, part))
    lose_all(table, (part.unit.counter for part in due))
    units = table.alive(tuple(dict.fromkeys(part.unit.counter for part in due)))
    for unit_id in random_selection(table, units, 1, "Ammunition Shortage"):
        if not lower(table, unit_id):
            break_unit(table, unit_id)
    return replace(attack, stopped=(*attack.stopped, *(part.id for part in due)))


def _is_short(table: AslTable, part: Firing) -> bool:
    return not is_smc(part.unit) and is_short(table.law, part.unit)


def under_shortage(law: Law, side: Side, number: str) -> Law:
    """A law under which a side is short of ammunition."""
    lacks: Lacks = OfSide(side)
    return law.adding(AMMUNITION_SHORTAGE, Rule(number, lacks))
