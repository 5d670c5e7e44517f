"""B24.71 Clearance of rubble that has fallen into a hex: who enters to clear it, what a Trail Break
through it costs, and what is there once it is gone.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.board.locations import HexId, LocationId, LocationKind, hex_of
from rules.chapters.ground.b_entry import Entry, ways, ways_on
from rules.chapters.mines.b28_trails import crossed, may_begin
from rules.forces.manner import Manner
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.kernel.world import View
from rules.position.asl_table import AslTable
from rules.position.position import Position
from rules.position.rubble import Rubble, rubble
from rules.position.trail_breaks import TrailBreak, trail_sides


def fallen_rubble(position: Position, at: LocationId) -> bool:
    """B24.71: whether rubble that can be cleared lies in a Location: it has fallen there, and is
    not that of a building of the hex.
    """
    board = position.board
    if board.kind(at) not in {LocationKind.GROUND, LocationKind.DEPRESSION}:
        return False
    found = _lying(position.view, hex_of(at))
    return found is not None and found.fallen and found.material.is_rubble


def rubble_ways(
    position: Position, units: tuple[Unit, ...], to: LocationId, found: tuple[Entry, ...]
) -> Iterator[Entry]:
    """B24.71: in the MPh along a Trail Break for what the hex costs without its rubble; or for all
    MF, to clear it.
    """
    side = crossed(position.board, units[0].at, to)
    if position.clock.phase is not Phase.MPH or side is None or not found:
        return
    if not fallen_rubble(position, to):
        return
    if side in trail_sides(position.view, hex_of(to)):
        yield from _along_trail(position, units[0].at, to, found[-1])
    if may_begin(position, units):
        first, *more = found[-1].cost
        all_mf = (Modifier("B24.71", "to clear rubble", first.value), *more)
        yield replace(found[-1], cost=all_mf, manner=Manner.CLEARING_RUBBLE, takes_all=True)


def _along_trail(
    position: Position, origin: LocationId, to: LocationId, dear: Entry
) -> Iterator[Entry]:
    """The way over the ground that was there before, with all that entry costs besides."""
    now = ways(position, origin, to)
    before = ways_on(position.board.before_rubble, position.law, origin, to)
    if not now or not before or dear.cost[: len(now[-1].cost)] != now[-1].cost:
        return
    besides = dear.cost[len(now[-1].cost) :]
    cheapest = min(before, key=lambda entry: entry.halves)
    way = replace(cheapest, cost=(*cheapest.cost, *besides), manner=Manner.RUBBLE_TRAIL)
    if way.halves < dear.halves and not way.takes_all:
        yield way


def remove_rubble(table: AslTable, hex_id: HexId) -> None:
    """B24.71: with a Trail Break over every hexside no rubble is left. A bridge that it was stays
    destroyed.
    """
    found = _lying(table.world, hex_id)
    if found is not None:
        table.world.drop(found)
    board = table.truth.board.before_rubble
    if board.bridge(hex_id) is not None:
        table.world.add(rubble(hex_id, board.terrain(hex_id), fallen=True))
    table.world.drop(table.world.get(TrailBreak, hex_id))
    text = f"No rubble is left in {table.board.name(hex_id)}"
    table.log("move", text, rule="B24.71")


def _lying(view: View, hex_id: HexId) -> Rubble | None:
    return next((one for one in view.all(Rubble) if one.at == hex_id), None)
