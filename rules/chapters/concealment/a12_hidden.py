"""A12.3 Hidden units: when they come onto the map, under a "?" or in the open."""

from collections.abc import Iterable
from typing import ClassVar

from rules.board.locations import HexId, LocationId, hex_of, is_pillbox, pillbox_location
from rules.chapters.concealment.a12_fortifications import show
from rules.chapters.concealment.covers import add_cover, into_the_open, put_under
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.hidden_fortifications import FortificationKind, HiddenFortification
from rules.position.knowledge import Knowledge
from rules.position.position import HIDDEN


class HiddenPlaced(AslFact, frozen=True, kw_only=True, tag="HiddenPlaced"):
    """Units that were hidden are placed on the map under a "?"."""

    rule: ClassVar[str] = "A12.31"
    tells: ClassVar[tuple[str, ...]] = ("side", "at")
    gives_away: ClassVar[str] = "that somebody was hidden in a Location; not who, nor how many"
    side: Side
    at: LocationId

    def line(self, position: Knowledge) -> LogLine:
        text = f"has a ? in {position.board.name(self.at)}"
        return LogLine(kind="conceal", side=self.side, text=text, rule="A12.31", at=(self.at,))


def hidden_at(table: AslTable, at: LocationId, side: Side) -> tuple[Unit, ...]:
    """A side's hidden units in a Location, by id."""
    pieces = table.truth.pieces(side)
    return tuple(unit for unit in pieces if unit.under == HIDDEN and unit.at == at)


def show_fortification(table: AslTable, record: HiddenFortification) -> None:
    """A12.33, B30.7: place a Fortification on the map; those in a pillbox, whom it has hidden, lie
    there under a "?".
    """
    what = unseal(record.what)
    show(table, record)
    if what.kind is FortificationKind.PILLBOX:
        inside = hidden_at(table, pillbox_location(what.at), record.owner)
        come_under_cover(table, inside)


def leave_shelter(table: AslTable, units: Iterable[Unit]) -> None:
    """A12.33: a hidden pillbox is shown before any of those in it is."""
    hexes = {hex_of(unit.at) for unit in units if is_pillbox(unit.at)}
    for record in table.world.all(HiddenFortification):
        what = unseal(record.what)
        if what.kind is FortificationKind.PILLBOX and what.at in hexes:
            show_fortification(table, record)


def hidden_in(table: AslTable, hexes: Iterable[HexId], side: Side) -> tuple[Unit, ...]:
    """A side's hidden units in all Locations of some hexes, by id."""
    wanted = set(hexes)
    pieces = table.truth.pieces(side)
    return tuple(unit for unit in pieces if unit.under == HIDDEN and hex_of(unit.at) in wanted)


def come_under_cover(table: AslTable, units: Iterable[Unit]) -> None:
    """A12.31, A12.32: hidden units are placed on the map under a "?", one for each Location; who
    only lay beneath the top of a stack comes into the open (A12.16).
    """
    coming = tuple(units)
    into_the_open(table, (unit.id for unit in coming if unit.below_top))
    by_place: dict[LocationId, list[Unit]] = {}
    for unit in _still_hidden(table, coming):
        by_place.setdefault(unit.at, []).append(unit)
    for at, there in sorted(by_place.items()):
        side = there[0].side
        table.tell(HiddenPlaced(side=side, at=at))
        put_under(table, there, add_cover(table, side, at))


def come_out(table: AslTable, units: Iterable[Unit]) -> None:
    """A12.31: hidden units that would lose a "?" are placed in the open."""
    coming = tuple(units)
    leave_shelter(table, coming)
    into_the_open(table, (unit.id for unit in coming))


def _still_hidden(table: AslTable, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Those whom the end of their hiding place has not brought onto the map already."""
    leave_shelter(table, units)
    now = table.alive(tuple(unit.counter for unit in units))
    return tuple(unit for unit in now if unit.under == HIDDEN)
