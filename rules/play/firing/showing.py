"""A12.1 A concealed DEFENDER who shows himself to strip the "?" that moves in his LOS."""

from collections.abc import Iterable

from rules.chapters.concealment.a12_shown_watchers import show_watcher, showing_bar
from rules.forces.seen import Cover
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.activity import AslCommand, Guise, UnitNoun
from rules.play.checks import own_unit
from rules.play.firing.first_fires import FirstFire, Movers
from rules.position.asl_table import AslTable
from rules.position.goers import is_personnel
from rules.position.knowledge import Knowledge


class StripConcealment(AslCommand, frozen=True, kw_only=True, tag="strip_concealment"):
    """Show a concealed unit for a moment, so that what moves in its LOS loses its "?"."""

    words = "strip with {unit}"
    guise = Guise.SECRET
    heard_in_part = True
    unit: UnitNoun


def _cover(position: Knowledge, movers: Movers) -> ShownId | None:
    """The "?" that moves, if it is one."""
    return next((one for one in movers.units if position.view.find(Cover, one) is not None), None)


def _offers(position: Knowledge, movers: Movers) -> Iterable[Offer]:
    """Of units that others know nothing of, to their side alone."""
    cover = _cover(position, movers)
    if cover is None:
        return
    able = [
        u.id for u in position.personnel(movers.side) if showing_bar(position, u, cover) is None
    ]
    if able:
        slot = Slot(name="unit", kind="unit", of=tuple(map(filler, able)))
        label = "Show a unit for a moment, to strip the ?"
        yield SlotsOffer(verb="strip_concealment", label=label, rule="A12.1", slots=(slot,))


def _refuse(position: Knowledge, movers: Movers, command: StripConcealment) -> None:
    cover = _cover(position, movers)
    if cover is None:
        raise Refused("A12.1", "No ? is moving.")
    bar = showing_bar(position, own_unit(position, movers.side, command.unit), cover)
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _strip(table: AslTable, movers: Movers, command: StripConcealment) -> None:
    cover = _cover(table.public, movers)
    if cover is not None:
        show_watcher(table, command.unit, cover)


STRIP_CONCEALMENT = FirstFire(StripConcealment, is_personnel, _offers, _refuse, _strip)
"""A12.1: in the DEFENDER's window, which opens whoever is there to see."""
