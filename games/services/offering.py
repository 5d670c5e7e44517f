"""What a side may try: made of what it knows after its bulletin has been sent, and stored nowhere.

Nobody but that side is told of it, and nobody waits for it: a command may come before. Then what
could have been done before that is never worked out.
"""

from collections.abc import Iterable
from uuid import UUID

from games.selectors.documents import latest_number
from games.services.asking import glimpse_with_offers
from games.wire import Delivery, Offering
from rules.kernel.audience import Audience
from rules.kernel.document import EMPTY_LIST


def offerings(game_id: UUID, told: Iterable[Delivery]) -> tuple[Offering, ...]:
    """What goes to the sides that were sent these bulletins, but to those that have been sent a
    later one. Raises Refused.
    """
    made = [(one, *offered(game_id, one.audience, one.n)) for one in told]
    return tuple(
        Offering.of(game_id, one.audience, n, offers) for one, n, offers in made if n == one.n
    )


def offered(game_id: UUID, audience: Audience, n: int | None = None) -> tuple[int, bytes]:
    """What an audience may try after its bulletin `n` or a later one, and which; None is its last.
    Raises Refused.
    """
    if audience is Audience.PUBLIC:
        return latest_number(game_id, audience) if n is None else n, EMPTY_LIST
    ground = glimpse_with_offers(game_id, audience, n)
    return ground.n, ground.may.offers or EMPTY_LIST
