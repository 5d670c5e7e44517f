"""Events as tests want them."""

from collections.abc import Sequence

from games.clubs.core.choosing import Fixed, Step
from games.clubs.models import Club, Event, Membership, Pairing, Round
from games.clubs.services.choices import sit
from games.clubs.services.clubs import club_create
from games.clubs.services.events import Plan, enter, event_begin, event_create
from games.clubs.services.rounds import round_draw, round_lock
from games.models import Game, User

SEED = b"s" * 32
FIXED: tuple[Step, ...] = (Fixed(),)
NAMES = ("anna", "bert", "cora", "dirk", "emil", "fina", "gero", "hans", "ines", "jost")


def people(*names: str) -> list[User]:
    """Accounts without a password; nobody logs in by one here."""
    return [User.objects.get_or_create(username=name)[0] for name in names]


def club_of(organiser: User, *, private: bool = False) -> Club:
    return club_create(name="Hex Club", page="We meet.", private=private, founder=organiser)


def event_with(
    club: Club, td: User, players: int, *, plan: Plan | None = None, begun: bool = True
) -> Event:
    """An event of the club with players, who become members, begun."""
    plan = plan or Plan("Autumn Swiss", protocol=FIXED)
    event = event_create(club_id=club.pk, by=td, plan=plan, seed=SEED)
    for user in people(*NAMES[:players]):
        Membership.objects.get_or_create(club=club, user=user)
        enter(event_id=event.pk, user=user, by=user)
    if begun:
        event_begin(event_id=event.pk, by=td)
    return fresh(event)


def fresh(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def published(event: Event, td: User, scenarios: Sequence[str] = ("toy",)) -> Round:
    """The next round, drawn and locked."""
    round_draw(event_id=event.pk, by=td, scenarios=scenarios)
    return round_lock(event_id=event.pk, by=td)


def pairings(row: Round) -> list[Pairing]:
    related = ("round__event__club", "one__user", "other__user", "game")
    return list(row.pairings.select_related(*related).order_by("table"))


def both_sit(pairing: Pairing) -> Game:
    """Both come; the game, which one of them makes."""
    assert pairing.other is not None
    game_id = sit(pairing_id=pairing.pk, user=pairing.one.user)
    assert game_id is not None
    assert game_id == sit(pairing_id=pairing.pk, user=pairing.other.user)
    pairing.refresh_from_db()
    return Game.objects.get(pk=game_id)
