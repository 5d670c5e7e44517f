from datetime import timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.clubs.models.choices import Chair, Result, RoundState
from games.clubs.models.club import no_scenarios
from games.clubs.models.event import Entry, Event
from games.models import Game


class Round(models.Model):
    """A round: drawn for the directors, then locked for all. `scenarios` is what its pairings
    choose from.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(
        max_length=8, choices=RoundState.choices, default=RoundState.DRAWN, editable=False
    )
    scenarios = models.JSONField(default=no_scenarios)
    drawn_at = models.DateTimeField(default=timezone.now, editable=False)
    locked_at = models.DateTimeField(null=True, editable=False)
    ends_at = models.DateTimeField(null=True)
    paused = models.DurationField(default=timedelta)

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            models.CheckConstraint(
                condition=models.Q(state__in=RoundState.values), name="round_state_known"
            ),
        )

    def __str__(self) -> str:
        return f"round {self.pk}"


class Pairing(models.Model):
    """Two who meet in a round, or one who has a bye. `game` is there once both have agreed on what
    they play; `one_here` and `other_here` say when each was first here for it.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    table = models.PositiveSmallIntegerField()
    one = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    by_hand = models.BooleanField(default=False)
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="pairing")
    side_a = models.CharField(max_length=5, choices=Chair.choices, blank=True)
    story = models.TextField(blank=True)
    one_here = models.DateTimeField(null=True)
    other_here = models.DateTimeField(null=True)

    class Meta:
        ordering = ("round", "table")
        constraints = (
            models.UniqueConstraint(fields=["round", "table"], name="pairing_table_once"),
            models.UniqueConstraint(fields=["round", "one"], name="pairing_one_once"),
            models.UniqueConstraint(fields=["round", "other"], name="pairing_other_once"),
            models.CheckConstraint(
                condition=~models.Q(one=models.F("other")), name="pairing_of_two"
            ),
        )

    def __str__(self) -> str:
        return f"pairing {self.pk}"


class SealedAnswer(models.Model):
    """What a player answered in secret to a step of the protocol. Everybody may know its `root`;
    `value` and `salt` are opened when both have answered that step.
    """

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="answers")
    place = models.PositiveSmallIntegerField()
    chair = models.CharField(max_length=5, choices=Chair.choices)
    value = models.BinaryField()
    salt = models.CharField(max_length=64)
    root = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pairing", "place", "chair")
        constraints = (
            models.UniqueConstraint(fields=["pairing", "place", "chair"], name="answer_once"),
            models.CheckConstraint(
                condition=models.Q(chair__in=Chair.values), name="answer_chair_known"
            ),
        )

    def __str__(self) -> str:
        return f"sealed answer {self.pk}"


class Report(models.Model):
    """What a player says of a game that was played face to face."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="reports")
    chair = models.CharField(max_length=5, choices=Chair.choices)
    result = models.CharField(max_length=8, choices=Result.choices)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pairing", "chair")
        constraints = (
            models.UniqueConstraint(fields=["pairing", "chair"], name="report_once"),
            models.CheckConstraint(
                condition=models.Q(chair__in=Chair.values), name="report_chair_known"
            ),
            models.CheckConstraint(
                condition=models.Q(result__in=Result.values), name="report_result_known"
            ),
        )

    def __str__(self) -> str:
        return f"report {self.pk}"


class Meeting(models.Model):
    """When a pairing is to go on, as one proposes and the other agrees."""

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="meeting")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    agreed = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"meeting {self.pk}"
