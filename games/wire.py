"""What browser and server say to each other, as `docs/wire.md` has it.

Frames from the browser are decoded strictly here, at the door. Frames to it are built from
documents and bulletins, never from entities: this module takes only what may be sent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Self
from uuid import UUID

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.document import Document
from rules.kernel.game import Bulletin
from rules.kernel.refused import Refused
from rules.kernel.view import wire
from rules.play.page.preview import MOST_LEGS, Leg, Place

MAX_FRAME = 64 * 1024  # bytes from a browser
_GREATEST = 2**53  # what every browser can count to
_MOST_UNITS = 60  # in one question

Ref = Annotated[str, msgspec.Meta(max_length=64)]
Number = Annotated[int, msgspec.Meta(ge=0, le=_GREATEST)]
Units = Annotated[tuple[Ref, ...], msgspec.Meta(max_length=_MOST_UNITS)]


class _Frame(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A frame from a browser."""


class Hello(_Frame, frozen=True, tag="hello"):
    """The first frame, and again after a gap: the last bulletin number held."""

    have: Number | None


class Do(_Frame, frozen=True, tag="do"):
    """A command, and the number of the player's own sequence that he has seen."""

    ref: Ref
    seen: Number
    cmd: msgspec.Raw


class AskOdds(_Frame, frozen=True, tag="odds"):
    """The odds of an attack that was offered."""

    ref: Ref
    cmd: msgspec.Raw


class AskLos(_Frame, frozen=True, tag="los"):
    """What the LOS between two Locations meets; anybody at the table may ask."""

    ref: Ref
    source: Place
    target: Place


class AskPath(_Frame, frozen=True, tag="path"):
    """What a path would cost one's own units."""

    ref: Ref
    units: Units
    legs: Annotated[tuple[Leg, ...], msgspec.Meta(max_length=MOST_LEGS)]


class AskReach(_Frame, frozen=True, tag="reach"):
    """Where one's own units could get to."""

    ref: Ref
    units: Units


class Ack(_Frame, frozen=True, tag="ack"):
    """The last bulletin applied."""

    n: Number


class Beat(_Frame, frozen=True, tag="beat"):
    """Asks whether the connection still lives; says the last bulletin applied as well, if any."""

    n: Number | None = None


BEAT = msgspec.json.encode({"t": "beat"}).decode()
"""The answer to a beat, the same for everybody."""


Question = AskLos | AskPath | AskReach
"""What is answered to the asker alone and changes nothing."""
AskAny = Question | AskOdds
"""The same, and the odds of an attack."""
FromBrowser = Hello | Do | Ack | Beat | AskAny

_DECODER: msgspec.json.Decoder[FromBrowser] = msgspec.json.Decoder(FromBrowser)


class Malformed(Exception):
    """Something that is no frame."""


def decode_frame(text: str) -> FromBrowser:
    """A frame from its text. Raises Malformed."""
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Malformed(type(error).__name__) from error


@dataclass(frozen=True)
class Delivery:
    """A bulletin on its way to one audience of one game."""

    game_id: UUID
    audience: Audience
    n: int
    frame: bytes

    @classmethod
    def of(cls, game_id: UUID, bulletin: Bulletin) -> Self:
        return cls(game_id, bulletin.audience, bulletin.n, bulletin.frame)


@dataclass(frozen=True)
class Offering:
    """What a side may try after its bulletin `n`, on its way to it."""

    game_id: UUID
    audience: Audience
    n: int
    frame: bytes

    @classmethod
    def of(cls, game_id: UUID, audience: Audience, n: int, offers: bytes) -> Self:
        return cls(game_id, audience, n, offers_frame(n, offers))


class _Numbered(msgspec.Struct, forbid_unknown_fields=True):
    t: str
    n: int


def is_bare(delivery: Delivery) -> bool:
    """Whether a bulletin tells nothing but its number: its side acted, and sees no difference."""
    try:
        msgspec.json.decode(delivery.frame, type=_Numbered)
    except msgspec.ValidationError:
        return False
    return True


