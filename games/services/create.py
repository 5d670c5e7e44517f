"""Making games."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction

from games import rulesets
from games.models import Game, Seat, User
from games.models.choices import Status
from games.selectors.seats import token_hash
from games.services.loading import make_dice, make_sealer
from games.services.store import game_store
from rules.kernel.audience import Side
from rules.kernel.dice import commitment
from rules.kernel.game import Game as LiveGame


@dataclass(frozen=True)
class Created:
    """A new game, its seats by side, and the invitation if it is private: shown once, not kept."""

    game: Game
    seats: Mapping[Side, Seat]
    invitation: str


@transaction.atomic
def game_create(
    *,
    scenario_id: str,
    creator: User | None = None,
    private: bool = False,
    sides: Mapping[Side, User] | None = None,
    master: bytes | None = None,
    game_id: UUID | None = None,
) -> Created:
    """Make a game, with its players if they are known. Raises KeyError for an unknown scenario."""
    seed, users = master or secrets.token_bytes(32), sides or {}
    row = Game(
        id=game_id or uuid4(),
        scenario=scenario_id,
        creator=creator,
        private=private,
        status=Status.PLAYING if len(users) == len(Side) else Status.OPEN,
        master_seed=seed,
        commitment=commitment(seed),
    )
    invitation = _invite(row) if private else ""
    rules = rulesets.scenario(scenario_id).rules
    game_store(row, LiveGame.new(rules, dice=make_dice(seed), sealer=make_sealer(seed)))
    seats = {side: Seat.objects.create(game=row, side=side, user=users.get(side)) for side in Side}
    return Created(row, seats, invitation)


@transaction.atomic
def invitation_renew(*, game_id: UUID) -> str:
    """A new invitation to a private game; the one before it opens nothing any more."""
    row = Game.objects.locked(game_id)
    token = _invite(row)
    row.save(update_fields=("invitation_hash",))
    return token


def _invite(row: Game) -> str:
    token = secrets.token_urlsafe(32)
    row.invitation_hash = token_hash(token)
    return token
