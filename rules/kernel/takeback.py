"""Take-back by consent (A.2: errors stand once play has moved on, unless both players agree)."""

from typing import Literal

import msgspec

from rules.kernel.audience import Side
from rules.kernel.ruleset import Command
from rules.kernel.view import ButtonOffer, Face, LogLine, Offer


class TakeBackCommand(Command, frozen=True, kw_only=True):
    """The commands about requests: the kernel answers them, whatever the rules."""


class AskTakeBack(TakeBackCommand, frozen=True, kw_only=True, tag="ask_take_back"):
    """Ask the other side to take back one's last action, to its start."""


class AgreeRequest(TakeBackCommand, frozen=True, kw_only=True, tag="agree"):
    """Agree to what the other side asked for."""


class RefuseRequest(TakeBackCommand, frozen=True, kw_only=True, tag="refuse_request"):
    """Refuse what the other side asked for."""


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for the other side's consent."""

    kind: Literal["take_back"]
    by: Side


class RequestFace(Face, frozen=True, kw_only=True, tag="request"):
    """How everybody sees an open request."""

    kind: str
    by: Side
    text: str


def request_face(request: Request) -> RequestFace:
    """The face of an open request."""
    text = "asks to take back the last action"
    return RequestFace(id="1", kind=request.kind, by=request.by, text=text)


def request_offers(request: Request | None, side: Side, *, may_ask: bool) -> list[Offer]:
    """What a side may do about requests. Whether it may ask follows from whose action was last,
    never from what came of it.
    """
    if request is None:
        ask = ButtonOffer(verb="ask_take_back", label="Ask to take back", key="z", rule="A.2")
        return [ask] if may_ask else []
    if request.by is side:
        return []
    return [
        ButtonOffer(verb="agree", label="Agree to the take-back", rule="A.2"),
        ButtonOffer(verb="refuse_request", label="Refuse the take-back", rule="A.2"),
    ]


def take_back_line(command: Command, side: Side) -> LogLine:
    """What the log says of it."""
    texts = {
        "ask_take_back": "asks to take back the last action",
        "agree": "agrees: the last action is taken back to its start",
        "refuse_request": "refuses the take-back",
    }
    return LogLine(kind="system", side=side, text=texts[command.verb], rule="A.2")
