"""How Personnel get about: what their MPh has come to, and what bears them (A4, A13, E5, E6)."""

import enum
from collections.abc import Mapping
from typing import Any

from rules.board.locations import LocationId
from rules.forces.goer import Goer
from rules.forces.lasting import Here, OfMPh, OfPhase
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public


class Horse(enum.StrEnum):
    """Whom a Horse counter bears (A13.1): a squad, a HS or crew, or one SMC."""

    SQUAD = "squad"
    HALF = "half squad"
    SMC = "SMC"


class Afoot(Goer, frozen=True, kw_only=True):
    """The MF of a MPh, in halves, and what may be done but once in it."""

    mf_spent: OfMPh[int] = 0
    """The half MF that it has spent."""
    mf_bonus: OfMPh[int] = 0
    """What going with a leader and carrying too much change of its MF (A4.12, A4.42)."""
    double_time: OfMPh[int] = 0
    """What Double Time adds to its MF (A4.5)."""
    was_cx: OfMPh[bool] = False
    """Its CX went as it began this MPh (A4.51)."""
    off_road: OfMPh[bool] = False
    """It has gone on otherwise than by road, and so has no road bonus (B3.4)."""
    carried_by: OfMPh[CounterId | None] = None
    """The MMC that carries it, a wounded SMC (A17.2)."""
    dash_to: OfMPh[LocationId | None] = None
    """Where its Dash is to end (A4.63)."""
    min_move: OfMPh[bool] = False
    """By a Minimum Move: it is pinned and CX once it was shot at (A4.134)."""
    tried_smoke: OfMPh[bool] = False
    """It has tried to place a grenade (A24.1)."""
    scrounged: OfMPh[bool] = False
    """It has looked for weapons (A20.55)."""
    tried_wire: OfMPh[bool] = False
    """It has tried to come off Wire (B26.46)."""


class Borne(Afoot, frozen=True, kw_only=True):
    """In the water, aboard, or mounted."""

    swims: Public[bool] = False
    """It is in the water by swimming (E6.2)."""
    swam: Public[bool] = False
    """It swam until it came to the fording line by which it fords (E6.6)."""
    on_line: Public[bool] = False
    """It fords by a fording line alone (E6.6)."""
    balked: OfMPh[bool] = False
    """It has failed its swimming TC (E6.1)."""
    aboard: Here[ShownId | None] = None
    """The boat whose Passenger it is (E5.21)."""
    ferried: OfPhase[bool] = False
    """It has been a Passenger in this phase (E5.21)."""
    water_line: Here[bool] = False
    """Its Beached boat was sunk under it: it stands at the edge of the water until it leaves
    (E5.531)."""
    horse: Public[Horse | None] = None
    """The Horse counter that it rides as Cavalry (A13.1)."""
    thrown: Public[bool] = False
    """It has lost that, and is about to Bail Out (A13.51)."""

    @property
    def in_boat(self) -> bool:
        """E5.21: whether it is the Passenger of a boat."""
        return self.aboard is not None

    @property
    def mounted(self) -> bool:
        """A13.1: whether it rides."""
        return self.horse is not None

    @property
    def new_there(self) -> Mapping[str, Any]:
        return {**super().new_there, "ferried": self.ferried or self.in_boat}
