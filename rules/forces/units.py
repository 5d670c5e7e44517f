"""Personnel: squads, half-squads, crews, leaders, heroes, and the Dummies among them (A1.2)."""

from typing import Annotated

from rules.board.locations import LocationId
from rules.forces.afoot import Borne
from rules.forces.fired import Fired
from rules.forces.lasting import Here, OfFire, OfPhase, OfPlayerTurn, OfRPh, Until
from rules.forces.phases import Phase
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public


class Unit(Borne, frozen=True, kw_only=True, tag="unit"):
    """A Personnel counter: what it is, how it is, and what it has fired and tried; how it gets
    about (`Borne`, `Afoot`), that it does (`Goer`), and what everybody sees of it (`Seen`) are
    parts that it has in common with others.
    """

    type: Public[str]
    """Its present values: a squad that is Reduced keeps its id and takes its HS's type."""
    letter: Public[str]

    broken: Public[bool] = False
    dm: Public[bool] = False
    keeps_dm: OfRPh[bool] = False
    """Its DM stays through this RPh (A10.62)."""
    pinned: OfPlayerTurn[bool] = False
    """A7.8."""
    cx: Public[bool] = False
    ti: OfPlayerTurn[bool] = False
    """A4.8."""
    wounded: Public[bool] = False
    melee: Public[bool] = False
    berserk: Public[bool] = False
    fanatic: Public[bool] = False
    disrupted: Public[bool] = False
    heroic: Public[bool] = False
    """A leader that a hero was made of (A15.21)."""
    unarmed: Public[bool] = False
    guard: Public[CounterId | None] = None
    """The enemy that holds it, unarmed, prisoner (A20.5)."""
    unled: Public[bool] = False
    """It is Green and has no unbroken leader with it (A19.3)."""
    wall_advantage: Here[bool] = False
    """B9.3, B9.41."""
    below_top: Public[bool] = False
    """It was set up beneath the top of a stack in the open that others have not looked into yet:
    it is kept as the hidden are (A12.16)."""

    fired: OfFire[Fired | None] = None
    """The mark of its inherent FP: its weapons have their own."""
    fired_at: OfPhase[LocationId | None] = None
    """Where it fired in this phase (A7.55)."""
    director: OfFire[ShownId | None] = None
    """The leader that directed it in First Fire (A7.531)."""
    serving: OfFire[bool] = False
    """It is a SMC that has fired a weapon with its possessor (A9.12)."""
    inherent_lost: Annotated[Public[bool], Until((Phase.APH,))] = False
    """Its weapons have cost it its inherent FP (A7.351)."""
    acted: OfPlayerTurn[bool] = False
    """It has fired or moved in an earlier phase of this Player Turn (A14.4)."""
    used_special: OfPlayerTurn[bool] = False
    """It has used a FT or DC (A22.1)."""
    used_mol: OfPlayerTurn[bool] = False
    """It has made a MOL Check (A22.611)."""
    has_set: Public[tuple[ShownId, ...]] = ()
    """The DC that it has Set, or what it was made of has (A23.7)."""

    repaired: OfRPh[bool] = False
    """It has tried to repair a weapon, which may be secret (A9.72)."""
    rallying: OfRPh[bool] = False
    """A leader who has rallied may do so again (A3.1)."""
    recombining: OfRPh[bool] = False
    """One who has Recombined may do so again (A3.1)."""

    @property
    def is_halted(self) -> bool:
        return self.broken or self.pinned
