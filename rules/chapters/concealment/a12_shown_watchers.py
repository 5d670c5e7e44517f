"""A12.1, A12.14 A concealed or hidden enemy who shows himself for a moment, and so strips a "?"
that nobody in the open has seen do what costs it.
"""

from typing import ClassVar

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_hidden import come_under_cover
from rules.chapters.concealment.a12_loss import costs_going
from rules.chapters.concealment.a12_unseen_facts import show_to_enemy
from rules.chapters.concealment.a12_watchers import NEAR
from rules.chapters.concealment.covers import uncover
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import (
    HIDDEN,
    good_order,
    is_dummy,
    name,
    stand_in,
)
from rules.position.seeing import eye_of, los_outwards


class WatcherShown(AslFact, frozen=True, kw_only=True, tag="WatcherShown"):
    """Somebody concealed has shown himself for a moment, to strip a "?"."""

    rule: ClassVar[str] = "A12.1"
    tells: ClassVar[tuple[str, ...]] = ("at",)
    gives_away: ClassVar[str] = "that not all under the “?” in a Location are Dummies; not who"
    side: Side
    at: LocationId

    def line(self, position: Knowledge) -> LogLine:
        text = f"Somebody under a ? in {position.board.name(self.at)} shows himself for a moment"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.1", at=(self.at,))


def showing_bar(position: Knowledge, unit: Unit, cover_id: ShownId) -> Barrier | None:
    """A12.1, A12.141: why a unit may not strip that "?" that goes by showing itself, or None if it
    may.
    """
    bar = seeing_bar(position, unit, cover_id)
    if bar is not None:
        return bar
    if not costs_going(position, stand_in(position.view.get(Cover, cover_id)), unit):
        return Barrier("A12.141", "What that ? has done does not cost it.")
    return None


def seeing_bar(position: Knowledge, unit: Unit, cover_id: ShownId) -> Barrier | None:
    """A12.1: why a unit may not strip that "?" by showing itself, whatever that does, or None if it
    may. A Dummy never does.
    """
    cover = position.view.find(Cover, cover_id)
    if unit.under is None or unit.below_top or is_dummy(unit) or not good_order(unit):
        return Barrier("A12.1", f"{name(unit)} is nobody who could show himself.")
    if cover is None:
        return Barrier("A12.1", "That is no ?.")
    stack = stand_in(cover)
    if position.range(unit.at, stack.at) > NEAR:
        return Barrier("A12.121", f"{name(unit)} is more than {NEAR} hexes away.")
    if los_outwards(position, eye_of(unit), stack).blocked:
        return Barrier("A6.1", f"{name(unit)} has no LOS to there.")
    return None


def show_watcher(table: AslTable, unit_id: ShownId, cover_id: ShownId) -> None:
    """A12.1: a "?" is lost before one who shows himself."""
    show_for_a_moment(table, unit_id)
    uncover(table, cover_id)


def show_for_a_moment(table: AslTable, unit_id: ShownId) -> None:
    """A12.1: who shows himself is seen by the enemy alone, and is under his "?" again; who was
    hidden is under one from now on (A12.31).
    """
    unit = table.truth.unit(unit_id)
    if unit.under == HIDDEN:
        come_under_cover(table, (unit,))
    table.tell(WatcherShown(side=unit.side, at=unit.at))
    show_to_enemy(table, (table.truth.unit(unit_id),))
