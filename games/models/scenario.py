from django.conf import settings
from django.db import models
from django.utils import timezone

from rules.scenarios.shelf import OWN

LONGEST_SOURCE = 60_000
LONGEST_TITLE = 100


class OwnScenario(models.Model):
    """A scenario that somebody brought along; it is of no game, and never changes.

    `source` is its card in YAML, `boards` the sources of the boards that its owner had made for it,
    by name, as they were then. `cards` is what lists show of it as printed and with the Balance of
    each side, by the version's letter. One that is `listed` is shown to everybody, another to
    whoever has its link; of one that is `withdrawn` no more games are made.
    """

    id = models.CharField(primary_key=True, max_length=40, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="scenarios"
    )
    title = models.CharField(max_length=LONGEST_TITLE)
    source = models.TextField(max_length=LONGEST_SOURCE)
    boards = models.JSONField(default=dict, editable=False)
    cards = models.JSONField(default=dict, editable=False)
    listed = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("title", "id")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(id__startswith=OWN), name="own_scenario_id_marked"
            ),
        )

    def __str__(self) -> str:
        return self.title
