from django.db import models

from games.models.game import Game


class Piece(models.Model):
    """An entity of a kind without secrets, as it was when the game last was at rest."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=64)
    key = models.CharField(max_length=64)
    payload = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "kind", "key"], name="piece_once"),)

    def __str__(self) -> str:
        return f"piece {self.pk}"
