"""What a game that has ended opens, in one file, so that anybody can check it (docs/dice.md)."""

from collections.abc import Mapping, Sequence

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll, audience_seed, commitment
from rules.kernel.document import Document, beginning
from rules.kernel.entropy import Share
from rules.kernel.game import GENESIS, Game, chain
from rules.kernel.seal import Leaf


class DiceExport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything needed to check the dice and the seals.

    What was committed to and its openings: the seeds and the players' lines, every roll and how
    many there are of each audience, how many `lines` the log of everybody has (0 in an older file),
    and every leaf of both sides' seals. `beginning` and
    `bulletins` are all that everybody was shown, byte by byte, and `digest` is the last of their
    chain. `chains` has the digests of what each side was shown, from its beginning to its last
    bulletin: what a side saved is compared with them. It has none of a side whose beginning was
    stored otherwise than it was chained, as it once was.
    """

    scenario: str
    game: str
    commitment: str
    seeds: dict[Audience, str]
    shares: dict[Side, Share]
    rolls: tuple[Roll, ...]
    counts: dict[Audience, int]
    leaves: dict[Side, tuple[Leaf, ...]]
    beginning: msgspec.Raw
    bulletins: tuple[msgspec.Raw, ...]
    digest: str
    chains: dict[Side, tuple[str, ...]] = {}
    lines: int = 0


class Sent(msgspec.Struct, frozen=True):
    """What one audience was sent: its document at the beginning, every bulletin since, and the
    digests of all of them.
    """

    beginning: Document
    frames: Sequence[bytes]
    digests: Sequence[str]

    @property
    def is_chained(self) -> bool:
        """Whether the chain begins with the document as it is stored."""
        return self.digests[0] == chain(GENESIS, beginning(self.beginning))


def opened(
    game: Game,
    *,
    names: tuple[str, str],
    master: bytes,
    rolls: tuple[Roll, ...],
    sent: Mapping[Audience, Sent],
) -> DiceExport:
    """The file of a game: `names` are the scenario's and the game's own, `master` its master seed,
    `rolls` all that were made. Raises Refused before its end.
    """
    public = sent[Audience.PUBLIC]
    return DiceExport(
        scenario=names[0],
        game=names[1],
        commitment=commitment(master),
        seeds={audience: audience_seed(master, audience).hex() for audience in Audience},
        shares=game.ledger.shares,
        rolls=rolls,
        counts=game.ledger.counters.rolls,
        leaves={side: game.leaves(side) for side in Side},
        beginning=msgspec.Raw(beginning(public.beginning)),
        bulletins=tuple(msgspec.Raw(frame) for frame in public.frames),
        digest=game.ledger.digests[Audience.PUBLIC],
        chains={
            side: tuple(sent[side.audience].digests)
            for side in Side
            if sent[side.audience].is_chained
        },
        lines=game.ledger.counters.lines[Audience.PUBLIC],
    )
