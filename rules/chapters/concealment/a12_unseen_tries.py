"""A12.14, A12.16 Checks and attempts that are made under a "?" which is kept."""

from collections.abc import Container, Iterable
from enum import Enum, unique
from typing import ClassVar

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_unseen_facts import RuleWord, show_to_enemy
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.view import LogLine, Modifier
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


@unique
class Attempt(Enum):
    """What is tried."""

    MOLOTOV = "MOL Check"
    SMOKE = "SMOKE grenade"
    SNIPER = "Sniper Check"
    RALLY = "Rally of another unit"
    ENTRENCH = "Entrenching attempt"
    KINDLING_TC = "NTC before Kindling"
    KINDLING = "Kindling"
    DEPLOYMENT = "Deployment NTC by a leader"
    CLEARANCE = "Clearance"
    SET_DC = "Setting of a DC"
    DETONATION = "Detonation NTC"
    SEARCH = "Search"


class TriedFromCover(AslFact, frozen=True, kw_only=True, tag="TriedFromCover"):
    """Somebody under a "?" tries something, and keeps it: the highest Final dr or DR that
    suffices, or the lowest for Kindling, and the drm. A Search always finds what there is.
    """

    rule: ClassVar[str] = "A12.16"
    tells: ClassVar[tuple[str, ...]] = ("what", "needed", "drm")
    gives_away: ClassVar[str] = "what a dr made under a “?” is read by; not who makes it"
    side: Side
    at: LocationId
    what: Attempt
    needed: int
    drm: tuple[tuple[RuleWord, int], ...] = ()

    def line(self, position: Knowledge) -> LogLine:
        where = position.board.name(self.at)
        or_else = "more" if self.what is Attempt.KINDLING else "less"
        read = "" if self.what is Attempt.SEARCH else f": {self.needed} or {or_else}"
        text = f"{self.what.value} under a ? in {where}{read}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.16", at=(self.at,))


def tell_of_try(
    table: AslTable,
    units: Iterable[Unit],
    what: Attempt,
    needed: int,
    mods: Iterable[Modifier] = (),
) -> None:
    """A12.16: if any of those who try keep their "?", everybody hears by what the dice will be
    read, and the enemy who they are.
    """
    there = tuple(units)
    tell_how_it_is_read(table, there, what, needed, mods)
    show_to_enemy(table, there)


def as_told(
    units: Iterable[Unit], mods: Iterable[Modifier], rule: str, of_others: Container[str] = ()
) -> tuple[Modifier, ...]:
    """A12.16: the DRM of those who try, in one if any of them keep their "?", since what each adds
    would tell who he is; those by the rules `of_others` come of something else.
    """
    there = tuple(mods)
    if all(unit.under is None for unit in units):
        return there
    theirs = sum(mod.value for mod in there if mod.rule not in of_others)
    own = (Modifier(rule, "who they are", theirs),) if theirs else ()
    return (*own, *(mod for mod in there if mod.rule in of_others))


def tell_how_it_is_read(
    table: AslTable,
    units: Iterable[Unit],
    what: Attempt,
    needed: int,
    mods: Iterable[Modifier] = (),
) -> None:
    """A12.16: the same where the enemy has been shown who they are."""
    for unit in (one for one in units if one.under is not None):
        drm = tuple((mod.rule, mod.value) for mod in mods)
        table.tell(TriedFromCover(side=unit.side, at=unit.at, what=what, needed=needed, drm=drm))
        return
