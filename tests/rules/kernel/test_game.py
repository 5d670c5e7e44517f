"""Commands in, steps out: documents, bulletins, refusals, take-back, standing orders."""

import hashlib
import json

import msgspec
import pytest

from rules.kernel.audience import Audience, Side
from rules.kernel.dice import ScriptedDice
from rules.kernel.document import apply_frame, beginning
from rules.kernel.game import GENESIS, Game
from rules.kernel.refused import Refused
from rules.proof.toy.commands import Pass
from rules.proof.toy.entities import Cover, Minefield, Mines, Piece
from tests.rules.kernel.playing import new_game, offers, random_steps, send


def sha256(digest: str, frame: bytes) -> str:
    return hashlib.sha256(digest.encode() + frame).hexdigest()


def numbers(game: Game) -> list[int]:
    counters = msgspec.to_builtins(game.ledger.counters)
    return [number for table in counters.values() for number in table.values()]


@pytest.mark.parametrize("seed", range(6))
def test_old_document_and_bulletin_make_the_new_document(seed: int) -> None:
    game = new_game()
    before = game.documents
    for step in random_steps(game, seed):
        for audience, document in before.items():
            bulletin = step.bulletin(audience)
            after = document if bulletin is None else apply_frame(document, bulletin.frame)
            assert after == game.documents[audience]
            assert list(after.faces) == list(game.documents[audience].faces)
        before = game.documents


def test_bulletins_are_numbered_without_gaps_and_chained() -> None:
    game, number = new_game(), 0
    digest = sha256(GENESIS, beginning(game.documents[Audience.PUBLIC]))
    for step in random_steps(game, seed=2):
        bulletin = step.bulletin(Audience.PUBLIC)
        if bulletin is None:
            continue
        number += 1
        digest = sha256(digest, bulletin.frame)
        assert (bulletin.n, bulletin.digest) == (number, digest)
    assert game.ledger.digests[Audience.PUBLIC] == digest


def test_log_lines_are_numbered_without_gaps_for_each_reader() -> None:
    game, read = new_game(), {audience: list[int]() for audience in Audience}
    for step in random_steps(game, seed=4):
        for bulletin in step.bulletins:
            read[bulletin.audience] += [
                line["n"] for line in json.loads(bulletin.frame).get("log", [])
            ]
    assert all(lines == list(range(1, len(lines) + 1)) for lines in read.values())
    assert len(read[Audience.PUBLIC]) < len(read[Audience.A])


def test_numbers_never_go_back_not_even_by_take_back() -> None:
    game, taken_back = new_game(), 0
    for _ in random_steps(game, seed=1):
        before, asking = numbers(game), game.ledger.last.by
        offered = [] if asking is None else [offer["verb"] for offer in offers(game, asking)]
        if asking is not None and "ask_take_back" in offered and game.ledger.step % 4 == 0:
            send(game, asking, verb="ask_take_back")
            send(game, asking.enemy, verb="agree")
            taken_back += 1
        assert all(new >= old for old, new in zip(before, numbers(game), strict=True))
    assert taken_back > 3


def test_what_is_offered_is_not_refused() -> None:
    """Every command that a random player makes of an offer is carried out."""
    assert sum(1 for seed in range(10) for _ in random_steps(new_game(), seed)) > 500


@pytest.mark.parametrize(
    ("side", "fields", "code"),
    [
        (Side.B, {"verb": "end_turn"}, "refused"),
        (Side.A, {"verb": "pass"}, "refused"),
        (Side.A, {"verb": "move", "units": ["pb1"], "to": "B1"}, "refused"),
        (Side.A, {"verb": "move", "units": ["pa1", "pa1"], "to": "B1"}, "refused"),
        (Side.A, {"verb": "move", "units": ["pa1"], "to": "C2"}, "refused"),
        (Side.A, {"verb": "move", "units": "pa1", "to": "B1"}, "malformed"),
        (Side.A, {"verb": "move", "units": ["pa1"], "to": "B1", "x": 1}, "malformed"),
        (Side.A, {"verb": "teleport"}, "malformed"),
        (Side.A, {"verb": "agree"}, "refused"),
    ],
)
def test_what_is_refused_changes_nothing(side: Side, fields: dict[str, object], code: str) -> None:
    game = new_game()
    ledger, documents = msgspec.json.encode(game.ledger), game.documents
    with pytest.raises(Refused) as refused:
        send(game, side, **fields)
    assert refused.value.code == code
    assert game.world.take_changes() == ()
    assert msgspec.json.encode(game.ledger) == ledger
    assert game.documents == documents


def test_a_hidden_piece_and_none_at_all_are_refused_alike() -> None:
    game, said = new_game(), []
    for target in ("pb4", "pb99"):
        with pytest.raises(Refused) as refused:
            send(game, Side.A, verb="move", units=[target], to="B1")
        said.append(str(refused.value))
    assert said[0] == said[1]


