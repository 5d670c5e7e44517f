from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.choices import LookKind
from games.models.game import Game


class SecretLook(models.Model):
    """An operator looked at what the sides of a game keep secret; never edited, never deleted.

    The players read of it at the end: when, at what, and why. The name of who it was stays here.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=LookKind.choices)
    reason = models.TextField(max_length=500)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind__in=LookKind.values), name="look_kind_known"
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="look_has_a_reason"),
        )

    def __str__(self) -> str:
        return f"look {self.pk}"
