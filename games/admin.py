"""The administrator's pages. Whoever runs the server may hold it in his hands, but does not see a
player's secrets by accident.

Steps and secret records are listed without contents. These are shown one at a time, to those who
hold `games.view_secrets` by name (being a superuser is not enough), and every look is logged.
"""

from typing import TYPE_CHECKING, Any

import structlog
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Permission
from django.db.models import Model, Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.models import Game, OwnBoard, SecretRecord, StepRow, User

if TYPE_CHECKING:
    GameBase = admin.ModelAdmin[Game]
    SealedBase = admin.ModelAdmin[Any]
else:
    GameBase = SealedBase = admin.ModelAdmin

PERMISSION = "view_secrets"

log = structlog.get_logger(__name__)

admin.site.register(User, UserAdmin)


def may_see_secrets(request: HttpRequest) -> bool:
    """Whether the permission was given to this user by name, or to a group of his."""
    user = request.user
    if not isinstance(user, User) or not user.is_active:
        return False
    given = Q(user=user) | Q(group__user=user)
    return Permission.objects.filter(
        given, codename=PERMISSION, content_type__app_label="games"
    ).exists()


@admin.register(Game)
class GameAdmin(GameBase):
    """Games, without seed, counters or tokens."""

    list_display = ("id", "scenario", "status", "private", "created", "told_at")
    list_filter = ("status", "scenario", "private")
    fields = ("scenario", "status", "private", "creator", "commitment", "created", "told_at")
    readonly_fields = ("scenario", "commitment", "created", "told_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(OwnBoard)
class OwnBoardAdmin(SealedBase):
    """Boards that users have made; changed in the editor, where they are read before."""

    list_display = ("name", "title", "owner", "updated")
    search_fields = ("name", "title", "owner__username")
    readonly_fields = ("owner", "name", "title", "source", "version", "created", "updated")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def view_on_site(self, obj: Any) -> str:
        """The address of the board's editor."""
        return reverse("games:board_edit", args=(obj.pk,))


class SealedAdmin(SealedBase):
    """Rows that hold secrets: read only, and opened one at a time."""

    ordering = ("-pk",)
    shown: tuple[str, ...]
    payloads: tuple[str, ...]

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        return self.shown

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        return (*self.shown, "contents") if may_see_secrets(request) else self.shown

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return self.get_fields(request, obj)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        if row is not None and may_see_secrets(request):
            self._note_look(request, row)
        return super().change_view(request, object_id, form_url, extra_context)

    @admin.display(description="contents")
    def contents(self, row: Model) -> str:
        """What the row holds, as text."""
        return "\n".join(f"{name}: {_text(getattr(row, name))}" for name in self.payloads)

    def _note_look(self, request: HttpRequest, row: Model) -> None:
        user = str(request.user)
        log.warning("secret_looked_at", user=user, model=type(row).__name__, row=row.pk)
        LogEntry.objects.log_actions(
            user_id=str(request.user.pk),
            queryset=[row],
            action_flag=CHANGE,
            change_message="looked at what is secret",
            single_object=True,
        )


@admin.register(SecretRecord)
class SecretRecordAdmin(SealedAdmin):
    """Secret records: that they exist, and by permission what they say."""

    shown = ("id", "game")
    payloads = ("owner_side", "kind", "key", "location", "payload")


@admin.register(StepRow)
class StepRowAdmin(SealedAdmin):
    """The log of inputs: that they were made, and by permission what they were."""

    shown = ("id", "game", "number", "created")
    payloads = ("command", "rolls", "ids", "changes")


def _text(value: Any) -> str:
    stored = isinstance(value, bytes | memoryview)
    return bytes(value).decode(errors="replace") if stored else str(value)
