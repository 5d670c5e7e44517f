"""B28.53 A-T mines in view on a hard surface: their number is seen, and Infantry removes them."""

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, location
from rules.board.terrain import Terrain
from rules.chapters.concealment.seals import open_leaf
from rules.chapters.mines.b28_facts import AtFactors
from rules.chapters.mines.b28_minefields import at_factors_label
from rules.forces.phases import Stage
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.ids import CounterId
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.mines import AtMarker, AtMines, AtRemoval
from rules.position.position import Position, good_order, name
from rules.position.seeing import eye_of, sees

FAR = 16
"""A12.33: how far one sees into Concealment Terrain."""


def surface(board: Board, hex_id: HexId) -> LocationId:
    """The Location that such mines lie in: on the bridge, where there is one."""
    there = board.locations(hex_id)
    bridges = (at for at in there if board.kind(at) is LocationKind.BRIDGE)
    return next(bridges, location(hex_id, 0))


def markers_at(position: Position, at: LocationId) -> tuple[AtMarker, ...]:
    """The counters of A-T mines in a Location."""
    here = (one for one in position.view.all(AtMarker) if one.at == hex_of(at))
    return tuple(one for one in here if surface(position.board, one.at) == at)


def notice_factors(table: AslTable) -> None:
    """B28.53, A12.33: their number is revealed to a Good Order enemy with a LOS to them."""
    if table.clock.stage is not Stage.PLAY:
        return
    for marker in table.world.all(AtMarker):
        if marker.factors is None and is_seen(table.truth, marker):
            _reveal(table, marker)


def is_seen(position: Position, marker: AtMarker) -> bool:
    """Whether a Good Order enemy has a LOS to a counter of A-T mines."""
    at = surface(position.board, marker.at)
    in_open = position.board.terrain(marker.at) is Terrain.OPEN_GROUND
    for enemy in position.foes(marker.side):
        near = in_open or position.range(enemy.at, at) <= FAR
        if near and good_order(enemy) and sees(position, eye_of(enemy), at):
            return True
    return False


def _reveal(table: AslTable, marker: AtMarker) -> None:
    for record in table.world.all(AtMines):
        if record.owner is marker.side and unseal(record.at) == marker.at:
            factors = unseal(record.factors)
            table.world.change(marker, factors=factors)
            table.tell(AtFactors(hex=marker.at, factors=factors))
            if record.as_sealed:
                open_leaf(table, marker.side, at_factors_label(marker.at))


def begin_removal(table: AslTable, unit: Unit) -> None:
    """B28.53: a unit has spent a MF on them; they go at the end of the MPh."""
    id_ = table.kernel.new_id(Audience.PUBLIC, "x")
    table.world.add(AtRemoval(id=id_, at=hex_of(unit.at), by=unit.counter))
    text = f"{name(unit)} clears the A-T mines in {table.board.name(unit.at)} away"
    table.log("move", text, side=unit.side, rule="B28.53", at=(unit.at,))


def end_removal(table: AslTable) -> None:
    """B28.53: not by who is pinned, broken or eliminated in that hex."""
    for removal in table.world.all(AtRemoval):
        if _has_failed(table.truth.counter(removal.by), removal):
            table.world.drop(removal)


def _has_failed(unit: Unit | None, removal: AtRemoval) -> bool:
    if unit is None:
        return True
    return hex_of(unit.at) == removal.at and (unit.pinned or unit.broken)


def remove_at_mines(table: AslTable) -> None:
    """B28.53: at the end of the MPh."""
    for removal in table.world.all(AtRemoval):
        _remove(table, removal.at)
        table.world.drop(removal)


def _remove(table: AslTable, at: HexId) -> None:
    for marker in table.world.all(AtMarker):
        if marker.at == at:
            table.world.drop(marker)
            text = f"The A-T mines in {table.board.name(at)} are gone"
            table.log("move", text, rule="B28.53", at=(location(at, 0),))
    for record in table.world.all(AtMines):
        if record.in_view and unseal(record.at) == at:
            table.world.drop(record)


def has_tried(position: Position, unit: CounterId) -> bool:
    """Whether a unit has spent its MF on them already."""
    return any(one.by == unit for one in position.view.all(AtRemoval))
