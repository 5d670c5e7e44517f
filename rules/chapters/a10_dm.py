"""A10.62 Desperation Morale: what gives it to a unit already broken, and what removes it."""

from rules.board.locations import LocationId
from rules.chapters.a05_stacking import excess_at
from rules.chapters.a10_interdiction import is_exposed_to
from rules.chapters.b_terrain import in_cover
from rules.chapters.known_enemies import known_enemies, known_enemies_within_reach
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import Position, name


def is_threatened(position: Position, unit: Unit) -> bool:
    """A10.62: whether a Known armed enemy unit is ADJACENT to a unit, or shares its Location."""
    return bool(known_enemies_within_reach(position, unit.side, unit.at))


def may_keep_dm(position: Position, unit: Unit) -> bool:
    """A10.62: whether the owner may leave DM on a unit at the end of the RPh.

    In woods or a building only if it is overstacked there.
    """
    sheltered = in_cover(position, unit.at) and not excess_at(position, unit.at, unit.side)
    return unit.broken and unit.dm and not unit.keeps_dm and not sheltered


def dm_from_enemies_near(table: AslTable, at: LocationId) -> None:
    """A10.62: an armed unit that comes to a Location, if only in passing, gives DM to every broken
    enemy in it or ADJACENT to it.

    For whoever moves, routs or advances a unit: to be called after each Location entered.
    """
    position = table.position
    for unit in _without_dm(position):
        if position.within_reach(unit.at, at) and is_threatened(position, unit):
            _give(table, unit)


def dm_at_start_of_rout_phase(table: AslTable) -> None:
    """A10.62: DM for those that start the RtPh next to an enemy or in Open Ground in his reach."""
    position = table.position
    for unit in _without_dm(position):
        if is_threatened(position, unit) or _starts_in_view(position, unit):
            _give(table, unit)


def remove_dm(table: AslTable) -> None:
    """A10.62: DM goes at the end of the RPh, unless kept, or unless an enemy is still ADJACENT."""
    position = table.position
    for unit in position.units():
        if unit.dm and not unit.keeps_dm and not is_threatened(position, unit):
            table.change(unit.id, dm=False)


def _without_dm(position: Position) -> tuple[Unit, ...]:
    return tuple(unit for unit in position.units() if unit.broken and not unit.dm)


def _starts_in_view(position: Position, unit: Unit) -> bool:
    enemies = known_enemies(position, unit.side, unit.at)
    return any(is_exposed_to(position, unit, enemy) for enemy in enemies)


def _give(table: AslTable, unit: Unit) -> None:
    table.change(unit.id, dm=True)
    table.log("rout", f"{name(unit)} is DM", side=unit.side, rule="A10.62", at=(unit.at,))
