"""Ratings are reckoned anew from all rated events that are over, in the order of their ends.

So a correction that comes late is right everywhere, and nothing is counted twice.
"""

from collections import defaultdict
from typing import Final

from django.db import connection, transaction

from games.clubs.core.glicko import Bout, Rating, rated
from games.clubs.core.rounds import Outcome
from games.clubs.models import Event, RatingEntry
from games.clubs.models.choices import EventState
from games.clubs.selectors.results import as_played, locked_pairings

_LOCK: Final = 0x5EA1ED  # any number that nothing else here locks by
_SCORES = {Outcome.ONE: 1.0, Outcome.OTHER: 0.0, Outcome.DRAW: 0.5}


@transaction.atomic
def ratings_reckon() -> None:
    """All ratings anew; two who reckon at once do so one after the other."""
    _wait_for_others()
    known: dict[int, Rating] = {}
    rows: list[RatingEntry] = []
    events = Event.objects.filter(state=EventState.OVER, rated=True).order_by("over_at", "pk")
    for period, event in enumerate(events, 1):
        bouts = _bouts(event, known)
        known |= {user: known.get(user, Rating()) for user in bouts}
        known = {user: rated(rating, bouts.get(user, [])) for user, rating in known.items()}
        for user, rating in known.items():
            row = RatingEntry(user_id=user, event=event, period=period, games=len(bouts[user]))
            row.rating, row.deviation = rating.rating, rating.deviation
            row.volatility = rating.volatility
            rows.append(row)
    RatingEntry.objects.all().delete()
    RatingEntry.objects.bulk_create(rows)


def _wait_for_others() -> None:
    """SQLite has one writer at a time as it is."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def _bouts(event: Event, known: dict[int, Rating]) -> defaultdict[int, list[Bout]]:
    """What everybody played in an event, against ratings as they were before it. Forfeits, byes and
    games that both have lost are not counted.
    """
    found: defaultdict[int, list[Bout]] = defaultdict(list)
    for pairing in locked_pairings(event):
        one = as_played(pairing)
        if pairing.other is None or one.forfeit or one.outcome not in _SCORES:
            continue
        me, him, score = pairing.one.user_id, pairing.other.user_id, _SCORES[one.outcome]
        found[me].append(Bout(known.get(him, Rating()), score))
        found[him].append(Bout(known.get(me, Rating()), 1 - score))
    return found
