"""Writing: every change of a stored game goes through here, and takes its lock first."""

from games.services.create import Created, NoComputer, Wishes, game_create, invitation_renew
from games.services.playing import Outcome, odds, play, play_standing
from games.services.seats import HasLooked, SeatTaken, seat_claim, seat_renew

__all__ = [
    "Created",
    "NoComputer",
    "Wishes",
    "game_create",
    "invitation_renew",
    "Outcome",
    "play",
    "play_standing",
    "odds",
    "HasLooked",
    "SeatTaken",
    "seat_claim",
    "seat_renew",
]
