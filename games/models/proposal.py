from django.db import models
from django.utils import timezone

from games.models.choices import ProposalKind, SideChoice, ViewDelay
from games.models.game import Game


class Proposal(models.Model):
    """What one side asks of the other beside the game's own commands; everybody sees it. It is gone
    once it was agreed to, or the game is over; of one declined or withdrawn, the time is kept.

    Of a change of the position everybody sees what is `said` of it; the `ruling` itself may name
    what only its side knows, and is shown to nobody.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="proposals")
    kind = models.CharField(max_length=10, choices=ProposalKind.choices)
    by = models.CharField(max_length=1, choices=SideChoice.choices)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)
    winner = models.CharField(max_length=1, choices=SideChoice.choices, blank=True)
    delay = models.CharField(max_length=10, choices=ViewDelay.choices, blank=True)
    ruling = models.BinaryField(default=bytes, editable=False)
    said = models.TextField(blank=True, editable=False)
    declined_at = models.DateTimeField(null=True)
    declined = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("game", "kind", "by")
        constraints = (
            models.UniqueConstraint(fields=["game", "kind", "by"], name="proposal_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=ProposalKind.values), name="proposal_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(by__in=SideChoice.values), name="proposal_by_side"
            ),
        )

    def __str__(self) -> str:
        return f"proposal {self.pk}"
