"""B28 What others are told of a minefield: presence first, strength only when the rule says so."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rules.board.locations import HexId, LocationId, hex_of
from rules.kernel.ids import ShownId
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.knowledge import Knowledge
from rules.position.position import name

IftWords = Annotated[str, Meta(pattern=r"^(no effect|PTC|NMC|\d{1,2}MC|K/\d|\dKIA)$")]
"""A result of the IFT as it is announced."""


class MinesPresent(AslFact, frozen=True, kw_only=True, tag="MinesPresent"):
    """A susceptible unit has entered or left a mined hex."""

    rule: ClassVar[str] = "B28.41"
    tells: ClassVar[tuple[str, ...]] = ("hex",)
    gives_away: ClassVar[str] = "that the hex holds an A-P minefield, not how strong it is"
    hex: HexId

    def line(self, position: Knowledge) -> LogLine:
        text = f"{position.board.name(self.hex)} is mined"
        return LogLine(kind="reveal", text=text, rule="B28.1", at=(self.hex,))


class MineStrength(AslFact, frozen=True, kw_only=True, tag="MineStrength"):
    """The result of a mine attack cannot be verified without the strength."""

    rule: ClassVar[str] = "B28.41"
    tells: ClassVar[tuple[str, ...]] = ("strength",)
    gives_away: ClassVar[str] = "the strength of an A-P minefield whose presence is known"
    hex: HexId
    strength: Literal[6, 8, 12]

    def line(self, position: Knowledge) -> LogLine:
        text = f"The minefield in {position.board.name(self.hex)} has {self.strength} factors"
        return LogLine(kind="reveal", text=text, rule="B28.41", at=(self.hex,))


class MineEffect(AslFact, frozen=True, kw_only=True, tag="MineEffect"):
    """What the attack of a minefield of unrevealed strength did.

    Whom it attacked, where, and its DR are public; they stand here because the line says them.
    """

    rule: ClassVar[str] = "B28.1"
    tells: ClassVar[tuple[str, ...]] = ("result",)
    gives_away: ClassVar[str] = (
        "the result of one mine attack, from which the strength may be guessed"
    )
    hex: HexId
    result: IftWords
    at: LocationId
    doing: Literal["entering", "leaving"]
    units: tuple[ShownId, ...]
    dice: tuple[int, int]

    def line(self, position: Knowledge) -> LogLine:
        attacked = " + ".join(name(position.unit(unit)) for unit in self.units)
        where = position.board.name(hex_of(self.at))
        return LogLine(
            kind="mines",
            text=f"Minefield attack on {attacked} {self.doing} {where}",
            rule="B28.41",
            at=(self.at,),
            dice=self.dice,
            result=self.result,
        )
