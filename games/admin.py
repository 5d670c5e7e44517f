"""The administrator's pages. Whoever runs the server may hold it in his hands, but does not see a
player's secrets by accident, and does not come at them by asking questions either.

A list that may be filtered, searched or sorted by a column answers questions about that column,
even if it does not show it. So nothing may be asked here but what each list names in `asked`.
The state of games is for reading, and only what everybody may know of it; secrets are looked at on
the page of `games.views.looks`, which leaves a trace.
"""

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html

from games.models import Game, OwnBoard, SecretLook, User
from games.selectors.looks import share_a_running_game
from games.services.looks import account_entered

if TYPE_CHECKING:
    Pages = admin.ModelAdmin[Any]
    Users = UserAdmin[User]
else:
    Pages, Users = admin.ModelAdmin, UserAdmin


POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")
"""What an account may do."""


def _is_superuser(request: HttpRequest) -> bool:
    return bool(request.user.is_active and request.user.is_superuser)


class CarefulAdmin(Pages):
    """Pages that may be asked only what they name: every admin of ours begins here.

    `asked` are the conditions that addresses of the list may have, as `list_filter` writes them.
    Lists are sorted by columns that they show, and searched by `search_fields`, nothing else.
    """

    asked: frozenset[str] = frozenset()
    show_facets = admin.ShowFacets.NEVER

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        return lookup in self.asked

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return bool(to_field == self.opts.pk.name)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Refuse before looking: the base class tells rows that exist from those that do not."""
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        return super().history_view(request, object_id, extra_context)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is deleted here: what belongs to a row would go with it, or be printed."""
        return False


class ReadOnlyAdmin(CarefulAdmin):
    """Rows that only the game writes."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """What everybody may know of a game, and the way to the page where looks are noted."""

    list_display = ("id", "scenario", "status", "private", "created", "told_at")
    list_filter = ("status", "private")
    asked = frozenset({"status__exact", "private__exact"})
    fields = (*list_display, "creator", "commitment", "secrets")
    readonly_fields = fields

    @admin.display(description="secrets")
    def secrets(self, game: Game) -> str:
        """The way to the page for looking."""
        address = reverse("games:look", args=(game.pk,))
        return format_html(
            '<a href="{}">Look, with a reason that the players will read</a>', address
        )


@admin.register(SecretLook)
class SecretLookAdmin(ReadOnlyAdmin):
    """The looks at secrets, apart from those in games that the reader plays himself."""

    list_display = ("at", "user", "game", "kind", "reason")
    list_filter = ("kind",)
    asked = frozenset({"kind__exact"})
    fields = list_display
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[SecretLook]:
        looks: QuerySet[SecretLook] = super().get_queryset(request)
        return looks.exclude(game__seats__user=request.user.pk)


@admin.register(OwnBoard)
class OwnBoardAdmin(CarefulAdmin):
    """Boards that users have made; changed in the editor, where they are read before."""

    list_display = ("name", "title", "owner", "updated")
    search_fields = ("name", "title", "owner__username")
    readonly_fields = ("owner", "name", "title", "source", "version", "created", "updated")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)

    def view_on_site(self, obj: Any) -> str:
        """The address of the board's editor."""
        return reverse("games:board_edit", args=(obj.pk,))


@admin.register(User)
class AccountAdmin(CarefulAdmin, Users):
    """Accounts. Whoever goes is made inactive: his games stay, and his seats stay his.

    An address is its owner's: who could change it could have himself sent a link to a new password,
    and nobody would be told of it.
    """

    list_display = ("username", "email", "is_staff", "is_active")
    list_filter = ("is_staff", "is_superuser", "is_active")
    asked = frozenset({"is_staff__exact", "is_superuser__exact", "is_active__exact"})
    search_fields = ("username",)
    readonly_fields = ("email",)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Only superusers give powers: who could give them to others could have any himself."""
        given = super().get_readonly_fields(request, obj)
        return given if _is_superuser(request) else (*given, *POWERS)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody enters an account that may do more than his own: by its password, or at all."""
        if isinstance(obj, User) and (obj.is_staff or obj.is_superuser):
            return _is_superuser(request)
        return bool(super().has_change_permission(request, obj))

    def user_change_password(
        self,
        request: HttpRequest,
        id: str,
        form_url: str = "",
    ) -> HttpResponse:
        """Set a password. In the running games of its owner that is a look, and noted."""
        user, owner = request.user, get_object_or_404(User, pk=id)
        if not isinstance(user, User) or (user != owner and share_a_running_game(user, owner)):
            raise PermissionDenied
        before = owner.password
        answer = super().user_change_password(request, id, form_url)
        owner.refresh_from_db()
        if owner.password != before and user != owner:
            account_entered(owner=owner, user=user)
        return answer


admin.site.unregister(EmailAddress)  # the same, and what can be listed can be asked
admin.site.unregister(Group)


@admin.register(Group)
class OperatorsGroupAdmin(CarefulAdmin, GroupAdmin):
    """Groups of operators, and what each may do."""

    search_fields = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return _is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """What a group may do, all of its members may: only superusers say so."""
        return _is_superuser(request)
