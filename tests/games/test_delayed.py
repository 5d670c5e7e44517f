"""What both sides saw, some time ago: where both agreed, to those who watch, of old steps."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.models import BulletinRow, Game, Proposal, User
from games.models.choices import ProposalKind, ViewDelay
from games.selectors.delayed import delayed_frames, old_enough
from games.services import Created, game_create, play, seat_claim
from games.services.proposals import Wish, agree, propose
from rules.kernel.audience import Audience, Side
from tests.games.playing import command, set_up
from tests.games.times import time_set

A, B = Side
KIND = ProposalKind.VIEW


@pytest.fixture
def toy(transactional_db: None) -> Created:
    return game_create(scenario_id="toy", master=b"m" * 32)


def consent(game_id: UUID, delay: ViewDelay) -> None:
    propose(game_id=game_id, side=A, wish=Wish(KIND, delay=delay))
    asked = Proposal.objects.get(kind=KIND).at
    agree(game_id=game_id, side=B, kind=KIND, asked=asked)


def status(game_id: UUID, name: str = "", seat: str = "", page: str = "replay_data") -> int:
    client = Client()
    if name:
        client.force_login(User.objects.get_or_create(username=name)[0])
    address = reverse(f"games:{page}", args=(game_id,))
    return client.get(address, {"as": "a", "delayed": "1", "seat": seat}).status_code


def test_nobody_sees_both_sides_before_both_agreed(toy: Created) -> None:
    assert status(toy.game.pk, "watcher") == 403
    propose(game_id=toy.game.pk, side=A, wish=Wish(KIND, delay=ViewDelay.HOUR))
    assert status(toy.game.pk, "watcher") == 403


@pytest.mark.parametrize("page", ["replay", "replay_data"])
def test_those_who_watch_see_it_and_nobody_else(toy: Created, page: str) -> None:
    game_id = toy.game.pk
    consent(game_id, ViewDelay.HOUR)
    assert status(game_id, "watcher", page=page) == 200
    assert status(game_id, page=page) == 403
    for side in Side:
        assert status(game_id, seat=toy.seats[side].token, page=page) == 403
    player = User.objects.create_user("player")
    seat_claim(game_id=game_id, side=A, user=player)
    assert status(game_id, "player", page=page) == 403


def test_both_may_end_it(toy: Created) -> None:
    consent(toy.game.pk, ViewDelay.HOUR)
    consent(toy.game.pk, ViewDelay.NEVER)
    assert status(toy.game.pk, "watcher") == 403


def test_only_steps_that_are_old_enough_are_read(transactional_db: None) -> None:
    with time_set() as hands:
        game_id = game_create(scenario_id="toy", master=b"m" * 32).game.pk
        consent(game_id, ViewDelay.HALF_HOUR)
        for side in (A, B, A):
            play(game_id=game_id, side=side, data=command("end_turn"), seen=None)
            hands.shift(timedelta(minutes=20))
        game = Game.objects.get(pk=game_id)
        assert old_enough(game) == 2
        for audience in Audience:
            rows = BulletinRow.objects.filter(game=game_id, audience=audience, number__gt=0)
            frames = [bytes(row.frame) for row in rows if row.step <= 2]
            assert delayed_frames(game_id, audience)[1:] == frames
        hands.shift(timedelta(minutes=10))
        assert old_enough(game) == 3


def test_a_step_in_secret_does_not_come_before_its_time(transactional_db: None) -> None:
    with time_set() as hands:
        game_id = game_create(scenario_id="toy", master=b"m" * 32).game.pk
        consent(game_id, ViewDelay.HALF_HOUR)
        play(game_id=game_id, side=B, data=command("stand_by"), seen=None)
        hands.shift(timedelta(minutes=29))
        assert len(delayed_frames(game_id, Audience.B)) == 1


def test_by_turns_the_present_one_is_not_shown(transactional_db: None) -> None:
    game_id = game_create(scenario_id="skirmish", master=b"m" * 32).game.pk
    set_up(game_id)
    consent(game_id, ViewDelay.TURN)
    shown = delayed_frames(game_id, Audience.B)
    clocks = [frame for frame in shown[1:] if b'"stage":"play"' in frame]
    assert clocks == []
    game = Game.objects.get(pk=game_id)
    assert old_enough(game) < game.step
