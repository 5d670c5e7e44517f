"""The players' lines: what each of them adds to the dice, so that nobody can choose them.

The server is bound to its seeds before anything else. Each player then sends the hash of a line
that he has drawn by chance, and sends the line itself only when the other can no longer choose:
he has sent a hash too, or has declined. So no choice of anybody depends on another's. Until the
other side has opened its line, a side may still commit anew or decline; from then on it can only
open. While a line is committed to and not opened no dice are rolled: whoever keeps it back gains
nothing but that the game waits for him, unless the other side agrees to go on without it.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from rules.kernel.audience import Side
from rules.kernel.command import KernelCommand
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.view import ButtonOffer, Face, LogLine, Offer

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_LINE: Final = re.compile(r"[0-9a-f]{64}(?: [^|]{1,80})?")


class EntropyCommand(KernelCommand, frozen=True, kw_only=True):
    """The commands about the players' lines."""


class CommitEntropy(EntropyCommand, frozen=True, kw_only=True, tag="commit_entropy"):
    """Commit to a line of one's own, by its SHA-256 in hex digits."""

    commitment: str


class OpenEntropy(EntropyCommand, frozen=True, kw_only=True, tag="open_entropy"):
    """Open the line that one has committed to: 64 hex digits, then words if one likes."""

    line: str


class DeclineEntropy(EntropyCommand, frozen=True, kw_only=True, tag="decline_entropy"):
    """Add no line to the dice."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """What one side has said so far; everybody sees it."""

    commitment: str = ""
    line: str = ""
    declined: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether the side has made its choice, as far as the other may be told."""
        return self.declined or bool(self.commitment)

    @property
    def is_awaited(self) -> bool:
        """Whether a line is committed to and not opened yet."""
        return bool(self.commitment) and not self.declined and not self.line


Shares = Mapping[Side, Share]


@dataclass(frozen=True, kw_only=True)
class AwaitLine(Question[None]):
    """No question of the rules: the side has to open its line before anything else is done."""


class DiceFace(Face, frozen=True, kw_only=True, tag="dice"):
    """What everybody sees of the dice: the hashes of all seeds, made before any roll, and the
    players' lines.
    """

    commitment: str
    shares: dict[Side, Share]


class CommitOffer(Offer, frozen=True, kw_only=True, tag="commit"):
    """A line to draw by chance and to commit to."""


class OpeningOffer(Offer, frozen=True, kw_only=True, tag="opening"):
    """The line to open is the one with this hash."""

    commitment: str


def awaited(shares: Shares) -> Side | None:
    """The first side whose line is committed to and not opened yet."""
    return next((side for side in Side if shares[side].is_awaited), None)


def are_settled(shares: Shares) -> bool:
    """Whether neither side's line is still to be chosen or opened."""
    return all(share.declined or share.line for share in shares.values())


def entropy(shares: Shares) -> str:
    """What both lines come to in every roll."""
    return "|".join(shares[side].line for side in Side)


def closed(shares: Shares) -> dict[Side, Share]:
    """The shares once dice may be rolled: whoever has not committed by then has declined."""
    return {
        side: share if share.is_decided else Share(declined=True) for side, share in shares.items()
    }


def line_commitment(line: str) -> str:
    """What commits to a line."""
    return hashlib.sha256(line.encode()).hexdigest()


def refuse_entropy(shares: Shares, side: Side, command: EntropyCommand) -> None:
    """Raise Refused if a side may not do that with its line now."""
    match command:
        case OpenEntropy():
            _refuse_opening(shares, side, command.line)
        case _ if not _may_choose(shares, side):
            raise Refused("", "The lines for the dice are settled: yours cannot be changed now.")
        case CommitEntropy() if not _DIGEST.fullmatch(command.commitment):
            raise Refused("", "A line is committed to by its SHA-256, in 64 hex digits.")
        case _:
            pass


def after(shares: Shares, side: Side, command: EntropyCommand) -> dict[Side, Share]:
    """The shares after a command that was not refused."""
    match command:
        case CommitEntropy():
            share = Share(commitment=command.commitment)
        case OpenEntropy():
            share = msgspec.structs.replace(shares[side], line=command.line)
        case _:
            share = without(shares[side])
    return {**shares, side: share}


def without(share: Share) -> Share:
    """The share of a side that adds no line; what it had committed to is kept for the record."""
    return msgspec.structs.replace(share, declined=True)


def entropy_offers(shares: Shares, side: Side) -> list[Offer]:
    """What a side may do about its line."""
    offers: list[Offer] = []
    if _may_choose(shares, side):
        offers.append(
            CommitOffer(verb="commit_entropy", label="Add a line to the dice", stands="unseen")
        )
        offers.append(
            ButtonOffer(verb="decline_entropy", label="Add no line to the dice", stands="unseen")
        )
    if _may_open(shares, side):
        commitment = shares[side].commitment
        offers.append(
            OpeningOffer(
                verb="open_entropy", label="Open my line", commitment=commitment, stands="unseen"
            )
        )
    return offers


def may_ask_without(shares: Shares, side: Side) -> bool:
    """Whether a side's line can be left out only with the other's consent: that has opened its."""
    return shares[side].is_awaited and bool(shares[side.enemy].line)


def entropy_line(command: EntropyCommand, side: Side) -> LogLine:
    """What the log says of it."""
    texts = {
        "commit_entropy": "commits to a line for the dice",
        "open_entropy": "opens its line for the dice",
        "decline_entropy": "adds no line to the dice",
    }
    return LogLine(kind="system", side=side, text=texts[command.verb])


def _may_choose(shares: Shares, side: Side) -> bool:
    mine, other = shares[side], shares[side.enemy]
    return not (mine.declined or mine.line or other.line)


def _may_open(shares: Shares, side: Side) -> bool:
    return shares[side].is_awaited and shares[side.enemy].is_decided


def _refuse_opening(shares: Shares, side: Side, line: str) -> None:
    if not shares[side].is_awaited:
        raise Refused("", "You have no line to open.")
    if not _may_open(shares, side):
        raise Refused("", "The other side may still choose: your line stays closed until then.")
    if not _LINE.fullmatch(line) or not line.isprintable():
        raise Refused("", "A line is 64 hex digits, and up to 80 printable characters after them.")
    if not hmac.compare_digest(line_commitment(line), shares[side].commitment):
        raise Refused("", "This is not the line that you committed to.")
