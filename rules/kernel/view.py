"""The second family of types: what goes out. Faces, sentences, offers and log lines, never
entities.

The encoder here knows no Secret: one that strays into a view is refused, not printed.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.ids import ShownId
from rules.kernel.voices import has_token


class Face(msgspec.Struct, frozen=True, kw_only=True, tag_field="k"):
    """What an audience sees of an entity."""

    id: str

    @property
    def key(self) -> str:
        """The face's name in a document: its kind and id."""
        return f"{self.__struct_config__.tag}:{self.id}"


class Now(msgspec.Struct, frozen=True, kw_only=True):
    """Whose decision it is, and what it is, in one sentence for the reader."""

    side: Side | None
    kind: str
    text: str
    sub: str | None = None
    focus: tuple[str, ...] = ()
    units: tuple[ShownId, ...] = ()
    rule: str = ""


Stands = Literal["", "aside", "wider", "answer", "last", "orders", "unseen"]


class Offer(msgspec.Struct, frozen=True, kw_only=True, tag_field="form", omit_defaults=True):
    """Something a side may try: a verb with the nouns allowed, told from what that side knows.

    `sure` is asked before it is done. `stands` says where a page shows it: beside the question, or
    `aside` since it is about the game; in small letters since it is `wider` than the question; with
    the request of the other side that it is an `answer` to; `last`, as the end of a setup;
    with the `orders` that stand; or `unseen`, since the page sees to it by itself. `asks` is read
    in place of the question's sentence, which says more than can still be done.
    """

    verb: str
    label: str
    key: str = ""
    rule: str = ""
    hint: str = ""
    primary: bool = False
    sure: str = ""
    stands: Stands = ""
    asks: str = ""


class ButtonOffer(Offer, frozen=True, kw_only=True, tag="button"):
    """A verb without nouns."""


class Modifier(msgspec.Struct, frozen=True):
    """One entry of a ledger of DRM, costs or strengths: why, and how much."""

    rule: str
    label: str
    value: int


Die = Annotated[int, msgspec.Meta(ge=1, le=6)]


class SeenRoll(msgspec.Struct, frozen=True):
    """A roll as those read it who see it: whose sequence, its number in it, and the dice."""

    audience: Audience
    n: Annotated[int, msgspec.Meta(ge=1)]
    dice: tuple[Die, ...]


class LogLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of the log, written for players: who, what, the roll that it shows, modifiers,
    result, rule. Several lines may show one roll.
    """

    kind: str
    text: str
    side: Side | None = None
    rule: str = ""
    at: tuple[str, ...] = ()
    roll: SeenRoll | None = None
    mods: tuple[Modifier, ...] = ()
    result: str = ""
    secret: bool = False
    turn: int = 0
    phase: str = ""
    phasing: str = ""

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that it shows, if any."""
        return self.roll.dice if self.roll else ()


def line_body(n: int, line: LogLine) -> dict[str, Any]:
    """The sent form of a log line, which is number `n` for its reader: its dice, and which roll
    they are.
    """
    body = {"n": n, **msgspec.to_builtins(line)}
    if line.roll is not None:
        body["dice"] = line.roll.dice
        body["roll"] = {"audience": line.roll.audience, "n": line.roll.n}
    return body


def has_tokens(line: LogLine) -> bool:
    """Whether a log line reads differently for those who know a counter in it."""
    labels = (modifier.label for modifier in line.mods)
    return has_token(line.text) or has_token(line.result) or any(map(has_token, labels))


def rendered_line(line: LogLine, render: Callable[[str], str]) -> LogLine:
    """A log line whose texts are rendered."""
    return msgspec.structs.replace(
        line,
        text=render(line.text),
        result=render(line.result),
        mods=tuple(msgspec.structs.replace(m, label=render(m.label)) for m in line.mods),
    )


_ENCODER = msgspec.json.Encoder(order="deterministic")


def wire(value: Any) -> bytes:
    """The sent form of anything that may be sent. Raises TypeError for what may not."""
    return _ENCODER.encode(value)