def test_seen_is_the_number_of_ones_own_sequence() -> None:
    game = new_game()
    send(game, Side.B, verb="stand_by")
    own = game.ledger.counters.bulletins
    assert (own[Audience.A], own[Audience.B]) == (0, 1)
    end = game.decode(b'{"verb":"end_turn"}')
    with pytest.raises(Refused, match="changed"):
        game.play(Side.A, end, seen=1)
    game.play(Side.A, end, seen=0)


def test_a_standing_order_gives_the_answer_until_it_is_cancelled() -> None:
    game = new_game()
    send(game, Side.B, verb="stand_by")
    assert game.standing_command() is None
    send(game, Side.A, verb="move", units=["pa4"], to="A1")
    assert game.standing_command() == (Side.B, Pass())
    send(game, Side.B, verb="stand_down")
    assert game.standing_command() is None


def test_a_part_that_leaves_gets_a_new_cover() -> None:
    game = new_game()
    send(game, Side.A, verb="move", units=["pa4"], to="A1")
    assert [(c.id, c.at) for c in game.world.all(Cover) if c.side is Side.A] == [
        ("c1", "A1"),
        ("c2", "A2"),
        ("c5", "A1"),
    ]


def test_presence_is_told_before_and_without_the_strength() -> None:
    """The mines in B1 miss: everybody knows of them, and nobody how strong they are."""
    game = new_game(ScriptedDice([(1,), (1,), (6, 6)]))
    step = send(game, Side.A, verb="move", units=["pa1", "pa2", "pa3"], to="B1")
    assert [told.fact.name for told in step.facts] == ["MinesPresent", "MineResult"]
    (field,) = game.world.all(Minefield)
    assert json.loads(game.documents[Audience.PUBLIC].faces[f"minefield:{field.id}"]) == {
        "k": "minefield",
        "id": field.id,
        "side": "b",
        "at": "B1",
        "strength": None,
    }
    assert game.world.get(Mines, "mb6").strength.for_(Side.A) is None


def test_a_revealed_piece_gets_an_id_that_nobody_knew() -> None:
    game = new_game(ScriptedDice([(6, 6)]))
    send(game, Side.A, verb="fire", units=["pa6"], at="C1")
    assert game.world.find(Piece, "pa6") is None
    assert "piece:p5" in game.documents[Audience.B].faces


class TestTakeBack:
    """By consent, to the start of the action, as a new step."""

    def test_of_a_finished_action(self) -> None:
        game = new_game()
        before = game.codec.encode_world(game.world)
        send(game, Side.A, verb="end_turn")
        self.agree(game)
        assert game.codec.encode_world(game.world) == before

    def test_of_an_action_under_way(self) -> None:
        game = new_game()
        before = game.codec.encode_world(game.world)
        send(game, Side.A, verb="move", units=["pa4"], to="A1")
        send(game, Side.B, verb="stand_by")
        self.agree(game)
        assert game.codec.encode_world(game.world) == before
        assert game.question is None
        send(game, Side.A, verb="end_turn")

    def test_with_what_was_done_beside_it_since(self) -> None:
        game = new_game()
        send(game, Side.B, verb="stand_by")
        before = game.codec.encode_world(game.world)
        send(game, Side.A, verb="end_turn")
        send(game, Side.B, verb="stand_down")
        self.agree(game)
        assert game.codec.encode_world(game.world) == before

    def test_is_not_free_to_take_by_oneself(self) -> None:
        game = new_game()
        send(game, Side.A, verb="end_turn")
        send(game, Side.A, verb="ask_take_back")
        with pytest.raises(Refused):
            send(game, Side.A, verb="agree")
        with pytest.raises(Refused):
            send(game, Side.A, verb="ask_take_back")

    def test_lapses_when_play_goes_on(self) -> None:
        game = new_game()
        send(game, Side.A, verb="end_turn")
        send(game, Side.A, verb="ask_take_back")
        send(game, Side.B, verb="end_turn")
        with pytest.raises(Refused):
            send(game, Side.B, verb="agree")

    def test_can_be_refused(self) -> None:
        game = new_game()
        send(game, Side.A, verb="end_turn")
        send(game, Side.A, verb="ask_take_back")
        send(game, Side.B, verb="refuse_request")
        assert game.ledger.request is None
        assert "request:1" not in game.documents[Audience.PUBLIC].faces

    def test_is_offered_to_whose_action_it_was(self) -> None:
        game = new_game()
        send(game, Side.A, verb="end_turn")
        verbs = {side: [offer["verb"] for offer in offers(game, side)] for side in Side}
        assert "ask_take_back" in verbs[Side.A]
        assert "ask_take_back" not in verbs[Side.B]

    def agree(self, game: Game) -> None:
        send(game, Side.A, verb="ask_take_back")
        assert "request:1" in game.documents[Audience.PUBLIC].faces
        send(game, Side.B, verb="agree")
