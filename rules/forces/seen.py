"""What everybody sees of a counter in play, whatever it is, and of the "?" over it (A12)."""

from typing import Annotated, ClassVar, Final

from rules.board.locations import LocationId
from rules.forces.lasting import Here, OfAction, OfMPh, OfMPhHere, OfPlayerTurn, Until
from rules.forces.manner import Manner, Posture
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.secret import Public


class Seen(Entity, frozen=True, kw_only=True):
    """Where it is, and what it is seen to do.

    A "?" and all that are under it have these fields alike: what is said here must not depend on
    how many are under it, or which.
    """

    id: Public[ShownId]
    side: Public[Side]
    at: Public[LocationId]

    moving: OfMPh[bool] = False
    """It spends MF or MP in the action under way."""
    moved: OfMPh[bool] = False
    """Its MPh is over (A3.3)."""
    assault: OfMPh[bool] = False
    """It moves by Assault Movement (A4.61)."""
    manner: OfMPh[Manner] = Manner.TERRAIN
    """How it has entered its Location, which may give it no cover (A4.132, B2.4)."""
    entered_from: OfAction[LocationId | None] = None
    """The Location that it came from last (A11.4, B10.31)."""
    posture: Here[Posture | None] = None
    """Where in its Location it is, if not simply there."""
    sides: Here[tuple[int, ...]] = ()
    """The hexsides along which it is in Bypass (A4.3), or the three that it faces in Crest status,
    clockwise (B20.9)."""
    used: OfAction[bool] = False
    """It has had its one action of the RPh, RtPh or APh (A3.1)."""
    mf_here: OfMPhHere[int] = 0
    """The half MF spent in its present Location, a MP counting as a MF (A8.1)."""
    attacked_by: OfMPhHere[tuple[ShownId, ...]] = ()
    """Who and what shot at it there, once a shot (A8.3, A9.2)."""
    cc_done: Annotated[Public[bool], Until((Phase.MPH, Phase.CCPH))] = False
    """It has had its round of CC (A11.12), or has struck back at an OVR in this MPh (A4.152)."""
    hazardous: OfPlayerTurn[bool] = False
    """It has made a Hazardous Movement (A4.62)."""
    clears: OfPlayerTurn[str | None] = None
    """The Task of the Clearance in its Location that it takes part in (B24.7)."""
    partial: Public[ShownId | None] = None
    """The partial Trail Break by which it came there (B24.74)."""
    charge: Public[ShownId | None] = None
    """The DC that it is placing, or Setting, or is helping to Set (A23.3, A23.7)."""


COVER_MARKS: Final = tuple(
    name for name in Seen.__struct_fields__ if name not in {"id", "side", "at"}
)
"""What a "?" shares with all that is under it, besides where they are."""


class Cover(Seen, frozen=True, kw_only=True, tag="cover"):
    """A "?" on the board: a stack of at least one counter, as everybody sees it.

    In CC one unit alone is under it, whose `type` has been shown (A11.19).
    """

    broken: ClassVar[bool] = False
    pinned: ClassVar[bool] = False
    melee: ClassVar[bool] = False

    type: Public[str | None] = None
