from datetime import timedelta

from django.db import models
from django.utils import timezone

from games.models.choices import Flag, SideChoice, Timing
from games.models.game import Game

SECOND = timedelta(seconds=1)


class GameClock(models.Model):
    """The time that a game is played by: what was agreed, and the clock after its last press.

    It is public, and follows from what everybody was told and when. `flag_at` is the moment at
    which the time that runs is out. Who has how much left is kept in milliseconds.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="clock", primary_key=True
    )
    timing = models.CharField(max_length=10, choices=Timing.choices)
    flag = models.CharField(max_length=10, choices=Flag.choices)
    base = models.DurationField()
    increment = models.DurationField(default=timedelta)
    left_a = models.BigIntegerField()
    left_b = models.BigIntegerField()
    runs = models.CharField(max_length=1, choices=SideChoice.choices, blank=True)
    since = models.DateTimeField(default=timezone.now)
    turn = models.CharField(max_length=10, blank=True)
    flag_at = models.DateTimeField(null=True, db_index=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(timing__in=Timing.values), name="clock_timing_known"
            ),
            models.CheckConstraint(
                condition=models.Q(flag__in=Flag.values), name="clock_flag_known"
            ),
            models.CheckConstraint(
                condition=models.Q(runs__in=["", *SideChoice.values]), name="clock_runs_side"
            ),
            models.CheckConstraint(condition=models.Q(base__gte=SECOND), name="clock_gives_time"),
        )

    def __str__(self) -> str:
        return f"clock of {self.game_id}"


class ClockPress(models.Model):
    """One press of a clock, at a step or beside the steps; never edited. The last one is what the
    clock says.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    step = models.PositiveIntegerField()
    at = models.DateTimeField()
    runs = models.CharField(max_length=1, choices=SideChoice.choices, blank=True)
    left_a = models.BigIntegerField()
    left_b = models.BigIntegerField()

    class Meta:
        ordering = ("game", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(runs__in=["", *SideChoice.values]), name="press_runs_side"
            ),
        )

    def __str__(self) -> str:
        return f"press {self.pk}"


class Pulse(models.Model):
    """When a server last said that it serves: time in which none did is on nobody's clock."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"pulse {self.at}"
