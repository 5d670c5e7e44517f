"""The one way to play a command: a path a test."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from games.models import Game, StepRow
from games.models.choices import Status
from games.services import Created, game_create, play, play_standing
from games.services.back import back_ask
from games.services.memory import MEMORY
from games.services.playing import Unanswered, is_stored
from games.services.store import step_store
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game as LiveGame
from rules.kernel.game import Step
from rules.kernel.refused import Refused
from rules.kernel.world import World
from tests.games.players import Player, whole_database
from tests.games.playing import command, loaded

A, B = Side
END_TURN = command("end_turn")
NOBODY_IS_ALERTED = bytes([3]) * 32


def refused(toy: Created, side: Side, data: bytes, seen: int | None = 0) -> Refused:
    """How a command is refused; the database must be as it was, byte for byte."""
    before = whole_database()
    with pytest.raises(Refused) as caught:
        play(game_id=toy.game.pk, side=side, data=data, seen=seen)
    assert whole_database() == before
    return caught.value


def test_an_accepted_command_is_a_step_with_a_bulletin_for_each_audience(toy: Created) -> None:
    outcome = play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    assert (outcome.step, outcome.at_rest) == (1, True)
    assert [(d.audience, d.n) for d in outcome.deliveries] == [(each, 1) for each in Audience]
    assert StepRow.objects.get(game=toy.game).actor == "a"


def test_who_is_told_nothing_gets_no_bulletin(toy: Created) -> None:
    outcome = play(game_id=toy.game.pk, side=B, data=command("stand_by"), seen=0)
    assert [d.audience for d in outcome.deliveries] == [Audience.B]


@pytest.mark.parametrize(
    ("side", "data", "seen", "code"),
    [
        pytest.param(B, END_TURN, 0, "refused", id="not his turn"),
        pytest.param(A, b'{"verb":"fly"}', 0, "malformed", id="no such verb"),
        pytest.param(A, b'{"verb":"end_turn","extra":1}', 0, "malformed", id="unknown field"),
        pytest.param(A, b'{"verb":"fire","units":1,"at":"B1"}', 0, "malformed", id="wrong type"),
        pytest.param(A, b"\xff", 0, "malformed", id="no text"),
        pytest.param(A, b"", 0, "malformed", id="nothing"),
        pytest.param(A, command("move", units=["pb1"], to="B1"), 0, "refused", id="enemy's piece"),
        pytest.param(A, command("move", units=["\0"], to="\0"), 0, "refused", id="forged ids"),
        pytest.param(A, END_TURN, 7, "stale", id="a number not reached"),
    ],
)
def test_what_is_refused_changes_nothing(
    toy: Created, side: Side, data: bytes, seen: int, code: str
) -> None:
    assert refused(toy, side, data, seen).code == code


def test_a_command_after_something_one_was_told_is_stale(toy: Created) -> None:
    play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    assert refused(toy, B, END_TURN, 0).code == "stale"


def test_a_command_after_something_one_was_not_told_is_not_stale(toy: Created) -> None:
    play(game_id=toy.game.pk, side=B, data=command("stand_by"), seen=0)
    assert play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0).step == 2


def test_a_game_that_is_not_there(toy: Created) -> None:
    with pytest.raises(Refused):
        play(game_id=uuid4(), side=A, data=END_TURN, seen=0)


def test_a_failure_is_told_without_its_reason_and_the_game_is_loaded_again(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    live = MEMORY.take(toy.game.pk, 1)
    assert live is not None
    monkeypatch.setattr(live.rules, "begin", _fails, raising=False)
    MEMORY.put(toy.game.pk, live)
    error = refused(toy, B, END_TURN, 1)
    assert (error.code, "secret" in error.why) == ("error", False)
    assert MEMORY.take(toy.game.pk, 1) is None
    monkeypatch.undo()
    assert play(game_id=toy.game.pk, side=B, data=END_TURN, seen=1).step == 2


def _fails(*_: object) -> None:
    raise RuntimeError("secret")


def test_a_race_lost_in_storing_is_run_again_in_silence(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses = [IntegrityError("step_number_once")]

    def loses_once(
        row: Game, game: LiveGame, step: Step, start: World | None, *, locked: bool
    ) -> None:
        if losses:
            raise losses.pop()
        step_store(row, game, step, start, locked=locked)

    monkeypatch.setattr("games.services.playing.step_store", loses_once)
    assert play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0).step == 1
    assert not losses


@contextmanager
def a_commit_that_breaks(monkeypatch: pytest.MonkeyPatch, *, stored: bool) -> Iterator[None]:
    """The database goes away in the middle of a commit, before or after it has stored all."""
    real = BaseDatabaseWrapper.commit

    def commit(self: BaseDatabaseWrapper) -> None:
        if stored:
            real(self)
        raise OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as patched:
        patched.setattr(BaseDatabaseWrapper, "commit", commit)
        yield


@pytest.mark.parametrize("stored", [True, False])
def test_a_commit_without_an_answer_is_neither_repeated_nor_denied(
    toy: Created, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    game_id = toy.game.pk
    with a_commit_that_breaks(monkeypatch, stored=stored), pytest.raises(Unanswered) as caught:
        play(game_id=game_id, side=A, data=END_TURN, seen=0)
    assert StepRow.objects.filter(game=game_id).count() == stored
    assert is_stored(game_id, caught.value.outcome) == stored
    again = play(game_id=game_id, side=B if stored else A, data=END_TURN, seen=int(stored))
    assert again.step == 1 + stored


@pytest.mark.parametrize("stored", [True, False])
async def test_the_player_is_told_that_it_is_not_known_and_the_table_what_is_true(
    toy: Created, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    monkeypatch.setattr("games.live.LOOK_AGAIN", (0.1,))
    async with (
        Player(toy.game.pk, toy.seats[A].token) as a,
        Player(toy.game.pk, toy.seats[B].token) as b,
    ):
        await a.hello()
        await b.hello()
        with a_commit_that_breaks(monkeypatch, stored=stored):
            answer = await a.do(verb="end_turn")
        assert (answer["t"], answer["code"]) == ("no", "unknown")
        assert "not known" in answer["why"]
        assert "Nothing changed" not in answer["why"]
        if stored:
            await b.reach(1)
        await a.send(t="hello", have=None)
        assert (await a.until("doc"))["n"] == int(stored)


def test_a_game_in_memory_that_is_behind_is_not_used(toy: Created) -> None:
    behind = loaded(toy.game.pk)
    play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    MEMORY.put(toy.game.pk, behind)
    assert play(game_id=toy.game.pk, side=B, data=END_TURN, seen=1).step == 2


def _as_in_another_process(toy: Created, side: Side, seen: int) -> None:
    """A turn ends somewhere else: what this process holds is then out of date."""
    game, row = loaded(toy.game.pk), Game.objects.defer(None).get(pk=toy.game.pk)
    play(game_id=toy.game.pk, side=side, data=END_TURN, seen=seen)
    MEMORY.put(toy.game.pk, game, row)


def test_what_another_process_stored_meanwhile_is_gone_by(toy: Created) -> None:
    play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    _as_in_another_process(toy, B, 1)
    alert = command("stand_by")  # allowed by what is held here as well
    assert play(game_id=toy.game.pk, side=B, data=alert, seen=None).step == 3
    numbers = StepRow.objects.filter(game=toy.game).values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3]


def test_nobody_is_refused_by_what_is_out_of_date(toy: Created) -> None:
    """By what this process holds it is still the other side's turn."""
    play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    play(game_id=toy.game.pk, side=B, data=END_TURN, seen=1)
    _as_in_another_process(toy, A, 2)
    assert play(game_id=toy.game.pk, side=B, data=END_TURN, seen=3).step == 4


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [("held", True, "rests"), ("status", Status.HALTED, "closed"),
     ("break_until", timezone.now() + timedelta(days=1), "rests")],
)  # fmt: skip
def test_what_stops_a_game_stops_a_process_that_holds_it(
    toy: Created, field: str, value: object, code: str
) -> None:
    play(game_id=toy.game.pk, side=A, data=END_TURN, seen=0)
    Game.objects.filter(pk=toy.game.pk).update(**{field: value})
    assert refused(toy, B, END_TURN, 1).code == code


