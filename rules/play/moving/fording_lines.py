"""E6.6 Cutting a fording line: an unbroken unit on it declares it in a fire phase of its side."""

from collections.abc import Iterable

from rules.chapters.water.e06_fording_lines import cut, cutting_bar, lines_at
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import SlotsOffer, one_unit
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, UnitNoun
from rules.play.checks import own_unit
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name


class CutLine(AslCommand, frozen=True, kw_only=True, tag="cut_line"):
    """Do away with the fording lines of a unit's Location."""

    words = "cut line by {unit}"
    unit: UnitNoun


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = tuple(u.id for u in position.personnel(side) if cutting_bar(position, u) is None)
    if able:
        yield SlotsOffer(
            verb="cut_line",
            label="Cut the fording line",
            hint="Who is on it and never swam is lost.",
            rule="E6.6",
            slots=(one_unit(able),),
        )


def _refuse(position: Knowledge, side: Side, command: CutLine) -> None:
    bar = cutting_bar(position, own_unit(position, side, command.unit))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _cut(table: AslTable, side: Side, command: CutLine) -> None:
    unit = table.unit(table.counter(command.unit))
    for line in lines_at(table.truth, unit.at):
        cut(table, line, f"{name(unit)} declares it", side)


CUT_LINE = Activity(CutLine, _offers, _refuse, _cut)
