"""A process that is behind plays on what it holds, brought up to date by the steps since."""

import random
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import rulesets
from games.models import Game, Piece
from games.services import game_create, play, playing
from games.services.loading import MOST_STEPS, game_as_stored
from games.services.memory import Kept, Memory
from rules.kernel.audience import Side
from rules.kernel.codec import encode
from rules.kernel.game import Game as LiveGame
from rules.kernel.refused import Refused
from tests.games.playing import loaded, random_command, set_up


@pytest.mark.parametrize("scenario_id", rulesets.scenario_ids())
def test_two_processes_that_play_by_turns_hold_the_game(
    transactional_db: None, scenario_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_create(scenario_id=scenario_id, master=bytes(32)).game
    set_up(game.pk)
    rng, stored, read = random.Random(2), 0, 0
    processes = (Memory(1), Memory(1))
    for memory in _by_turns(rng, processes, 60):
        monkeypatch.setattr(playing, "MEMORY", memory)
        chosen = random_command(rng, game.pk, leave_out={"resign"})
        assert chosen is not None
        with CaptureQueriesContext(connection) as made:
            outcome = _played(game, *chosen)
        read += _reads_entities(made)
        if outcome is None:
            continue
        stored += 1
        kept = memory.take_as_kept(game.pk)
        assert kept is not None
        assert kept.game.ledger.step == outcome
        _assert_same(kept.game, loaded(game.pk))
        memory.put(game.pk, kept.game, kept.row)
    assert stored > 30
    assert read < stored / 2  # at its first command, and where it was overtaken unheard


def _by_turns(rng: random.Random, processes: tuple[Memory, ...], steps: int) -> Iterator[Memory]:
    """Which of some processes plays, a few commands each."""
    while steps > 0:
        few = rng.randint(1, 4)
        for memory in processes:
            yield from [memory] * few
            steps -= few


def _played(game: Game, side: Side, data: bytes, seen: int) -> int | None:
    """Play a command; its step, None if it was refused: offered apart, but not together."""
    try:
        return play(game_id=game.pk, side=side, data=data, seen=seen).step
    except Refused:
        return None


def _assert_same(live: LiveGame, rebuilt: LiveGame) -> None:
    assert live.codec.encode_world(live.world) == rebuilt.codec.encode_world(rebuilt.world)
    assert encode(live.ledger) == encode(rebuilt.ledger)
    assert live.documents == rebuilt.documents
    assert live.question == rebuilt.question
    if live.running is None:
        assert live.undo == rebuilt.undo


def _reads_entities(made: CaptureQueriesContext) -> bool:
    table = Piece._meta.db_table
    return any(one["sql"].startswith("SELECT") and table in one["sql"] for one in made)


def test_who_is_far_behind_loads_the_game(toy_far_behind: tuple[Game, Kept]) -> None:
    row, kept = toy_far_behind
    with CaptureQueriesContext(connection) as made:
        game = game_as_stored(row, kept)
    assert _reads_entities(made)
    _assert_same(game, loaded(row.pk))


@pytest.fixture
def toy_far_behind(transactional_db: None) -> tuple[Game, Kept]:
    """A game, and what was kept of it more steps ago than are worth going through."""
    game = game_create(scenario_id="skirmish", master=bytes(32)).game
    row = Game.objects.defer(None).get(pk=game.pk)
    kept, rng = Kept(loaded(game.pk), row), random.Random(3)
    while row.rest_step - kept.game.ledger.step <= MOST_STEPS:
        chosen = random_command(rng, game.pk, leave_out={"resign"})
        assert chosen is not None
        _played(game, *chosen)
        row = Game.objects.defer(None).get(pk=game.pk)
    return row, kept
