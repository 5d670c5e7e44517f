"""The dice of a game that has ended, opened so that anybody can check them (docs/dice.md).

Whether it has ended, the kernel's ledger alone says: it never goes back, whatever a game's status
is edited to.
"""

from itertools import chain
from uuid import UUID

import msgspec

from games.models import BulletinRow, Game, StepRow
from games.selectors.documents import audience_view, beginning_of
from games.services.loading import game_load, ledger_of
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll, audience_seed
from rules.kernel.document import beginning
from rules.kernel.entropy import Share
from rules.kernel.seal import Leaf

_ROLLS = msgspec.json.Decoder(tuple[Roll, ...])


class NotOver(Exception):
    """Nothing of a game is opened before it has ended."""


class DiceExport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything needed to check the dice and the seals.

    What was committed to and its openings: the seeds and the players' lines, every roll and how
    many there are of each audience, and every leaf of both sides' seals. `beginning` and
    `bulletins` are all that everybody was shown, byte by byte, and `digest` is the last of their
    chain.
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


class _Now(msgspec.Struct):
    kind: str


class DiceFace(msgspec.Struct, frozen=True):
    """What everybody sees of the dice during the game."""

    commitment: str = ""
    shares: dict[Side, Share] = {}


def dice_face(game_id: UUID) -> DiceFace:
    """The public face of the dice."""
    faces = audience_view(game_id, Audience.PUBLIC).document.faces
    return msgspec.json.decode(faces["dice:dice"], type=DiceFace)


def has_ended(game_id: UUID) -> bool:
    """Whether a game has ended for good. Raises Game.DoesNotExist.

    The ledger is not looked at before everybody has been told of the end.
    """
    row = Game.objects.get(pk=game_id)
    now = audience_view(game_id, Audience.PUBLIC).document.now
    told = msgspec.json.decode(now, type=_Now | None)
    return told is not None and told.kind == "over" and ledger_of(row).ended


def dice_export(game_id: UUID) -> DiceExport:
    """What is opened of a game. Raises Game.DoesNotExist, and NotOver before the end."""
    if not has_ended(game_id):
        raise NotOver
    row = Game.objects.get(pk=game_id)
    game, master = game_load(row), bytes(row.master_seed)
    steps = StepRow.objects.filter(game=row).order_by("number").values_list("rolls", flat=True)
    public = BulletinRow.objects.filter(game=row, audience=Audience.PUBLIC, number__gt=0)
    frames = public.order_by("number").values_list("frame", flat=True)
    return DiceExport(
        scenario=row.scenario,
        game=str(row.pk),
        commitment=row.commitment,
        seeds={audience: audience_seed(master, audience).hex() for audience in Audience},
        shares=game.ledger.shares,
        rolls=tuple(chain.from_iterable(_ROLLS.decode(rolls) for rolls in steps)),
        counts=game.ledger.counters.rolls,
        leaves={side: game.leaves(side) for side in Side},
        beginning=msgspec.Raw(beginning(beginning_of(row.pk, Audience.PUBLIC))),
        bulletins=tuple(msgspec.Raw(bytes(frame)) for frame in frames),
        digest=game.ledger.digests[Audience.PUBLIC],
    )
