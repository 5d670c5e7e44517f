"""Questions at the table: LOS for everybody, paths and reach for the seats, and nothing changes."""

import asyncio
import json
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

import msgspec
import pytest
from django.db import connection

from games import threads
from games.questions.crew import GALLERY, SEATS, Hand, TooLong
from games.questions.desk import Asker, Desk, Lane, Shelf
from games.questions.glimpse import Glimpse
from games.questions.worker import Glimpses, Job, Reply, reply_to
from games.selectors.documents import latest_number
from games.services import Created, game_create, play
from games.services.asking import ask, glimpse
from games.services.memory import MEMORY
from games.threads import looking, reading, writing
from games.wire import AskLos, AskPath, AskReach, Question, card_frame, decode_frame, no_frame
from rules.forces.entities import Clock, Minefield
from rules.forces.phases import Phase
from rules.kernel.audience import Audience, Side
from rules.kernel.entity import has_secrets
from rules.kernel.refused import Refused
from rules.play.page.asking import knowledge
from rules.position.position import CLOCK
from tests.games.players import Player, whole_database
from tests.games.playing import command, loaded

A, B = Side
SETUP = {
    A: {
        "ger-467-a": "X2",
        "ger-467-b": "X2",
        "ger-467-c": "W3",
        "ger-467-d": "V2",
        "ger-8-1-a": "X2",
        "ger-lmg-a": "X2",
    },
    B: {"rus-447-a": "AA4", "rus-447-b": "Z4", "rus-237-a": "Y5", "rus-8-0-a": "Z4"},
}


@pytest.fixture
def skirmish(transactional_db: None) -> Created:
    """A game of the skirmish in the ATTACKER's first MPh."""
    game = game_create(scenario_id="skirmish", master=b"q" * 32)
    data = command("record_mines", hex="so1:Y4", strength=12)
    play(game_id=game.game.pk, side=B, data=data, seen=None)
    for side in (B, A):
        for piece, name in SETUP[side].items():
            data = command("place", pieces=[piece], to=f"so1:{name}/0")
            play(game_id=game.game.pk, side=side, data=data, seen=None)
        play(game_id=game.game.pk, side=side, data=command("seal_setup"), seen=None)
    while (clock := loaded(game.game.pk).world.get(Clock, CLOCK)).phase is not Phase.MPH:
        play(game_id=game.game.pk, side=clock.active, data=command("end_phase"), seen=None)
    return game


@pytest.fixture(autouse=True)
def awake(skirmish: Created) -> None:
    """The processes that answer have read the scenario: the first answer takes them seconds."""
    question = msgspec.json.encode(AskLos(ref="q", source="so1:X2/0", target="so1:AA4/0"))
    for hand, audience in ((SEATS, Audience.A), (GALLERY, Audience.PUBLIC)):
        seen = glimpse(game_id=skirmish.game.pk, audience=audience)
        assert hand.ask("skirmish", f"awake {skirmish.game.pk} {audience}", seen, question).card


def player(game: Created, side: Side | None) -> Player:
    return Player(game.game.pk, "" if side is None else game.seats[side].token)


async def asked(who: Player, **frame: Any) -> dict[str, Any]:
    """The answer to one question."""
    await who.send(ref="q", **frame)
    while (answer := await who.next()).get("ref") != "q":
        pass
    return answer


def unit_at(who: Player, name: str) -> str:
    """The id of a squad that this player sees in a hex."""
    faces = [msgspec.json.decode(body) for body in who.document.faces.values()]
    return next(
        str(face["id"])
        for face in faces
        if face["k"] == "unit" and face["at"] == f"so1:{name}/0" and face["cls"] != "leader"
    )


LOS = {"t": "los", "source": "so1:X2/0", "target": "so1:AA4/0"}


