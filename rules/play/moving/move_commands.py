"""What a player says of a move (A4.1, A4.15), and how those who move are to go on by themselves."""

from typing import TypeAlias

from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.forces.manner import Manner
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.view import ButtonOffer
from rules.play.activity import AslCommand, Guise, UnitNoun


class Going(AslCommand, frozen=True, kw_only=True):
    """A step of a move. `then` are the commands by which those who make it go on by themselves, in
    their order. Only their side knows of them.
    """

    then: "tuple[NextStep, ...]" = ()

    @property
    def goers(self) -> tuple[ShownId, ...]:
        """Whom it moves."""
        raise NotImplementedError

    @property
    def leads_to(self) -> LocationId:
        """The Location in which it ends."""
        raise NotImplementedError

    def heard(self) -> Command:
        return replace(self, then=())


class Move(Going, frozen=True, kw_only=True, tag="move"):
    """Move units of one Location into an adjacent one. `assault` is declared at the first hex and
    holds for the move; `manner` chooses a cheaper way without cover, by road, past shellholes or in
    Bypass along hexsides, where there is one.
    """

    words = "move {units} to {to} [assault] [by {manner}] [then {then}]"
    guise = Guise.COVERED
    units: tuple[UnitNoun, ...]
    to: LocationId
    assault: bool = False
    manner: Manner = Manner.TERRAIN

    @property
    def goers(self) -> tuple[ShownId, ...]:
        return self.units

    @property
    def leads_to(self) -> LocationId:
        return self.to


class Overrun(Move, frozen=True, kw_only=True, tag="overrun"):
    """Infantry OVR: move units with a MMC into the Location of a lone SMC, for twice the MF."""

    words = "overrun {units} in {to} [assault] [by {manner}]"
    guise = Guise.OPEN

    def plain(self) -> Move:
        """The step that it is without the OVR."""
        return Move(units=self.units, to=self.to, assault=self.assault, manner=self.manner)


class EndMove(AslCommand, frozen=True, kw_only=True, tag="end_move"):
    """Stop the units that are moving."""

    words = "end move"


NextStep: TypeAlias = Move | EndMove
"""What can be ordered ahead: whoever may go on by himself has the command for it here."""


END_MOVE = ButtonOffer(verb="end_move", label="Stop here", key="s", rule="A4.2")