def test_a_standing_order_is_a_step_of_its_own(transactional_db: None) -> None:
    game_id = game_create(scenario_id="toy", master=NOBODY_IS_ALERTED).game.pk
    play(game_id=game_id, side=B, data=command("stand_by"), seen=0)
    moved = play(game_id=game_id, side=A, data=command("move", units=["pa1"], to="B1"), seen=0)
    assert moved.standing
    passed = play_standing(game_id=game_id, step=moved.step)
    assert passed is not None
    assert StepRow.objects.get(number=passed.step).actor == "b"
    assert play_standing(game_id=game_id, step=moved.step) is None


def test_taking_back_gives_the_world_back_but_no_number(toy: Created) -> None:
    game_id = toy.game.pk
    before = loaded(game_id)
    play(game_id=game_id, side=A, data=END_TURN, seen=0)
    play(game_id=game_id, side=A, data=command("ask_take_back"), seen=1)
    play(game_id=game_id, side=B, data=command("agree"), seen=2)
    after = loaded(game_id)
    assert after.codec.encode_world(after.world) == before.codec.encode_world(before.world)
    assert after.ledger.step == 3


def test_an_action_that_no_longer_reruns_halts_until_both_go_back(toy: Created) -> None:
    game_id = toy.game.pk
    before = loaded(game_id)
    play(game_id=game_id, side=A, data=command("move", units=["pa1"], to="B1"), seen=0)
    MEMORY.clear()
    StepRow.objects.filter(game=game_id).update(ids=b"[]", rolls=b"[]")
    with pytest.raises(Refused) as caught:
        play(game_id=game_id, side=B, data=command("pass"), seen=None)
    assert caught.value.code == "closed"
    assert Game.objects.get(pk=game_id).status == Status.HALTED
    assert back_ask(game_id=game_id, side=B) is None
    assert back_ask(game_id=game_id, side=B) is None
    agreed = back_ask(game_id=game_id, side=A)
    assert agreed is not None
    after = loaded(game_id)
    assert after.codec.encode_world(after.world) == before.codec.encode_world(before.world)
    assert play(game_id=game_id, side=A, data=END_TURN, seen=None).step == agreed.step + 1
