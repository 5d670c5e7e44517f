"""Clubs as their pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from games.clubs.models import Club, Event, Membership
from games.clubs.models.choices import EventState, Role
from games.clubs.permissions import SEE, may
from games.models import User

_BELONG = (Role.MEMBER, Role.ORGANISER)


@dataclass(frozen=True)
class ClubLine:
    """A club in the list."""

    club: Club
    members: int
    events: int
    is_mine: bool


def club_lines(user: User | None) -> list[ClubLine]:
    """The clubs that somebody may see, his own first."""
    mine = set()
    if user is not None:
        rows = Membership.objects.filter(user=user, role__in=_BELONG)
        mine = set(rows.values_list("club", flat=True))
    members = Count("memberships", filter=Q(memberships__role__in=_BELONG), distinct=True)
    events = Count("events", filter=Q(events__private=False), distinct=True)
    clubs = Club.objects.filter(Q(private=False) | Q(pk__in=mine))
    found = clubs.annotate(members=members, public_events=events)
    lines = [ClubLine(one, one.members, one.public_events, one.pk in mine) for one in found]
    return sorted(lines, key=lambda line: (not line.is_mine, line.club.name))


def members_of(club: Club) -> list[Membership]:
    """Who belongs to a club, its organisers first."""
    rows = club.memberships.filter(role__in=_BELONG).select_related("user")
    return sorted(rows, key=lambda row: (row.role != Role.ORGANISER, row.user.get_username()))


def asking(club: Club) -> list[Membership]:
    """Who has asked to join."""
    return list(club.memberships.filter(role=Role.ASKED).select_related("user"))


def events_of(club: Club, user: User | None) -> list[Event]:
    """The events of a club that somebody may see: those that go on first."""
    order = [EventState.RUNNING, EventState.OPEN, EventState.OVER]
    rows = list(club.events.select_related("club"))
    seen = [event for event in rows if may(user, SEE, event)]
    return sorted(seen, key=lambda event: order.index(EventState(event.state)))


def events_public() -> Iterable[Event]:
    """Events of all clubs that anybody may see and that are not over."""
    rows = Event.objects.public().exclude(state=EventState.OVER).select_related("club")
    return rows.order_by("starts")[:20]


def role_words(club: Club, user: User | None) -> str:
    """What somebody is in a club, in words; "" for nobody."""
    if user is None:
        return ""
    row = Membership.objects.filter(club=club, user=user).first()
    return row.get_role_display() if row else ""
