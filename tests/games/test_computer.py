"""The computer at the table: it plays by itself, once, after restarts too, and leaves politely."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from games import live
from games.computer import Computers, computers_here
from games.leakcheck.loop import LeapingLoop, here
from games.models import BulletinRow, Game, Seat, StepRow, User
from games.models.choices import ComputerChoice, Status
from games.questions.crew import Hand, TooLong
from games.questions.worker import Reply
from games.selectors.documents import audience_view
from games.selectors.lobby import game_line, open_games
from games.services import Created, NoComputer, SeatTaken, Wishes, game_create, seat_claim
from games.services.back import back_ask
from games.services.computer import computer_gives_up, computer_turn, computers_asked
from games.services.offering import offered
from games.threads import reading
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused
from rules.proof.players import choose_command
from tests.games.players import Player

LOOP = LeapingLoop
A, B = Side


@pytest.fixture
def skirmish(transactional_db: None) -> Created:
    """A game against the computer, which sets up first."""
    return game_create(scenario_id="skirmish", wishes=Wishes(computer=B), master=b"c" * 32)


@asynccontextmanager
async def seated(created: Created) -> AsyncIterator[Player]:
    """The human at the table."""
    async with Player(created.game.pk, created.seats[A].token) as player:
        await player.hello()
        yield player


async def until(player: Player, found: Callable[[], object]) -> None:
    """Take in frames until something is so."""
    async with asyncio.timeout(120):
        while not found():
            await player.next()


def now(player: Player) -> dict[str, Any]:
    """What is asked."""
    asked: dict[str, Any] = json.loads(player.document.now)
    return asked


def clock(player: Player) -> dict[str, Any]:
    """Where the game stands."""
    faces = player.document.faces
    found = next(body for key, body in faces.items() if key.startswith("clock:"))
    face: dict[str, Any] = json.loads(found)
    return face


def offers(player: Player) -> dict[str, dict[str, Any]]:
    return {offer["verb"]: offer for offer in json.loads(player.offers)}


async def play_until(player: Player, found: Callable[[], object]) -> None:
    """Do anything, as often as asked, until something is so."""
    rng = random.Random(5)
    while not found():
        await until(player, lambda: found() or (player.may_act and now(player)["side"] == "a"))
        if not found():
            forms = [one for verb, one in offers(player).items() if one.get("stands") != "aside"]
            await player.do(**choose_command(rng, forms))


def acts_of(side: Side, created: Created) -> int:
    return StepRow.objects.filter(game=created.game, actor=side.value).count()


# -- it plays -------------------------------------------------------------------------------------


async def test_it_sets_up_and_plays_a_turn_when_it_is_asked(skirmish: Created) -> None:
    async with seated(skirmish) as human:
        await until(human, lambda: now(human)["side"] == "a")
        assert clock(human)["setting_up"] == "a"
        assert any(key.startswith("seal:") for key in human.document.faces)
        await play_until(human, lambda: clock(human)["phasing"] == "b")
        assert clock(human)["turn"] == 1
        await play_until(human, lambda: clock(human)["phasing"] == "a")
    assert await reading(acts_of, B, skirmish) > 10
    assert (await reading(Seat.objects.get, pk=skirmish.seats[B].pk)).is_computers


async def test_it_answers_what_is_asked_of_it(skirmish: Created) -> None:
    """It agrees to take-backs and declines draws."""
    async with seated(skirmish) as human:
        await play_until(human, lambda: clock(human)["phase"] == "MPh")
        await human.do(verb="offer_draw")
        await until(human, lambda: any("declines" in line["text"] for line in human.log[-4:]))
        await until(human, lambda: human.may_act and "offer_draw" in offers(human))
        await play_until(human, lambda: "ask_take_back" in offers(human))
        assert (await human.do(verb="ask_take_back"))["t"] == "ok"
        await until(human, lambda: any("agrees" in line["text"] for line in human.log[-3:]))


async def test_it_goes_on_after_a_restart(skirmish: Created) -> None:
    """Nobody need be there: a new process sees to the games in which the computer is to move."""
    game_id = skirmish.game.pk
    assert await reading(computers_asked) == [game_id]
    live.resume()
    async with asyncio.timeout(120):
        while (await reading(Game.objects.get, pk=game_id)).to_move != A:
            await asyncio.sleep(0.05)
    assert await reading(computers_asked) == []


async def test_of_several_processes_one_acts(skirmish: Created) -> None:
    """Those that see to a game at once do not act twice on the same bulletin."""
    game_id = skirmish.game.pk
    processes = [Computers() for _ in range(3)]
    await asyncio.gather(*(one.see_to(game_id, live._play) for one in processes))
    async with asyncio.timeout(120):
        while await reading(computer_turn, game_id) is not None or computers_here()._acting:
            await asyncio.sleep(0.05)
    steps = await reading(lambda: list(StepRow.objects.filter(game=game_id).values_list("command")))
    assert len(steps) == len(set(steps))  # nothing was placed twice
    assert (await reading(Seat.objects.get, pk=skirmish.seats[B].pk)).is_computers


async def test_what_the_other_side_does_in_secret_changes_nothing(skirmish: Created) -> None:
    """What it is asked, and by which coins it decides, follow from its own bulletins."""
    async with seated(skirmish) as human:
        await play_until(human, lambda: clock(human)["phasing"] == "b")
        before = await reading(computer_turn, skirmish.game.pk)
        step = (await reading(Game.objects.get, pk=skirmish.game.pk)).step
        secret = next(verb for verb in offers(human) if verb.startswith("order_"))
        form = offers(human)[secret]
        await human.do(**choose_command(random.Random(1), [form]))
        after = await reading(computer_turn, skirmish.game.pk)
        if after is not None and before is not None and after.n == before.n:
            assert after.question == before.question
        assert (await reading(Game.objects.get, pk=skirmish.game.pk)).step > step


# -- it leaves ------------------------------------------------------------------------------------


def too_long(*args: object) -> Reply:
    raise TooLong


def nothing(*args: object) -> Reply:
    return Reply(refused=("", "The computer finds nothing to do.", ""))


def nonsense(*args: object) -> Reply:
    return Reply(card=b'{"verb":"end_phase"}')


@pytest.mark.parametrize("fault", [too_long, nothing, nonsense])
async def test_it_gives_its_seat_up_if_it_cannot_act(
    skirmish: Created, fault: Callable[..., Reply]
) -> None:
    asked = mock.Mock(side_effect=fault)
    with mock.patch.object(Hand, "ask", asked):
        async with seated(skirmish) as human:
            frame = await human.until("computer")
            assert frame == {"t": "computer", "side": "b", "plays": False}
            await here().quiet()
    assert asked.call_count == 1
    seat = await reading(Seat.objects.get, pk=skirmish.seats[B].pk)
    assert seat.computer == ComputerChoice.GAVE_UP
    assert await reading(computer_turn, skirmish.game.pk) is None


async def test_it_does_not_act_without_end(
    skirmish: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.computer.MOST", 3)
    async with seated(skirmish) as human:
        await human.until("computer")
    assert await reading(acts_of, B, skirmish) == 3


async def test_it_waits_for_a_halted_game(skirmish: Created) -> None:
    await reading(Game.objects.filter(pk=skirmish.game.pk).update, status=Status.HALTED)
    async with seated(skirmish):
        await here().quiet()
    assert await reading(acts_of, B, skirmish) == 0
    assert (await reading(Seat.objects.get, pk=skirmish.seats[B].pk)).is_computers


def test_it_agrees_to_go_back(skirmish: Created) -> None:
    Game.objects.filter(pk=skirmish.game.pk).update(status=Status.HALTED)
    assert back_ask(game_id=skirmish.game.pk, side=A) is not None
    assert Game.objects.get(pk=skirmish.game.pk).status == Status.PLAYING


def test_who_wants_may_take_the_seat_that_it_gave_up(skirmish: Created) -> None:
    boris = User.objects.create_user("boris")
    with pytest.raises(SeatTaken):
        seat_claim(game_id=skirmish.game.pk, side=B, user=boris)
    Game.objects.filter(pk=skirmish.game.pk).update(status=Status.PLAYING)
    computer_gives_up(game_id=skirmish.game.pk, side=B)
    assert Game.objects.get(pk=skirmish.game.pk).status == Status.OPEN
    assert [line.id for line in open_games(None)] == [skirmish.game.pk]
    assert seat_claim(game_id=skirmish.game.pk, side=B, user=boris).user == boris
    assert game_line(skirmish.game.pk, None).seats[1].player == "boris"


# -- what is stored and shown ---------------------------------------------------------------------


def test_a_scenario_that_it_cannot_play(db: None) -> None:
    with pytest.raises(NoComputer):
        game_create(scenario_id="toy", wishes=Wishes(computer=B))


def test_nobody_else_has_its_seat(db: None) -> None:
    created = game_create(scenario_id="skirmish", wishes=Wishes(computer=B))
    seat = created.seats[B]
    table = reverse("games:table", args=(created.game.pk,))
    assert Client().get(f"{table}?seat={seat.token}").status_code == 403
    with pytest.raises(IntegrityError):
        Seat.objects.filter(pk=seat.pk).update(user=User.objects.create_user("boris"))


@pytest.mark.parametrize("side", [A, B])
def test_a_game_against_it_from_the_form(db: None, side: Side) -> None:
    anna = User.objects.create_user("anna")
    browser = Client()
    browser.force_login(anna)
    form = {"scenario": "skirmish", "side": side.value, "opponent": "computer"}
    answer = browser.post(reverse("games:new_game"), form)
    game = Game.objects.get()
    assert answer.headers["Location"] == game_line(game.pk, anna).table_url
    assert game.status == Status.PLAYING
    page = browser.get(answer.headers["Location"]).content.decode()
    assert f'"computer": {{"side": "{side.enemy.value}", "plays": true}}' in page
    for name, args in (("games:lobby", ()), ("games:game", (game.pk,))):
        assert "Computer" in browser.get(reverse(name, args=args)).content.decode()
    assert open_games(None) == []


def test_its_own_bulletins_are_all_it_goes_by(skirmish: Created) -> None:
    """What is worked out for it has what its side was sent, and no more."""
    turn = computer_turn(skirmish.game.pk)
    assert turn is not None
    assert turn.ground.audience is Audience.B
    view = audience_view(skirmish.game.pk, Audience.B)
    assert turn.ground.document == view.document
    assert turn.offers == offered(skirmish.game.pk, Audience.B)[1]
    assert turn.n == BulletinRow.objects.filter(game=skirmish.game, audience="b").count() - 1
    assert turn.question == (computer_turn(skirmish.game.pk) or turn).question
    with pytest.raises(Refused):
        back_ask(game_id=skirmish.game.pk, side=A)
