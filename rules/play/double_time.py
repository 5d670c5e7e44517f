"""A4.5 Double Time, declared in the MPh by who begins to move or is on his way."""

from collections.abc import Iterable

from rules.chapters.a04_double_time import double_time, double_time_bar, extra_mf
from rules.chapters.b_entry import mf_text
from rules.forces.entities import Unit
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.view import Offer
from rules.play.activity import Guise, UnitNoun
from rules.play.errand import Errand, ErrandCommand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class DoubleTime(ErrandCommand, frozen=True, kw_only=True, tag="double_time"):
    """Use Double Time: units of one Location have more MF in this MPh, and become CX."""

    words = "double time {units}"
    guise = Guise.COVERED
    units: tuple[UnitNoun, ...]


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    of = tuple(
        Filler(value=unit.id, label=f"+{mf_text(extra_mf(unit))} MF, CX")
        for unit in units
        if double_time_bar(unit) is None
    )
    if of:
        slot = Slot(name="units", kind="units", of=of)
        yield SlotsOffer(verb="double_time", label="Double Time", rule="A4.5", slots=(slot,))


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: DoubleTime) -> None:
    chosen = tuple(unit for unit in movers if unit.id in command.units)
    if not chosen or len(chosen) < len(command.units) or len({unit.at for unit in chosen}) > 1:
        raise Refused("A4.2", "Choose different units of one Location that may move now.")
    for unit in chosen:
        bar = double_time_bar(unit)
        if bar is not None:
            raise Refused(bar.rule, bar.why)


async def _double(table: AslTable, command: DoubleTime) -> None:
    double_time(table, table.counters(command.units))


DOUBLE_TIME = Errand(DoubleTime, _offers, _refuse, lambda command: command.units, (), _double)
"""A4.5: no MF are spent on it, so that nobody fires."""
