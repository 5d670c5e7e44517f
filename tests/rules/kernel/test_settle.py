"""When the kernel has the rules settle what follows from a position."""

from rules.kernel.audience import Side
from rules.kernel.dice import HmacDice, ScriptedDice
from rules.kernel.game import Game, Step
from rules.kernel.seal import MerkleSealer
from rules.kernel.table import Table
from rules.proof.toy.entities import SAN
from rules.proof.toy.rules import Toy
from tests.rules.kernel.playing import MASTER, send

SNIPER_B = (2, SAN[Side.B] - 2)
SNIPER_A = (3, SAN[Side.A] - 3)


class Settling(Toy):
    """Remembers what had been rolled in the step, and the world's version, at each settling."""

    def __init__(self) -> None:
        self.rolled: list[list[str]] = []
        self.versions: list[int] = []

    def settle(self, table: Table) -> None:
        self.rolled.append([roll.purpose for roll in table.record.rolls])
        self.versions.append(table.world.version)


def played(fields: dict[str, object], *rolls: tuple[int, ...]) -> tuple[Settling, Game, Step]:
    """A new game and its first step, by side A; the dice fall by chance if none are given."""
    rules = Settling()
    dice = ScriptedDice([*rolls]) if rolls else HmacDice(MASTER)
    game = Game.new(rules, dice=dice, sealer=MerkleSealer(MASTER), check=True)
    return rules, game, send(game, Side.A, **fields)


SHOT: dict[str, object] = {"verb": "fire", "units": ["pa6"], "at": "C1"}


def test_the_position_is_settled_after_the_outermost_roll_and_before_what_it_set_off() -> None:
    rules, _, _ = played(SHOT, SNIPER_B, SNIPER_A, (5,), (6,))
    assert rules.rolled[0] == ["Fire at C1", "Morale check"]


def test_it_is_not_settled_again_while_nothing_has_changed() -> None:
    rules, _, _ = played(SHOT, SNIPER_B, SNIPER_A, (5,), (6,))
    assert rules.versions == sorted(set(rules.versions))


def test_it_is_settled_at_a_question() -> None:
    rules, game, _ = played({"verb": "move", "units": ["pa1", "pa2", "pa3"], "to": "B1"})
    assert game.question is not None
    assert rules.versions[-1] == game.world.version
