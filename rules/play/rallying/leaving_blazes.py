"""B25.4 In the RtPh: the command by which a unit that cannot break leaves a Blaze."""

from collections.abc import Iterable

from rules.board.locations import LocationId
from rules.chapters.blazes.b25_leaving import leave_blaze, leavers, leaving_bar, way_bar
from rules.kernel.audience import Side
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, UnitNoun
from rules.play.checks import on_board, own_unit
from rules.play.page.offers import UnitsTo
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name


class LeaveBlaze(AslCommand, frozen=True, kw_only=True, tag="leave_blaze"):
    """Let a unit that cannot break leave the Blaze that it is in."""

    words = "leave blaze {units} to {to}"
    units: tuple[UnitNoun, ...]
    to: LocationId


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    for unit, places in leavers(position, side).items():
        yield UnitsTo(
            verb="leave_blaze",
            label=f"{name(unit)} leaves the Blaze",
            rule="B25.4",
            hint="Who is still in it at the end of the RtPh is eliminated.",
            units={unit.id: places},
            alone=True,
        )


def _refuse(position: Knowledge, side: Side, command: LeaveBlaze) -> None:
    if len(command.units) != 1:
        raise Refused("B25.4", "They leave it one at a time.")
    unit = own_unit(position, side, command.units[0])
    bar = leaving_bar(position, unit) or way_bar(position, unit, on_board(position, command.to))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


def _leave(table: AslTable, side: Side, command: LeaveBlaze) -> Procedure[None]:
    return leave_blaze(table, table.counter(command.units[0]), command.to)


LEAVE_BLAZE = Activity(LeaveBlaze, _offers, _refuse, _leave)
