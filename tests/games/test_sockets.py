"""The stream of a table, for each audience."""

import asyncio
import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from channels.layers import get_channel_layer
from django.conf import settings

from games.hub.room import HEAL_EVERY
from games.leakcheck.loop import LeapingLoop
from games.models import Game
from games.selectors.documents import AudienceView, audience_view
from games.selectors.seats import token_hash
from games.services import Created, play
from games.threads import reading, writing
from games.wire import MAX_FRAME, Presence
from rules.kernel.audience import Audience, Side
from tests.games.players import Player, whole_database
from tests.games.playing import command, loaded

LOOP = LeapingLoop
A, B = Side


def token(toy: Created, side: Side) -> str:
    return toy.seats[side].token


async def quietly(toy: Created, side: Side, verb: str) -> None:
    """Play a command without telling the sockets: as if the layer had lost it."""
    await writing(play, game_id=toy.game.pk, side=side, data=command(verb), seen=None)


async def test_each_audience_is_told_its_own(toy: Created) -> None:
    game_id = toy.game.pk
    async with (
        Player(game_id, token(toy, A)) as a,
        Player(game_id, token(toy, B)) as b,
        Player(game_id) as watcher,
    ):
        docs = [await player.hello() for player in (a, b, watcher)]
        assert [doc["you"] for doc in docs] == ["a", "b", "public"]
        assert [(await player.until("offers"))["n"] for player in (a, b)] == [0, 0]
        assert (await a.do(verb="end_turn"))["t"] == "ok"
        for player in (a, b, watcher):
            await player.reach(1)
    live = await reading(loaded, game_id)
    documents = {audience.value: document for audience, document in live.documents.items()}
    for name, player in (("a", a), ("b", b), ("public", watcher)):
        assert player.document.faces.keys() == documents[name].faces.keys()
    assert any(key.startswith("mine_record:") for key in a.document.faces)
    assert not any(key.startswith("mine_record:") for key in watcher.document.faces)


async def test_what_is_told_to_one_side_reaches_nobody_else(toy: Created) -> None:
    async with (
        Player(toy.game.pk, token(toy, A)) as a,
        Player(toy.game.pk, token(toy, B)) as b,
        Player(toy.game.pk) as watcher,
    ):
        for player in (a, b, watcher):
            await player.hello()
        for player in (a, b):
            await player.until("offers")
        await b.do(verb="stand_by")
        await b.reach(1)
        await asyncio.sleep(HEAL_EVERY)  # presence comes in meanwhile
        for player in (a, watcher):
            assert {frame["t"] async for frame in player.rest()} == {"presence"}


@pytest.fixture
def standing(toy: Created) -> Created:
    """A game in which side B passes by standing order, and nothing will cancel it."""
    Game.objects.filter(pk=toy.game.pk).update(master_seed=bytes([3]) * 32)
    play(game_id=toy.game.pk, side=B, data=command("stand_by"), seen=None)
    return toy


MOVE = command("move", units=["pa1"], to="B1")


async def passed(player: Player) -> None:
    """Wait until the window is closed again."""
    while (player.n or 0) < 1 or json.loads(player.document.now)["kind"] == "window":
        await player.next()


async def test_a_standing_order_follows_by_itself(standing: Created) -> None:
    async with Player(standing.game.pk, token(standing, A)) as a:
        await a.hello()
        await a.send(t="do", ref="1", seen=0, cmd=json.loads(MOVE))
        await passed(a)


async def test_a_standing_order_is_carried_out_after_a_restart(standing: Created) -> None:
    game_id = standing.game.pk
    outcome = await writing(play, game_id=game_id, side=A, data=MOVE, seen=None)
    assert outcome.standing
    async with Player(game_id, token(standing, B)) as b:
        await b.hello()
        await passed(b)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param(" ", "malformed", id="nothing"),
        pytest.param("[1]", "malformed", id="no object"),
        pytest.param('{"t":"dance"}', "malformed", id="unknown frame"),
        pytest.param('{"t":"do","ref":"1","seen":0}', "malformed", id="no command"),
        pytest.param('{"t":"do","ref":"1","seen":"0","cmd":{}}', "malformed", id="wrong type"),
        pytest.param('{"t":"do","ref":"1","seen":-1,"cmd":{}}', "malformed", id="negative"),
        pytest.param('{"t":"ack","n":1e400}', "malformed", id="no number"),
        pytest.param('{"t":"do","ref":"1","seen":0,"cmd":' + "[" * 30_000, "malformed", id="deep"),
        pytest.param('{"t":"do","ref":"1","seen":0,"cmd":{}}', "malformed", id="empty command"),
        pytest.param(
            '{"t":"do","ref":"1","seen":9,"cmd":{"verb":"end_turn"}}', "stale", id="stale"
        ),
        pytest.param('{"t":"odds","ref":"1","cmd":{"verb":"end_turn"}}', "refused", id="no odds"),
        pytest.param(" " * (MAX_FRAME + 1), "oversize", id="too big"),
        pytest.param("é" * (MAX_FRAME // 2 + 1), "oversize", id="too big in bytes"),
    ],
)
async def test_what_is_refused_changes_nothing(toy: Created, text: str, code: str) -> None:
    async with Player(toy.game.pk, token(toy, A)) as a:
        await a.hello()
        before = await reading(whole_database)  # he has sat down
        await a.socket.send_to(text_data=text)
        assert (await a.until("no"))["code"] == code
    assert await reading(whole_database) == before


