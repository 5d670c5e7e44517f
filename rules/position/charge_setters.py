"""A23.7 Who may set off a DC that was Set before play and is hidden, once its unit is no more."""

from collections.abc import Iterable

from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.hidden_fortifications import FortificationKind, HiddenFortification


def pass_on_hidden_charges(table: AslTable, old: CounterId, new: Iterable[CounterId]) -> None:
    """A23.7: the HS of a squad may set off what it has Set, and so may who they Recombine into. Of
    what everybody has been shown `Unit.has_set` tells.
    """
    heirs = tuple(new)
    for record in table.world.all(HiddenFortification):
        what, setters = record.what.for_(record.owner), record.inside.for_(record.owner) or ()
        if what is not None and what.kind is FortificationKind.CHARGE and old in setters:
            table.world.change(record, inside=record.inside.with_value((*setters, *heirs)))
