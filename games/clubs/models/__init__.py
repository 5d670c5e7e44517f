"""What is stored of clubs and events.

`Club` and `Membership` say who belongs together. An `Event` has `Entry` rows, one for each player,
and `Round` rows with their `Pairing` rows; a pairing leads to its game, whose own row says what
came of it. `SealedAnswer` is what a player chose in secret: nothing but its commitment is shown
before both have chosen. `Verdict`, `Act` and `Inspection` are appended and never edited: what
somebody decided, did or looked at, and why. `RatingEntry` is a rating after an event.
"""

from games.clubs.models.acts import Act, Inspection, Verdict
from games.clubs.models.club import Club, Membership
from games.clubs.models.event import Call, Entry, Event, Forbidden
from games.clubs.models.rating import RatingEntry
from games.clubs.models.round import Meeting, Pairing, Report, Round, SealedAnswer

__all__ = [
    "Club",
    "Membership",
    "Event",
    "Entry",
    "Forbidden",
    "Call",
    "Round",
    "Pairing",
    "SealedAnswer",
    "Report",
    "Meeting",
    "Verdict",
    "Act",
    "Inspection",
    "RatingEntry",
]
