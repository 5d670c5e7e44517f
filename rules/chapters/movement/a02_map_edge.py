"""A2.6 The edge of the map, and who leaves it."""

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of
from rules.board.terrain import Terrain
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.ground.b_terrain_cost import TERRAIN_COST, Entered
from rules.chapters.movement.a04_advance import DIFFICULT_HALVES
from rules.chapters.movement.a04_movement import affordable, as_movers, mf_of, with_bonuses
from rules.chapters.movement.a04_portage import portaged_by_another
from rules.chapters.victory.a26_points import count_exit
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, name, names

_SIDES = frozenset(range(6))
_ALONG = Modifier("B3.4", "road", 2)
_ALL = frozenset({Terrain.MARSH, Terrain.WATER})


def edge_sides(board: Board, hex_id: HexId) -> frozenset[int]:
    """The hexsides of a hex beyond which there is no map."""
    return _SIDES - {side for side, _ in board.neighbours(hex_id)}


def road_leads_off(board: Board, hex_id: HexId) -> bool:
    """B3.4: whether a road runs off the map from a hex: one that ends at the edge does."""
    outside, along = edge_sides(board, hex_id), board.road_sides(hex_id)
    ends = board.road(hex_id) is not None and len(along) == 1
    return bool(outside) and (ends or bool(along & outside))


def way_out(position: Position, at: LocationId) -> Entry | None:
    """A2.6: what it takes to leave the map from a Location: as much as to enter another hex like
    its own, by the road if that leads off. None where the map goes on, or from upstairs or a cliff.
    """
    board, here = position.board, hex_of(at)
    outside = edge_sides(board, here)
    if not outside or board.kind(at) in {LocationKind.UPPER_LEVEL, LocationKind.CLIFF}:
        return None
    if road_leads_off(board, here):
        return Entry(at, (_ALONG,), Manner.ROAD)
    cost = position.law.ledger(TERRAIN_COST, Entered(board, at))
    return Entry(at, cost, takes_all=board.terrain(here) in _ALL)


def exit_bar(position: Position, units: tuple[Unit, ...]) -> Barrier | None:
    """A2.6: why units may not leave the map together in the MPh, or None if they may."""
    way = way_out(position, units[0].at)
    if way is None or any(unit.posture is not None for unit in units):
        return _inside(position, units[0].at)
    for unit in units:
        if portaged_by_another(position, unit):
            return Barrier("A4.42", f"Another unit has portaged what {name(unit)} has.")
    if not affordable(position.law, as_movers(position, units), way):
        return Barrier("A4.1", f"To leave the map costs {way.text}, more than is left.")
    return None


def advance_off_bar(position: Position, units: tuple[Unit, ...]) -> Barrier | None:
    """A2.6, A4.7: the same of the APh."""
    way = way_out(position, units[0].at)
    if way is None or any(unit.posture is not None for unit in units):
        return _inside(position, units[0].at)
    if way.takes_all:
        return Barrier("A4.7", "What takes all MF is not left the map by in the APh.")
    for unit in with_bonuses(position, units):
        available = mf_of(position.law, unit)
        if available <= 0:
            return Barrier("A4.42", f"{name(unit)} carries too much to advance.")
        if unit.cx and way.halves >= min(DIFFICULT_HALVES, available):
            return Barrier("A4.72", f"That is Difficult Terrain, and {name(unit)} is CX.")
    return None


def _inside(position: Position, at: LocationId) -> Barrier:
    return Barrier("A2.6", f"From {position.board.name(at)} no way leads off the map.")


def leave_map(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """A2.6, A26.2: units leave the map with what they have and their captives, and do not
    return.
    """
    units = table.alive(unit_ids)
    if not units:
        return
    text, at = f"{names(units)}: off the map from {table.board.name(units[0].at)}", units[0].at
    table.log("move", text, side=units[0].side, rule="A2.6", at=(at,), result="exit")
    for unit in units:
        captives = prisoners_of(table.truth, unit)
        count_exit(table, unit, captives)
        for weapon in table.truth.weapons_of(unit):
            table.drop(weapon)
        for gone in (*captives, unit):
            table.drop(gone)