async def test_everybody_is_told_the_same_of_a_los(skirmish: Created) -> None:
    answers = []
    for side in (A, B, None):
        async with player(skirmish, side) as one:
            await one.hello()
            answers.append(await asked(one, **LOS))
    assert answers[0]["t"] == "los"
    assert answers[0]["card"]["range"] == 3
    assert answers[0] == answers[1] == answers[2]


async def test_a_path_is_answered_to_its_owner(skirmish: Created) -> None:
    async with (
        player(skirmish, A) as a,
        player(skirmish, B) as b,
        player(skirmish, None) as watcher,
    ):
        for one in (a, b, watcher):
            await one.hello()
        squad = unit_at(a, "W3")
        question = {"units": [squad], "legs": [{"to": "so1:W4/0"}]}
        card = (await asked(a, t="path", **question))["card"]
        assert [step["to"] for step in card["steps"]] == ["so1:W4/0"]
        assert (await asked(b, t="path", **question))["code"] == "seat"
        assert (await asked(watcher, t="path", **question))["code"] == "seat"
        assert (await asked(watcher, t="reach", units=[squad]))["code"] == "seat"
        places = (await asked(a, t="reach", units=[squad]))["card"]["places"]
        assert places["so1:W4/0"]["left"] == card["steps"][0]["left"]


async def test_no_path_tells_of_mines_that_its_asker_does_not_know(skirmish: Created) -> None:
    async with player(skirmish, A) as a:
        await a.hello()
        legs = [{"to": "so1:Y3/0"}, {"to": "so1:Y4/0"}]
        card = (await asked(a, t="path", units=[unit_at(a, "X2")], legs=legs))["card"]
    assert [step["threats"] for step in card["steps"]] == [[], []]


def test_the_answers_come_from_what_the_asker_knows(skirmish: Created) -> None:
    game = loaded(skirmish.game.pk)
    records = {one: len(knowledge(game, one).all(Minefield)) for one in Audience}
    assert records == {Audience.PUBLIC: 0, Audience.A: 0, Audience.B: 1}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        pytest.param({**LOS, "source": "so1:ZZ9/0"}, "refused", id="no such hex"),
        pytest.param({**LOS, "target": "so1:AA4/7"}, "refused", id="no such level"),
        pytest.param({**LOS, "target": "so1:AA4"}, "refused", id="a hex for a Location"),
        pytest.param({**LOS, "target": "x" * 41}, "malformed", id="too long"),
        pytest.param({**LOS, "target": 4}, "malformed", id="no text"),
        pytest.param({**LOS, "side": "a"}, "malformed", id="more than is asked"),
        pytest.param({"t": "los", "source": "so1:X2/0"}, "malformed", id="half of it"),
        pytest.param({"t": "path", "units": [], "legs": []}, "refused", id="nobody"),
        pytest.param({"t": "path", "units": ["u1"] * 61, "legs": []}, "malformed", id="too many"),
        pytest.param(
            {"t": "path", "units": ["u1"], "legs": [{"to": "a"}] * 41}, "malformed", id="too far"
        ),
        pytest.param(
            {"t": "path", "units": ["u1"], "legs": [{"to": "a", "mf": 0}]}, "malformed", id="forged"
        ),
        pytest.param({"t": "reach", "units": ["nobody"]}, "refused", id="no such unit"),
    ],
)
async def test_a_bad_question_is_refused_and_nothing_changes(
    skirmish: Created, frame: dict[str, Any], code: str
) -> None:
    async with player(skirmish, A) as a:
        await a.hello()
        before = await reading(whole_database)  # he has sat down
        await a.send(ref="q", **frame)
        answer = await a.until("no")
        assert answer["code"] == code
        assert answer["why"]
        assert (await asked(a, **LOS))["t"] == "los"
    assert await reading(whole_database) == before


async def test_who_asks_too_fast_waits_and_stays_connected(
    skirmish: Created, settings: Any
) -> None:
    settings.TABLE_QUESTIONS_PER_SECOND = 1
    async with player(skirmish, None) as watcher:
        await watcher.hello()
        codes = [(await asked(watcher, **LOS)).get("code") for _ in range(9)]
        assert codes[:4] == [None] * 4
        assert codes[-1] == "busy"
        await watcher.send(t="hello", have=None)
        assert (await watcher.until("doc"))["you"] == "public"


