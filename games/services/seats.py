"""Taking a seat, and giving it another link."""

from uuid import UUID

from django.db import transaction

from games.models import Game, Seat, SecretLook, User
from games.models.choices import Status
from games.models.seat import new_token
from games.selectors.documents import audience_view
from games.selectors.seats import NotInvited, is_invitation
from games.services.clocks import clock_follow
from rules.kernel.audience import Audience, Side


class SeatTaken(Exception):
    """The seat is somebody else's, or the claimant already plays the other side."""


class HasLooked(Exception):
    """An operator who has looked at a game's secrets does not play it."""


@transaction.atomic
def seat_claim(*, game_id: UUID, side: Side, user: User, invitation: str = "") -> Seat:
    """Give a free seat to a user. From then on its link opens it for him alone.

    Raises Game.DoesNotExist, NotInvited, SeatTaken and HasLooked.
    """
    game = Game.objects.locked(game_id)
    if game.private and not is_invitation(game, invitation) and game.creator_id != user.pk:
        raise NotInvited
    seats = {Side(seat.side): seat for seat in Seat.objects.filter(game=game)}
    seat, other = seats[side], seats[side.enemy]
    if seat.user_id == user.pk:
        return seat
    if not seat.is_free or other.user_id == user.pk:
        raise SeatTaken
    if SecretLook.objects.filter(game=game, user=user).exists():
        raise HasLooked
    seat.user = user
    seat.save(update_fields=("user",))
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
