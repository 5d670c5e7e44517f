"""B28 What others are told of a minefield: presence first, strength only when the rule says so."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rules.board.locations import HexId, LocationId, hex_of
from rules.forces.entities import Conditions
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.view import LogLine, Modifier, SeenRoll
from rules.position.asl_fact import AslFact
from rules.position.knowledge import Knowledge
from rules.position.position import CONDITIONS

Die = Annotated[int, Meta(ge=1, le=6)]
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
    roll: SeenRoll

    def line(self, position: Knowledge) -> LogLine:
        attacked = position.names_of(self.units)
        where = position.board.name(hex_of(self.at))
        return LogLine(
            kind="mines",
            text=f"Minefield attack on {attacked} {self.doing} {where}",
            rule="B28.41",
            at=(self.at,),
            roll=self.roll,
            mods=_snow(position),
            result=self.result,
        )


def _snow(position: Knowledge) -> tuple[Modifier, ...]:
    """E3.732: what everybody knows is added to the DR."""
    deep = position.view.get(Conditions, CONDITIONS).deep_snow
    return (Modifier("E3.732", "Deep Snow", 1),) if deep else ()


class KnownMinesSetUp(AslFact, frozen=True, kw_only=True, tag="KnownMinesSetUp"):
    """A side has sealed its setup: the counters of its Known Minefields go on the board, and those
    of A-T mines on hard surfaces.
    """

    rule: ClassVar[str] = "B28.45"
    tells: ClassVar[tuple[str, ...]] = ("hexes", "lines", "at_mines")
    gives_away: ClassVar[str] = (
        "where the counters of Known mines and of A-T mines in view are, not what they stand for"
    )
    side: Side
    hexes: tuple[HexId, ...]
    lines: tuple[tuple[HexId, ...], ...] = ()
    at_mines: tuple[HexId, ...] = ()

    def line(self, position: Knowledge) -> LogLine:
        mined = f"Known minefields in {_listed(position, self.hexes)}" if self.hexes else ""
        hard = f"A-T mines in {_listed(position, self.at_mines)}" if self.at_mines else ""
        text = " and ".join(one for one in (mined, hard) if one)
        at = (*self.hexes, *self.at_mines)
        return LogLine(kind="reveal", side=self.side, text=f"has {text}", rule="B28.45", at=at)


class DummyFound(AslFact, frozen=True, kw_only=True, tag="DummyFound"):
    """A unit has entered a hex whose counter of Known mines stands for nothing."""

    rule: ClassVar[str] = "B28.47"
    tells: ClassVar[tuple[str, ...]] = ("hex",)
    gives_away: ClassVar[str] = "that one Known Minefield of a side is a Dummy"
    hex: HexId
    side: Side

    def line(self, position: Knowledge) -> LogLine:
        text = f"The minefield in {position.board.name(self.hex)} is a Dummy"
        return LogLine(kind="reveal", text=text, rule="B28.47", at=(self.hex,))


class AtFactors(AslFact, frozen=True, kw_only=True, tag="AtFactors"):
    """A Good Order enemy has a LOS to A-T mines in view."""

    rule: ClassVar[str] = "B28.53"
    tells: ClassVar[tuple[str, ...]] = ("factors",)
    gives_away: ClassVar[str] = "how many A-T mines in view there are in a hex"
    hex: HexId
    factors: int

    def line(self, position: Knowledge) -> LogLine:
        text = f"There are {self.factors} A-T mine factors in {position.board.name(self.hex)}"
        return LogLine(kind="reveal", text=text, rule="B28.53", at=(self.hex,))


class BoobyTrapSprung(AslFact, frozen=True, kw_only=True, tag="BoobyTrapSprung"):
    """A TC has set off a Booby Trap."""

    rule: ClassVar[str] = "B28.9"
    tells: ClassVar[tuple[str, ...]] = ("at",)
    gives_away: ClassVar[str] = (
        "that there are Booby Traps, from whose DR their level may be guessed"
    )
    at: LocationId

    def line(self, position: Knowledge) -> LogLine:
        text = f"A Booby Trap goes off in {position.board.name(self.at)}"
        return LogLine(kind="reveal", text=text, rule="B28.9", at=(self.at,))


class TrapDr(AslFact, frozen=True, kw_only=True, tag="TrapDr"):
    """A Booby Trap strikes somebody concealed or hidden, and whoever ties with him."""

    rule: ClassVar[str] = "B28.9"
    tells: ClassVar[tuple[str, ...]] = ("dr",)
    gives_away: ClassVar[str] = (
        "by which dr a Booby Trap strikes somebody unseen; neither other dr nor how many"
    )
    at: LocationId
    dr: Die

    def line(self, position: Knowledge) -> LogLine:
        text = f"the Booby Trap in {position.board.name(self.at)} strikes by a dr of {self.dr}"
        return LogLine(kind="reveal", text=text, rule="B28.9", at=(self.at,))


def _listed(position: Knowledge, hexes: tuple[HexId, ...]) -> str:
    return ", ".join(position.board.name(at) for at in hexes)
