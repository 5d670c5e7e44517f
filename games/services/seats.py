"""Taking a seat."""

from uuid import UUID

from django.db import transaction

from games.models import Game, Seat, User
from games.models.choices import Status
from games.selectors.seats import NotInvited, is_invitation
from rules.kernel.audience import Side


class SeatTaken(Exception):
    """The seat is somebody else's, or the claimant already plays the other side."""


@transaction.atomic
def seat_claim(*, game_id: UUID, side: Side, user: User, invitation: str = "") -> Seat:
    """Give a free seat to a user. Raises Game.DoesNotExist, NotInvited and SeatTaken."""
    game = Game.objects.locked(game_id)
    if game.private and not is_invitation(game, invitation) and game.creator_id != user.pk:
        raise NotInvited
    seats = {Side(seat.side): seat for seat in Seat.objects.filter(game=game)}
    seat, other = seats[side], seats[side.enemy]
    if seat.user_id == user.pk:
        return seat
    if seat.user_id is not None or other.user_id == user.pk:
        raise SeatTaken
    seat.user = user
    seat.save(update_fields=("user",))
    if other.user_id is not None and game.status == Status.OPEN:
        game.status = Status.PLAYING
        game.save(update_fields=("status",))
    return seat
