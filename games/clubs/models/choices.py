"""Closed choices of the stored rows."""

from django.db import models


class Role(models.TextChoices):
    """What somebody is in a club."""

    ASKED = "asked", "Has asked to join"
    MEMBER = "member", "Member"
    ORGANISER = "organiser", "Organiser"


class EventKind(models.TextChoices):
    """What an event is; `games.clubs.core.pairing` draws by the same names."""

    SWISS = "swiss", "Swiss"
    ACCELERATED = "accelerated", "Accelerated Swiss"
    ROUND_ROBIN = "round_robin", "Round robin"
    SINGLE = "single", "Single elimination"
    DOUBLE = "double", "Double elimination"
    MINI = "mini", "Mini of four or eight"
    LEAGUE = "league", "League season"
    LADDER = "ladder", "Friendly ladder"


class EventState(models.TextChoices):
    """Where an event stands."""

    OPEN = "open", "Open for entries"
    RUNNING = "running", "Being played"
    OVER = "over", "Over"


class RoundState(models.TextChoices):
    """Where a round stands: drawn for the directors to look at, then locked for all to play."""

    DRAWN = "drawn", "Drawn"
    LOCKED = "locked", "Being played"


class Finish(models.TextChoices):
    """What becomes of a game that is not finished when its round ends."""

    OPEN = "open", "It is played to its end"
    BOTH_LOSE = "both_lose", "Both lose"
    ADJUDICATED = "adjudicated", "A director adjudicates it"


class Told(models.TextChoices):
    """When players learn that a director has looked at what is secret."""

    AT_ONCE = "at_once", "At once"
    AT_END = "at_end", "When the game is over"


class Chair(models.TextChoices):
    """The two who are paired, as the pairing names them."""

    ONE = "one", "The first named"
    OTHER = "other", "The second named"


class Result(models.TextChoices):
    """What came of a pairing, as somebody decides it; as `core.rounds.Outcome`."""

    ONE = "one", "The first named has won"
    OTHER = "other", "The second named has won"
    DRAW = "draw", "Drawn"
    NEITHER = "neither", "Both have lost"


class VerdictKind(models.TextChoices):
    """How a result came to be decided beside the game."""

    REPORTED = "reported", "Entered by both players"
    ENTERED = "entered", "Entered by a director"
    ADJUDICATED = "adjudicated", "Adjudicated"
    FORFEIT = "forfeit", "Forfeited"
    NO_SHOW = "no_show", "The other did not come"
    FINISH = "finish", "Unfinished at the end of the round"
    CORRECTED = "corrected", "Corrected"
