"""A12.14, A12.16 What is told of those who act under a "?" that they keep: to everybody what comes
of it, to the enemy who it is.
"""

from collections.abc import Collection, Iterable
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta

from rules.board.locations import LocationId
from rules.chapters.concealment.covers import Letter, TypeWord
from rules.forces.counter_kinds import called
from rules.forces.lookup import unit_type, weapon_type
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.view import LogLine, SeenRoll
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position

FpWord = Annotated[str, Meta(pattern=r"^\d+(/\d+)?$")]
"""A number of FP, perhaps a fraction."""

RuleWord = Annotated[str, Meta(pattern=r"^[\w .,]*$", max_length=20)]
"""The number of a rule."""

Against: TypeAlias = tuple[ShownId, FpWord, tuple[tuple[RuleWord, int], ...]]
"""A target as everybody sees it, and the FP and the DRM with which it is attacked."""


class FireFromCover(AslFact, frozen=True, kw_only=True, tag="FireFromCover"):
    """Units under a "?" fire, and keep it: the attack itself is everybody's."""

    rule: ClassVar[str] = "A12.14"
    tells: ClassVar[tuple[str, ...]] = ("directed", "cowers", "fp", "against", "entries")
    gives_away: ClassVar[str] = "the FP and the DRM of an attack from under a “?”; not who makes it"
    side: Side
    of: tuple[ShownId, ...]
    places: tuple[LocationId, ...]
    at: LocationId
    directed: bool
    cowers: int
    fp: FpWord
    against: tuple[Against, ...]
    entries: tuple[int, ...]

    def line(self, position: Knowledge) -> LogLine:
        board = position.board
        whence = " and ".join(board.name(place) for place in self.places)
        text = f"Fire from under a ? in {whence} at {board.name(self.at)}, seen by nobody near"
        at = (self.at, *self.places)
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.14", at=at)


class ShownInActing(AslFact, frozen=True, kw_only=True, tag="ShownInActing"):
    """A unit under a "?" is shown to the enemy as it acts, and is under its "?" again."""

    rule: ClassVar[str] = "A12.16"
    tells: ClassVar[tuple[str, ...]] = ("type", "letter", "weapons")
    gives_away: ClassVar[str] = "to the enemy alone, who acts under a “?”, and with which weapons"
    private: ClassVar[bool] = True
    side: Side
    at: LocationId
    type: TypeWord
    letter: Letter
    weapons: tuple[TypeWord, ...]

    def line(self, position: Knowledge) -> LogLine:
        unit = f"{unit_type(self.type).strength} {self.letter}".strip()
        guns = " + ".join(called(one, "") for one in self.weapons)
        armed = f" with {guns}" if guns else ""
        where = position.board.name(self.at)
        text = f"{unit}{armed} is shown in {where} as it acts, and keeps its ?"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.16", at=(self.at,))


def shown_in_acting(position: Position, unit: Unit, acting: Collection[str] = ()) -> ShownInActing:
    """A12.16: the Fact of a unit that acts under its "?", with those of what it has that act."""
    guns = (one for one in position.belongings_of(unit) if one.id in acting)
    return ShownInActing(
        side=unit.side,
        at=unit.at,
        type=unit.type,
        letter=unit.letter,
        weapons=tuple(sorted(gun.type for gun in guns)),
    )


def show_to_enemy(table: AslTable, units: Iterable[Unit], weapons: Iterable[str] = ()) -> None:
    """A12.16: those of the units that act under a "?" are shown to their enemy alone, in the order
    of how they look, with those of their weapons that act.
    """
    acting = tuple(weapons)
    veiled = (unit for unit in units if unit.under is not None)
    facts = [shown_in_acting(table.truth, unit, acting) for unit in veiled]
    for one in sorted(facts, key=lambda fact: (fact.at, fact.type, fact.letter)):
        table.tell(one, one.side.enemy.audience)


class RecoveryFromCover(AslFact, frozen=True, kw_only=True, tag="RecoveryFromCover"):
    """What a Recovery dr from under a "?" comes to."""

    rule: ClassVar[str] = "A4.44"
    tells: ClassVar[tuple[str, ...]] = ("done",)
    gives_away: ClassVar[str] = "whether somebody under a “?” Recovers a weapon; not who tries"
    side: Side
    at: LocationId
    type: TypeWord
    roll: SeenRoll
    done: bool

    def line(self, position: Knowledge) -> LogLine:
        what, where = weapon_type(self.type).name, position.board.name(self.at)
        text = f"Somebody under a ? tries to Recover a {what} in {where}"
        result = "Recovered" if self.done else "not Recovered"
        return LogLine(
            kind="roll",
            side=self.side,
            text=text,
            rule="A4.44",
            at=(self.at,),
            roll=self.roll,
            result=result,
        )


class ResidualFromCover(AslFact, frozen=True, kw_only=True, tag="ResidualFromCover"):
    """What First Fire from under a "?" leaves: what malfunctioned and what keeps its ROF adds
    nothing to it.
    """

    rule: ClassVar[str] = "A8.2"
    tells: ClassVar[tuple[str, ...]] = ("fp",)
    gives_away: ClassVar[str] = "the Residual FP of an attack from under a “?”"
    side: Side
    at: LocationId
    fp: int

    def line(self, position: Knowledge) -> LogLine:
        text = f"{self.fp} Residual FP of that fire in {position.board.name(self.at)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A8.2", at=(self.at,))
