from django.db import models

from games.models.choices import AudienceChoice
from games.models.game import Game
from games.models.packed import PackedField


class BulletinRow(models.Model):
    """What one audience was sent for one step; never edited, but packed once the game is over.

    Number 0 is the beginning and has no frame. Where there is a keyframe it is the audience's
    whole document after this bulletin, so that a reader starts there instead of at the beginning.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    audience = models.CharField(max_length=6, choices=AudienceChoice.choices)
    number = models.PositiveIntegerField()
    step = models.PositiveIntegerField()
    frame = PackedField()
    digest = models.CharField(max_length=64)
    keyframe = PackedField(null=True)

    class Meta:
        ordering = (
            "game",
            "audience",
            "number",
        )
        constraints = (
            models.UniqueConstraint(
                fields=["game", "audience", "number"], name="bulletin_number_once"
            ),
            models.CheckConstraint(
                condition=models.Q(audience__in=AudienceChoice.values),
                name="bulletin_audience_known",
            ),
        )

    def __str__(self) -> str:
        return f"bulletin row {self.pk}"
