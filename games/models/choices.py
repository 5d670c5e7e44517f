"""Closed choices of the stored rows, as the kernel names them."""

from django.db import models


class SideChoice(models.TextChoices):
    """The two sides."""

    A = "a", "Side A"
    B = "b", "Side B"


class AudienceChoice(models.TextChoices):
    """Those who receive a stream of bulletins."""

    PUBLIC = "public", "Everybody"
    A = "a", "Side A"
    B = "b", "Side B"


class Status(models.TextChoices):
    """Where a game stands, as everybody may know."""

    OPEN = "open", "Waiting for players"
    PLAYING = "playing", "Being played"
    HALTED = "halted", "Halted"
    OVER = "over", "Over"


class Pace(models.TextChoices):
    """How quickly whoever makes a game would like it to be played. Nothing is enforced."""

    SITTING = "sitting", "In one sitting"
    EVENINGS = "evenings", "Over a few evenings"
    DAYS = "days", "By correspondence"


class TurnMail(models.TextChoices):
    """How often somebody is told by mail which games wait for him."""

    NEVER = "", "Not at all"
    HOUR = "hour", "At most once an hour"
    DAY = "day", "At most once a day"


class Timing(models.TextChoices):
    """How the time of a game is measured, if it is."""

    TOTAL = "total", "So much for the whole game"
    SESSION = "session", "So much for each session"
    DAYS = "days", "Days for each decision"


class Flag(models.TextChoices):
    """What becomes of a side whose time is out."""

    LOSS = "loss", "It has lost"
    CLAIM = "claim", "The other side may claim the game"


class ProposalKind(models.TextChoices):
    """What a side may ask of the other beside the game's own commands."""

    BREAK = "break", "A break"
    GO_ON = "go_on", "Going on before the end of a break"
    AWARD = "award", "A result"
    CHANGE = "change", "A change of the position"
    VIEW = "view", "Showing both sides to those who watch, later"


class ViewDelay(models.TextChoices):
    """How old a step has to be before those who watch see what both sides saw of it."""

    NEVER = "", "Not before the end"
    HALF_HOUR = "m30", "30 minutes"
    HOUR = "m60", "1 hour"
    DAY = "m1440", "1 day"
    TURN = "t1", "1 Game Turn"
    TURNS = "t2", "2 Game Turns"

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

    PLAYERS = "players", "Between the players"
    GALLERY = "gallery", "Among those who watch"


class Together(models.TextChoices):
    """Whether one person's account has both seats, and how many people sit there."""

    NO = "", "Two players, each with an account or a link"
    HOT_SEAT = "hot_seat", "Two at one screen"
    SOLO = "solo", "One who plays both sides"


class ComputerChoice(models.TextChoices):
    """What the computer has to do with a seat."""

    NO = "", "A person's"
    PLAYS = "plays", "Played by the computer"
    GAVE_UP = "gave_up", "Given up by the computer"


class LookKind(models.TextChoices):
    """What of a game an operator may look at. Seeds are not among it: nobody sees them early."""

    RECORDS_A = "records_a", "The secret records of side A"
    RECORDS_B = "records_b", "The secret records of side B"
    STEPS = "steps", "The log of inputs and rolls of both sides"
    ACCOUNT = "account", "The account of a player, whose password was set"
