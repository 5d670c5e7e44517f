"""Taking a seat, and giving it another link."""

from hmac import compare_digest
from uuid import UUID

from django.db import transaction

from games.models import Game, Seat, SecretLook, User
from games.models.choices import Status
from games.models.seat import new_token
from games.selectors.documents import audience_view
from games.selectors.seats import NotInvited, is_invitation, token_hash
from games.services.clocks import clock_follow
from rules.kernel.audience import Audience, Side


class SeatTaken(Exception):
    """The seat is somebody else's, or the claimant already plays the other side."""


class NotTheHost(Exception):
    """Only who made a game takes a seat back."""


class NotHeld(Exception):
    """Nobody holds that seat by its link."""


class HasLooked(Exception):
    """An operator who has looked at a game's secrets does not play it."""


@transaction.atomic
def seat_claim(*, game_id: UUID, side: Side, user: User, invitation: str = "") -> Seat:
    """Give a free seat to a user, or the one that he holds by the link he brings. From then on its
    link opens it for him alone.

    Raises Game.DoesNotExist, NotInvited, SeatTaken and HasLooked.
    """
    game = Game.objects.locked(game_id)
    seats = {Side(seat.side): seat for seat in Seat.objects.filter(game=game)}
    seat, other = seats[side], seats[side.enemy]
    invited = is_invitation(game, invitation) or _holds(seat, invitation)
    if game.private and not invited and game.creator_id != user.pk:
        raise NotInvited
    if seat.user_id == user.pk:
        return seat
    if not (seat.is_free or _holds(seat, invitation)) or other.user_id == user.pk:
        raise SeatTaken
    if SecretLook.objects.filter(game=game, user=user).exists():
        raise HasLooked
    seat.user, seat.held = user, False
    seat.save(update_fields=("user", "held"))
    if not other.is_free and game.status == Status.OPEN:
        game.status = Status.PLAYING
        game.save(update_fields=("status",))
        if game.timed:
            clock_follow(game, audience_view(game_id, Audience.PUBLIC).document)
    return seat


@transaction.atomic
def seat_renew(*, game_id: UUID, user: User) -> Seat:
    """Give a user's seat a new link, or both of his: the old one opens nothing more. Raises
    Seat.DoesNotExist.
    """
    seats = list(Seat.objects.select_for_update().filter(game=game_id, user=user))
    if not seats:
        raise Seat.DoesNotExist
    for seat in seats:
        seat.token = new_token()
        seat.save(update_fields=("token",))
    return seats[0]


@transaction.atomic
def seat_hold(*, game_id: UUID, side: Side) -> None:
    """Note that somebody sits at a seat that is nobody's: nobody else is offered it."""
    Game.objects.locked(game_id)
    seat = Seat.objects.get(game=game_id, side=side)
    if seat.is_free:
        seat.held = True
        seat.save(update_fields=("held",))


@transaction.atomic
def seat_revoke(*, game_id: UUID, side: Side, by: User, why: str) -> None:
    """Take a seat back from whoever holds it by its link, as only who made the game may: its old
    link opens nothing but the reason. Raises Game.DoesNotExist, NotTheHost, and NotHeld.
    """
    if Game.objects.locked(game_id).creator_id != by.pk:
        raise NotTheHost
    seat = Seat.objects.get(game=game_id, side=side)
    if not seat.held:
        raise NotHeld
    seat.held, seat.revoked, seat.revoked_why = False, token_hash(seat.token), why
    seat.token = new_token()
    seat.save(update_fields=("held", "revoked", "revoked_why", "token"))


def _holds(seat: Seat, token: str) -> bool:
    return seat.held and compare_digest(seat.token, token)
