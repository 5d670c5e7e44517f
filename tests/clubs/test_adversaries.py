"""Forged ids, other people's events, ended events, the same post twice, two directors at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse

from games.clubs.models import Act, Club, Event, Pairing, Round, Verdict
from games.clubs.models.choices import EventState, Result, RoundState, VerdictKind
from games.clubs.services.acting import Denied, NotNow
from games.clubs.services.clubs import club_create
from games.clubs.services.events import event_finish
from games.clubs.services.results import verdict_give
from games.clubs.services.rounds import round_draw, round_lock
from games.models import Game, User
from games.threads import close_connections
from tests.clubs.arranging import both_sit, event_with, fresh, pairings, people, published

WHY = {"why": "so it was ruled"}
ACTS: dict[str, dict[str, str]] = {
    "begin": {},
    "draw": {},
    "lock": {"drawn": "1"},
    "finish": {},
    "freeze": WHY,
    "resume": WHY,
    "announce": {"words": "Lunch"},
    "forbid": {"one": "1", "other": "2", **WHY},
    "extend": {"round": "1", "minutes": "10", **WHY},
    "withdraw": {"number": "1", **WHY},
    "enter": {"username": "anna"},
    "replace": {"number": "1", "username": "bert", **WHY},
}


def login(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def decided(row: Round, td: User) -> None:
    for pairing in pairings(row):
        verdict_give(
            pairing_id=pairing.pk, by=td, kind=VerdictKind.ENTERED, result=Result.ONE, why="so"
        )


@pytest.mark.django_db
def test_a_director_directs_no_event_of_another_club(club: Club, td: User) -> None:
    (other_td,) = people("otto")
    theirs = event_with(club_create(name="Theirs", page="", private=False, founder=other_td),
                        other_td, 4)  # fmt: skip
    pairing = pairings(published(theirs, other_td))[0]
    both_sit(pairing)
    mine, client, before = event_with(club, td, 4), login(td), Act.objects.filter(event=theirs)
    count = before.count()
    for name in ("decide", "inspect", "change", "pairing_act"):
        given = {"do": "sit", "kind": "adjudicated", "result": "one", **WHY}
        posted = client.post(reverse(f"clubs:{name}", args=(pairing.pk,)), given)
        assert posted.status_code == 403, name
    for do, given in ACTS.items():
        posted = client.post(reverse("clubs:act", args=(theirs.pk,)), {"do": do, **given})
        assert posted.status_code == 403, do
    drawn = round_draw(event_id=mine.pk, by=td, scenarios=["toy"])
    with pytest.raises(Denied):
        round_lock(event_id=theirs.pk, by=td, drawn=drawn.pk)
    assert before.count() == count
    assert not Verdict.objects.exists()


@pytest.mark.django_db
def test_the_draw_of_one_event_is_not_published_in_another(club: Club, td: User) -> None:
    first, second = event_with(club, td, 4), event_with(club, td, 4)
    drawn = round_draw(event_id=first.pk, by=td, scenarios=["toy"])
    round_draw(event_id=second.pk, by=td, scenarios=["toy"])
    with pytest.raises(NotNow, match="drawn again"):
        round_lock(event_id=second.pk, by=td, drawn=drawn.pk)
    assert not Round.objects.filter(state=RoundState.LOCKED).exists()


@pytest.mark.django_db
def test_forged_ids_are_not_found_or_refused(club: Club, td: User) -> None:
    event, client = event_with(club, td, 4), login(td)
    for name in ("pairing", "inspect", "change", "meeting"):
        for id_ in (0, 999_999, 2**63, 2**70):
            address = reverse(f"clubs:{name}", args=(id_,))
            assert client.get(address).status_code == 404, (name, id_)
    address = reverse("clubs:act", args=(event.pk,))
    for given in (
        {"do": "lock", "drawn": "9" * 18},
        {"do": "lock", "drawn": "-1"},
        {"do": "withdraw", "number": "999999", **WHY},
        {"do": "replace", "number": "-1", "username": "anna", **WHY},
        {"do": "enter", "username": "nobody"},
        {"do": "draw", "by_hand": "1-999", "scenarios": "toy"},
        {"do": "draw", "by_hand": "1-1", "scenarios": "toy"},
        {"do": "draw", "by_hand": "1-2, 2-3", "scenarios": "toy"},
        {"do": "draw", "by_hand": "1-bye, 1-2", "scenarios": "toy"},
        {"do": "draw", "scenarios": "../secret"},
        {"do": "extend", "round": "1", "minutes": "999999", **WHY},
    ):
        before = Act.objects.count()
        assert client.post(address, given).status_code == 302, given
        assert Act.objects.count() == before, given
    assert client.post(address, {"do": "__class__"}).status_code == 403


@pytest.mark.django_db
def test_an_ended_event_stays_as_it_is(club: Club, td: User) -> None:
    event = event_with(club, td, 4)
    row = published(event, td)
    decided(row, td)
    event_finish(event_id=event.pk, by=td)
    before = fresh(event).changes, Act.objects.count()
    for do, given in ACTS.items():
        login(td).post(reverse("clubs:act", args=(event.pk,)), {"do": do, **given})
        assert (fresh(event).changes, Act.objects.count()) == before, do
    anna, pairing = people("anna")[0], pairings(row)[0]
    for do in ("sit", "claim", "report", "answer"):
        given = {"do": do, "result": "one", "side": "a"}
        login(anna).post(reverse("clubs:pairing_act", args=(pairing.pk,)), given)
        assert (fresh(event).changes, Act.objects.count()) == before, do
    for name in ("enter", "event_leave", "answer"):
        login(anna).post(reverse(f"clubs:{name}", args=(event.pk,)))
        assert (fresh(event).changes, Act.objects.count()) == before, name
    assert fresh(event).state == EventState.OVER


@pytest.mark.django_db
def test_the_same_post_twice_does_it_once(club: Club, td: User) -> None:
    event, client = event_with(club, td, 4, begun=False), login(td)
    address = reverse("clubs:act", args=(event.pk,))

    def twice(address: str, given: dict[str, str]) -> int:
        before = Act.objects.count()
        for _ in range(2):
            client.post(address, given)
        return Act.objects.count() - before

    assert twice(address, {"do": "begin"}) == 1
    row = round_draw(event_id=event.pk, by=td, scenarios=["toy"])
    assert twice(address, {"do": "lock", "drawn": str(row.pk)}) == 1
    assert twice(address, {"do": "withdraw", "number": "4", **WHY}) == 2  # and a forfeit
    open_one = next(one for one in pairings(row) if not one.verdicts.exists())
    decide = {"kind": "adjudicated", "result": "one", **WHY}
    assert twice(reverse("clubs:decide", args=(open_one.pk,)), decide) == 1
    assert open_one.verdicts.count() == 1
    assert twice(address, {"do": "finish"}) == 1


def at_once(*acts: Callable[[], object]) -> list[str]:
    """All of them in threads of their own; what was refused."""

    def one(act: Callable[[], object]) -> str:
        try:
            act()
        except NotNow as refused:
            return str(refused)
        finally:
            close_connections()
        return ""

    with ThreadPoolExecutor(len(acts)) as pool:
        return [words for words in pool.map(one, acts) if words]


@pytest.mark.django_db(transaction=True)
def test_two_directors_at_once(club: Club, td: User) -> None:
    (dora,) = people("dora")
    event: Event = event_with(club, td, 4)
    event.directors.add(dora)
    row = round_draw(event_id=event.pk, by=td, scenarios=["toy"])
    lock = [partial(round_lock, event_id=event.pk, by=one, drawn=row.pk) for one in (td, dora)]
    assert len(at_once(*lock)) == 1
    assert Round.objects.filter(event=event).count() == 1
    first, second = pairings(row)
    both_sit(first)
    verdicts = [
        partial(verdict_give, pairing_id=first.pk, by=by, kind=VerdictKind.ADJUDICATED,
                result=result, why="so")
        for by, result in ((td, Result.ONE), (dora, Result.OTHER))
    ]  # fmt: skip
    assert at_once(*verdicts) == ["It has a result: correct it."]
    assert Verdict.objects.filter(pairing=first).count() == 1
    sits = [partial(both_sit, Pairing.objects.get(pk=second.pk)) for _ in range(2)]
    assert at_once(*sits) == []
    assert Game.objects.count() == 2
