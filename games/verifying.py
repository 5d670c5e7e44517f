"""Checking an export of a game that has ended: dice, players' lines, seals, and what was shown.

It needs no database: everything is in the export, the scenario's card, and what a player may have
saved during the game. docs/dice.md says what each check proves.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games import rulesets
from games.dice import DiceExport, DiceFace
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll, roll_dice
from rules.kernel.document import SeenRoll
from rules.kernel.entropy import Share, entropy, line_commitment
from rules.kernel.game import GENESIS, chain
from rules.kernel.seal import Leaf, Opening, leaf_hash, merkle_root, opening_is_valid


@dataclass(frozen=True)
class Verdict:
    """How many rolls there are, how many follow from the seeds, what is wrong, and what could not
    be checked.
    """

    rolls: int
    matching: int
    faults: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        return self.rolls == self.matching and not self.faults


class _Line(msgspec.Struct):
    dice: tuple[int, ...] = ()


class _Now(msgspec.Struct):
    kind: str = ""


class _Frame(msgspec.Struct):
    """What is looked at in a document or a bulletin."""

    n: int = 0
    you: Audience = Audience.PUBLIC
    faces: list[dict[str, Any]] = []
    put: list[dict[str, Any]] = []
    now: _Now | None = None
    log: list[_Line] = []
    rolls: list[SeenRoll] = []


_FRAME = msgspec.json.Decoder(_Frame)


@dataclass
class Shown:
    """What one audience was shown, from the beginning on: the dice's face after each change, the
    seals' roots, the leaves opened at reveals, and the rolls.
    """

    faults: list[str] = field(default_factory=list)
    dice: list[DiceFace] = field(default_factory=list)
    roots: dict[Side, str] = field(default_factory=dict)
    opened: dict[tuple[Side, str], str] = field(default_factory=dict)
    rolls: list[SeenRoll] = field(default_factory=list)
    now: str = ""

    @classmethod
    def read(cls, beginning: bytes, frames: Iterable[bytes], what: str) -> "Shown":
        """Read a stream, and note whatever is wrong with it by itself."""
        shown = cls()
        shown._take(_FRAME.decode(beginning))
        for number, data in enumerate(frames, start=1):
            frame = _FRAME.decode(data)
            if frame.n != number:
                shown.faults.append(f"{what}: bulletin {number} is missing")
                break
            shown._take(frame)
        shown.faults = [f"{what}: {fault}" for fault in _unfair(shown.dice)] + shown.faults
        return shown

    def _take(self, frame: _Frame) -> None:
        for face in (*frame.faces, *frame.put):
            if face["k"] == "dice":
                self.dice.append(msgspec.convert(face, DiceFace))
            if face["k"] == "seal":
                self._take_seal(face)
        if frame.rolls and (not self.dice or any(s.is_awaited for s in self._shares.values())):
            self.faults.append(f"bulletin {frame.n}: dice were rolled before all lines were open")
        public = Counter(roll.dice for roll in frame.rolls)
        if frame.n and public != Counter(line.dice for line in frame.log if line.dice):
            self.faults.append(f"bulletin {frame.n}: the log has other dice than its rolls")
        self.rolls += frame.rolls
        self.now = frame.now.kind if frame.now else self.now

    @property
    def _shares(self) -> Mapping[Side, Share]:
        return self.dice[-1].shares

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


@dataclass(frozen=True)
class OpenedLeaf:
    """One leaf as the dice page lists it; `met` if play had opened it before the end."""

    label: str
    value: str
    met: bool


@dataclass(frozen=True)
class OpenedSeal:
    """A side's seal, all of it."""

    side: str
    root: str
    leaves: tuple[OpenedLeaf, ...]


def verify(export: DiceExport, seen: Sequence[bytes] = ()) -> Verdict:
    """Check everything in an export; `seen` are the lines of a file that a player saved during the
    game. Raises msgspec.MsgspecError, ValueError or KeyError for what is no export.
    """
    frames = [bytes(frame) for frame in export.bulletins]
    shown = Shown.read(bytes(export.beginning), frames, "what everybody was shown")
    notes: list[str] = []
    faults = [
        *_seed_faults(export),
        *_chain_faults(export, frames),
        *shown.faults,
        *_share_faults(export, shown),
        *_roll_faults(export, shown),
        *_leaf_faults(export, shown, notes),
        *_seen_faults(export, shown, seen),
    ]
    seeds = {audience: bytes.fromhex(seed) for audience, seed in export.seeds.items()}
    lines = entropy(export.shares)
    matching = sum(_follows(roll, seeds, lines) for roll in export.rolls)
    return Verdict(len(export.rolls), matching, tuple(faults), tuple(notes))


def _follows(roll: Roll, seeds: dict[Audience, bytes], lines: str) -> bool:
    seed = seeds.get(roll.audience)
    return seed is not None and roll_dice(seed, roll.n, len(roll.dice), lines) == roll.dice


def _seed_faults(export: DiceExport) -> Iterator[str]:
    """The seeds are those committed to."""
    committed = dict(zip(Audience, export.commitment.split(":"), strict=False))
    for audience in Audience:
        seed = bytes.fromhex(export.seeds.get(audience, ""))
        digest = hashlib.sha256(seed).hexdigest()
        if not hmac.compare_digest(digest, committed.get(audience, "")):
            yield f"the seed of {audience} is not the one committed to"


