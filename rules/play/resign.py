"""Giving the game up, at any time once play has begun."""

from collections.abc import Iterable

from rules.forces.phases import Stage
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.view import ButtonOffer, Offer
from rules.play.activity import AslCommand, Interjection
from rules.play.sequence import end_game
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge

_OFFER = ButtonOffer(
    verb="resign",
    label="Resign",
    hint="Give the game up.",
    sure="Resign the game? This ends it at once.",
    stands="aside",
)


class Resign(AslCommand, frozen=True, kw_only=True, tag="resign"):
    """Give the game up."""

    words = "resign"


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return (_OFFER,) if position.clock.stage is Stage.PLAY else ()


def _refuse(position: Knowledge, side: Side, command: Resign) -> None:
    if position.clock.stage is not Stage.PLAY:
        raise Refused("", "There is nothing to resign yet.")


def _act(table: AslTable, side: Side, command: Resign) -> None:
    end_game(table, side.enemy, "the other side resigns")


RESIGN = Interjection(Resign, _offers, _refuse, _act)