@dataclass(frozen=True)
class Presence:
    """Who is connected; public."""

    a: bool = False
    b: bool = False
    watching: int = 0

    def as_dict(self) -> dict[str, bool | int]:
        return {"a": self.a, "b": self.b, "watching": self.watching}


def document_frame(
    n: int,
    audience: Audience,
    document: Document,
    log: Iterable[bytes],
    online: Presence,
    earlier: int = 0,
) -> bytes:
    """The whole document of an audience after its bulletin `n`, with the lines of the bulletins
    after `earlier`.
    """
    frame: dict[str, Any] = {
        "t": "doc",
        "n": n,
        "you": audience.value,
        "faces": [msgspec.Raw(body) for body in document.faces.values()],
        "now": msgspec.Raw(document.now),
        "earlier": earlier,
        "log": [msgspec.Raw(line) for line in log],
        "online": online.as_dict(),
    }
    return wire(frame)


def offers_frame(n: int, offers: bytes) -> bytes:
    """What a side may try after its bulletin `n`."""
    return wire({"t": "offers", "n": n, "offers": msgspec.Raw(offers)})


def no_offers_frame(n: int, refused: Refused) -> bytes:
    """That nothing can be tried after bulletin `n`, and why: the game is halted."""
    return wire({"t": "offers", "n": n, "offers": [], "why": refused.why})


def log_page(lines: Iterable[bytes], earlier: int) -> bytes:
    """Log lines that were told before, and the last bulletin whose lines come before them."""
    return wire({"log": [msgspec.Raw(line) for line in lines], "earlier": earlier})


def presence_frame(online: Presence) -> bytes:
    return wire({"t": "presence", **online.as_dict()})


def computer_frame(side: Side) -> bytes:
    """The computer no longer plays a side; public."""
    return wire({"t": "computer", "side": side.value, "plays": False})


def event_frame(n: int) -> bytes:
    """There is more to read on the page of an event; public."""
    return wire({"t": "event", "n": n})


def house_frame(house: Mapping[str, Any]) -> bytes:
    """The clock, the break and what one side asks of the other; public."""
    return wire({"t": "house", **house})


def chat_frame(room: str, n: int) -> bytes:
    """That something was said in a room: its number, so that whoever may can read it."""
    return wire({"t": "chat", "room": room, "n": n})


def ok_frame(ref: str) -> bytes:
    return wire({"t": "ok", "ref": ref})


def no_frame(ref: str | None, refused: Refused) -> bytes:
    """Why a frame was not carried out. Nothing changed, unless the code is `unknown`. Without `ref`
    it is about the socket.
    """
    answer = {"t": "no", "code": refused.code, "rule": refused.rule, "why": refused.why}
    return wire(answer if ref is None else {**answer, "ref": ref})


def card_frame(question: AskAny, card: Mapping[str, Any] | msgspec.Struct | msgspec.Raw) -> bytes:
    """The answer to a question, under the name of what was asked."""
    kind = question.__struct_config__.tag
    return wire({"t": kind, "ref": question.ref, "card": card})


# -- keyframes: whole documents, stored now and then --------------------------------------------


class _Keyframe(msgspec.Struct):
    faces: dict[str, msgspec.Raw]
    now: msgspec.Raw


_KEYFRAME = msgspec.json.Decoder(_Keyframe)


def encode_keyframe(document: Document) -> bytes:
    """The stored form of a document."""
    return msgspec.json.encode(
        _Keyframe(
            faces={key: msgspec.Raw(body) for key, body in document.faces.items()},
            now=msgspec.Raw(document.now),
        )
    )


def decode_keyframe(data: bytes) -> Document:
    """A document from its stored form."""
    keyframe = _KEYFRAME.decode(data)
    return Document(
        faces={key: bytes(body) for key, body in keyframe.faces.items()},
        now=bytes(keyframe.now),
    )
