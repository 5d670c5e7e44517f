"""The demo event: a Swiss of eight in its second round.

Its first round was played at the club's table, so its results were entered; of the second, two
games have begun here, after strikes and bids.
"""

from typing import Final

from games import rulesets
from games.clubs.core.choosing import Agreed, Asked, Bid, Offered, Ranked
from games.clubs.models import Club, Entry, Event, Pairing, Round
from games.clubs.models.choices import Chair, Result, VerdictKind
from games.clubs.selectors.choosing import standing_of
from games.clubs.services.choices import answer_give, sit
from games.clubs.services.clubs import club_create, club_join, invitation_renew
from games.clubs.services.events import Plan, enter, event_begin, event_create
from games.clubs.services.results import verdict_give
from games.clubs.services.rounds import round_draw, round_lock
from games.models import User

CLUB: Final = "Hex and Counter"
PLAYERS: Final = ("bert", "cora", "dirk", "emil", "fina", "gero", "hans", "ines")
_SCENARIOS: Final = 3


def demo_event(host: User) -> Event:
    """The demo's event, made once; its host organises the club and directs it."""
    found = Event.objects.filter(club__name=CLUB).first()
    if found is not None:
        return found
    words = "We play on Thursdays, and a Swiss every autumn."
    club = club_create(name=CLUB, page=words, private=False, founder=host)
    plan = Plan("Autumn Swiss", rounds=3, page="Three rounds. Strikes and bids.")
    event = event_create(club_id=club.pk, by=host, plan=plan)
    for user in _players(club, host):
        enter(event_id=event.pk, user=user, by=user)
    event_begin(event_id=event.pk, by=host)
    for place, pairing in enumerate(_pairings(_published(event, host))):
        _decide(pairing, host, place)
    for pairing in _pairings(_published(event, host))[:2]:
        _choose(event, pairing)
        sit(pairing_id=pairing.pk, user=pairing.one.user)
    return event


def _players(club: Club, host: User) -> list[User]:
    """Accounts that nobody can log in to."""
    invitation = invitation_renew(club_id=club.pk, by=host)
    users = []
    for name in PLAYERS:
        user, is_new = User.objects.get_or_create(username=name)
        if is_new:
            user.set_unusable_password()
            user.save()
        club_join(club_id=club.pk, user=user, invitation=invitation)
        users.append(user)
    return users


def _published(event: Event, host: User) -> Round:
    scenarios = rulesets.scenario_ids()[:_SCENARIOS]
    round_draw(event_id=event.pk, by=host, scenarios=scenarios)
    return round_lock(event_id=event.pk, by=host)


def _pairings(row: Round) -> list[Pairing]:
    related = ("round__event__club", "one__user", "other__user")
    return list(row.pairings.select_related(*related).order_by("table"))


def _decide(pairing: Pairing, host: User, place: int) -> None:
    kind = VerdictKind.FORFEIT if place == 0 else VerdictKind.ENTERED
    why = "had to leave at noon" if place == 0 else "played at the club’s table"
    result = Result.ONE if place % 2 == 0 else Result.OTHER
    verdict_give(pairing_id=pairing.pk, by=host, kind=kind, result=result, why=why)


def _choose(event: Event, pairing: Pairing) -> None:
    """Both answer until nothing is asked any more."""
    while isinstance(asked := _asked(event, pairing), Asked):
        for chair in Chair:
            entry = pairing.one if chair is Chair.ONE else pairing.other
            if isinstance(entry, Entry):
                answer_give(pairing_id=pairing.pk, user=entry.user, answer=_answer(asked, chair))


def _asked(event: Event, pairing: Pairing) -> Agreed | Asked:
    return standing_of(event, Pairing.objects.select_related("round").get(pk=pairing.pk))


def _answer(asked: Asked, chair: Chair) -> Ranked | Offered:
    if isinstance(asked.step, Bid):
        return Offered("a" if chair is Chair.ONE else "b")
    strikes = asked.step.strikes
    order = asked.offered if chair is Chair.ONE else tuple(reversed(asked.offered))
    return Ranked(order[: len(order) - strikes])
