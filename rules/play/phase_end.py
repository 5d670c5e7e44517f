"""A3 Being done with one's part of a phase."""

from collections.abc import Iterable

from rules.kernel.audience import Side
from rules.kernel.procedure import Procedure
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, never_refused
from rules.play.part import END_PHASE_OFFER
from rules.play.sequence import end_phase
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class EndPhase(AslCommand, frozen=True, kw_only=True, tag="end_phase"):
    """Be done with one's part of the phase."""

    words = "end phase"


def end_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    """Everybody may be done, whatever is left to do."""
    return (END_PHASE_OFFER,)


def begin_end(table: AslTable, side: Side, command: EndPhase) -> Procedure[None]:
    """Go on to the next part in which something can be done."""
    return end_phase(table)


END_PHASE = Activity(EndPhase, end_offers, never_refused, begin_end)