async def test_binary_frames_are_malformed(toy: Created) -> None:
    async with Player(toy.game.pk, token(toy, A)) as a:
        await a.socket.send_to(bytes_data=b'{"t":"hello","have":null}')
        assert (await a.until("no"))["code"] == "malformed"


async def test_who_watches_cannot_play(toy: Created) -> None:
    before = await reading(whole_database)
    async with Player(toy.game.pk) as watcher:
        await watcher.hello()
        assert (await watcher.do(verb="end_turn"))["code"] == "seat"
    assert await reading(whole_database) == before


async def test_a_side_cannot_play_for_the_other(toy: Created) -> None:
    async with Player(toy.game.pk, token(toy, B)) as b:
        await b.hello()
        assert (await b.do(verb="end_turn"))["code"] == "refused"


@pytest.mark.parametrize("forged", ["x", "a", "\0", "é" * 3000])
async def test_a_forged_token_opens_nothing(toy: Created, forged: str) -> None:
    before = await reading(whole_database)
    async with Player(toy.game.pk, forged) as stranger:
        assert (await stranger.next())["code"] == "seat"
        assert (await stranger.socket.receive_output(timeout=5))["code"] == 4403
    assert await reading(whole_database) == before


async def test_a_token_of_another_game_opens_nothing(toy: Created) -> None:
    async with Player(uuid4(), token(toy, A)) as stranger:
        assert (await stranger.next())["code"] == "seat"


async def test_a_private_game_is_watched_by_invitation(toy: Created) -> None:
    private = {"private": True, "invitation_hash": token_hash("please")}
    await writing(Game.objects.filter(pk=toy.game.pk).update, **private)
    async with Player(toy.game.pk) as stranger, Player(toy.game.pk, "please") as guest:
        assert (await stranger.next())["code"] == "seat"
        assert (await guest.hello())["you"] == "public"


async def test_coming_back_one_is_sent_only_what_one_lacks(toy: Created) -> None:
    async with Player(toy.game.pk, token(toy, A)) as a:
        await a.hello()
    await quietly(toy, A, "end_turn")
    async with Player(toy.game.pk, token(toy, A)) as again:
        again.n, again.document = a.n, a.document
        await again.send(t="hello", have=again.n)
        assert (await again.next())["t"] == "b"
        assert json.loads(again.document.faces["clock:1"])["phasing"] == "b"


async def test_who_has_a_number_that_never_was_gets_the_document(toy: Created) -> None:
    async with Player(toy.game.pk) as watcher:
        await watcher.send(t="hello", have=99)
        assert (await watcher.until("doc"))["n"] == 0


async def test_a_lost_message_is_read_from_the_store_before_the_next(toy: Created) -> None:
    async with Player(toy.game.pk, token(toy, A)) as a, Player(toy.game.pk, token(toy, B)) as b:
        await a.hello()
        await b.hello()
        await quietly(toy, A, "end_turn")
        assert (await a.do(verb="stand_by", seen=1))["t"] == "ok"
        await a.reach(2)


async def test_a_lost_last_message_is_healed_by_the_heartbeat(toy: Created) -> None:
    async with Player(toy.game.pk) as watcher:
        await watcher.hello()
        await quietly(toy, A, "end_turn")
        await asyncio.sleep(HEAL_EVERY)
        await watcher.send(t="beat", n=0)
        await watcher.reach(1)


async def test_a_beat_is_answered_alike_for_everybody(toy: Created) -> None:
    seats = (token(toy, A), token(toy, B), "")
    answers = []
    for seat in seats:
        async with Player(toy.game.pk, seat) as player:
            await player.send(t="beat")
            answers.append(await player.until("beat"))
            await player.hello()
            await player.send(t="beat", n=player.n)
            answers.append(await player.until("beat"))
    assert answers == [{"t": "beat"}] * 2 * len(seats)


