"""Who may do what in a club and an event: a backend of Django's, asked by `user.has_perm`.

Permissions are of one object: `user.has_perm("clubs.direct_event", event)`. Staff and superusers
have none of them by being that; whoever runs the server runs no club.
"""

from typing import Any, Final

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import AnonymousUser

from games.clubs.models import Club, Event, Membership
from games.clubs.models.choices import Role
from games.models import User

MANAGE: Final = "clubs.manage_club"
BELONG: Final = "clubs.belong_to_club"
VIEW_CLUB: Final = "clubs.view_club"
DIRECT: Final = "clubs.direct_event"
PLAY: Final = "clubs.play_event"
SEE: Final = "clubs.see_event"


class ClubBackend(BaseBackend):
    """Answers for clubs and events alone; who logs in is no business of it."""

    def get_all_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        user = user_obj if isinstance(user_obj, User) and user_obj.is_active else None
        if isinstance(obj, Club):
            return club_permissions(user, obj)
        return event_permissions(user, obj) if isinstance(obj, Event) else set()

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:
        return perm in self.get_all_permissions(user_obj, obj)


def club_permissions(user: User | None, club: Club) -> set[str]:
    """What somebody may do in a club."""
    given = set() if club.private else {VIEW_CLUB}
    role = _role(user, club)
    if role in {Role.MEMBER, Role.ORGANISER}:
        given |= {VIEW_CLUB, BELONG}
    if role == Role.ORGANISER:
        given |= {MANAGE}
    return given


def event_permissions(user: User | None, event: Event) -> set[str]:
    """What somebody may do in an event. Organisers of the club direct all its events."""
    of_club = club_permissions(user, event.club)
    given = set()
    if VIEW_CLUB in of_club and (not event.private or BELONG in of_club):
        given |= {SEE}
    if user is None:
        return given
    if MANAGE in of_club or event.directors.filter(pk=user.pk).exists():
        given |= {SEE, DIRECT}
    if event.entries.filter(user=user).exists():
        given |= {SEE, PLAY}
    return given


def may(user: User | AnonymousUser | None, permission: str, of: Club | Event) -> bool:
    """Whether somebody, or nobody, may do that. The backend itself is asked: Django would answer
    for a superuser before it.
    """
    return ClubBackend().has_perm(user, permission, of)


def _role(user: User | None, club: Club) -> str:
    if user is None:
        return ""
    found = Membership.objects.filter(club=club, user=user).values_list("role", flat=True)
    return found.first() or ""
