import uuid
from datetime import timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.clubs.models.choices import EventKind, EventState, Finish, Told
from games.clubs.models.club import Club
from games.models.choices import Flag, Timing


class EventQuerySet(models.QuerySet["Event"]):
    """Ways to read events."""

    def locked(self, event_id: uuid.UUID) -> "Event":
        """The whole row, locked until the transaction ends. Raises Event.DoesNotExist.

        Whoever locks an event and a game locks the event first.
        """
        return self.defer(None).select_for_update().get(pk=event_id)

    def public(self) -> Self:
        """Events that everybody may see."""
        return self.filter(private=False, club__private=False)


class EventManager(models.Manager["Event"]):
    """Reads events without their seed, which lots and seals follow from."""

    def get_queryset(self) -> EventQuerySet:
        return EventQuerySet(self.model, using=self._db).defer("seed")

    def locked(self, event_id: uuid.UUID) -> "Event":
        return self.get_queryset().locked(event_id)

    def public(self) -> EventQuerySet:
        return self.get_queryset().public()


class Event(models.Model):
    """An event of a club: what kind, by which rules, and where it stands.

    `criteria` is the list by which players are told apart, `protocol` how two come to a scenario
    and to sides; both are data (`games.clubs.core`). `seed` was committed to when the event was
    made, and is published when it is over.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    name = models.CharField(max_length=80)
    page = models.TextField(max_length=4000, blank=True)
    kind = models.CharField(max_length=12, choices=EventKind.choices)
    state = models.CharField(
        max_length=8, choices=EventState.choices, default=EventState.OPEN, editable=False
    )
    rounds_planned = models.PositiveSmallIntegerField(default=3)
    private = models.BooleanField(default=False)
    rated = models.BooleanField(default=True)
    criteria = models.JSONField()
    protocol = models.JSONField()
    starts = models.DateTimeField(default=timezone.now)
    round_time = models.DurationField(null=True, blank=True)
    no_show_after = models.DurationField(default=timedelta(minutes=30))
    finish = models.CharField(max_length=12, choices=Finish.choices, default=Finish.OPEN)
    looks_told = models.CharField(max_length=8, choices=Told.choices, default=Told.AT_ONCE)
    timing = models.CharField(max_length=10, choices=Timing.choices, blank=True)
    base = models.DurationField(null=True, blank=True)
    increment = models.DurationField(default=timedelta)
    flag = models.CharField(max_length=10, choices=Flag.choices, default=Flag.LOSS)
    reach = models.PositiveSmallIntegerField(default=2)
    frozen = models.BooleanField(default=False, editable=False)
    frozen_at = models.DateTimeField(null=True, editable=False)
    directors = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="directed_events", blank=True
    )
    seed = models.BinaryField()
    commitment = models.CharField(max_length=200, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    over_at = models.DateTimeField(null=True, editable=False)
    changes = models.PositiveIntegerField(default=0, editable=False)

    objects = EventManager()

    class Meta:
        ordering = ("-starts",)
        permissions = (
            ("direct_event", "Directs an event"),
            ("play_event", "Plays in an event"),
            ("see_event", "Sees an event"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=EventKind.values), name="event_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=EventState.values), name="event_state_known"
            ),
            models.CheckConstraint(
                condition=models.Q(finish__in=Finish.values), name="event_finish_known"
            ),
            models.CheckConstraint(
                condition=models.Q(looks_told__in=Told.values), name="event_told_known"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player of an event, under a number of its own. `plays_from` is his first round;
    `withdrawn` the round from which on he does not play any more.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries"
    )
    rating = models.FloatField(default=1500)
    plays_from = models.PositiveSmallIntegerField(default=1)
    withdrawn = models.PositiveSmallIntegerField(null=True)
    entered = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["event", "user"], name="entry_once"),
        )

    def __str__(self) -> str:
        return f"entry {self.pk}"

    @property
    def name(self) -> str:
        """What the player is called."""
        return self.user.get_full_name() or self.user.get_username()


class Call(models.Model):
    """A director asks a member of the club to play in an event, or to go on in the place of a
    player. Nobody plays who has not said yes.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="calls")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calls"
    )
    in_place_of = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    why = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("event", "pk")
        constraints = (models.UniqueConstraint(fields=["event", "user"], name="call_once"),)

    def __str__(self) -> str:
        return f"call {self.pk}"


class Forbidden(models.Model):
    """Two who may not meet in an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="forbidden")
    one = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ("event", "pk")
        constraints = (
            models.UniqueConstraint(fields=["event", "one", "other"], name="forbidden_once"),
        )

    def __str__(self) -> str:
        return f"forbidden {self.pk}"
