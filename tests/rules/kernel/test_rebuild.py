"""A half-done action is rebuilt from bytes, here and in another process, or stops loudly."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from rules.kernel.audience import Side
from rules.kernel.dice import HmacDice, Roll
from rules.kernel.game import Game, Input
from rules.kernel.table import Divergence
from rules.proof.toy.questions import Window
from tests.rules.kernel.playing import MASTER, new_game, random_steps, send
from tests.rules.kernel.rebuild import Stored, looks, rebuilt

ROOT = Path(__file__).parents[3]


class Store:
    """Keeps what a game is rebuilt from: the world at rest, the ledger, the inputs since."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.world = game.codec.encode_world(game.world)
        self.inputs: list[Input] = []

    def bytes(self) -> bytes:
        """Called after every step."""
        if self.game.running is None:
            self.world, self.inputs = self.game.codec.encode_world(self.game.world), []
        else:
            self.inputs = self.game.running.inputs
        stored = Stored(world=self.world, ledger=self.game.ledger, inputs=self.inputs)
        return msgspec.json.encode(stored)


@pytest.mark.parametrize("seed", range(8))
def test_at_every_moment_of_a_random_game(seed: int) -> None:
    game, in_flight = new_game(HmacDice(MASTER)), 0
    store = Store(game)
    for _ in random_steps(game, seed):
        again = rebuilt(store.bytes())
        assert looks(again) == looks(game)
        in_flight += game.running is not None
    assert in_flight > 5


def test_goes_on_alike_after_a_rebuild() -> None:
    game = new_game()
    store = Store(game)
    send(game, Side.A, verb="move", units=["pa1", "pa3"], to="B1")
    again = rebuilt(store.bytes())
    for one in (game, again):
        send(one, Side.B, verb="pass")
    assert looks(again) == looks(game)


def test_in_another_process() -> None:
    game, stored, expected = new_game(), b"", ""
    store = Store(game)
    for _ in random_steps(game, seed=5):
        last = store.bytes()
        if isinstance(game.question, Window) and len(store.inputs) > 2:
            stored, expected = last, looks(game)
            break
    command = [sys.executable, "-m", "tests.rules.kernel.rebuild"]
    done = subprocess.run(command, input=stored, capture_output=True, check=True, cwd=ROOT)  # noqa: S603 - our own module
    assert done.stdout.decode() == expected != ""


def half_done() -> Stored:
    game = new_game()
    store = Store(game)
    send(game, Side.A, verb="move", units=["pa1", "pa3"], to="B1")
    return msgspec.json.decode(store.bytes(), type=Stored)


def changed(stored: Stored, **fields: object) -> bytes:
    (recorded,) = stored.inputs
    stored.inputs = [msgspec.structs.replace(recorded, **fields)]
    return msgspec.json.encode(stored)


def test_left_over_rolls_stop_it() -> None:
    stored = half_done()
    (recorded,) = stored.inputs
    more = Roll(audience=Side.A.audience, n=9, dice=(1,), purpose="more")
    with pytest.raises(Divergence, match="left over"):
        rebuilt(changed(stored, rolls=(*recorded.rolls, more)))


def test_missing_rolls_stop_it() -> None:
    with pytest.raises(Divergence, match="not recorded"):
        rebuilt(changed(half_done(), rolls=()))


def test_missing_ids_stop_it() -> None:
    with pytest.raises(Divergence, match="issued an id"):
        rebuilt(changed(half_done(), ids=()))


def test_an_id_of_another_kind_stops_it() -> None:
    stored = half_done()
    (recorded,) = stored.inputs
    wrong = tuple(f"x{id_}" for id_ in recorded.ids)
    with pytest.raises(Divergence, match="issued an id"):
        rebuilt(changed(stored, ids=wrong))


def test_another_question_stops_it() -> None:
    with pytest.raises(Divergence, match="asks"):
        rebuilt(changed(half_done(), question="Window"))
