"""A23.7 Who may set off a DC, Set in play or before it, once who has Set it is no more."""

from collections.abc import Iterable

from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.hidden_fortifications import FortificationKind, HiddenFortification
from rules.position.set_charges import SetCharge


def pass_on_charges(table: AslTable, old: CounterId, new: Iterable[CounterId]) -> None:
    """A23.7: the HS of a squad may set off what it has Set, and so may who they Recombine into."""
    heirs = tuple(new)
    for charge in table.world.all(SetCharge):
        if old in charge.setters:
            table.world.change(charge, setters=(*charge.setters, *heirs))
    for record in table.world.all(HiddenFortification):
        what, setters = record.what.for_(record.owner), record.inside.for_(record.owner) or ()
        if what is not None and what.kind is FortificationKind.CHARGE and old in setters:
            table.world.change(record, inside=record.inside.with_value((*setters, *heirs)))
