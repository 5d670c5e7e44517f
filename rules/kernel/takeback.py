"""What one side asks and the other agrees to: a take-back (A.2: errors stand once play has moved
on, unless both players agree), or to go on without a line for the dice that was lost.
"""

from typing import Literal

import msgspec

from rules.kernel.audience import Side
from rules.kernel.command import KernelCommand
from rules.kernel.refused import Refused
from rules.kernel.view import ButtonOffer, Face, LogLine, Offer


class RequestCommand(KernelCommand, frozen=True, kw_only=True):
    """The commands about requests."""


class AskTakeBack(RequestCommand, frozen=True, kw_only=True, tag="ask_take_back"):
    """Ask the other side to take back one's last action, to its start."""


class TakeBack(RequestCommand, frozen=True, kw_only=True, tag="take_back_freely"):
    """Take back one's last action, which consulted nothing, without asking."""


class AskWithout(RequestCommand, frozen=True, kw_only=True, tag="ask_without_entropy"):
    """Ask the other side to go on without the line that one committed to and cannot open."""


class AgreeRequest(RequestCommand, frozen=True, kw_only=True, tag="agree"):
    """Agree to what the other side asked for."""


class RefuseRequest(RequestCommand, frozen=True, kw_only=True, tag="refuse_request"):
    """Refuse what the other side asked for."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for the other side's consent."""

    kind: Literal["take_back", "without_entropy"]
    by: Side


_MOST_REFUSALS = 4  # counted: nobody waits longer than eight actions


class Patience(msgspec.Struct, frozen=True):
    """How long a side waits before it may ask for a take-back again: after the second refusal in a
    row two actions of its own, then four, then eight.
    """

    refusals: int = 0
    waits: int = 0

    def after_refusal(self) -> "Patience":
        refusals = min(self.refusals + 1, _MOST_REFUSALS)
        return Patience(refusals, 2 ** (refusals - 1) if refusals > 1 else 0)

    def after_action(self) -> "Patience":
        return Patience(self.refusals, max(self.waits - 1, 0))

    @property
    def words(self) -> str:
        actions = "action" if self.waits == 1 else "actions"
        return f"Refused before: ask again after {self.waits} more {actions} of yours."


def refuse_request(
    request: Request | None,
    side: Side,
    command: RequestCommand,
    patience: Patience,
    *,
    is_free: bool,
    may_ask: bool,
    may_ask_without: bool,
) -> None:
    """Raise Refused if a side may not do this about requests now."""
    match command:
        case AskTakeBack():
            if patience.waits:
                raise Refused("A.2", patience.words)
            if not may_ask:
                raise Refused("A.2", "There is nothing of yours to take back now.")
        case TakeBack():
            if not is_free:
                raise Refused("A.2", "Your last action is taken back by consent alone.")
        case AskWithout():
            if request is not None or not may_ask_without:
                raise Refused("", "There is no line of yours to go on without.")
        case _ if request is None or request.by is side:
            raise Refused("", "There is no request that waits for your answer.")
        case _:
            pass


class RequestFace(Face, frozen=True, kw_only=True, tag="request"):
    """How everybody sees an open request."""

    kind: str
    by: Side
    text: str


_ASKS = {
    "take_back": "asks to take back the last action",
    "without_entropy": "asks to go on without its line for the dice",
}
_AGREES = {
    "take_back": "agrees: the last action is taken back to its start",
    "without_entropy": "agrees: the dice go on without the other side's line",
}
_NAMES = {"take_back": "the take-back", "without_entropy": "going on without it"}
_RULES = {"take_back": "A.2", "without_entropy": ""}


def request_face(request: Request) -> RequestFace:
    """The face of an open request."""
    return RequestFace(id="1", kind=request.kind, by=request.by, text=_ASKS[request.kind])


def request_offers(
    request: Request | None, side: Side, *, is_free: bool, may_ask: bool, may_ask_without: bool
) -> list[Offer]:
    """What a side may do about requests. Whether it may ask follows from whose action was last and
    of which kind, never from what came of it.
    """
    if request is None:
        offers: list[Offer] = []
        if is_free:
            offers.append(
                ButtonOffer(
                    verb="take_back_freely",
                    label="Take back",
                    hint="Free: no dice were thrown, and nothing hidden was looked up.",
                    key="z",
                    rule="A.2",
                    stands="aside",
                )
            )
        if may_ask_without:
            offers.append(
                ButtonOffer(verb="ask_without_entropy", label="Ask to go on without my line")
            )
        if may_ask:
            offers.append(
                ButtonOffer(
                    verb="ask_take_back",
                    label="Ask to take back",
                    key="z",
                    rule="A.2",
                    stands="aside",
                )
            )
        return offers
    if request.by is side:
        return []
    what, rule = _NAMES[request.kind], _RULES[request.kind]
    return [
        _answer("agree", "Agree", f"Agree to {what}", rule),
        _answer("refuse_request", "Refuse", f"Refuse {what}", rule),
    ]


def _answer(verb: str, label: str, hint: str, rule: str) -> Offer:
    return ButtonOffer(verb=verb, label=label, hint=hint, rule=rule, stands="answer")


def request_line(command: RequestCommand, request: Request, side: Side) -> LogLine:
    """What the log says of a command about that request."""
    match command:
        case AgreeRequest():
            text = _AGREES[request.kind]
        case TakeBack():
            text = "takes back its last action"
        case RefuseRequest():
            text = f"refuses {_NAMES[request.kind]}"
        case _:
            text = _ASKS[request.kind]
    return LogLine(kind="system", side=side, text=text, rule=_RULES[request.kind])
