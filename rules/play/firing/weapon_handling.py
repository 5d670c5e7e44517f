"""A9.73, A9.8 Weapons that their possessors dismantle, assemble or disable in a PFPh or DFPh."""

from collections.abc import Callable, Iterable

from rules.chapters.fire.a09_handling import (
    disable,
    may_disable,
    may_dismantle,
    turn_over,
    usable_weapons,
)
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, WeaponNoun
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, name, weapon_values


class Dismantle(AslCommand, frozen=True, kw_only=True, tag="dismantle"):
    """Dismantle a weapon, or assemble it again."""

    words = "dismantle {weapon}"
    guise = Guise.UNSEEN
    heard_in_part = True
    consults_nothing = True
    weapon: WeaponNoun


class Disable(AslCommand, frozen=True, kw_only=True, tag="disable"):
    """Make a weapon malfunction, or destroy it."""

    words = "disable {weapon} [for good]"
    guise = Guise.UNSEEN
    heard_in_part = True
    weapon: WeaponNoun
    for_good: bool = False


def _dismantle_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    slot = _slot(position, side, may_dismantle)
    if slot.of:
        yield SlotsOffer(
            verb="dismantle", label="Dismantle or assemble", rule="A9.8", slots=(slot,)
        )


def _disable_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    slot = _slot(position, side, may_disable)
    if slot.of:
        ruin = Slot(name="for_good", kind="flag", label="for good")
        yield SlotsOffer(verb="disable", label="Disable SW", rule="A9.73", slots=(slot, ruin))


def _slot(position: Knowledge, side: Side, may: Callable[[Weapon], bool]) -> Slot:
    of = tuple(
        Filler(value=weapon.id, label=f"{weapon_values(weapon).name} of {name(unit)}", unit=unit.id)
        for unit in position.personnel(side)
        for weapon in usable_weapons(position, unit)
        if may(weapon)
    )
    return Slot(name="weapon", kind="option", of=of)


def _refuse_dismantle(position: Knowledge, side: Side, command: Dismantle) -> None:
    _, weapon = _chosen(position, side, command.weapon, "A9.8")
    if not may_dismantle(weapon):
        raise Refused("A9.8", f"A {weapon_values(weapon).name} like that is not dismantled.")


def _refuse_disable(position: Knowledge, side: Side, command: Disable) -> None:
    _, weapon = _chosen(position, side, command.weapon, "A9.73")
    if not may_disable(weapon):
        raise Refused("A9.73", "Only what could fire is put out of order.")


def _chosen(position: Position, side: Side, weapon_id: ShownId, rule: str) -> tuple[Unit, Weapon]:
    for unit in position.pieces(side):
        for weapon in usable_weapons(position, unit):
            if weapon.id == weapon_id:
                return unit, weapon
    raise Refused(rule, "None of your units could fire such a weapon now.")


async def _dismantle(table: AslTable, side: Side, command: Dismantle) -> None:
    turn_over(table, *_chosen(table.truth, side, command.weapon, "A9.8"))


async def _disable(table: AslTable, side: Side, command: Disable) -> None:
    unit, weapon = _chosen(table.truth, side, command.weapon, "A9.73")
    disable(table, unit, weapon, for_good=command.for_good)


DISMANTLE = Activity(Dismantle, _dismantle_offers, _refuse_dismantle, _dismantle)
DISABLE = Activity(Disable, _disable_offers, _refuse_disable, _disable)
