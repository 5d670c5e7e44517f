"""Who somebody is at a table: by the token in the address; of a claimed seat by the login too."""

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.http.cookie import parse_cookie

from games.clubs.selectors.watching import may_watch
from games.models import Game, Seat
from rules.kernel.audience import Audience, Side, side_of

_OF_SEAT = ("side", "user", "computer", "held")
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,100}")
"""What a token may look like. Nothing else is looked for: a NUL, for one, PostgreSQL refuses."""


class NotInvited(Exception):
    """A token that opens nothing for who brings it; or a private game, without an invitation and of
    no event that the guest may see.
    """


class Revoked(NotInvited):
    """The token of a seat that was taken back: by whoever made the game, who said why."""

    def __init__(self, why: str) -> None:
        super().__init__(f"Whoever made this game has taken this seat back: {why}")


@dataclass(frozen=True)
class Visitor:
    """Somebody at a table: the audience that he belongs to, and what let him in. Who `sits_down` is
    the first at a seat that is nobody's.
    """

    game_id: UUID
    audience: Audience
    token: str
    user_id: int | None = None
    sits_down: bool = False

    @property
    def side(self) -> Side | None:
        return side_of(self.audience)


def token_hash(token: str) -> str:
    """What is stored of an invitation."""
    return hashlib.sha256(token.encode()).hexdigest()


def visitor(game_id: UUID, token: str, user_id: int | None = None) -> Visitor:
    """Who comes with that token. Raises Game.DoesNotExist and NotInvited.

    A token that is given must fit: a forged one does not turn its bearer into a spectator, nor
    does that of a seat which somebody else has claimed.
    """
    game = Game.objects.only("id", "private", "invitation_hash").get(pk=game_id)
    if token and not TOKEN.fullmatch(token):
        raise NotInvited
    if token:
        seat = _seat(game_id, token)
        if seat is not None:
            if seat.is_computers:
                raise NotInvited
            if seat.user_id not in (None, user_id):
                raise NotInvited
            return Visitor(game_id, Audience(seat.side), token, user_id, seat.is_free)
        if is_invitation(game, token):
            return Visitor(game_id, Audience.PUBLIC, token, user_id)
        taken = Seat.objects.filter(game=game_id, revoked=token_hash(token)).first()
        raise NotInvited if taken is None else Revoked(taken.revoked_why)
    if not game.private:
        return Visitor(game_id, Audience.PUBLIC, "")
    if not may_watch(game_id, user_id):
        raise NotInvited
    return Visitor(game_id, Audience.PUBLIC, "", user_id)


def visitor_with_cookies(game_id: UUID, token: str, cookies: str) -> Visitor:
    """Who comes over a socket. Raises Game.DoesNotExist and NotInvited.

    Without a token the cookies are looked at only if the game is private: one who watches another
    needs no login.
    """
    try:
        return visitor(game_id, token, user_of_cookies(cookies) if token else None)
    except NotInvited:
        if token:
            raise
    return visitor(game_id, "", user_of_cookies(cookies))


def turned_away(visitors: Iterable[Visitor]) -> dict[Visitor, str]:
    """Those among visitors whom their token lets in no longer, and why if somebody said so."""
    found = {who: _goodbye(who) for who in visitors}
    return {who: why for who, why in found.items() if why is not None}


def is_invitation(game: Game, token: str) -> bool:
    """Whether a token invites to that game."""
    expected = game.invitation_hash
    return bool(expected) and hmac.compare_digest(token_hash(token), expected)


def side_held(game_id: UUID, token: str) -> str:
    """The side whose seat a token holds; "" if it holds none."""
    seat = _seat(game_id, token) if TOKEN.fullmatch(token) else None
    return seat.side if seat is not None and seat.held else ""


def _seat(game_id: UUID, token: str) -> Seat | None:
    return Seat.objects.filter(game=game_id, token=token).only(*_OF_SEAT).first()


def _goodbye(who: Visitor) -> str | None:
    """What is said to whom his token lets in no longer; None to who is welcome."""
    try:
        found = visitor(who.game_id, who.token, who.user_id)
    except Revoked as revoked:
        return str(revoked)
    except (Game.DoesNotExist, NotInvited):
        return ""
    return None if found.audience is who.audience else ""


def user_of_cookies(cookies: str) -> int | None:
    """Whose session the cookies name, checked as Django checks it for a page."""
    request = HttpRequest()
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    request.session = SessionStore(key)
    return get_user(request).pk
