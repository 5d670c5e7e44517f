"""The dice of a game that has ended, opened so that anybody can check them (docs/dice.md).

Whether it has ended, the kernel's ledger alone says: it never goes back, whatever a game's status
is edited to.
"""

from itertools import chain
from uuid import UUID

import msgspec

from games.models import Game, StepRow
from games.selectors.documents import audience_view, sent_to
from games.services.loading import game_load, ledger_of
from rules.kernel.audience import Audience
from rules.kernel.dice import Roll
from rules.kernel.opened import DiceExport, opened
from rules.kernel.shown import BoundDice

_ROLLS = msgspec.json.Decoder(tuple[Roll, ...])


class NotOver(Exception):
    """Nothing of a game is opened before it has ended."""


class _Now(msgspec.Struct):
    kind: str


def dice_face(game_id: UUID) -> BoundDice:
    """The public face of the dice."""
    faces = audience_view(game_id, Audience.PUBLIC).document.faces
    return msgspec.json.decode(faces["dice:dice"], type=BoundDice)


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
    steps = StepRow.objects.filter(game=row).order_by("number").values_list("rolls", flat=True)
    return opened(
        game_load(row),
        names=(row.scenario, str(row.pk)),
        master=bytes(row.master_seed),
        rolls=tuple(chain.from_iterable(_ROLLS.decode(rolls) for rolls in steps)),
        sent={audience: sent_to(row.pk, audience) for audience in Audience},
    )
