"""B20.94, B20.95 Fire and Close Combat of those in Crest status."""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.locations import LocationId, hex_of
from rules.chapters.ground.b20_crest_tem import is_in_crest, protected_sides
from rules.chapters.terms.a07_factors import HALF, NOTHING, Factor
from rules.chapters.terms.a07_shot import Firing
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.position.position import Position

_TOO_LARGE = frozenset(
    {WeaponKind.MMG, WeaponKind.HMG, WeaponKind.FIFTY_CAL, WeaponKind.MTR, WeaponKind.RADIO}
)


def crest_factors(firing: Firing) -> Iterator[Factor]:
    """B20.94, B20.95: from Crest status one fires with Area Fire over hexsides that one does not
    face; of support weapons LMG, LATW, FT and DC alone.
    """
    if not is_in_crest(firing.unit):
        return
    if firing.type is not None and firing.type.kind in _TOO_LARGE:
        yield Factor("B20.95", "in Crest status", NOTHING)
    elif not _faces(firing.position, firing.unit, firing.shot.at):
        yield Factor("B20.94", "outside the front of the Crest", HALF)


def _faces(position: Position, unit: Unit, at: LocationId) -> bool:
    """Whether the LOS from a unit to a Location leaves its hex over a hexside that it faces, or
    does not leave it.
    """
    left_by = position.line(at, unit.at).crossed
    return not left_by or bool(set(left_by) & set(unit.sides))


def is_vulnerable(position: Position, at: LocationId, side: Side) -> bool:
    """B20.94: whether the enemies of a side's units in Crest status have the better of them in CC:
    one at least has not come into the hex over a protected hexside.
    """
    board = position.board
    crest = tuple(unit for unit in position.personnel_at(at, side) if is_in_crest(unit))
    enemies = position.foes_at(at, side)
    return any(not _came_over(board, enemy, unit) for enemy in enemies for unit in crest)


def _came_over(board: Board, enemy: Unit, unit: Unit) -> bool:
    if enemy.entered_from is None:
        return False
    side = board.side_between(hex_of(unit.at), hex_of(enemy.entered_from))
    return side in protected_sides(board, unit)