def _chain_faults(export: DiceExport, frames: Sequence[bytes]) -> Iterator[str]:
    """The bulletins are those whose chain the server kept, to the end of the game."""
    digest = chain(GENESIS, bytes(export.beginning))
    for frame in frames:
        digest = chain(digest, frame)
    if not hmac.compare_digest(digest, export.digest):
        yield "the chain of the public bulletins does not lead to its last digest"


def _unfair(faces: Sequence[DiceFace]) -> Iterator[str]:
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


def _share_faults(export: DiceExport, shown: Shown) -> Iterator[str]:
    """Seeds and lines are those that everybody was shown."""
    if not shown.dice:
        yield "no commitment was shown at the table"
        return
    if shown.dice[0].commitment != export.commitment:
        yield "the commitment is not the one shown at the table"
    if shown.dice[-1].shares != export.shares:
        yield "the players' lines are not those shown at the table"
    if shown.now != "over":
        yield "what everybody was shown does not reach the end of the game"


def _roll_faults(export: DiceExport, shown: Shown) -> Iterator[str]:
    """No roll is missing, and the public ones are those that everybody saw, in that order."""
    for audience in Audience:
        numbers = [roll.n for roll in export.rolls if roll.audience is audience]
        if numbers != list(range(1, export.counts[audience] + 1)):
            yield f"the rolls of {audience} are not numbered without gaps"
    public = [(roll.n, roll.dice) for roll in export.rolls if roll.audience is Audience.PUBLIC]
    if public != [(roll.n, roll.dice) for roll in shown.rolls]:
        yield "the rolls are not those that everybody saw"


def _leaf_faults(export: DiceExport, shown: Shown, notes: list[str]) -> Iterator[str]:
    """All leaves lead to the roots shown at the table, and say what was said at each reveal."""
    for side in Side:
        leaves = export.leaves.get(side, ())
        if side not in shown.roots and not leaves:
            continue
        root = merkle_root([leaf_hash(leaf) for leaf in leaves]).hex()
        if not hmac.compare_digest(root, shown.roots.get(side, "")):
            yield f"the leaves of side {side} do not lead to the root shown at the table"
    yield from _opened_otherwise(export, shown)
    try:
        rules = rulesets.scenario(export.scenario).rules
    except KeyError:
        notes.append(f"the scenario {export.scenario} is not known here: leaves not counted")
        return
    for side in Side:
        labels, wanted = _labels(export.leaves.get(side, ())), sorted(rules.sealed_labels(side))
        if wanted and side not in shown.roots:
            yield f"side {side} was never shown to seal its setup"
        elif labels != wanted:
            yield f"the leaves of side {side} are not those that the scenario has"


def _labels(leaves: Sequence[Leaf]) -> list[str]:
    return sorted(leaf.label for leaf in leaves)


def _opened_otherwise(export: DiceExport, shown: Shown) -> Iterator[str]:
    """Every leaf said the same when it was opened in play."""
    values = {
        (side, leaf.label): leaf.value for side in Side for leaf in export.leaves.get(side, ())
    }
    for (side, label), value in shown.opened.items():
        if values.get((side, label)) != value:
            yield f"the leaf {label} of side {side} said something else when it was opened"


def _seen_faults(export: DiceExport, shown: Shown, seen: Sequence[bytes]) -> Iterator[str]:
    """What a player saved during the game is still what is told now."""
    if not seen:
        return
    what = "what was saved"
    beginning, frames = _FRAME.decode(seen[0]), seen[1:]
    saved = Shown.read(seen[0], frames, what)
    yield from (fault for fault in saved.faults if fault not in shown.faults)
    if beginning.you is Audience.PUBLIC:
        now = [bytes(frame) for frame in export.bulletins[: len(frames)]]
        if list(frames) != now or beginning.faces != _FRAME.decode(export.beginning).faces:
            yield f"{what}: the public bulletins are others now"
    if not _is_in_order(saved.dice, shown.dice):
        yield f"{what}: the dice were bound to something else"
    for side, root in saved.roots.items():
        if shown.roots.get(side) != root:
            yield f"{what}: the seal of side {side} was another"
    yield from (f"{what}: {fault}" for fault in _opened_otherwise(export, saved))
    rolls = {(roll.audience, roll.n): roll.dice for roll in export.rolls}
    seen_rolls = (roll for frame in frames for roll in _FRAME.decode(frame).rolls)
    for roll in seen_rolls:
        if rolls.get((roll.audience, roll.n)) != roll.dice:
            yield f"{what}: roll {roll.n} of {roll.audience} was another"


def _is_in_order(some: Sequence[DiceFace], all_: Sequence[DiceFace]) -> bool:
    """Whether the first are among the others, in their order."""
    left = iter(all_)
    return all(any(one == other for other in left) for one in some)


def opened_seals(export: DiceExport, names: Sequence[str]) -> tuple[OpenedSeal, ...]:
    """The seals of a game that has ended, with the sides' names; sides that sealed nothing have
    none.
    """
    frames = (bytes(frame) for frame in export.bulletins)
    shown = Shown.read(bytes(export.beginning), frames, "")
    return tuple(
        OpenedSeal(
            name,
            shown.roots.get(side, ""),
            tuple(
                OpenedLeaf(leaf.label, leaf.value, (side, leaf.label) in shown.opened)
                for leaf in sorted(export.leaves[side], key=lambda leaf: leaf.label)
            ),
        )
        for side, name in zip(Side, names, strict=True)
        if export.leaves[side]
    )
