"""A draw by agreement: one side offers it, at any time once play has begun, and the other accepts.

An offer stands until it is answered or withdrawn. Taking back the action before it takes the offer
back too, as everything that has been done since.
"""

from collections.abc import Callable, Iterable

from rules.forces.phases import Stage
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.view import ButtonOffer, Offer
from rules.play.activity import AnyInterjection, AslCommand, Interjection
from rules.play.sequence import end_game
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class OfferDraw(AslCommand, frozen=True, kw_only=True, tag="offer_draw"):
    """Offer the other side a draw."""

    words = "offer draw"


class AcceptDraw(AslCommand, frozen=True, kw_only=True, tag="accept_draw"):
    """Accept the draw that the other side offers: the game is over."""

    words = "accept draw"


class DeclineDraw(AslCommand, frozen=True, kw_only=True, tag="decline_draw"):
    """Decline the draw that the other side offers."""

    words = "decline draw"


class WithdrawDraw(AslCommand, frozen=True, kw_only=True, tag="withdraw_draw"):
    """Take one's own offer of a draw back."""

    words = "withdraw draw"


_MAY: dict[type[AslCommand], tuple[Callable[[Side | None, Side], bool], ButtonOffer, str]] = {
    OfferDraw: (
        lambda by, side: by is None,
        ButtonOffer(
            verb="offer_draw",
            label="Offer a draw",
            hint="Offer the other side a draw.",
            sure="Offer a draw? If the other side accepts it the game is over.",
            stands="aside",
        ),
        "A draw has been offered already.",
    ),
    AcceptDraw: (
        lambda by, side: by is side.enemy,
        ButtonOffer(
            verb="accept_draw",
            label="Accept",
            hint="Accept the draw that the other side offers.",
            sure="Accept the draw? This ends the game at once.",
            stands="answer",
        ),
        "The other side offers no draw.",
    ),
    DeclineDraw: (
        lambda by, side: by is side.enemy,
        ButtonOffer(
            verb="decline_draw",
            label="Decline",
            hint="Decline the draw that the other side offers.",
            stands="answer",
        ),
        "The other side offers no draw.",
    ),
    WithdrawDraw: (
        lambda by, side: by is side,
        ButtonOffer(
            verb="withdraw_draw",
            label="Withdraw the offer of a draw",
            hint="Take your offer of a draw back.",
            stands="aside",
        ),
        "You offer no draw.",
    ),
}
"""When each is open, given who offers a draw and who is asked; its button; and why it is refused
otherwise.
"""


def _offers(command: type[AslCommand]) -> Callable[[Knowledge, Side], Iterable[Offer]]:
    is_open, button, _ = _MAY[command]

    def offers(position: Knowledge, side: Side) -> Iterable[Offer]:
        clock = position.clock
        return (button,) if clock.stage is Stage.PLAY and is_open(clock.draw, side) else ()

    return offers


def _refuse(position: Knowledge, side: Side, command: AslCommand) -> None:
    if position.clock.stage is not Stage.PLAY:
        raise Refused("", "Play has not begun yet.")
    is_open, _, why = _MAY[type(command)]
    if not is_open(position.clock.draw, side):
        raise Refused("", why)


def _says(table: AslTable, side: Side, draw: Side | None, text: str) -> None:
    table.world.change(table.clock, draw=draw)
    table.log("system", text, side=side)


def _offer(table: AslTable, side: Side, command: OfferDraw) -> None:
    _says(table, side, side, "offers a draw")


def _decline(table: AslTable, side: Side, command: DeclineDraw) -> None:
    _says(table, side, None, "declines the draw")


def _withdraw(table: AslTable, side: Side, command: WithdrawDraw) -> None:
    _says(table, side, None, "withdraws its offer of a draw")


def _accept(table: AslTable, side: Side, command: AcceptDraw) -> None:
    _says(table, side, None, "accepts the draw")
    end_game(table, None, "both sides agree to a draw")


DRAWS: tuple[AnyInterjection, ...] = (
    Interjection(OfferDraw, _offers(OfferDraw), _refuse, _offer),
    Interjection(AcceptDraw, _offers(AcceptDraw), _refuse, _accept),
    Interjection(DeclineDraw, _offers(DeclineDraw), _refuse, _decline),
    Interjection(WithdrawDraw, _offers(WithdrawDraw), _refuse, _withdraw),
)
