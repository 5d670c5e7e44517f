"""A4.5 Double Time, declared in the MPh by who begins to move or is on his way."""

from rules.chapters.movement.a04_double_time import double_time, double_time_bar, extra_mf
from rules.forces.units import Unit
from rules.play.activity import Guise, UnitNoun
from rules.play.moving.errand import Errand, ErrandCommand, faster_offers, refuse_faster
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class DoubleTime(ErrandCommand, frozen=True, kw_only=True, tag="double_time"):
    """Use Double Time: units of one Location have more MF in this MPh, and become CX."""

    words = "double time {units}"
    guise = Guise.COVERED
    units: tuple[UnitNoun, ...]


_offers = faster_offers("double_time", "Double Time", "A4.5", double_time_bar, extra_mf)


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: DoubleTime) -> None:
    refuse_faster(movers, command.units, double_time_bar)


async def _double(table: AslTable, command: DoubleTime) -> None:
    double_time(table, table.counters(command.units))


DOUBLE_TIME = Errand(DoubleTime, _offers, _refuse, lambda command: command.units, (), _double)
"""A4.5: no MF are spent on it, so that nobody fires."""
