import uuid
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.choices import Pace, SideChoice, Status, Together, ViewDelay


class GameQuerySet(models.QuerySet["Game"]):
    """Ways to read games."""

    def locked(self, game_id: uuid.UUID) -> "Game":
        """The whole row, locked until the transaction ends. Raises Game.DoesNotExist."""
        return self.defer(None).select_for_update().get(pk=game_id)

    def public(self) -> Self:
        """Games that everybody may watch."""
        return self.filter(private=False)


class GameManager(models.Manager["Game"]):
    """Reads games without what must not be shown: the seed and the private counters."""

    def get_queryset(self) -> GameQuerySet:
        return GameQuerySet(self.model, using=self._db).defer("master_seed", "ledger")

    def locked(self, game_id: uuid.UUID) -> "Game":
        return self.get_queryset().locked(game_id)

    def public(self) -> GameQuerySet:
        return self.get_queryset().public()


class Game(models.Model):
    """A game between two sides.

    `step` and `ledger` count what the players are not told of, so no page shows them; what may be
    shown of the state of play is `to_move`, `headline` and, once it is over, `winner` ("" after a
    draw), taken from the public document, and `told_at`, the time of the last public bulletin.
    `back_asked` is the side that asked to go back to the start of an action on which the game has
    halted. `timed` games have a clock; until `break_until` both have agreed to rest. A `held` game
    was stopped by a director of its event. A `packed` game is over, and its rows take less room.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    scenario = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    pace = models.CharField(max_length=10, choices=Pace.choices, blank=True)
    private = models.BooleanField(default=False, help_text="Watched and joined by invitation only.")
    invitation_hash = models.CharField(max_length=64, blank=True, editable=False)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    master_seed = models.BinaryField()
    commitment = models.CharField(max_length=200, editable=False)
    step = models.PositiveIntegerField(default=0, editable=False)
    rest_step = models.PositiveIntegerField(default=0, editable=False)
    ledger = models.BinaryField()
    to_move = models.CharField(max_length=1, choices=SideChoice.choices, blank=True, editable=False)
    winner = models.CharField(max_length=1, choices=SideChoice.choices, blank=True, editable=False)
    back_asked = models.CharField(
        max_length=1, choices=SideChoice.choices, blank=True, editable=False
    )
    headline = models.TextField(blank=True, editable=False)
    together = models.CharField(max_length=10, choices=Together.choices, blank=True, editable=False)
    view_delay = models.CharField(
        max_length=10, choices=ViewDelay.choices, blank=True, editable=False
    )
    timed = models.BooleanField(default=False, editable=False)
    break_until = models.DateTimeField(null=True, editable=False)
    held = models.BooleanField(default=False, editable=False)
    packed = models.BooleanField(default=False, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(auto_now=True)
    told_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = GameManager()

    class Meta:
        ordering = ("-told_at",)
        indexes = (models.Index(fields=["status", "private", "-told_at"], name="game_lobby"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status__in=Status.values), name="game_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(view_delay__in=ViewDelay.values), name="game_view_delay_known"
            ),
            models.CheckConstraint(
                condition=models.Q(together__in=Together.values), name="game_together_known"
            ),
            models.CheckConstraint(
                condition=models.Q(pace__in=["", *Pace.values]), name="game_pace_known"
            ),
            models.CheckConstraint(
                condition=models.Q(to_move__in=["", *SideChoice.values]), name="game_to_move_side"
            ),
            models.CheckConstraint(
                condition=models.Q(winner__in=["", *SideChoice.values]), name="game_winner_side"
            ),
            models.CheckConstraint(
                condition=models.Q(back_asked__in=["", *SideChoice.values]), name="game_back_side"
            ),
            models.CheckConstraint(
                condition=models.Q(rest_step__lte=models.F("step")), name="game_rest_not_ahead"
            ),
        )

    def __str__(self) -> str:
        return f"{self.scenario} {self.id}"
