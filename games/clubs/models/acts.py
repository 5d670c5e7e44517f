from django.conf import settings
from django.db import models
from django.utils import timezone

from games.clubs.models.choices import Result, VerdictKind
from games.clubs.models.event import Event
from games.clubs.models.round import Pairing
from games.models import SecretLook


class Verdict(models.Model):
    """A result as somebody decided it beside the game: who, and why. The last one counts."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="verdicts")
    kind = models.CharField(max_length=12, choices=VerdictKind.choices)
    result = models.CharField(max_length=8, choices=Result.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    why = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("pairing", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=VerdictKind.values), name="verdict_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(result__in=Result.values), name="verdict_result_known"
            ),
            models.CheckConstraint(condition=~models.Q(why=""), name="verdict_has_a_reason"),
        )

    def __str__(self) -> str:
        return f"verdict {self.pk}"


class Act(models.Model):
    """Something that was done in an event, for everybody who sees it to read."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="acts")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    words = models.CharField(max_length=600)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("event", "pk")

    def __str__(self) -> str:
        return f"act {self.pk}"


class Inspection(models.Model):
    """A director looked at what a side of a game keeps secret."""

    pairing = models.ForeignKey(Pairing, on_delete=models.PROTECT, related_name="inspections")
    look = models.OneToOneField(SecretLook, on_delete=models.PROTECT, related_name="inspection")
    at_once = models.BooleanField()

    class Meta:
        ordering = ("pairing", "pk")

    def __str__(self) -> str:
        return f"inspection {self.pk}"
