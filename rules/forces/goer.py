"""What goes from Location to Location, on foot or otherwise (A4.1, D2.1)."""

from collections.abc import Mapping
from typing import Any

from rules.forces.lasting import new_there
from rules.forces.seen import Seen
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public


class Goer(Seen, frozen=True, kw_only=True):
    """What going, First Fire and whatever lies on the way ask of it, whether MF or MP are spent."""

    counter: Public[CounterId]
    """The scenario's id for it: it stays, whatever `id` it is shown by."""
    under: Public[ShownId | None] = None
    """The "?" that it is under, or empty if it is hidden: so in an envelope alone (`Veiled`)."""

    @property
    def is_halted(self) -> bool:
        """Whether something keeps it from going on."""
        return False

    @property
    def new_there(self) -> Mapping[str, Any]:
        """What is otherwise once it has come into another Location."""
        return new_there(type(self))
