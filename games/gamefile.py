"""Game files: a game as one audience was told it, in JSON lines (docs/gamefile.md).

The first line says of which game and for whom, the others are the frames of a replay: the document
at the beginning, then every bulletin. A file that somebody brings is shown to him alone and stored
nowhere; it is read strictly all the same.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal

import msgspec

from rules.kernel.audience import Audience

MOST_BYTES: Final = 12_000_000
MOST_LINES: Final = 20_000
VERSION: Final = 1


class BadFile(Exception):
    """What was brought is no game file: in which line, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"Line {line}: {why}")


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line."""

    file: Literal["sealed-orders"] = "sealed-orders"
    version: int = VERSION
    scenario: str
    title: str
    seen_by: Audience
    over: bool


class _Doc(msgspec.Struct, tag_field="t", tag="doc"):
    """A document; what is in it is for the page."""

    n: int
    you: Audience
    faces: list[dict[str, Any]]
    now: dict[str, Any] | None = None


class _Bulletin(msgspec.Struct, tag_field="t", tag="b"):
    """A bulletin; likewise."""

    n: int
    put: list[dict[str, Any]] = []
    drop: list[str] = []
    log: list[dict[str, Any]] = []


@dataclass(frozen=True)
class GameFile:
    """A file as it was read."""

    head: Head
    frames: tuple[dict[str, Any], ...]


_HEAD: Final = msgspec.json.Decoder(Head)
_FRAME: Final[msgspec.json.Decoder[_Doc | _Bulletin]] = msgspec.json.Decoder(_Doc | _Bulletin)


def written(head: Head, frames: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a file."""
    yield msgspec.json.encode(head) + b"\n"
    for frame in frames:
        yield frame + b"\n"


def read(data: bytes) -> GameFile:
    """A file that somebody brought. Raises BadFile."""
    if len(data) > MOST_BYTES:
        raise BadFile(1, f"the file has more than {MOST_BYTES:,} bytes")
    lines = data.removesuffix(b"\n").split(b"\n")
    if len(lines) > MOST_LINES:
        raise BadFile(1, f"the file has more than {MOST_LINES:,} lines")
    try:
        head = _HEAD.decode(lines[0])
    except msgspec.MsgspecError as error:
        raise BadFile(1, f"this is no game file: {error}") from error
    if head.version != VERSION:
        raise BadFile(1, f"version {head.version} is not known here")
    frames = tuple(_frame(number, line, head) for number, line in enumerate(lines[1:]))
    if not frames:
        raise BadFile(1, "nothing follows")
    return GameFile(head, frames)


def _frame(number: int, line: bytes, head: Head) -> dict[str, Any]:
    """A frame: the first is a document for that audience, each later one the next bulletin."""
    at = number + 2
    try:
        frame = _FRAME.decode(line)
        whole: dict[str, Any] = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadFile(at, f"this is no frame: {error}") from error
    if isinstance(frame, _Doc) is not (number == 0):
        raise BadFile(at, "one document stands first, and bulletins after it")
    if isinstance(frame, _Doc) and frame.you is not head.seen_by:
        raise BadFile(at, "the document is for somebody else than the first line says")
    if frame.n != number:
        raise BadFile(at, f"number {number} is expected here, not {frame.n}")
    return whole
