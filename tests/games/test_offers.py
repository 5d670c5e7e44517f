"""What a side may do: sent after its bulletin, to it alone, and stored nowhere."""

import asyncio
import json
from uuid import UUID

import pytest
from django.db import models

from games.hub.room import HEAL_EVERY
from games.leakcheck.loop import LeapingLoop
from games.models import BulletinRow, Game
from games.models.choices import Status
from games.services import Created, Outcome, play
from games.services.asking import glimpse
from games.services.memory import MEMORY
from games.services.offering import offered, offerings
from games.threads import reading
from games.wire import Delivery
from rules.kernel.audience import Audience, Side
from tests.games.players import Player
from tests.games.playing import command, loaded, random_game

A, B = Side
END_TURN = command("end_turn")
LOOP = LeapingLoop


def token(created: Created, side: Side) -> str:
    return created.seats[side].token


def verbs(offers: bytes) -> set[str]:
    return {offer["verb"] for offer in json.loads(offers)}


async def kinds(player: Player, until: str) -> list[str]:
    """The frames that come, up to the first of a kind; who is connected apart."""
    heard: list[str] = []
    while until not in heard:
        kind = (await player.next())["t"]
        heard += [kind] if kind != "presence" else []
    return heard


async def test_offers_come_after_the_bulletin_and_to_their_side_alone(toy: Created) -> None:
    game_id = toy.game.pk
    async with (
        Player(game_id, token(toy, A)) as a,
        Player(game_id, token(toy, B)) as b,
        Player(game_id) as watcher,
    ):
        for player in (a, b):
            await player.hello()
            assert await kinds(player, "offers") == ["offers"]
        await watcher.hello()
        await a.send(t="do", ref="1", seen=0, cmd={"verb": "end_turn"})
        assert (await kinds(b, "offers"), b.offered) == (["b", "offers"], 1)
        assert (await kinds(a, "offers"))[-1] == "offers"
        assert a.may_act
        assert await kinds(watcher, "b") == ["b"]
        await asyncio.sleep(HEAL_EVERY)
        assert {frame["t"] async for frame in watcher.rest()} == {"presence"}
    live = await reading(loaded, game_id)
    assert json.loads(a.offers) == json.loads(live.offers(Audience.A))
    assert json.loads(b.offers) == json.loads(live.offers(Audience.B))
    assert a.offers != b.offers


async def test_who_comes_back_is_sent_the_offers_of_his_last_bulletin(toy: Created) -> None:
    await reading(lambda: play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0))
    for forgets in (False, True):
        if forgets:
            MEMORY.clear()  # as a restart would
        async with Player(toy.game.pk, token(toy, B)) as b:
            b.n = 1
            await b.send(t="hello", have=1)
            await b.until("offers")
            assert b.may_act
            assert "end_turn" in verbs(b.offers)


async def test_offers_that_the_layer_lost_are_sent_at_the_next_heartbeat(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.offerings", lambda game_id, told: ())
    async with Player(toy.game.pk, token(toy, A)) as a:
        await a.hello()
        await a.until("offers")
        await a.do(verb="end_turn")
        await a.reach(1)
        assert not a.may_act
        await asyncio.sleep(2 * HEAL_EVERY)
        await a.send(t="ack", n=1)
        await a.until("offers")
        assert a.may_act


async def test_a_player_of_a_halted_game_is_told_that_it_is(toy: Created) -> None:
    await reading(Game.objects.filter(pk=toy.game.pk).update, status=Status.HALTED)
    async with Player(toy.game.pk, token(toy, A)) as a:
        await a.hello()
        frame = await a.until("offers")
    assert (frame["n"], frame["offers"]) == (0, [])
    assert "go back to its start" in frame["why"]


def _stored(game_id: UUID) -> bytes:
    fields: list[str] = [
        field.name
        for field in BulletinRow._meta.get_fields()
        if isinstance(field, models.BinaryField)
    ]
    rows = BulletinRow.objects.filter(game=game_id).values_list(*fields)
    return b"".join(bytes(part) for row in rows for part in row if part is not None)


def test_no_stored_bulletin_and_no_keyframe_holds_offers(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.store.KEYFRAME_EVERY", 5)
    for _ in random_game(toy.game.pk, 1, 40):
        pass
    stored = _stored(toy.game.pk)
    assert b'"faces"' in stored
    assert b'"offers"' not in stored
    assert b'"verb"' not in stored


def _seated(outcome: Outcome) -> list[Delivery]:
    """The bulletins that go to the sides."""
    return [one for one in outcome.deliveries if one.audience is not Audience.PUBLIC]


def test_offers_for_an_old_step_are_not_made(toy: Created) -> None:
    first = play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    second = play(game_id=toy.game.pk, side=B, data=END_TURN, seen=1)
    assert offerings(toy.game.pk, _seated(first)) == ()
    made = offerings(toy.game.pk, _seated(second))
    assert [(one.audience, one.n) for one in made] == [(Audience.A, 2), (Audience.B, 2)]


def test_offers_of_a_game_that_is_not_kept_are_made_from_its_rows(toy: Created) -> None:
    """As after the way back from an action that no longer re-runs."""
    outcome = play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    kept = offerings(toy.game.pk, _seated(outcome))
    MEMORY.clear()
    assert offerings(toy.game.pk, _seated(outcome)) == kept
    assert [one.n for one in kept] == [1, 1]


def test_who_is_told_nothing_is_offered_what_he_was(toy: Created) -> None:
    before = offered(toy.game.pk, Audience.A)
    silent = play(game_id=toy.game.pk, side=B, data=command("stand_by"), seen=0)
    assert [one.audience for one in offerings(toy.game.pk, silent.deliveries)] == [Audience.B]
    assert offered(toy.game.pk, Audience.A) == before
    MEMORY.clear()
    assert offered(toy.game.pk, Audience.A) == before


def test_the_public_is_offered_nothing(toy: Created) -> None:
    assert offered(toy.game.pk, Audience.PUBLIC) == (0, b"[]")


def test_a_game_that_is_being_played_is_read_from_its_rows(toy: Created) -> None:
    """Its offers are wanted by another thread while the process has it out."""
    play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    assert MEMORY.take_with_row(toy.game.pk) is not None
    assert offered(toy.game.pk, Audience.B)[1] == loaded(toy.game.pk).offers(Audience.B)


def test_what_everybody_knows_is_read_without_making_offers(toy: Created) -> None:
    MEMORY.clear()
    glimpse(toy.game.pk, Audience.PUBLIC)
    seen = [MEMORY.glimpse(toy.game.pk, side.audience, 0) for side in Side]
    assert [one is not None and one.may.offers for one in seen] == [None, None]
