"""Writing: every change of a stored game goes through here, and takes its lock first."""

from games.services.create import Created, game_create, invitation_renew
from games.services.playing import Outcome, odds, play, play_standing
from games.services.seats import SeatTaken, seat_claim

__all__ = [
    "Created",
    "game_create",
    "invitation_renew",
    "Outcome",
    "play",
    "play_standing",
    "odds",
    "SeatTaken",
    "seat_claim",
]
