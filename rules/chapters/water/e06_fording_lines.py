"""E6.6 Fording lines: who may cut one, by declaring it or by the dice."""

from collections.abc import Iterator
from functools import partial

from rules.board.locations import LocationId, LocationKind, hex_of, level_of
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.table import Interrupt, Purpose
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, name
from rules.position.water import FordingLine, lines_of

CUTS = 2
"""C1.23: the Original DR with which whoever makes it cuts a line by chance."""

_ON_THE_GROUND = frozenset({LocationKind.GROUND, LocationKind.DEPRESSION, LocationKind.WATER})


def lines_at(position: Position, at: LocationId) -> tuple[FordingLine, ...]:
    """The fording lines that a Location is of: those of its hex, on the ground or the water."""
    if position.board.kind(at) not in _ON_THE_GROUND or level_of(at):
        return ()
    return tuple(line for line in lines_of(position.view) if hex_of(at) in line.hexes)


def cutting_bar(position: Knowledge, unit: Unit) -> Barrier | None:
    """E6.6: why a unit may not do away with the fording lines where it is, or None if it may: it is
    unbroken, nobody's captive, and alone there as far as its side knows.
    """
    if not lines_at(position, unit.at):
        return Barrier("E6.6", f"There is no fording line in {position.board.name(unit.at)}.")
    if unit.broken or unit.guard is not None:
        return Barrier("E6.6", f"{name(unit)} is broken or captive.")
    if position.seen_at(unit.at, unit.side.enemy):
        return Barrier("E6.6", "An enemy unit is in this Location.")
    return None


def cut(table: AslTable, line: FordingLine, why: str, by: Side) -> None:
    """E6.6: a fording line is gone; what becomes of those on it follows (`settle_swimmers`)."""
    at = tuple(place for hex_id in line.hexes for place in table.board.locations(hex_id)[:1])
    table.log("move", f"The fording line is cut: {why}", side=by, rule="E6.6", at=at)
    table.world.drop(line)
    table.settle()


def cut_by_chance(table: AslTable, purpose: Purpose, roll: Roll) -> Iterator[Interrupt]:
    """C1.23: an Original 2 that the enemy of a line makes for a unit of his in one of its hexes."""
    if len(roll.dice) != 2 or roll.total != CUTS or not purpose.at:  # noqa: PLR2004 - a DR
        return
    hex_id = hex_of(LocationId(purpose.at))
    for line in lines_of(table.world):
        if line.side is purpose.by.enemy and hex_id in line.hexes:
            yield partial(_cut_it, table, line, purpose.by)


async def _cut_it(table: AslTable, line: FordingLine, by: Side) -> None:
    there = table.world.find(FordingLine, line.id)
    if there is not None:
        cut(table, there, "an Original 2", by)