async def test_the_test_world_has_no_ground(toy: Created) -> None:
    async with player(toy, A) as a:
        await a.hello()
        assert (await asked(a, **LOS))["code"] == "refused"


# -- apart from commands ------------------------------------------------------------------------


@contextmanager
def blocked(pool: ThreadPoolExecutor) -> Iterator[None]:
    """Keep a thread busy until the block ends."""
    free = Event()
    pool.submit(free.wait, 30)
    try:
        yield
    finally:
        free.set()


async def test_a_question_is_answered_while_the_writer_is_busy(skirmish: Created) -> None:
    async with player(skirmish, A) as a, player(skirmish, None) as watcher:
        await a.hello()
        await watcher.hello()
        squad = unit_at(a, "W3")
        with blocked(threads._WRITER):
            assert (await asked(watcher, **LOS))["t"] == "los"
            assert (await asked(a, t="reach", units=[squad]))["t"] == "reach"


async def test_a_command_is_carried_out_while_questions_hang(
    skirmish: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = Event()
    monkeypatch.setattr(Hand, "ask", lambda *_: free.wait(30))
    async with player(skirmish, A) as a, player(skirmish, None) as watcher:
        await a.hello()
        await watcher.hello()
        for one in (a, watcher):
            await one.send(ref="q", **LOS)
        try:
            assert (await a.do(verb="end_phase"))["t"] == "ok"
        finally:
            free.set()


async def test_a_question_takes_no_lock(skirmish: Created) -> None:
    queries: list[str] = []
    await looking(lambda: connection.execute_wrappers.append(recorder(queries)))
    async with player(skirmish, A) as a:
        await a.hello()
        MEMORY.clear()
        assert (await asked(a, **LOS))["t"] == "los"
    await looking(lambda: connection.execute_wrappers.clear())  # noqa: PLW0108 - of that thread
    assert queries
    assert not [sql for sql in queries if not sql.startswith("SELECT") or "FOR UPDATE" in sql]


def recorder(queries: list[str]) -> Any:
    def record(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        queries.append(sql)
        return execute(sql, params, many, context)

    return record


def test_a_process_that_hangs_is_killed(skirmish: Created, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand("test")
    ground = glimpse(skirmish.game.pk, Audience.PUBLIC)
    question = msgspec.json.encode(AskLos(ref="", source="so1:X2/0", target="so1:AA4/0"))
    assert hand.ask("skirmish", "k", ground, question).card
    assert hand._process is not None
    first = hand._process
    hand._longest = 0.2
    os.kill(first.pid, signal.SIGSTOP)
    with pytest.raises(TooLong):
        hand.ask("skirmish", "k", ground, question)
    assert first.poll() is not None
    assert hand.ask("skirmish", "k", ground, question).card
    hand.close()


def test_a_question_that_breaks_something_breaks_no_process(
    skirmish: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a mistake of ours")

    ground = glimpse(skirmish.game.pk, Audience.PUBLIC)
    question = msgspec.json.encode(los(1))
    job = Job("skirmish", "k", Audience.PUBLIC, question, ground.packed)
    monkeypatch.setattr("games.questions.worker.answer", broken)
    reply = reply_to(job, Glimpses())
    assert reply.refused is not None
    assert reply.refused[2] == "error"
    shelf = Shelf("skirmish", skirmish.game.pk, ground)
    shelf.put(question, reply)
    assert shelf.find(question) is None


# -- bounds -------------------------------------------------------------------------------------


class Slow:
    """A hand that answers when it is told to."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1)
        self.free = Event()
        self.asked: list[bytes] = []

    def ask(self, scenario: str, key: str, ground: Glimpse, question: bytes) -> Reply:
        self.asked.append(question)
        assert self.free.wait(60)
        return Reply(card=question)


@pytest.fixture
def slow() -> Iterator[Slow]:
    hand = Slow()
    yield hand
    hand.free.set()


@pytest.fixture
def desk(slow: Slow) -> Desk:
    """A desk whose answers come when they are told to."""
    return Desk(seats=Lane(slow), gallery=Lane(slow))  # type: ignore[arg-type]


def asker(game: Created, address: str = "1.1.1.1", audience: Audience = Audience.PUBLIC) -> Asker:
    return Asker(game.game.pk, audience, address)


def los(n: int) -> AskLos:
    return AskLos(ref="q", source=f"so1:A{n}/0", target="so1:A1/0")


async def put(
    desk: Desk, who: Sequence[Asker]
) -> tuple[list["asyncio.Task[msgspec.Raw]"], list[str]]:
    """Have each ask something else; those that wait, and the codes of those refused at once. What
    they know is read before, so that nothing but the bounds is between them and a lane.
    """
    known = [(await desk._shelf(one, None)).ground.n for one in who]
    asking = zip(who, known, strict=True)
    tasks = [asyncio.create_task(desk.answer(one, los(i), n)) for i, (one, n) in enumerate(asking)]
    await asyncio.sleep(0)
    errors = [task.exception() for task in tasks if task.done()]
    codes = [error.code for error in errors if isinstance(error, Refused)]
    return [task for task in tasks if not task.done()], codes


@pytest.mark.parametrize(
    ("bound", "same"),
    [
        pytest.param("TABLE_WAITING_PER_SOCKET", "socket", id="socket"),
        pytest.param("TABLE_WAITING_PER_GAME", "game", id="game"),
        pytest.param("TABLE_WAITING_PER_ADDRESS", "address", id="address"),
    ],
)
async def test_only_so_many_questions_wait(
    skirmish: Created, desk: Desk, slow: Slow, settings: Any, bound: str, same: str
) -> None:
    setattr(settings, bound, 3)
    if same == "socket":
        who = [asker(skirmish)] * 5
    elif same == "game":
        who = [asker(skirmish, f"1.1.1.{n}") for n in range(5)]
    else:
        settings.TABLE_WAITING_PER_GAME = 5
        who = [asker(skirmish) for n in range(5)]
    waiting, refused = await put(desk, who)
    assert len(waiting) == 3
    assert refused == ["busy"] * 2
    of_a_side, refused = await put(desk, [asker(skirmish, audience=Audience.A)])
    assert len(of_a_side) == 1, "spectators do not use up what players may ask"
    slow.free.set()
    await asyncio.gather(*waiting, *of_a_side)
    assert not desk.waiting
    assert who[0].waiting == 0


async def test_who_watches_is_refused_at_once_what_only_a_seat_may_ask(
    skirmish: Created, desk: Desk, slow: Slow
) -> None:
    question = AskReach(ref="q", units=("1",))
    with pytest.raises(Refused, match="watching"):
        await asyncio.wait_for(desk.answer(asker(skirmish), question, None), 5)
    assert slow.asked == []


async def test_who_goes_is_not_answered(skirmish: Created, desk: Desk, slow: Slow) -> None:
    one, two = asker(skirmish), asker(skirmish, "1.1.1.2")
    waiting, _ = await put(desk, [one, two])
    while not slow.asked:
        await asyncio.sleep(0)
    (gone,) = (task for task in waiting if task is waiting[1])
    gone.cancel()
    await asyncio.sleep(0)
    assert len(desk.gallery) == 0
    slow.free.set()
    await waiting[0]
    await desk.answer(one, los(7), None)
    assert [question.count(b":A7/") for question in slow.asked] == [0, 1]
    assert not desk.waiting


async def test_a_socket_that_closes_takes_its_questions_along(
    skirmish: Created, desk: Desk, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.live.desk_here", lambda: desk)
    async with player(skirmish, None) as watcher:
        await watcher.hello()
        for n in range(3):
            await watcher.send(t="los", ref=str(n), source=f"so1:A{n}/0", target="so1:A1/0")
        while len(desk.gallery) < 2:
            await asyncio.sleep(0.01)
    assert len(desk.gallery) == 0
    slow.free.set()


async def test_addresses_take_turns(skirmish: Created, desk: Desk, slow: Slow) -> None:
    greedy, modest = asker(skirmish), asker(skirmish, "1.1.1.2")
    waiting, _ = await put(desk, [greedy, greedy, greedy, modest])
    slow.free.set()
    await asyncio.gather(*waiting)
    assert len(slow.asked) == 4
    assert b"A3/0" not in slow.asked[3], "it was put last"


# -- what was answered before -------------------------------------------------------------------


async def test_answers_are_kept_for_one_audience(skirmish: Created, slow: Slow, desk: Desk) -> None:
    slow.free.set()
    for _ in range(2):
        for audience in Audience:
            await desk.answer(asker(skirmish, audience=audience), los(1), None)
            n = latest_of(desk, skirmish, audience)
            await desk.answer(asker(skirmish, audience=audience), los(1), n)
    assert len(slow.asked) == len(Audience)


def latest_of(desk: Desk, game: Created, audience: Audience) -> int:
    return desk._shelves[game.game.pk, audience].ground.n


async def test_a_step_that_is_not_told_leaves_the_answers_where_they_are(
    transactional_db: None, slow: Slow, desk: Desk
) -> None:
    slow.free.set()
    game = await writing(game_create, scenario_id="skirmish", master=b"q" * 32)
    for _ in range(2):
        await desk.answer(asker(game), los(1), 0)
    shelf = desk._shelves[game.game.pk, Audience.PUBLIC]
    data = command("record_mines", hex="so1:Y4", strength=12)
    await writing(play, game_id=game.game.pk, side=B, data=data, seen=None)
    assert await reading(latest_number, game.game.pk, Audience.B) == 1
    assert await reading(latest_number, game.game.pk, Audience.PUBLIC) == 0
    await desk.answer(asker(game), los(1), 0)
    assert desk._shelves[game.game.pk, Audience.PUBLIC] is shelf
    assert len(slow.asked) == 1


async def test_answers_after_a_step_are_those_of_a_fresh_process(skirmish: Created) -> None:
    async with player(skirmish, A) as a:
        await a.hello()
        squad = unit_at(a, "W3")
        for verb in ("none", "move"):
            if verb == "move":
                assert (await a.do(verb="move", units=[squad], to="so1:W4/0"))["t"] == "ok"
            for frame in ({"t": "reach", "units": [squad]}, LOS):
                told = await asked(a, **frame)
                MEMORY.clear()
                question = decode_frame(json.dumps({"ref": "q", **frame}))
                assert isinstance(question, AskLos | AskPath | AskReach)
                assert told == json.loads(await reading(fresh_answer, skirmish, question))


def fresh_answer(game: Created, question: Question) -> bytes:
    """The frame that a process would send which remembers nothing."""
    try:
        card = ask(game_id=game.game.pk, audience=Audience.A, question=question)
    except Refused as refused:
        return no_frame(question.ref, refused)
    return card_frame(question, card)


def test_a_glimpse_holds_nothing_that_its_audience_may_not_know(skirmish: Created) -> None:
    kinds = {
        audience: {type(entity) for entity in glimpse(skirmish.game.pk, audience).entities}
        for audience in Audience
    }
    assert Minefield in kinds[Audience.B]
    assert Minefield not in kinds[Audience.A] | kinds[Audience.PUBLIC]
    assert not [kind for kind in kinds[Audience.PUBLIC] if has_secrets(kind)]
    for audience in (Audience.A, Audience.PUBLIC):
        assert b'"strength":{"to"' not in glimpse(skirmish.game.pk, audience).packed
