"""Games that begin with a position of their own: what is rare in whole games is looked for there.

The positions stand beside those of scenarios, written as cases are, without a script.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rules.cases.position import Table, scenario_of, world_at
from rules.cases.reading import read_case
from rules.forces.entities import SideState
from rules.kernel.audience import Side
from rules.kernel.dice import Dice, HmacDice, ScriptedDice
from rules.kernel.game import Game
from rules.kernel.seal import Sealer
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.play.setup.traps import boards_of_traps
from rules.position.asl_table import AslTable
from rules.proof.positions import FILES
from rules.proof.twins import SEALER


def _as_it_stands(table: AslTable) -> None:
    """Changes nothing of a position."""


@dataclass(frozen=True)
class Trial:
    """A position in which both setups are sealed, and the rules under which it is played."""

    table: Table
    rules: AslRules
    master: bytes

    def game(
        self,
        kind: type[Game] = Game,
        rules: AslRules | None = None,
        arrange: Callable[[AslTable], None] = _as_it_stands,
        **clock: Any,
    ) -> Game:
        """A game at rest in the position, once it was arranged; what is said of the `clock` stands
        instead of what the file says.
        """
        played = self.rules if rules is None else rules
        table = replace(self.table, clock={**(self.table.clock or {}), **clock})
        world, ledger = world_at(table, played, ScriptedDice())
        dice = HmacDice(self.master)
        game = kind(played, World(world), dice=dice, sealer=SEALER, ledger=ledger)
        asl = played.asl(game._table())
        for side in Side:
            possible = boards_of_traps(played.scenario, asl.public, side)
            game.world.change(game.world.get(SideState, side.value), sealed=True, traps=possible)
        arrange(asl)
        played.settle(game._table())  # what follows from where things stand is there at rest
        game.world.take_changes()
        game._close_shares()
        game.back.leads_to(game.world)
        game.refresh()
        return game


@cache
def trial(name: str) -> Trial:
    """The position of a file. Raises RuntimeError if it is none."""
    table = read_case(FILES / f"{name}.yaml").table
    if table is None:
        raise RuntimeError(f"{name} is no position")
    return Trial(table, AslRules(scenario_of(table), table.board), name.encode())


class TrialGame(Game):
    """A game that does not begin with a setup, but with what `begin` makes for its rules."""

    @classmethod
    @abstractmethod
    def begin(cls, rules: AslRules) -> Game:
        """The game of this kind at its beginning."""

    @classmethod
    def new(cls, rules: Any, *, dice: Dice, sealer: Sealer, check: bool = False) -> Game:
        made = cls.begin(rules)
        made.dice, made.sealer = dice, sealer
        return made
