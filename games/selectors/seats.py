"""Who somebody is at a table: by the token in the address, and by nothing else."""

import hashlib
import hmac
from dataclasses import dataclass
from uuid import UUID

from games.models import Game, Seat
from rules.kernel.audience import Audience, Side, side_of


class NotInvited(Exception):
    """A token that opens nothing, or a private game without an invitation."""


@dataclass(frozen=True)
class Visitor:
    """Somebody at a table: the audience that he belongs to."""

    game_id: UUID
    audience: Audience
    token: str

    @property
    def side(self) -> Side | None:
        return side_of(self.audience)


def token_hash(token: str) -> str:
    """What is stored of an invitation."""
    return hashlib.sha256(token.encode()).hexdigest()


def visitor(game_id: UUID, token: str) -> Visitor:
    """Who comes with that token. Raises Game.DoesNotExist and NotInvited.

    A token that is given must fit: a forged one does not turn its bearer into a spectator.
    """
    game = Game.objects.only("id", "private", "invitation_hash").get(pk=game_id)
    if token:
        seat = Seat.objects.filter(game=game_id, token=token).only("side").first()
        if seat is not None:
            return Visitor(game_id, Audience(seat.side), token)
        if is_invitation(game, token):
            return Visitor(game_id, Audience.PUBLIC, token)
        raise NotInvited
    if game.private:
        raise NotInvited
    return Visitor(game_id, Audience.PUBLIC, "")


def is_invitation(game: Game, token: str) -> bool:
    """Whether a token invites to that game."""
    expected = game.invitation_hash
    return bool(expected) and hmac.compare_digest(token_hash(token), expected)
