from django.db import models
from django.utils import timezone

from games.models.choices import SideChoice
from games.models.game import Game
from games.models.packed import PackedField


class StepRow(models.Model):
    """One accepted input and what came of it. It holds secrets and is never edited, but packed
    once the game is over.

    `undo` is kept with a step that ends at rest: the changes that would take the last action back.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    action = models.PositiveIntegerField()
    actor = models.CharField(max_length=1, choices=SideChoice.choices)
    question = models.CharField(max_length=64, blank=True)
    command = models.BinaryField()
    rolls = models.BinaryField()
    ids = models.BinaryField()
    changes = PackedField()
    undo = PackedField(default=b"[]")
    at_rest = models.BooleanField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = (
            "game",
            "number",
        )
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="step_number_once"),
            models.CheckConstraint(
                condition=models.Q(actor__in=SideChoice.values), name="step_actor_known"
            ),
        )

    def __str__(self) -> str:
        return f"step row {self.pk}"
