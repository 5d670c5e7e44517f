"""The rest of a move that its side has drawn: commands, kept as a secret of that side's (A4.2).

`going_on` says how it comes about and what ends it.
"""

from rules.kernel.audience import Side
from rules.kernel.command import Command
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Public, Secret
from rules.kernel.view import ButtonOffer, Offer
from rules.play.activity import AslCommand, Interjection
from rules.play.moving.move_commands import NextStep
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class PlannedMove(Entity, frozen=True, kw_only=True, tag="planned_move"):
    """What is left of a move that goes on by itself: who makes it, and the commands still to be
    given, one after the other. There is none at rest. Its id is the side.
    """

    owner: Public[Side]
    units: Secret[tuple[ShownId, ...]]
    commands: Secret[tuple[NextStep, ...]]


class HaltMove(AslCommand, frozen=True, kw_only=True, tag="halt_move"):
    """Do not go on by the drawn path: be asked again."""

    timeless = True
    words = "halt move"

    def heard(self) -> Command | None:
        return None


def plan_of(position: Knowledge, side: Side) -> PlannedMove | None:
    """What a side has planned, for readers who may know it."""
    return position.view.find(PlannedMove, side.value)


def forget_plan(table: AslTable, side: Side) -> None:
    """A side's drawn path goes on no longer."""
    plan = plan_of(table.known(side), side)
    if plan is not None:
        table.world.drop(plan)


def halt_offer(position: Knowledge, side: Side) -> list[Offer]:
    if plan_of(position, side) is None:
        return []
    return [ButtonOffer(verb="halt_move", label="Halt the move", rule="A4.2", stands="aside")]


def _refuse_halt(position: Knowledge, side: Side, command: HaltMove) -> None:
    if plan_of(position, side) is None:
        raise Refused("A4.2", "No move of yours goes on by itself.")


def _halt(table: AslTable, side: Side, command: HaltMove) -> None:
    forget_plan(table, side)


HALT_MOVE = Interjection(HaltMove, halt_offer, _refuse_halt, _halt)
