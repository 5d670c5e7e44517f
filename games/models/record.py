from django.db import models

from games.models.choices import AudienceChoice
from games.models.game import Game


class SecretRecord(models.Model):
    """An entity of a kind that can hold secrets, as it was when the game last was at rest.

    The columns beside the payload are for administrators who settle a dispute and for counting;
    nothing that serves a player or a spectator reads this table.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    owner_side = models.CharField(max_length=6, choices=AudienceChoice.choices)
    kind = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    location = models.CharField(max_length=64, blank=True)
    payload = models.BinaryField()
    revealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        permissions = (("view_secrets", "Can see what the sides keep secret"),)
        indexes = (models.Index(fields=["game", "owner_side"], name="record_owner"),)
        constraints = (
            models.UniqueConstraint(fields=["game", "kind", "key"], name="record_once"),
            models.CheckConstraint(
                condition=models.Q(owner_side__in=AudienceChoice.values), name="record_owner_known"
            ),
        )

    def __str__(self) -> str:
        return f"secret record {self.pk}"
