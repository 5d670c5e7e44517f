"""A12.153 Mopping Up, in the PFPh of a side."""

from collections.abc import Iterable

from rules.chapters.concealment.a12_mopping_up import mop_up, mop_up_bar, moppers
from rules.chapters.concealment.a12_stripping import strip_acting
from rules.chapters.concealment.a12_unseen import watched_of
from rules.chapters.concealment.covers import into_the_open, set_apart
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.refused import Refused
from rules.kernel.slots import SlotsOffer, one_unit
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import own_unit
from rules.play.moving.searching import casualties
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class MopUp(AslCommand, frozen=True, kw_only=True, tag="mop_up"):
    """Mop Up the building that a unit is in, with as many others of it as that takes."""

    words = "mop up {unit}"
    guise = Guise.UNSEEN
    unit: UnitNoun


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = tuple(unit.id for unit in position.personnel(side) if mop_up_bar(position, unit) is None)
    if able:
        hint = "TI, with as many others as it takes: Control, and the broken surrender."
        slots = (one_unit(able),)
        yield SlotsOffer(verb="mop_up", label="Mop Up", hint=hint, rule="A12.153", slots=slots)


def _refuse(position: Knowledge, side: Side, command: MopUp) -> None:
    bar = mop_up_bar(position, own_unit(position, side, command.unit))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _begin(table: AslTable, side: Side, command: MopUp) -> None:
    doing = await _seen_to_do_it(table, table.counter(command.unit))
    await casualties(table, await mop_up(table, doing))


async def _seen_to_do_it(table: AslTable, unit_id: CounterId) -> tuple[CounterId, ...]:
    """A12.141, case C: who takes part and is seen by an enemy near comes into the open first, in
    whichever Location of the building he is; each of the others has a "?" of his own.
    """
    known = table.known(table.unit(unit_id).side)
    doing = tuple(one.counter for one in moppers(known, known.unit_of(unit_id)))
    veiled = [unit.id for unit in table.alive(doing) if unit.under is not None]
    into_the_open(table, watched_of(table, veiled))
    set_apart(table, veiled)
    await strip_acting(table, *doing)
    return tuple(unit.counter for unit in table.alive(doing))


MOP_UP = Activity(MopUp, _offers, _refuse, _begin)