async def test_messages_that_overtake_each_other_or_come_twice(toy: Created) -> None:
    async with Player(toy.game.pk) as watcher:
        await watcher.hello()
        outcomes = [
            await writing(play, game_id=toy.game.pk, side=side, data=command("end_turn"), seen=None)
            for side in (A, B, A)
        ]
        layer = get_channel_layer()
        for i in (2, 0, 1, 2):
            (delivery,) = (d for d in outcomes[i].deliveries if d.audience == "public")
            await layer.group_send(
                f"game.{toy.game.pk.hex}.public",
                {
                    "type": "bulletin",
                    "game": toy.game.pk.hex,
                    "audience": "public",
                    "n": delivery.n,
                    "frame": delivery.frame,
                },
            )
        await watcher.reach(3)
        assert {frame["t"] async for frame in watcher.rest()} <= {"presence"}
        assert watcher.n == 3


async def test_a_spectator_who_was_too_slow_gets_the_document_once_he_has_read_all(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.hub.member.WINDOW", 1)
    async with Player(toy.game.pk, token(toy, A)) as a, Player(toy.game.pk) as slow:
        await a.hello()
        await slow.hello()
        await a.do(verb="end_turn")
        await slow.reach(1)
        await a.reach(1)
        await a.do(verb="ask_take_back")
        assert {frame["t"] async for frame in slow.rest()} <= {"presence"}
        assert slow.n == 1
        await slow.send(t="ack", n=1)
        assert (await slow.until("doc"))["n"] == 2
        await slow.send(t="ack", n=2)
        async with Player(toy.game.pk, token(toy, B)) as b:
            await b.hello()
            await b.do(verb="refuse_request")
            await slow.reach(3)


async def test_presence_is_told_to_everybody(toy: Created) -> None:
    async with Player(toy.game.pk, token(toy, A)) as a:
        await a.hello()
        async with Player(toy.game.pk) as watcher:
            await watcher.hello()
            while a.online != {"a": True, "b": False, "watching": 1}:
                await a.next()
        while a.online != {"a": True, "b": False, "watching": 0}:
            await a.next()


async def test_too_many_frames_end_the_socket(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "TABLE_FRAMES_PER_SECOND", 2)
    async with Player(toy.game.pk) as watcher:
        for _ in range(20):
            await watcher.send(t="ack", n=0)
        assert (await watcher.until("no"))["code"] == "malformed"


async def test_only_so_many_watch_from_one_address_but_players_come_in(
    toy: Created, settings: Any
) -> None:
    settings.TABLE_SOCKETS_PER_ADDRESS = 1
    async with Player(toy.game.pk) as watcher:
        await watcher.hello()
        connected, _ = await Player(toy.game.pk).socket.connect(timeout=120)
        assert not connected
        async with Player(toy.game.pk, token(toy, A)) as a:
            await a.hello()
    async with Player(toy.game.pk) as another:
        await another.hello()


async def anew(player: Player) -> dict[str, Any]:
    """The whole document, whatever the player has."""
    await player.send(t="hello", have=None)
    return await player.until("doc")


async def test_a_crowd_that_says_hello_costs_one_reading(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def counted(game_id: UUID, audience: Audience) -> AudienceView:
        read.append(1)
        return audience_view(game_id, audience)

    monkeypatch.setattr("games.hub.room.audience_view", counted)
    async with Player(toy.game.pk, token(toy, A)) as a, Player(toy.game.pk) as watcher:
        await a.hello()
        await watcher.hello()
        read.clear()
        for n in (1, 2):
            verb = "end_turn" if n == 1 else "ask_take_back"
            assert (await a.do(verb=verb))["t"] == "ok"
            await watcher.reach(n)
            doc = await anew(watcher)
            view = await reading(audience_view, toy.game.pk, Audience.PUBLIC)
            assert doc == json.loads(view.frame(Presence(**doc["online"])))
        assert not read


async def test_who_watches_waits_for_his_fifth_document(toy: Created, settings: Any) -> None:
    settings.TABLE_HELLOS_PER_SECOND = 2
    loop = asyncio.get_running_loop()
    async with Player(toy.game.pk) as watcher:
        start = loop.time()
        for _ in range(8):
            await anew(watcher)
        assert loop.time() - start < 1
        await anew(watcher)
        await anew(watcher)
        assert loop.time() - start > 0.5


async def test_a_spectator_far_behind_gets_the_document(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.hub.room.FEW", 2)
    for side in (A, B, A):
        await quietly(toy, side, "end_turn")
    async with Player(toy.game.pk) as watcher:
        assert (await watcher.hello())["n"] == 3
        for have, kind in ((2, "b"), (0, "doc"), (7, "doc")):
            watcher.n = have
            await watcher.send(t="hello", have=have)
            while (frame := await watcher.next())["t"] == "presence":
                pass
            assert frame["t"] == kind
            assert watcher.n == 3
