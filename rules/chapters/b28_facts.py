"""B28 What others are told of a minefield: presence first, strength only when the rule says so."""

from typing import ClassVar

from rules.board.locations import HexId
from rules.kernel.fact import Fact


class MinesPresent(Fact, frozen=True, kw_only=True, tag="MinesPresent"):
    """A susceptible unit has entered or left a mined hex."""

    rule: ClassVar[str] = "B28.41"
    gives_away: ClassVar[str] = "that the hex holds an A-P minefield, not how strong it is"
    hex: HexId


class MineStrength(Fact, frozen=True, kw_only=True, tag="MineStrength"):
    """The result of a mine attack cannot be verified without the strength."""

    rule: ClassVar[str] = "B28.41"
    gives_away: ClassVar[str] = "the strength of an A-P minefield whose presence is known"
    hex: HexId
    strength: int


class MineEffect(Fact, frozen=True, kw_only=True, tag="MineEffect"):
    """What the attack of a minefield of unrevealed strength did."""

    rule: ClassVar[str] = "B28.1"
    gives_away: ClassVar[str] = (
        "the result of one mine attack, from which the strength may be guessed"
    )
    hex: HexId
    result: str
