"""Looking at what the sides of a game keep secret: never without a trace."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction

from games.models import Game, SecretLook, User
from games.models.choices import LookKind
from games.selectors.looks import Paper, is_operator, papers, plays_in, running_games

SHORTEST_REASON: Final = 10  # characters

log = structlog.get_logger(__name__)


class MayNotLook(Exception):
    """No operator, or one who plays in that game."""


class NoReason(Exception):
    """A look needs a reason that the players will be able to read."""


@dataclass(frozen=True)
class Looked:
    """The look as it was stored, and what it shows."""

    look: SecretLook
    papers: list[Paper]


def look_at(*, game_id: UUID, user: User, kind: LookKind, reason: str) -> Looked:
    """Store that an operator looks, and give him what he looks at. Raises Game.DoesNotExist,
    MayNotLook, NoReason.
    """
    if not is_operator(user):
        raise MayNotLook
    with transaction.atomic():
        look = look_store(game_id=game_id, user=user, kind=kind, reason=reason)
        looked = look_read(look)
    look_logged(look)
    return looked


def look_store(*, game_id: UUID, user: User, kind: LookKind, reason: str) -> SecretLook:
    """Store that somebody looks who may, which the caller has made sure of, inside a transaction.

    The game's row is locked, so that nobody takes a seat meanwhile; nobody looks into a game that
    he plays. Raises Game.DoesNotExist, MayNotLook, NoReason.
    """
    reason = " ".join(reason.split())
    Game.objects.locked(game_id)
    if kind is LookKind.ACCOUNT or plays_in(game_id, user):
        raise MayNotLook
    if len(reason) < SHORTEST_REASON:
        raise NoReason
    return SecretLook.objects.create(game_id=game_id, user=user, kind=kind, reason=reason)


def look_read(look: SecretLook) -> Looked:
    """What a look shows: read in the transaction that stores it, so that what fails leaves no half
    look, and handed out after it.
    """
    return Looked(look, papers(look.game_id, LookKind(look.kind)))


def look_logged(look: SecretLook) -> None:
    """Tell the log of a look that is stored."""
    _tell_log(look)


@transaction.atomic
def account_entered(*, owner: User, user: User) -> None:
    """Note in every running game of a player that an operator has set his password.

    Whoever knows the password could sit in the player's chair, which is a look as well.
    """
    for game_id in running_games(owner):
        _tell_log(
            SecretLook.objects.create(
                game_id=game_id,
                user=user,
                kind=LookKind.ACCOUNT,
                reason="The password of a player's account was set.",
            )
        )


def _tell_log(look: SecretLook) -> None:
    log.warning(
        "secret_looked_at",
        look=look.pk,
        game=str(look.game_id),
        user=look.user_id,
        kind=look.kind,
    )
