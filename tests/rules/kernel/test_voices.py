"""A name that not everybody may read is a token, and each audience reads the line its own way."""

import msgspec
import pytest

from rules.kernel.audience import Audience, Side
from rules.kernel.dice import HmacDice
from rules.kernel.document import log_of
from rules.kernel.game import Game
from rules.kernel.seal import TokenSealer
from rules.kernel.view import LogLine
from rules.kernel.voices import rendered, rendered_all, token
from rules.proof.toy import toy_rules
from rules.proof.toy.commands import Move
from rules.proof.toy.entities import Piece

NOTHING: dict[str, str] = {}
NAMES = {"ua1": "4-6-7 A", "ua2": "8-1"}
LINE = LogLine(kind="move", text="")
MOVED = f"8-0 + {token('ua1')} + {token('ua2')} move on"


@pytest.mark.parametrize(
    ("known", "reads"),
    [
        (NAMES, "8-0 + 4-6-7 A + 8-1 move on"),
        ({}, "8-0 + ? move on"),
        ({"ua2": "8-1"}, "8-0 + 8-1 + ? move on"),
    ],
)
def test_who_knows_the_counters_reads_names_and_others_one_mark(
    known: dict[str, str], reads: str
) -> None:
    assert rendered(MOVED, known.get) == reads


def test_neither_number_nor_order_show() -> None:
    one, more = token("ua1"), " + ".join(token(id_) for id_ in ("ua7", "ua2", "ua1"))
    assert rendered(one, NOTHING.get) == rendered(more, NOTHING.get) == "?"


def test_all_texts_of_a_card_are_rendered() -> None:
    card = {"units": [{"name": token("ua1")}, {"fp": 4}], "text": (token("ua2"), None)}
    assert rendered_all(card, NOTHING.get) == {
        "units": [{"name": "?"}, {"fp": 4}],
        "text": ("?", None),
    }


def moved_under_cover() -> tuple[Game, dict[Audience, list[dict[str, object]]]]:
    """A stack under a "?" that moves, and the log lines about it."""
    game = Game.new(toy_rules(), dice=HmacDice(b"m"), sealer=TokenSealer(), check=True)
    stack = [p.id for p in game.world.all(Piece) if p.side is Side.A and p.at.for_(Side.A) == "A1"]
    step = game.play(Side.A, Move(units=tuple(stack), to="A2"))
    heard = {}
    for audience in Audience:
        bulletin = step.bulletin(audience)
        assert bulletin is not None
        lines = [msgspec.json.decode(line) for line in log_of(bulletin.frame)]
        heard[audience] = [line for line in lines if line["kind"] == "move"]
    return game, heard


def test_a_line_has_one_number_and_a_voice_for_each_audience() -> None:
    _, heard = moved_under_cover()
    assert [line["text"] for line in heard[Audience.A]] == ["c1 (squad + leader + dummy): A1 → A2"]
    assert [line["text"] for line in heard[Audience.B]] == ["c1 (?): A1 → A2"]
    assert heard[Audience.PUBLIC] == heard[Audience.B]
    assert {line["n"] for lines in heard.values() for line in lines} == {1}


def test_a_line_without_a_token_is_kept_once() -> None:
    game, _ = moved_under_cover()
    assert game.running is not None
    table = game.running.table
    table.turn_over(None)
    table.log(msgspec.structs.replace(table.rules.stamp(game.world, LINE), text="nothing to hide"))
    assert len(table.lines) == 1
    assert not table.voices


def test_a_line_for_one_side_is_rendered_for_it() -> None:
    game, _ = moved_under_cover()
    assert game.running is not None
    table = game.running.table
    table.turn_over(None)
    for side in Side:
        table.log(msgspec.structs.replace(LINE, text=token("pa1")), side.audience)
    assert [line.text for _, line in table.lines] == ["squad", "?"]
    assert not table.voices
