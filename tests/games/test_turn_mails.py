"""Mails about games that wait: who gets one, when, and what stands in it."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.models import Game, Seat, User
from games.models.choices import Together, TurnMail
from games.services import Wishes, game_create
from games.services.turn_mails import PATIENCE, turn_mails_send
from rules.kernel.audience import Side
from tests.games.times import Hands, time_set

A, B = Side
MINUTE = timedelta(minutes=1)


@pytest.fixture
def time(transactional_db: None, settings: Settings) -> Iterator[Hands]:
    settings.SITE_URL = "https://orders.example.org"
    settings.MAIL = True
    with time_set() as hands:
        yield hands


def person(name: str, wants: TurnMail = TurnMail.HOUR, *, verified: bool = True) -> User:
    user = User.objects.create_user(name, turn_mail=wants)
    EmailAddress.objects.create(
        user=user, email=f"{name}@example.org", verified=verified, primary=True
    )
    return user


def begun(a: User, b: User, together: Together = Together.NO) -> UUID:
    """The second player is to set up first."""
    sides = {A: a, B: b}
    return game_create(
        scenario_id="skirmish", sides=sides, wishes=Wishes(together=together)
    ).game.pk


def to_move(game_id: UUID) -> User:
    game = Game.objects.get(pk=game_id)
    user = Seat.objects.get(game=game, side=game.to_move).user
    assert user is not None
    return user


def test_whose_decision_it_is_has_one_mail_for_all_his_games(time: Hands) -> None:
    anna, boris = person("anna"), person("boris")
    games = [begun(anna, boris), begun(anna, boris)]
    assert turn_mails_send() == 0
    time.shift(PATIENCE + MINUTE)
    assert turn_mails_send() == 1
    (sent,) = mail.outbox
    waits = to_move(games[0])
    assert sent.to == [f"{waits.username}@example.org"]
    assert sent.subject == "Sealed Orders: 2 games wait for you"
    for game_id in games:
        assert f"https://orders.example.org/games/{game_id}/" in sent.body
    tokens = Seat.objects.values_list("token", flat=True)
    assert not any(token in sent.message().as_string() for token in tokens)


def test_nobody_hears_twice_of_the_same_nor_too_often(time: Hands) -> None:
    game_id = begun(person("anna"), person("boris"))
    time.shift(PATIENCE + MINUTE)
    assert [turn_mails_send(), turn_mails_send()] == [1, 0]
    time.shift(timedelta(hours=3))
    assert turn_mails_send() == 0
    other = begun(person("clara"), to_move(game_id))
    Game.objects.filter(pk=other).update(to_move=Seat.objects.get(
        game=other, user=to_move(game_id)).side)  # fmt: skip
    time.shift(PATIENCE + MINUTE)
    assert turn_mails_send() == 1
    assert "2 games wait" in mail.outbox[-1].subject


@pytest.mark.parametrize("why", ["not wanted", "not confirmed", "a break", "together", "inactive"])
def test_who_has_none(time: Hands, why: str) -> None:
    wants = TurnMail.NEVER if why == "not wanted" else TurnMail.DAY
    anna, boris = (person(name, wants, verified=why != "not confirmed") for name in ("a", "b"))
    if why == "together":
        begun(anna, anna, together=Together.SOLO)
    else:
        game_id = begun(anna, boris)
        until = Game.objects.get(pk=game_id).told_at + timedelta(days=9)
        Game.objects.filter(pk=game_id).update(break_until=until if why == "a break" else None)
    User.objects.update(is_active=why != "inactive")
    time.shift(timedelta(days=1))
    assert turn_mails_send() == 0
    assert mail.outbox == []


def test_one_says_how_often(time: Hands) -> None:
    client, page = Client(), reverse("account_notices")
    assert client.get(page).status_code == 302
    client.force_login(person("anna", TurnMail.NEVER))
    assert client.post(page, {"turn_mail": "day"}).status_code == 302
    assert User.objects.get().turn_mail == TurnMail.DAY
    assert client.post(page, {"turn_mail": "always"}).status_code == 200
    assert User.objects.get().turn_mail == TurnMail.DAY
    assert b"At most once a day" in client.get(page).content
