from django.conf import settings
from django.db import models

from games.clubs.models.event import Event


class RatingEntry(models.Model):
    """Somebody's rating after an event, which is a rating period (Glicko-2)."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="ratings")
    period = models.PositiveIntegerField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        ordering = ("user", "period")
        constraints = (
            models.UniqueConstraint(fields=["user", "event"], name="rating_once_an_event"),
        )

    def __str__(self) -> str:
        return f"rating {self.pk}"
