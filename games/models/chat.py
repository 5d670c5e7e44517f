from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.choices import Room, SideChoice
from games.models.game import Game


class ChatLine(models.Model):
    """What somebody said at a table, to one room; never edited. It is no part of the game, and
    numbered in its room alone. `key` is its writer's: what is sent again is said once.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    room = models.CharField(max_length=10, choices=Room.choices)
    number = models.PositiveIntegerField()
    side = models.CharField(max_length=1, choices=SideChoice.choices, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=150, blank=True)
    text = models.CharField(max_length=500)
    key = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("game", "room", "number")
        constraints = (
            models.UniqueConstraint(fields=["game", "room", "number"], name="chat_number_once"),
            models.UniqueConstraint(fields=["game", "room", "key"], name="chat_said_once"),
            models.CheckConstraint(
                condition=models.Q(room__in=Room.values), name="chat_room_known"
            ),
            models.CheckConstraint(
                condition=models.Q(side__in=["", *SideChoice.values]), name="chat_side_known"
            ),
            models.CheckConstraint(condition=~models.Q(text=""), name="chat_says_something"),
        )

    def __str__(self) -> str:
        return f"chat line {self.pk}"
