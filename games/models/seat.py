import secrets

from django.conf import settings
from django.db import models

from games.models.choices import SideChoice
from games.models.game import Game


def new_token() -> str:
    """A seat's token, as it stands in the link to the seat."""
    return secrets.token_urlsafe(32)


class Seat(models.Model):
    """One side's place at a table. Its token, not the session, says which side plays.

    While nobody has claimed the seat, whoever has the token plays. Once it is a user's, the token
    opens it for that user alone, logged in.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=1, choices=SideChoice.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats",
    )
    token = models.CharField(max_length=64, unique=True, default=new_token, editable=False)

    class Meta:
        ordering = (
            "game",
            "side",
        )
        constraints = (
            models.UniqueConstraint(fields=["game", "side"], name="seat_one_per_side"),
            models.CheckConstraint(
                condition=models.Q(side__in=SideChoice.values), name="seat_side_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}"
