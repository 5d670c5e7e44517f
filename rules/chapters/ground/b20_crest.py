"""B20.9 Crest status: who may claim it and where he faces, what it costs to go in and out, and who
drops out of it.

What it does against fire is `b20_crest_tem`, what it does to the fire of those who are in it
`b20_crest_fire`.
"""

from rules.board.board import Board
from rules.board.locations import LocationId, crest_of, hex_of
from rules.board.terrain import HexsideTerrain, StreamDepth, Terrain
from rules.chapters.ground.b19_depressions import is_stream_ford, stream_depth
from rules.chapters.ground.b20_crest_tem import is_in_crest
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import WAY_COST, Entry, Going, ways
from rules.chapters.ground.b_terrain_cost import TERRAIN_COST, Entered
from rules.forces.manner import Facing, Manner, Posture
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.memo import asked_once
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order, name, names

_FACINGS = tuple(Facing)
_CLAIMED_IN = frozenset({Phase.MPH, Phase.APH})
_CLAIM = 4  # two MF, in halves
_IN_RUBBLE = 8
_OUT = Modifier("B20.9", "out of Crest status", 2)
_NOT_DOWN = Modifier("B20.9", "into Crest status", -2)
_GROWN_STREAM: dict[Terrain, int] = {Terrain.WOODS: 6, Terrain.BRUSH: 6, Terrain.ORCHARD: 4}
"""Half MF into Crest status over a stream where such terrain grows."""


@asked_once
def facings(board: Board, at: LocationId) -> tuple[Facing, ...]:
    """B20.9: where those may face who are in Crest status in a Location, by the middle one of their
    three hexsides: the Depression does not cross it, and it is no cliff. None without a Depression,
    nor where there is a bridge or a ford.
    """
    here = hex_of(at)
    if board.crest(at) is None or is_stream_ford(board, here):
        return ()
    return tuple(
        tuple(Facing)[side]
        for side, there in board.neighbours(here)
        if not board.depression_between(here, there)
        and board.hexside(here, side) is not HexsideTerrain.CLIFF
    )


def claim_bar(position: Position, unit: Unit) -> Barrier | None:
    """B20.9: why a unit that is IN a hex may not claim Crest status there, or None if it may."""
    if not facings(position.board, unit.at):
        where = position.board.name(unit.at)
        return Barrier("B20.9", f"There is no Crest to go to in {where}.")
    if unit.posture is not None:
        return Barrier("B20.9", f"{name(unit)} is {unit.posture.value}.")
    if not good_order(unit):
        return Barrier("B20.9", f"{name(unit)} is not in Good Order.")
    return None


def claim_cost(position: Position, at: LocationId) -> tuple[Modifier, ...]:
    """B20.9: what it costs to go from IN a hex to its Crest."""
    rubble = position.board.terrain(hex_of(at)).is_rubble
    return (Modifier("B20.9", "Crest status", _IN_RUBBLE if rubble else _CLAIM),)


def claim_crest(table: AslTable, unit_ids: tuple[CounterId, ...], facing: Facing) -> None:
    """B20.9: units claim Crest status, facing so for as long as they keep it."""
    for unit in table.alive(unit_ids):
        table.change(unit.counter, posture=Posture.CREST, sides=facing.front, wall_advantage=False)
    units = table.alive(unit_ids)
    text = f"{names(units)} in Crest status, facing the {facing}"
    table.log("move", text, side=units[0].side, rule="B20.9", at=(units[0].at,))


def going_in_bar(unit: Unit) -> Barrier | None:
    """B20.9: why a unit may not go from the Crest IN its hex, or None if it may."""
    return None if is_in_crest(unit) else Barrier("B20.9", f"{name(unit)} is not in Crest status.")


def hex_cost(position: Position, at: LocationId) -> tuple[Modifier, ...]:
    """B20.9: what it costs to go from the Crest IN the hex: what the hex costs."""
    return position.law.ledger(TERRAIN_COST, Entered(position.board, at))


