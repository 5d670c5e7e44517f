"""What one audience was shown, read from its frames: for checking, once a game has ended."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.entropy import Share, line_commitment
from rules.kernel.seal import Opening, opening_is_valid
from rules.kernel.view import SeenRoll


class BoundDice(msgspec.Struct, frozen=True):
    """The face of the dice: what they are bound to."""

    commitment: str = ""
    shares: dict[Side, Share] = {}


class RollId(msgspec.Struct, frozen=True):
    """Which roll a log line shows."""

    audience: Audience
    n: int


class _Line(msgspec.Struct):
    n: int = 0
    dice: tuple[int, ...] = ()
    roll: RollId | None = None


class _Now(msgspec.Struct):
    kind: str = ""


class Frame(msgspec.Struct):
    """What is looked at in a document or a bulletin."""

    n: int = 0
    you: Audience = Audience.PUBLIC
    faces: list[dict[str, Any]] = []
    put: list[dict[str, Any]] = []
    now: _Now | None = None
    log: list[_Line] = []
    rolls: list[SeenRoll] = []


_FRAME = msgspec.json.Decoder(Frame)


def read_frame(data: bytes) -> Frame:
    """A frame, as far as it is looked at. Raises msgspec.MsgspecError."""
    return _FRAME.decode(data)


@dataclass
class Shown:
    """What one audience was shown, from the beginning on: the dice's face after each change, the
    seals' roots, the leaves opened at reveals, the rolls, and how many lines its log has.

    Log lines of older games say nothing but dice (`older`), and bulletins still older than those
    do not number their rolls (`unnumbered`).
    """

    you: Audience = Audience.PUBLIC
    faults: list[str] = field(default_factory=list)
    dice: list[BoundDice] = field(default_factory=list)
    roots: dict[Side, str] = field(default_factory=dict)
    opened: dict[tuple[Side, str], str] = field(default_factory=dict)
    rolls: list[SeenRoll] = field(default_factory=list)
    now: str = ""
    older: bool = False
    unnumbered: bool = False
    lines: int = 0
    _made: dict[tuple[Audience, int], tuple[int, ...]] = field(default_factory=dict)
    _says: bool = False  # which roll a line shows, from here on
    _untold: list[str] = field(default_factory=list)  # before that

    @classmethod
    def read(cls, beginning: bytes, frames: Iterable[bytes], what: str) -> "Shown":
        """Read a stream, and note whatever is wrong with it by itself."""
        first = read_frame(beginning)
        shown = cls(you=first.you)
        shown._take(first)
        for number, data in enumerate(frames, start=1):
            frame = read_frame(data)
            if frame.n != number:
                shown.faults.append(f"bulletin {number} is missing")
                break
            shown._take(frame)
        untold = () if shown.older or shown.unnumbered else shown._untold
        faults = (*_unfair(shown.dice), *shown.faults, *untold)
        shown.faults = [f"{what}: {fault}" for fault in faults]
        return shown

    def _take(self, frame: Frame) -> None:
        for face in (*frame.faces, *frame.put):
            if face["k"] == "dice":
                self.dice.append(msgspec.convert(face, BoundDice))
            if face["k"] == "seal":
                self._take_seal(face)
        if frame.rolls and (not self.dice or any(s.is_awaited for s in self._shares.values())):
            self.faults.append(f"bulletin {frame.n}: dice were rolled before all lines were open")
        if frame.n:
            self._take_rolls(frame)
        self.now = frame.now.kind if frame.now else self.now

    @property
    def _shares(self) -> Mapping[Side, Share]:
        return self.dice[-1].shares

    def _take_rolls(self, frame: Frame) -> None:
        """Every roll is shown by a line for those who see it, and every line with dice shows one
        that was made. Lines are numbered without gaps.
        """
        where = f"bulletin {frame.n}"
        for roll in frame.rolls:
            if roll.audience not in (Audience.PUBLIC, self.you):
                self.faults.append(f"{where}: a roll of {roll.audience} alone")
            self._made[roll.audience, roll.n] = roll.dice
        self.rolls += frame.rolls
        for line in frame.log:
            self.lines += 1
            if line.n != self.lines:
                self.faults.append(f"{where}: line {self.lines} of the log is missing")
                self.lines = line.n
            self.faults += [f"{where}: line {line.n} {fault}" for fault in self._told(frame, line)]
        told = {(line.roll.audience, line.roll.n) for line in frame.log if line.roll}
        (self.faults if self._says else self._untold).extend(
            f"{where}: no line shows roll {roll.n} of {roll.audience}"
            for roll in frame.rolls
            if (roll.audience, roll.n) not in told
        )

    def _told(self, frame: Frame, line: _Line) -> Iterator[str]:
        """What is wrong with the dice that a line shows."""
        if line.roll is not None:
            self._says = True
            made = self._made.get((line.roll.audience, line.roll.n))
            if made is None:
                yield f"shows roll {line.roll.n} of {line.roll.audience}, which was not made"
            elif made != line.dice:
                yield f"has other dice than roll {line.roll.n} of {line.roll.audience}"
        elif line.dice and self._says:
            yield "does not say which roll it shows"
        elif line.dice and not frame.rolls:
            self.unnumbered = True
        elif line.dice:
            self.older = True
            if line.dice not in self._made.values():
                yield "has other dice than any roll"

    def _take_seal(self, face: dict[str, Any]) -> None:
        side = Side(face["side"])
        if self.roots.setdefault(side, face["root"]) != face["root"]:
            self.faults.append(f"the seal of side {side} was changed")
        for one in face["opened"]:
            if isinstance(one["leaf"], str):  # as the test world shows it, without a whole proof
                self.opened[side, one["leaf"]] = one["value"]
            else:
                self._take_opened(side, face["root"], msgspec.convert(one, Opening))

    def _take_opened(self, side: Side, root: str, opening: Opening) -> None:
        leaf = opening.leaf
        self.opened[side, leaf.label] = leaf.value
        if not opening_is_valid(opening, root):
            fault = f"the leaf {leaf.label} of side {side} was opened with a proof that fails"
            self.faults.append(fault)


def _unfair(faces: Sequence[BoundDice]) -> Iterator[str]:
    """The commitment never changed, and no line was chosen or opened out of turn."""
    if len({face.commitment for face in faces}) > 1:
        yield "the commitment to the seeds was changed"
    before = {side: Share() for side in Side}
    for face in faces:
        for side, share in face.shares.items():
            old, other = before[side], before[side.enemy]
            if share.line and line_commitment(share.line) != share.commitment:
                yield f"the line of side {side} is not the one committed to"
            if share.line and not old.line and not (other.is_decided and old.commitment):
                yield f"side {side} opened its line while the other could still choose"
            if share.commitment != old.commitment and (old.line or other.line):
                yield f"side {side} chose its line after one was open"
        before = {**before, **face.shares}
