"""Nobody plays in an event, or in another's place, who has not said yes."""

import pytest
from django.test import Client
from django.urls import reverse

from games.clubs.models import Act, Call, Club, Entry, Event, Membership
from games.clubs.models.choices import Result, VerdictKind
from games.clubs.services.acting import Denied, NotNow
from games.clubs.services.calls import call_answer, call_send
from games.clubs.services.events import event_finish
from games.clubs.services.results import verdict_give
from games.models import Seat, User
from tests.clubs.arranging import both_sit, event_with, pairings, people, published

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club, td: User) -> Event:
    return event_with(club, td, 4)


@pytest.fixture
def mara(club: Club) -> User:
    (user,) = people("mara")
    Membership.objects.create(club=club, user=user)
    return user


def players(event: Event) -> set[str]:
    return {entry.user.username for entry in Entry.objects.filter(event=event)}


def test_who_is_asked_plays_when_he_says_yes(event: Event, td: User, mara: User) -> None:
    call_send(event_id=event.pk, by=td, user=mara)
    assert "mara" not in players(event)
    call_answer(event_id=event.pk, user=mara, yes=True)
    assert "mara" in players(event)
    assert not Call.objects.exists()
    with pytest.raises(NotNow, match="Nobody has asked"):
        call_answer(event_id=event.pk, user=mara, yes=True)


def test_who_says_no_does_not(event: Event, td: User, mara: User) -> None:
    call_send(event_id=event.pk, by=td, user=mara)
    call_answer(event_id=event.pk, user=mara, yes=False)
    assert "mara" not in players(event)
    assert Act.objects.latest("pk").words == "has said no"


def test_a_seat_changes_hands_when_the_new_player_says_yes(
    event: Event, td: User, mara: User
) -> None:
    pairing = pairings(published(event, td))[0]
    game = both_sit(pairing)
    number = pairing.one.number
    with pytest.raises(NotNow, match="Say why"):
        call_send(event_id=event.pk, by=td, user=mara, number=number)
    call_send(event_id=event.pk, by=td, user=mara, number=number, why="his train stands")
    assert not Seat.objects.filter(game=game, user=mara).exists()
    assert call_answer(event_id=event.pk, user=mara, yes=True) == [game.pk]
    assert Seat.objects.filter(game=game, user=mara).exists()
    assert "his train stands" in Act.objects.latest("pk").words


def test_a_call_of_one_who_directs_no_more_opens_nothing(
    event: Event, td: User, mara: User
) -> None:
    (dora,) = people("dora")
    event.directors.add(dora)
    call_send(event_id=event.pk, by=dora, user=mara)
    event.directors.remove(dora)
    with pytest.raises(NotNow, match="does not direct"):
        call_answer(event_id=event.pk, user=mara, yes=True)
    assert "mara" not in players(event)


def test_what_is_refused(event: Event, td: User, mara: User) -> None:
    anna, stig = people("anna", "stig")
    with pytest.raises(Denied):
        call_send(event_id=event.pk, by=mara, user=mara)
    with pytest.raises(NotNow, match="belongs to the club"):
        call_send(event_id=event.pk, by=td, user=stig)
    with pytest.raises(NotNow, match="plays in the event already"):
        call_send(event_id=event.pk, by=td, user=anna)
    with pytest.raises(NotNow, match="no player of that number"):
        call_send(event_id=event.pk, by=td, user=mara, number=9, why="so")
    call_send(event_id=event.pk, by=td, user=mara)
    for pairing in pairings(published(event, td)):
        verdict_give(
            pairing_id=pairing.pk, by=td, kind=VerdictKind.ENTERED, result=Result.ONE, why="so"
        )
    event_finish(event_id=event.pk, by=td)
    with pytest.raises(NotNow, match="has begun"):
        call_answer(event_id=event.pk, user=mara, yes=True)


def test_the_page_asks_and_takes_an_answer(event: Event, td: User, mara: User) -> None:
    desk, guest = Client(), Client()
    for client, user in ((desk, td), (guest, mara)):
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("clubs:event", args=(event.pk,))
    assert "asks whether you play" not in guest.get(address).content.decode()
    given = {"do": "enter", "username": "mara"}
    desk.post(reverse("clubs:act", args=(event.pk,)), given)
    assert "mara" not in players(event)
    assert "asks whether you play" in guest.get(address).content.decode()
    assert "asks whether you play" not in desk.get(address).content.decode()
    shown = desk.get(reverse("clubs:desk", args=(event.pk,))).content.decode()
    assert "Asked, and not answered: mara" in shown
    guest.post(reverse("clubs:answer", args=(event.pk,)), {"yes": "yes"})
    assert "mara" in players(event)
