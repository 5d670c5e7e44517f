"""Concealed stacks in a position of their own, and the dice with which it is played.

Where it begins, how it may vary and the leaks about it stand in `covers.py` and `handing.py`.
"""

from typing import Final

from rules.board.locations import LocationId
from rules.chapters.concealment.covers import add_cover, add_dummy, conceal
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import HmacDice
from rules.kernel.game import Game
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.proof.trials import TrialGame, trial

OWNER: Final = Side.A

SAN: Final = 6
_DECOY: Final = LocationId("inline:F5/0")
_DUMMY: Final = "ger-dummy"
_MIXED: Final = LocationId("inline:E3/0")
_LOADED: Final = 5  # of six faces
_TRIAL: Final = trial("covered")


def trial_rules() -> AslRules:
    """The rules under which the position is played."""
    return _TRIAL.rules


class CoveredGame(TrialGame):
    """A game that begins with the position."""

    @classmethod
    def begin(cls, rules: AslRules) -> Game:
        return covered(Side.A, cls, rules)


def covered(phasing: Side = Side.B, kind: type[Game] = Game, rules: AslRules | None = None) -> Game:
    """The position: a German "?" over three units and a machine gun, one over a squad and a Dummy,
    two over a squad each, and one over a Dummy alone, opposite Russians in the open.
    """
    return _TRIAL.game(kind, rules, _conceal_all, phasing=phasing, active=phasing)


def _conceal_all(asl: AslTable) -> None:
    for at in asl.truth.locations_of(OWNER):
        units = asl.truth.personnel_at(at, OWNER)
        cover = add_cover(asl, OWNER, at)
        conceal(asl, units, cover)
        if at == _MIXED:
            add_dummy(asl, OWNER, at, cover, _DUMMY)
    add_dummy(asl, OWNER, _DECOY, add_cover(asl, OWNER, _DECOY), _DUMMY)


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
