"""A10.3-A10.4 Breaking and A7.8 pinning: who can, and what a failed MC does to whom."""

from collections.abc import Callable
from typing import TypeAlias

from rules.board.locations import is_on_cliff
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.chapters.concealment.a12_check_facts import PinnedUnderCover
from rules.chapters.concealment.covers import surface
from rules.chapters.fire.b16_wet_firers import is_out_of_water
from rules.chapters.morale.a17_wounds import casualty_reduction, wound
from rules.chapters.morale.elimination import eliminate
from rules.forces.units import Unit
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.boats import is_ashore
from rules.position.horses import is_off_horseback
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, is_hero, is_smc, name

CASUALTY_MC = 12

MayPin: TypeAlias = Callable[[Position, Unit], bool]
MayBreak: TypeAlias = Callable[[Position, Unit], bool]


def fail_morale_check(table: AslTable, unit_id: CounterId, roll: Roll) -> None:
    """A10.3, A10.31, A15.2: what a failed MC does; an Original 12 is a Casualty MC as well. A hero
    is wounded by it, and a wounded one eliminated.
    """
    unit = table.unit(unit_id)
    casualty = roll.total == CASUALTY_MC
    if may_break(table.truth, unit):
        if casualty:
            casualty_reduction(table, unit_id, "Casualty MC")
        for survivor in table.alive((unit_id,)):
            break_unit(table, survivor.counter)
    elif is_hero(unit) and unit.wounded:
        eliminate(table, unit_id, f"{name(unit)}: failed a MC while wounded", "A15.2")
    elif not casualty:
        casualty_reduction(table, unit_id, "failed a MC, cannot break")
    elif is_smc(unit) and not unit.broken:
        wound(table, unit_id, more=1)
    else:
        eliminate(table, unit_id, f"{name(unit)}: Casualty MC, cannot break", "A10.31")


def _is_unbroken(position: Position, unit: Unit) -> bool:
    """A10.3: a unit breaks once."""
    return not unit.broken


def _is_no_hero(position: Position, unit: Unit) -> bool:
    """A15.2, A7.8: heroes neither break nor are pinned."""
    return not is_hero(unit)


def _is_calm(position: Position, unit: Unit) -> bool:
    """A15.4, A7.8: nor are the berserk."""
    return not unit.berserk


def _bears_arms(position: Position, unit: Unit) -> bool:
    """A20.54: nor does anybody under an Unarmed counter."""
    return not unit.unarmed


def _is_no_prisoner(position: Position, unit: Unit) -> bool:
    """A20.54: prisoners are pinned with their Guard alone."""
    return unit.guard is None


MAY_BREAK: NamedQuestion[MayBreak] = NamedQuestion(
    "MAY_BREAK",
    (
        Rule("A10.3", _is_unbroken),
        Rule("A15.2", _is_no_hero),
        Rule("A15.4", _is_calm),
        Rule("A20.54", _bears_arms),
        Rule("E5.54", is_ashore),
    ),
)
"""Whether a unit breaks where the rules would have it break: only if all of these say so. Who does
not suffers Casualty Reduction instead.
"""


def may_break(position: Position, unit: Unit) -> bool:
    """A10.3: whether a unit can break."""
    return position.law.allows(MAY_BREAK, position, unit)


def break_unit(table: AslTable, unit_id: CounterId) -> None:
    """A10.4, A10.62, A12.14: the unit breaks, in the open, and is DM; a pin is gone, as are CX and
    TI (A4.51, A4.8), its MPh and its fire.
    """
    surface(table, unit_id)
    unit = table.change(unit_id, broken=True, dm=True, pinned=False, cx=False, ti=False)
    table.log("check", f"{name(unit)} breaks", side=unit.side, rule="A10.4", at=(unit.at,))


def pin(table: AslTable, unit_id: CounterId) -> None:
    """A7.8: the unit is pinned for the rest of the Player Turn, and with it those whom it guards
    (A20.54). One who is under a "?" keeps it.
    """
    unit = table.change(unit_id, pinned=True)
    if unit.under:
        table.tell(PinnedUnderCover(side=unit.side, at=unit.at, dice=table.last_dice))
    for captive in prisoners_of(table.truth, unit):
        table.change(captive.counter, pinned=True)


def _is_up(position: Position, unit: Unit) -> bool:
    """A7.8: neither broken nor pinned already."""
    return not unit.broken and not unit.pinned


def _is_off_cliffs(position: Position, unit: Unit) -> bool:
    """B11.42: nobody is pinned as he climbs."""
    return not is_on_cliff(unit.at)


MAY_PIN: NamedQuestion[MayPin] = NamedQuestion(
    "MAY_PIN",
    (
        Rule("A7.8", _is_up),
        Rule("B11.42", _is_off_cliffs),
        Rule("B21.41", is_out_of_water),
        Rule("A13.52", is_off_horseback),
        Rule("A15.2", _is_no_hero),
        Rule("A15.4", _is_calm),
        Rule("A20.54", _is_no_prisoner),
    ),
)
"""Whether a unit can be pinned: only if all of these say so."""


def can_pin(position: Position, unit: Unit) -> bool:
    """A7.8: whether a unit can be pinned."""
    return position.law.allows(MAY_PIN, position, unit)
