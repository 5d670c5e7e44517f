"""A9.72 The repair of support weapons in a RPh."""

from collections.abc import Iterable

from rules.chapters.fire.a09_repair import broken_weapons, repair
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import own_unit
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name, weapon_values


class Repair(AslCommand, frozen=True, kw_only=True, tag="repair"):
    """Try to repair the malfunctioned weapons of a unit."""

    words = "repair {unit}"
    guise = Guise.SECRET  # A12.141
    unheard_under_cover = True
    unit: UnitNoun


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = {unit: broken_weapons(position, unit) for unit in position.personnel(side)}
    of = tuple(
        Filler(value=unit.id, label=f"{name(unit)}: {', '.join(map(_odds_of, due))}")
        for unit, due in able.items()
        if due
    )
    if of:
        slot = Slot(name="unit", kind="unit", of=of)
        yield SlotsOffer(
            verb="repair", label="Repair weapons", key="w", rule="A9.72", slots=(slot,)
        )


def _odds_of(weapon: Weapon) -> str:
    """A9.72: the highest dr that repairs it, and what loses it."""
    printed = weapon_values(weapon)
    return f"{printed.name} by dr {printed.repair} or less, lost by a 6"


def _refuse(position: Knowledge, side: Side, command: Repair) -> None:
    unit = own_unit(position, side, command.unit)
    if not broken_weapons(position, unit):
        raise Refused("A9.72", f"{name(unit)} has no weapon that it may repair now.")


async def _begin(table: AslTable, side: Side, command: Repair) -> None:
    repair(table, table.counter(command.unit))


REPAIR = Activity(Repair, _offers, _refuse, _begin)
