from django.db import models

from games.models.choices import SideChoice
from games.models.game import Game


class HexNote(models.Model):
    """What one side has pinned to a hex for itself. Nobody else is ever shown it, not even at the
    end; it is no part of the game's position, and no take-back reaches it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=1, choices=SideChoice.choices)
    hex = models.CharField(max_length=40)
    text = models.CharField(max_length=200)

    class Meta:
        ordering = ("game", "side", "hex")
        constraints = (
            models.UniqueConstraint(fields=["game", "side", "hex"], name="note_one_per_hex"),
            models.CheckConstraint(
                condition=models.Q(side__in=SideChoice.values), name="note_side_known"
            ),
            models.CheckConstraint(condition=~models.Q(text=""), name="note_says_something"),
        )

    def __str__(self) -> str:
        return f"note {self.pk}"
