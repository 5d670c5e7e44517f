"""B28.53 Infantry spends a MF on clearing A-T mines away from a hard surface."""

from collections.abc import Iterable

from rules.chapters.mines.b28_in_view import begin_removal, has_tried, markers_at
from rules.forces.units import Unit
from rules.kernel.refused import Refused
from rules.kernel.slots import SlotsOffer, one_unit
from rules.kernel.view import Modifier, Offer
from rules.play.activity import UnitNoun
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class RemoveMines(ErrandCommand, frozen=True, kw_only=True, tag="remove_at_mines"):
    """Clear the A-T mines of the hex away."""

    words = "remove at mines by {unit}"
    unit: UnitNoun


def _is_able(position: Knowledge, unit: Unit) -> bool:
    tried = has_tried(position, unit.counter)
    return not tried and unit.under is None and bool(markers_at(position, unit.at))


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = tuple(unit.id for unit in units if _is_able(position, unit))
    if able:
        label = "Clear the A-T mines away"
        yield SlotsOffer(
            verb="remove_at_mines", label=label, rule="B28.53", slots=(one_unit(able),)
        )


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: RemoveMines) -> None:
    if not _is_able(position, one_of_movers(movers, command.unit)):
        raise Refused("B28.53", "There are no A-T mines in view that it has not dealt with.")


async def _act(table: AslTable, command: RemoveMines) -> None:
    begin_removal(table, table.unit(table.counter(command.unit)))


REMOVING = Errand(
    RemoveMines,
    _offers,
    _refuse,
    lambda command: (command.unit,),
    (Modifier("B28.53", "A-T mines", 2),),
    _act,
)
"""B28.53: one MF."""
