"""What goes from Location to Location, on foot or otherwise (A4.1, D2.1)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.board.locations import LocationId
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public

_NEW_THERE: Mapping[str, Any] = MappingProxyType({"mf_here": 0, "attacked_by": ()})


class Goer(Entity, frozen=True, kw_only=True):
    """Where it is, and what its move has come to so far: what going, First Fire and whatever lies
    on the way ask of it, whether MF or MP are spent.

    `counter` stays what it is, whatever `id` it is shown by; `under` is the "?" that it is under,
    or empty if it is hidden. `entered_from` is the Location that it came from last. `mf_here` are
    the half MF spent in its present Location, a MP counting as a MF (A8.1), `attacked_by` who and
    what shot at it there, once a shot (A8.3, A9.2). With `moving` it spends them in the action
    under way; once it has `moved` its MPh is over.
    """

    id: Public[ShownId]
    side: Public[Side]
    counter: Public[CounterId]
    at: Public[LocationId]
    under: Public[ShownId | None] = None
    entered_from: Public[LocationId | None] = None
    mf_here: Public[int] = 0
    attacked_by: Public[tuple[ShownId, ...]] = ()
    moving: Public[bool] = False
    moved: Public[bool] = False

    @property
    def is_halted(self) -> bool:
        """Whether something keeps it from going on."""
        return False

    @property
    def new_there(self) -> Mapping[str, Any]:
        """What is otherwise once it has come into another Location."""
        return _NEW_THERE
