"""A9.72 The repair of support weapons in a RPh."""

from collections.abc import Iterable

from rules.chapters.a09_repair import broken_weapons, repair
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import SlotsOffer, one_unit
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import own_unit
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name


class Repair(AslCommand, frozen=True, kw_only=True, tag="repair"):
    """Try to repair the malfunctioned weapons of a unit."""

    words = "repair {unit}"
    guise = Guise.SECRET  # A12.141
    heard_in_part = True
    unit: UnitNoun


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = [unit.id for unit in position.units(side) if broken_weapons(position, unit)]
    if able:
        yield SlotsOffer(
            verb="repair", label="Repair weapons", key="w", rule="A9.72", slots=(one_unit(able),)
        )


def _refuse(position: Knowledge, side: Side, command: Repair) -> None:
    unit = own_unit(position, side, command.unit)
    if not broken_weapons(position, unit):
        raise Refused("A9.72", f"{name(unit)} has no weapon that it may repair now.")


async def _begin(table: AslTable, side: Side, command: Repair) -> None:
    repair(table, table.counter(command.unit))


REPAIR = Activity(Repair, _offers, _refuse, _begin)
