"""Concealed stacks in a position of their own, and the dice with which it is played.

Where it begins, how it may vary and the leaks about it stand in `covers.py` and `handing.py`.
"""

from dataclasses import replace as replaced
from functools import cache
from typing import Any, Final

from rules.board.locations import LocationId
from rules.cases.position import Table as CaseTable
from rules.cases.position import scenario_of, world_at
from rules.cases.reading import read_case
from rules.chapters.covers import add_cover, add_dummy, conceal
from rules.forces.entities import SideState
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Dice, HmacDice, ScriptedDice
from rules.kernel.game import Game
from rules.kernel.seal import Sealer
from rules.kernel.world import World
from rules.play.ruleset import AslRules
from rules.proof.positions import FILES
from rules.proof.twins import SEALER

OWNER: Final = Side.A

MASTER: Final = b"concealed"
SAN: Final = 6
_DECOY: Final = LocationId("inline:F5/0")
_DUMMY: Final = "ger-dummy"
_MIXED: Final = LocationId("inline:E3/0")
_LOADED: Final = 5  # of six faces


def trial_rules() -> AslRules:
    """The rules under which the position is played."""
    return _trial()[1]


def trial(phasing: Side = Side.B, game: type[Game] = Game, rules: AslRules | None = None) -> Game:
    """The position: a German "?" over three units and a machine gun, one over a squad and a Dummy,
    two over a squad each, and one over a Dummy alone, opposite Russians in the open.
    """
    table = _trial()[0]
    clock = {**(table.clock or {}), "phasing": phasing, "active": phasing}
    played = rules or trial_rules()
    world, ledger = world_at(replaced(table, clock=clock), played, ScriptedDice())
    made = game(played, World(world), dice=HmacDice(MASTER), sealer=SEALER, ledger=ledger)
    asl = played.asl(made._table())
    for state in made.world.all(SideState):
        made.world.change(state, sealed=True)
    for at in asl.truth.locations_of(OWNER):
        units = asl.truth.units_at(at, OWNER)
        cover = add_cover(asl, OWNER, at)
        conceal(asl, units, cover)
        if at == _MIXED:
            add_dummy(asl, OWNER, at, cover, _DUMMY)
    add_dummy(asl, OWNER, _DECOY, add_cover(asl, OWNER, _DECOY), _DUMMY)
    made.world.take_changes()
    made._close_shares()
    made._before = made.world.copy()
    made.refresh()
    return made


@cache
def _trial() -> tuple[CaseTable, AslRules]:
    table = read_case(FILES / "covered.yaml").table
    if table is None:
        raise RuntimeError("the position is no position")
    return table, AslRules(scenario_of(table), table.board)


class TrialGame(Game):
    """A game that begins with the position."""

    @classmethod
    def new(cls, rules: Any, *, dice: Dice, sealer: Sealer, check: bool = False) -> Game:
        made = trial(Side.A, cls, rules)
        made.dice, made.sealer = dice, sealer
        return made


class LoadedDice(HmacDice):
    """Dice with which most DR call the Sniper of the position, and most of its dr are effective:
    rolled by fair dice, that is rare.
    """

    def roll(
        self, audience: Audience, n: int, count: int, entropy: str, called: str = ""
    ) -> tuple[int, ...]:
        *dice, extra = super().roll(audience, n, count + 1, entropy, called)
        if extra > _LOADED:
            return tuple(dice)
        match dice:
            case [one]:
                return (1 + one % 2,)
            case [one, _]:
                first = 1 + one % (SAN - 1)
                return (first, SAN - first)
            case _:
                return tuple(dice)
