"""Clubs and their people."""

import hmac
import secrets
from uuid import UUID

from django.db import transaction

from games import rulesets
from games.clubs.models import Club, Event, Membership
from games.clubs.models.choices import Role
from games.clubs.permissions import BELONG, MANAGE, may
from games.clubs.services.acting import Denied, NotNow
from games.models import OwnBoard, User
from games.selectors.seats import token_hash


@transaction.atomic
def club_create(*, name: str, page: str, private: bool, founder: User) -> Club:
    """A new club; whoever makes it organises it."""
    club = Club.objects.create(name=name, page=page, private=private)
    Membership.objects.create(club=club, user=founder, role=Role.ORGANISER)
    return club


@transaction.atomic
def club_change(*, club_id: UUID, by: User, page: str, private: bool, scenarios: list[str]) -> None:
    """Its page, and what its events choose from. Raises Denied, NotNow."""
    club = _managed(club_id, by)
    if not set(scenarios) <= {*rulesets.scenario_ids()}:
        raise NotNow("One of these scenarios is not known here.")
    club.page, club.private, club.scenarios = page, private, scenarios
    club.save(update_fields=("page", "private", "scenarios"))


@transaction.atomic
def invitation_renew(*, club_id: UUID, by: User) -> str:
    """A new link by which people join; the one before opens nothing any more. Raises Denied."""
    club = _managed(club_id, by)
    token = secrets.token_urlsafe(32)
    club.invitation_hash = token_hash(token)
    club.save(update_fields=("invitation_hash",))
    return token


@transaction.atomic
def club_join(*, club_id: UUID, user: User, invitation: str = "") -> Role:
    """Join by an invitation, or ask to. A private club is joined by invitation alone. Raises
    Denied.
    """
    club = Club.objects.select_for_update().get(pk=club_id)
    invited = is_invited(club, invitation)
    if club.private and not invited and not may(user, BELONG, club):
        raise Denied
    row, _ = Membership.objects.get_or_create(club=club, user=user, defaults={"role": Role.ASKED})
    if invited and row.role == Role.ASKED:
        row.role = Role.MEMBER
        row.save(update_fields=("role",))
    return Role(row.role)


@transaction.atomic
def role_give(*, club_id: UUID, by: User, user_id: int, role: Role | None) -> None:
    """Let somebody in who asked, make him an organiser, or put him out. Raises Denied, NotNow."""
    club = _managed(club_id, by)
    row = Membership.objects.filter(club=club, user=user_id).first()
    if row is None:
        raise NotNow("Nobody of that name belongs to the club.")
    organisers = Membership.objects.filter(club=club, role=Role.ORGANISER)
    if row.role == Role.ORGANISER and role is not Role.ORGANISER and organisers.count() == 1:
        raise NotNow("A club has an organiser at least.")
    if role is None:
        row.delete()
        _has_left(club, user_id)
        club.invitation_hash = ""  # he may still have it
        club.save(update_fields=("invitation_hash",))
        return
    row.role = role
    row.save(update_fields=("role",))


@transaction.atomic
def club_leave(*, club_id: UUID, user: User) -> None:
    """Leave a club. Raises NotNow for its only organiser."""
    club = Club.objects.select_for_update().get(pk=club_id)
    others = Membership.objects.filter(club=club, role=Role.ORGANISER).exclude(user=user)
    mine = Membership.objects.filter(club=club, user=user).first()
    if mine is not None and mine.role == Role.ORGANISER and not others.exists():
        raise NotNow("You are its only organiser. Make somebody else one first.")
    if mine is not None:
        mine.delete()
        _has_left(club, user.pk)


@transaction.atomic
def board_lend(*, club_id: UUID, by: User, board_id: UUID) -> None:
    """Show a board of one's own in a club that one belongs to. Raises Denied, NotNow."""
    club = Club.objects.select_for_update().get(pk=club_id)
    if not may(by, BELONG, club):
        raise Denied
    board = OwnBoard.objects.filter(pk=board_id, owner=by).first()
    if board is None:
        raise NotNow("You have no such board.")
    club.boards.add(board)


@transaction.atomic
def board_take_back(*, club_id: UUID, by: User, board_id: UUID) -> None:
    """Show a board no more: its owner's to say, and the organisers'. Raises Denied."""
    club = Club.objects.select_for_update().get(pk=club_id)
    board = club.boards.filter(pk=board_id).first()
    is_own = board is not None and board.owner_id == by.pk
    if not is_own and not may(by, MANAGE, club):
        raise Denied
    if board is not None:
        club.boards.remove(board)


def _has_left(club: Club, user_id: int) -> None:
    """Whoever does not belong to a club directs none of its events, and his boards go with him."""
    club.boards.remove(*OwnBoard.objects.filter(owner=user_id))
    Event.directors.through.objects.filter(event__club=club, user=user_id).delete()


def is_invited(club: Club, invitation: str) -> bool:
    """Whether a token is the club's invitation."""
    expected = club.invitation_hash
    return bool(expected) and hmac.compare_digest(token_hash(invitation), expected)


def _managed(club_id: UUID, by: User) -> Club:
    club = Club.objects.select_for_update().get(pk=club_id)
    if not may(by, MANAGE, club):
        raise Denied
    return club