def go_in(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """B20.9: units go from the Crest IN their hex; a deep stream makes them CX (B20.43)."""
    for unit in table.alive(unit_ids):
        deep = stream_depth(table.board, hex_of(unit.at)) is StreamDepth.DEEP
        table.change(unit.counter, posture=None, sides=(), cx=unit.cx or deep)
    units = table.alive(unit_ids)
    text = f"{names(units)} from the Crest into {table.board.name(units[0].at)}"
    table.log("move", text, side=units[0].side, rule="B20.9", at=(units[0].at,))


def way_to_crest(position: Position, units: tuple[Unit, ...], to: LocationId) -> Entry | None:
    """B20.9: the way of units from the next hex straight into Crest status, for one MF less than it
    costs to go down, facing where they come from; None if there is none.
    """
    origin, board = units[0].at, position.board
    side = board.side_between(hex_of(to), hex_of(origin))
    if position.clock.phase not in _CLAIMED_IN or side is None or not facings(board, to):
        return None
    if not ways(position, origin, to):
        return None
    facing = _FACINGS[side]
    if facing not in facings(board, to) or not all(map(good_order, units)):
        return None
    going = Going(board, origin, crest_of(to), Manner.CREST, _terrain(position, origin, to))
    return Entry(to, position.law.ledger(WAY_COST, going), Manner.CREST, facing=facing)


def _terrain(position: Position, origin: LocationId, to: LocationId) -> tuple[Modifier, ...]:
    """What the Crest of a hex costs from without: over a stream in which something grows, a cost of
    its own.
    """
    board, here = position.board, hex_of(to)
    grown = _GROWN_STREAM.get(board.terrain(here))
    if grown is not None and stream_depth(board, here) is not None:
        return (Modifier("B20.9", f"Crest of a stream, {board.terrain(here).value}", grown),)
    return (*position.law.ledger(TERRAIN_COST, Entered(board, to, origin)), _NOT_DOWN)


def ways_from_crest(
    position: Position, units: tuple[Unit, ...], to: LocationId
) -> tuple[Entry, ...]:
    """B20.9: the ways out of Crest status into the next hex: over a hexside that all of the units
    face into a hex without a Depression, for one MF more and on the level; a rout elsewhere too,
    for what it costs to go IN first.
    """
    if not all(map(is_in_crest, units)):
        return ()
    if goes_ahead(position.board, units, to):
        found = ways(position, crest_of(units[0].at), to)
        return tuple([_dearer(entry, (_OUT,)) for entry in found])
    if position.clock.phase is not Phase.RTPH:
        return ()
    found = ways(position, units[0].at, to)
    return tuple([_dearer(entry, hex_cost(position, units[0].at)) for entry in found])


def goes_ahead(board: Board, units: tuple[Unit, ...], to: LocationId) -> bool:
    """B20.9: whether units go from the Crest over a hexside that all of them face into a hex
    without a Depression.
    """
    side = board.side_between(hex_of(units[0].at), hex_of(to))
    faced = all(is_in_crest(unit) and side in unit.sides for unit in units)
    return faced and board.depression(hex_of(to)) is None


def _dearer(entry: Entry, more: tuple[Modifier, ...]) -> Entry:
    return entry.with_cost((*entry.cost, *more))


def leaving_bar(position: Position, units: tuple[Unit, ...], to: LocationId) -> Barrier | None:
    """B20.9: why units may not go to the next hex from where they are in theirs, or None if they
    may.
    """
    held = next((unit for unit in units if is_in_crest(unit)), None)
    if held is None or ways_from_crest(position, units, to):
        return None
    return Barrier("B20.9", f"{name(held)} first goes from the Crest into its hex.")


def leave_broken(table: AslTable) -> None:
    """B20.96: a broken unit leaves the Crest in the next RtPh: one that has not routed away is IN
    the hex.
    """
    for unit in table.truth.personnel():
        if unit.broken and is_in_crest(unit):
            go_in(table, (unit.counter,))


def lose_crest(table: AslTable) -> None:
    """B20.94: who is held in Melee after the first round of CC is IN the hex; so are captives and
    the berserk (docs/rulings.md).
    """
    for unit in table.truth.personnel():
        if is_in_crest(unit) and (unit.melee or unit.guard is not None or unit.berserk):
            table.change(unit.counter, posture=None, sides=())
