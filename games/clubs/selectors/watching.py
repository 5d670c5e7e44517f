"""Who may watch the games of an event that are not for everybody."""

from uuid import UUID

from games.clubs.models import Pairing
from games.clubs.permissions import SEE, may
from games.models import User


def may_watch(game_id: UUID, user_id: int | None) -> bool:
    """Whether somebody may see the event to which a game belongs, if it belongs to one."""
    if user_id is None:
        return False
    related = ("round__event__club",)
    pairing = Pairing.objects.select_related(*related).filter(game=game_id).first()
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return pairing is not None and user is not None and may(user, SEE, pairing.round.event)
