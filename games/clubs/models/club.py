import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.clubs.models.choices import Role


def no_scenarios() -> list[str]:
    """An empty list of scenarios."""
    return []


class Club(models.Model):
    """A club. `scenarios` is its own list: what its events choose from, all if it is empty.

    Of a private one, only its members see anything. The link by which people are invited is not
    stored, only what it can be recognised by.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=60, unique=True)
    page = models.TextField(max_length=4000, blank=True)
    private = models.BooleanField(default=False)
    invitation_hash = models.CharField(max_length=64, blank=True, editable=False)
    scenarios = models.JSONField(default=no_scenarios, blank=True)
    boards = models.ManyToManyField("games.OwnBoard", related_name="clubs", blank=True)
    created = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("name",)
        permissions = (
            ("manage_club", "Organises a club"),
            ("belong_to_club", "Is a member of a club"),
        )

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """Somebody's place in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("club", "pk")
        constraints = (
            models.UniqueConstraint(fields=["club", "user"], name="membership_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="membership_role_known"
            ),
        )

    def __str__(self) -> str:
        return f"membership {self.pk}"
