"""A12.153 Mopping Up, in the PFPh of a side."""

from collections.abc import Iterable

from rules.chapters.a12_mopping_up import mop_up, mop_up_bar
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import SlotsOffer, one_unit
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, UnitNoun
from rules.play.checks import own_unit
from rules.play.searching import casualties
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class MopUp(AslCommand, frozen=True, kw_only=True, tag="mop_up"):
    """Mop Up the building that a unit is in, with as many others of it as that takes."""

    words = "mop up {unit}"
    unit: UnitNoun


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = tuple(unit.id for unit in position.units(side) if mop_up_bar(position, unit) is None)
    if able:
        hint = "TI, with as many others as it takes: Control, and the broken surrender."
        slots = (one_unit(able),)
        yield SlotsOffer(verb="mop_up", label="Mop Up", hint=hint, rule="A12.153", slots=slots)


def _refuse(position: Knowledge, side: Side, command: MopUp) -> None:
    bar = mop_up_bar(position, own_unit(position, side, command.unit))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _begin(table: AslTable, side: Side, command: MopUp) -> None:
    await casualties(table, await mop_up(table, table.counter(command.unit)))


MOP_UP = Activity(MopUp, _offers, _refuse, _begin)
