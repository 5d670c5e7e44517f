"""Making games."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction

from games import rulesets
from games.models import Game, Seat, User
from games.models.choices import ComputerChoice, Flag, Pace, Status, Together
from games.selectors.seats import token_hash
from games.services.clocks import clock_make
from games.services.loading import make_dice, make_sealer
from games.services.store import game_store
from games.timekeeping import Terms
from rules.kernel.audience import Side
from rules.kernel.dice import commitment
from rules.kernel.game import Game as LiveGame


class NoComputer(Exception):
    """The computer cannot play that scenario."""


@dataclass(frozen=True)
class Created:
    """A new game, its seats by side, and the invitation if it is private: shown once, not kept."""

    game: Game
    seats: Mapping[Side, Seat]
    invitation: str


@dataclass(frozen=True)
class Wishes:
    """How whoever makes a game wants it played: how quickly, which side by the computer, by what
    clock, if any, and whether one account has both seats, at one screen.
    """

    pace: Pace | None = None
    computer: Side | None = None
    terms: Terms | None = None
    flag: Flag = Flag.LOSS
    together: Together = Together.NO


@transaction.atomic
def game_create(
    *,
    scenario_id: str,
    creator: User | None = None,
    private: bool = False,
    wishes: Wishes = Wishes(),
    sides: Mapping[Side, User] | None = None,
    master: bytes | None = None,
    game_id: UUID | None = None,
) -> Created:
    """Make a game, with its players if they are known. Raises KeyError for an unknown scenario,
    NoComputer for one that the computer cannot play.
    """
    computer = wishes.computer
    seed, users = master or secrets.token_bytes(32), sides or {}
    if computer is not None and rulesets.scenario(scenario_id).decide is None:
        raise NoComputer
    row = Game(
        id=game_id or uuid4(),
        scenario=scenario_id,
        creator=creator,
        private=private,
        pace=wishes.pace or "",
        together=wishes.together,
        status=Status.PLAYING if {*users, computer} >= {*Side} else Status.OPEN,
        master_seed=seed,
        commitment=commitment(seed),
    )
    invitation = _invite(row) if private else ""
    rules = rulesets.scenario(scenario_id).rules
    game_store(row, LiveGame.new(rules, dice=make_dice(seed), sealer=make_sealer(seed)))
    seats = {side: _seat(row, side, users.get(side), computer) for side in Side}
    if wishes.terms is not None:
        clock_make(row, wishes.terms, wishes.flag)
    return Created(row, seats, invitation)


@transaction.atomic
def invitation_renew(*, game_id: UUID) -> str:
    """A new invitation to a private game; the one before it opens nothing any more."""
    row = Game.objects.locked(game_id)
    token = _invite(row)
    row.save(update_fields=("invitation_hash",))
    return token


def _seat(row: Game, side: Side, user: User | None, computer: Side | None) -> Seat:
    played = ComputerChoice.PLAYS if side is computer else ComputerChoice.NO
    return Seat.objects.create(game=row, side=side, user=user, computer=played)


def _invite(row: Game) -> str:
    token = secrets.token_urlsafe(32)
    row.invitation_hash = token_hash(token)
    return token
