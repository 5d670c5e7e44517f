"""What is stored is the game: rebuilt from rows it is the same, byte for byte."""

import random
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from aslsite.settings import database
from games import rulesets
from games.models import Piece, SecretRecord
from games.selectors.documents import Told, audience_view, frames_after
from games.services import Created, game_create, play
from games.services.memory import MEMORY
from rules.kernel.audience import Audience
from rules.kernel.codec import encode
from rules.kernel.document import apply_frame, log_of
from rules.kernel.refused import Refused
from tests.games.playing import loaded, random_command, random_game


@pytest.mark.parametrize("seed", range(4))
def test_a_game_rebuilt_from_its_rows_is_the_game(toy: Created, seed: int) -> None:
    game_id = toy.game.pk
    for outcome in random_game(game_id, seed, 60):
        live, rebuilt = MEMORY.take(game_id, outcome.step), loaded(game_id)
        assert live is not None
        assert rebuilt.codec.encode_world(rebuilt.world) == live.codec.encode_world(live.world)
        assert encode(rebuilt.ledger) == encode(live.ledger)
        assert rebuilt.documents == live.documents
        assert rebuilt.question == live.question
        if outcome.at_rest:
            assert rebuilt.undo == live.undo
        if outcome.step % 2:  # the next step is played by a process that has only the rows
            MEMORY.put(game_id, live)


@pytest.mark.parametrize("seed", range(4))
def test_old_document_plus_bulletin_is_the_new_document(toy: Created, seed: int) -> None:
    game_id = toy.game.pk
    before = {audience: audience_view(game_id, audience) for audience in Audience}
    for _ in random_game(game_id, seed, 60):
        live = loaded(game_id)
        for audience, old in before.items():
            new = audience_view(game_id, audience)
            document, log = old.document, list(old.log)
            for delivery in frames_after(game_id, audience, old.n):
                document = apply_frame(document, delivery.frame)
                log.append(Told(delivery.n, tuple(log_of(delivery.frame))))
            assert document == new.document == live.documents[audience]
            assert list(new.log) == [told for told in log if told.n >= new.earlier]
            before[audience] = new


@pytest.mark.parametrize("scenario_id", rulesets.scenario_ids())
def test_a_game_of_asl_rebuilt_from_its_rows_is_the_game(
    transactional_db: None, scenario_id: str
) -> None:
    """From its setup on; `test_catching_up` has what is played after that."""
    game_id = game_create(scenario_id=scenario_id, master=bytes(32)).game.pk
    rng, steps = random.Random(1), 0
    for _ in range(30):
        chosen = random_command(rng, game_id, leave_out={"resign", "ask_take_back"})
        assert chosen is not None
        side, data, seen = chosen
        try:
            outcome = play(game_id=game_id, side=side, data=data, seen=seen)
        except Refused:
            continue  # offered apart, but not together
        steps += 1
        live, rebuilt = MEMORY.take(game_id, outcome.step), loaded(game_id)
        assert live is not None
        assert rebuilt.codec.encode_world(rebuilt.world) == live.codec.encode_world(live.world)
        assert encode(rebuilt.ledger) == encode(live.ledger)
        assert rebuilt.documents == live.documents
        assert rebuilt.question == live.question
    assert steps > 15


def test_secrets_and_pieces_are_stored_apart(toy: Created) -> None:
    kinds = set(Piece.objects.values_list("kind", flat=True))
    secret = set(SecretRecord.objects.values_list("kind", flat=True))
    assert kinds == {"Clock", "Cover", "Seal"}
    assert secret == {"Piece", "Mines", "Orders"}
    assert set(SecretRecord.objects.values_list("owner_side", flat=True)) == {"a", "b"}


def test_a_keyframe_saves_reading_from_the_beginning(
    toy: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.store.KEYFRAME_EVERY", 5)
    game_id = toy.game.pk
    for _ in random_game(game_id, 1, 40):
        live = loaded(game_id)
        for audience in Audience:
            assert audience_view(game_id, audience).document == live.documents[audience]


@pytest.mark.django_db
def test_what_is_committed_to_sqlite_is_on_the_disk(tmp_path: Path) -> None:
    """2 is FULL: in WAL, 1 (NORMAL) keeps a commit through a crash of ours, not of the machine.

    Asked of a connection as a server has it: those of the tests are in a hurry.
    """
    config = connections["default"].settings_dict | database()
    served = DatabaseWrapper(config | {"NAME": str(tmp_path / "games.sqlite3")})
    with closing(served), served.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)
