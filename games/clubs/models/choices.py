"""Closed choices of the stored rows."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What somebody is in a club."""

    ASKED = "asked", _("Has asked to join")
    MEMBER = "member", _("Member")
    ORGANISER = "organiser", _("Organiser")


class EventKind(models.TextChoices):
    """What an event is; `games.clubs.core.pairing` draws by the same names."""

    SWISS = "swiss", _("Swiss")
    ACCELERATED = "accelerated", _("Accelerated Swiss")
    ROUND_ROBIN = "round_robin", _("Round robin")
    SINGLE = "single", _("Single elimination")
    DOUBLE = "double", _("Double elimination")
    MINI = "mini", _("Mini of four or eight")
    LEAGUE = "league", _("League season")
    LADDER = "ladder", _("Friendly ladder")


class EventState(models.TextChoices):
    """Where an event stands."""

    OPEN = "open", _("Open for entries")
    RUNNING = "running", _("Being played")
    OVER = "over", _("Over")


class RoundState(models.TextChoices):
    """Where a round stands: drawn for the directors to look at, then locked for all to play."""

    DRAWN = "drawn", _("Drawn")
    LOCKED = "locked", _("Being played")


class Finish(models.TextChoices):
    """What becomes of a game that is not finished when its round ends."""

    OPEN = "open", _("It is played to its end")
    BOTH_LOSE = "both_lose", _("Both lose")
    ADJUDICATED = "adjudicated", _("A director adjudicates it")


class Told(models.TextChoices):
    """When players learn that a director has looked at what is secret."""

    AT_ONCE = "at_once", _("At once")
    AT_END = "at_end", _("When the game is over")


class Chair(models.TextChoices):
    """The two who are paired, as the pairing names them."""

    ONE = "one", _("The first named")
    OTHER = "other", _("The second named")


class Result(models.TextChoices):
    """What came of a pairing, as somebody decides it; as `core.rounds.Outcome`."""

    ONE = "one", _("The first named has won")
    OTHER = "other", _("The second named has won")
    DRAW = "draw", _("Drawn")
    NEITHER = "neither", _("Both have lost")


class VerdictKind(models.TextChoices):
    """How a result came to be decided beside the game."""

    REPORTED = "reported", _("Entered by both players")
    ENTERED = "entered", _("Entered by a director")
    ADJUDICATED = "adjudicated", _("Adjudicated")
    FORFEIT = "forfeit", _("Forfeited")
    NO_SHOW = "no_show", _("The other did not come")
    FINISH = "finish", _("Unfinished at the end of the round")
    CORRECTED = "corrected", _("Corrected")
