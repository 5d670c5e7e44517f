"""Checking an export of a game that has ended: dice, players' lines, seals, and what was shown.

It needs no database: everything is in the export, in what the scenario has its sides seal, and in
what a player may have saved during the game. docs/dice.md says what each check proves.
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.kernel.audience import Audience, Side, side_of
from rules.kernel.dice import Roll, roll_dice
from rules.kernel.document import beginning_in
from rules.kernel.entropy import entropy
from rules.kernel.game import GENESIS, chain
from rules.kernel.opened import DiceExport
from rules.kernel.seal import leaf_hash, merkle_root
from rules.kernel.shown import BoundDice, Shown

Labels = Mapping[Side, Sequence[str]]
"""What each side seals."""


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


def verify(export: DiceExport, seen: Sequence[bytes] = (), *, labels: Labels | None) -> Verdict:
    """Check everything in an export; `seen` are the lines of a file that a player saved during the
    game, `labels` None if the scenario is not known. Raises msgspec.MsgspecError, ValueError or
    KeyError for what is no export.
    """
    frames = [bytes(frame) for frame in export.bulletins]
    shown = Shown.read(bytes(export.beginning), frames, "what everybody was shown")
    notes = list(_age(shown))
    digests = _digests(export, frames)
    faults = [
        *_seed_faults(export),
        *_chain_faults(export, shown, digests),
        *shown.faults,
        *_share_faults(export, shown),
        *_roll_faults(export, shown),
        *_leaf_faults(export, shown),
        *_label_faults(export, shown, labels, notes),
    ]
    if seen:
        saved = seen[1:] if seen[0].startswith(_HEAD) else seen
        faults += _seen_faults(export, shown, saved, digests, notes)
    seeds = {audience: bytes.fromhex(seed) for audience, seed in export.seeds.items()}
    lines = entropy(export.shares)
    matching = sum(_follows(roll, seeds, lines) for roll in export.rolls)
    return Verdict(len(export.rolls), matching, tuple(faults), tuple(notes))


_HEAD = b'{"file":'  # the first line of a game file, before its frames (docs/gamefile.md)


def _age(shown: Shown) -> Iterator[str]:
    """What older lines and bulletins do not tell."""
    if shown.unnumbered:
        yield (
            "this game is older than numbered rolls: the dice in its first log lines were not"
            " compared"
        )
    if shown.older:
        yield (
            "this game is older than log lines that say which roll they show: such lines were"
            " compared by their dice alone"
        )


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


def _digests(export: DiceExport, frames: Sequence[bytes]) -> list[str]:
    """The chain over everything that everybody was shown."""
    digests = [chain(GENESIS, bytes(export.beginning))]
    for frame in frames:
        digests.append(chain(digests[-1], frame))
    return digests


def _chain_faults(export: DiceExport, shown: Shown, digests: Sequence[str]) -> Iterator[str]:
    """The bulletins are those whose chain the server kept, to the end of the game, and the log in
    them has all of its lines.
    """
    if not hmac.compare_digest(digests[-1], export.digest):
        yield "the chain of the public bulletins does not lead to its last digest"
    if export.lines not in {0, shown.lines}:
        yield f"the log has {shown.lines} lines, and not {export.lines}"


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
        if numbers != list(range(1, len(numbers) + 1)) or len(numbers) != export.counts[audience]:
            yield f"the rolls of {audience} are not numbered without gaps"
    public = [(roll.n, roll.dice) for roll in export.rolls if roll.audience is Audience.PUBLIC]
    told = [(roll.n, roll.dice) for roll in shown.rolls]
    if told != (public[len(public) - len(told) :] if shown.unnumbered else public):
        yield "the rolls are not those that everybody saw"


def _leaf_faults(export: DiceExport, shown: Shown) -> Iterator[str]:
    """All leaves lead to the roots shown at the table, and say what was said at each reveal."""
    for side in Side:
        leaves = export.leaves.get(side, ())
        if side not in shown.roots and not leaves:
            continue
        root = merkle_root([leaf_hash(leaf) for leaf in leaves]).hex()
        if not hmac.compare_digest(root, shown.roots.get(side, "")):
            yield f"the leaves of side {side} do not lead to the root shown at the table"
    yield from _opened_otherwise(export, shown)


def _label_faults(
    export: DiceExport, shown: Shown, labels: Labels | None, notes: list[str]
) -> Iterator[str]:
    """Each side sealed what its scenario has it seal."""
    if labels is None:
        notes.append(f"the scenario {export.scenario} is not known here: leaves not counted")
        return
    for side, wanted in labels.items():
        found = sorted(leaf.label for leaf in export.leaves.get(side, ()))
        if wanted and side not in shown.roots:
            yield f"side {side} was never shown to seal its setup"
        elif found != sorted(wanted):
            yield f"the leaves of side {side} are not those that the scenario has"


def _opened_otherwise(export: DiceExport, shown: Shown) -> Iterator[str]:
    """Every leaf said the same when it was opened in play."""
    values = {
        (side, leaf.label): leaf.value for side in Side for leaf in export.leaves.get(side, ())
    }
    for (side, label), value in shown.opened.items():
        if values.get((side, label)) != value:
            yield f"the leaf {label} of side {side} said something else when it was opened"


def _seen_faults(
    export: DiceExport,
    shown: Shown,
    seen: Sequence[bytes],
    public: Sequence[str],
    notes: list[str],
) -> Iterator[str]:
    """What a player saved during the game is still what is told now; `public` are the digests of
    what everybody was shown.
    """
    what = "what was saved"
    saved = Shown.read(seen[0], seen[1:], what)
    yield from saved.faults
    side = side_of(saved.you)
    digests = public if side is None else export.chains.get(side, ())
    if digests:
        yield from (f"{what}: {fault}" for fault in _unlike(seen, digests))
    else:
        notes.append(
            "this game is older than the digests of sides: what you saved was not compared word by"
            " word"
        )
    if not _is_in_order(saved.dice, shown.dice):
        yield f"{what}: the dice were bound to something else"
    for side, root in saved.roots.items():
        if shown.roots.get(side) != root:
            yield f"{what}: the seal of side {side} was another"
    yield from (f"{what}: {fault}" for fault in _opened_otherwise(export, saved))
    rolls = {(roll.audience, roll.n): roll.dice for roll in export.rolls}
    for roll in saved.rolls:
        if rolls.get((roll.audience, roll.n)) != roll.dice:
            yield f"{what}: roll {roll.n} of {roll.audience} was another"


def _unlike(seen: Sequence[bytes], digests: Sequence[str]) -> Iterator[str]:
    """The frames that are not those of a chain."""
    if chain(GENESIS, beginning_in(seen[0])) != digests[0]:
        yield "the beginning is another now"
    if len(seen) > len(digests):
        yield f"there are no bulletins after {len(digests) - 1} now"
    for n, (frame, digest) in enumerate(zip(seen[1:], digests[1:], strict=False), start=1):
        if chain(digests[n - 1], frame) != digest:
            yield f"bulletin {n} is another now"


def _is_in_order(some: Sequence[BoundDice], all_: Sequence[BoundDice]) -> bool:
    """Whether the first are among the others, in their order."""
    left = iter(all_)
    return all(any(one == other for other in left) for one in some)
