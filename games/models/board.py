import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.editor.limits import LONGEST_SOURCE

if TYPE_CHECKING:
    from games.models.user import User

LONGEST_NAME = 40
LONGEST_TITLE = 100


class OwnBoard(models.Model):
    """A board that somebody made here. `source` is its text (docs/boards.md) and always that of a
    board; `name` and `title` are what it says. `version` counts the times it was saved."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="boards"
    )
    name = models.CharField(max_length=LONGEST_NAME)
    title = models.CharField(max_length=LONGEST_TITLE)
    source = models.TextField(max_length=LONGEST_SOURCE)
    version = models.PositiveIntegerField(default=1, editable=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    updated = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-updated",)
        constraints = (
            models.UniqueConstraint(fields=["owner", "name"], name="own_board_name_once"),
        )

    def __str__(self) -> str:
        return self.name

    def may_be_edited_by(self, user: "User | None") -> bool:
        """Whether that is its owner, or staff."""
        return user is not None and (user.pk == self.owner_id or user.is_staff)
