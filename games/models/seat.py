import secrets

from django.conf import settings
from django.db import models

from games.models.choices import ComputerChoice, SideChoice
from games.models.game import Game

LONGEST_WHY = 200


def new_token() -> str:
    """A seat's token, as it stands in the link to the seat."""
    return secrets.token_urlsafe(32)


class Seat(models.Model):
    """One side's place at a table. Its token, not the session, says which side plays.

    While nobody has claimed the seat, whoever has the token plays. Once it is a user's, the token
    opens it for that user alone, logged in. Once somebody has sat down by a link that is nobody's
    the seat is `held`: it is not free, until who made the game takes it back and says why.
    `revoked` is the hash of the link that opened it before then. The computer's seat is nobody's
    and has no link: its token opens nothing. Once the computer has given it up, it is free.
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
    held = models.BooleanField(default=False, editable=False)
    revoked = models.CharField(max_length=64, blank=True, editable=False)
    revoked_why = models.CharField(max_length=LONGEST_WHY, blank=True, editable=False)
    computer = models.CharField(
        max_length=10, choices=ComputerChoice.choices, blank=True, editable=False
    )

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
            models.CheckConstraint(
                condition=models.Q(computer__in=ComputerChoice.values), name="seat_computer_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(computer=ComputerChoice.PLAYS) | models.Q(user__isnull=True),
                name="seat_of_one_player",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}"

    @property
    def is_computers(self) -> bool:
        """Whether the computer plays here."""
        return self.computer == ComputerChoice.PLAYS

    @property
    def is_free(self) -> bool:
        """Whether somebody may still take it."""
        return self.user_id is None and not self.held and not self.is_computers
