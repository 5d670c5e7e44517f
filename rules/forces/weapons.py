"""Support weapons (A9)."""

from typing import Annotated

from rules.board.locations import LocationId
from rules.forces.fired import Fired
from rules.forces.lasting import OfFire, OfPhase, Until
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public


class Weapon(Entity, frozen=True, kw_only=True, tag="weapon"):
    """A support weapon: carried by `holder`, or lying unpossessed at `at` (A4.43). `under` as of a
    unit.
    """

    id: Public[ShownId]
    side: Public[Side]
    counter: Public[CounterId]
    type: Public[str]
    letter: Public[str]
    holder: Public[ShownId | None]
    at: Public[LocationId]
    under: Public[ShownId | None] = None
    fired: OfFire[Fired | None] = None
    """It can fire no more without Sustained Fire (A9.2, A9.3)."""
    fired_at: OfPhase[LocationId | None] = None
    """Where it fired last in this phase (A9.21)."""
    malfunctioned: Public[bool] = False
    dm: Public[bool] = False
    handled: OfPhase[bool] = False
    """It was Recovered or Transferred (A4.431)."""
    portaged_by: Annotated[Public[CounterId | None], Until((Phase.AFPH, Phase.RTPH, Phase.APH))] = (
        None
    )
    """Who has portaged it: all MPh long, even if he drops it (A4.42), and into the AFPh, in which
    some of it may not fire."""
    tried_by: Annotated[Public[tuple[CounterId, ...]], Until((Phase.MPH,))] = ()
    """Who has failed to Recover it (A4.44)."""
    charge: Public[ShownId | None] = None
    """The DC that is being placed or Set, and is still this weapon until it is."""
    laid: Public[bool] = False
    """It is a Daisy Chain which lies across a road, as everybody knows (B28.531)."""
