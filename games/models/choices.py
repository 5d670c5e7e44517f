"""Closed choices of the stored rows, as the kernel names them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SideChoice(models.TextChoices):
    """The two sides."""

    A = "a", _("Side A")
    B = "b", _("Side B")


class AudienceChoice(models.TextChoices):
    """Those who receive a stream of bulletins."""

    PUBLIC = "public", _("Everybody")
    A = "a", _("Side A")
    B = "b", _("Side B")


class Status(models.TextChoices):
    """Where a game stands, as everybody may know."""

    OPEN = "open", _("Waiting for players")
    PLAYING = "playing", _("Being played")
    HALTED = "halted", _("Halted")
    OVER = "over", _("Over")


class Pace(models.TextChoices):
    """How quickly whoever makes a game would like it to be played. Nothing is enforced."""

    SITTING = "sitting", _("In one sitting")
    EVENINGS = "evenings", _("Over a few evenings")
    DAYS = "days", _("By correspondence")


class TurnMail(models.TextChoices):
    """How often somebody is told by mail which games wait for him."""

    NEVER = "", _("Not at all")
    HOUR = "hour", _("At most once an hour")
    DAY = "day", _("At most once a day")


class Timing(models.TextChoices):
    """How the time of a game is measured, if it is."""

    TOTAL = "total", _("So much for the whole game")
    SESSION = "session", _("So much for each session")
    DAYS = "days", _("Days for each decision")


class Flag(models.TextChoices):
    """What becomes of a side whose time is out."""

    LOSS = "loss", _("It has lost")
    CLAIM = "claim", _("The other side may claim the game")


class ProposalKind(models.TextChoices):
    """What a side may ask of the other beside the game's own commands."""

    BREAK = "break", _("A break")
    GO_ON = "go_on", _("Going on before the end of a break")
    AWARD = "award", _("A result")
    CHANGE = "change", _("A change of the position")
    VIEW = "view", _("Showing both sides to those who watch, later")


class ViewDelay(models.TextChoices):
    """How old a step has to be before those who watch see what both sides saw of it."""

    NEVER = "", _("Not before the end")
    HALF_HOUR = "m30", _("30 minutes")
    HOUR = "m60", _("1 hour")
    DAY = "m1440", _("1 day")
    TURN = "t1", _("1 Game Turn")
    TURNS = "t2", _("2 Game Turns")

    @property
    def minutes(self) -> int | None:
        """As minutes, if it is so many."""
        return int(self.value[1:]) if self.value.startswith("m") else None

    @property
    def turns(self) -> int | None:
        """As Game Turns, if it is so many."""
        return int(self.value[1:]) if self.value.startswith("t") else None


class Room(models.TextChoices):
    """Where something is said at a table."""

    PLAYERS = "players", _("Between the players")
    GALLERY = "gallery", _("Among those who watch")


class Together(models.TextChoices):
    """Whether one person's account has both seats, and how many people sit there."""

    NO = "", _("Two players, each with an account or a link")
    HOT_SEAT = "hot_seat", _("Two at one screen")
    SOLO = "solo", _("One who plays both sides")


class ComputerChoice(models.TextChoices):
    """What the computer has to do with a seat."""

    NO = "", _("A person's")
    PLAYS = "plays", _("Played by the computer")
    GAVE_UP = "gave_up", _("Given up by the computer")


class LookKind(models.TextChoices):
    """What of a game an operator may look at. Seeds are not among it: nobody sees them early."""

    RECORDS_A = "records_a", _("The secret records of side A")
    RECORDS_B = "records_b", _("The secret records of side B")
    STEPS = "steps", _("The log of inputs and rolls of both sides")
    ACCOUNT = "account", _("The account of a player, whose password was set")
