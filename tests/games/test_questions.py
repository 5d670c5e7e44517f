"""Questions at the table: LOS for everybody, paths and reach for the seats, and nothing changes."""

from typing import Any

import msgspec
import pytest

from games.services import Created, game_create, play
from games.threads import reading
from rules.forces.entities import Minefield
from rules.kernel.audience import Audience, Side
from rules.play.asking import knowledge
from tests.games.players import Player, whole_database
from tests.games.playing import command, loaded

A, B = Side
SETUP = {
    A: {
        "ger-467-a": "X2",
        "ger-467-b": "X2",
        "ger-467-c": "W3",
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
    play(game_id=game.game.pk, side=A, data=command("end_phase"), seen=None)
    return game


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
        assert places["so1:W4/0"] == card["steps"][0]["left"]


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
    before = await reading(whole_database)
    async with player(skirmish, A) as a:
        await a.hello()
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
        answers = [await asked(watcher, **LOS) for _ in range(6)]
        assert [one.get("code") for one in answers] == [None] * 4 + ["busy"] * 2
        await watcher.send(t="hello", have=None)
        assert (await watcher.until("doc"))["you"] == "public"


async def test_the_test_world_has_no_ground(toy: Created) -> None:
    async with player(toy, A) as a:
        await a.hello()
        assert (await asked(a, **LOS))["code"] == "refused"
