"""A10.62 Desperation Morale: what gives it to a unit already broken, and what removes it."""

from rules.chapters.concealment.known_enemies import known_enemies, known_enemies_within_reach
from rules.chapters.ground.b_terrain import in_cover
from rules.chapters.morale.a10_interdiction import is_exposed_to
from rules.chapters.movement.a05_stacking import excess_at
from rules.chapters.works.b27_entrenchments import is_in_trench
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, is_armed, name, vantage


def is_threatened(position: Knowledge, unit: Unit) -> bool:
    """A10.62: whether a Known armed enemy unit is ADJACENT to a unit, or shares its Location."""
    near = known_enemies_within_reach(position, unit.side, unit.at)
    return any(is_armed(position, enemy) for enemy in near)


def may_keep_dm(position: Position, unit: Unit) -> bool:
    """A10.62: whether the owner may leave DM on a unit at the end of the RPh.

    In woods or a building only if it is overstacked there, in a trench never.
    """
    sheltered = in_cover(position, unit.at) and not excess_at(position, unit.at, unit.side)
    stays = unit.broken and unit.dm and not unit.keeps_dm
    return stays and not sheltered and not is_in_trench(position, unit)


def dm_beside_enemies(table: AslTable) -> None:
    """A10.62: DM for broken units with a Known armed enemy ADJACENT or in their Location, if only
    in passing.
    """
    for unit in _without_dm(table.truth):
        if is_threatened(table.known(unit.side), unit):
            _give(table, unit)


def dm_from_attack(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """A10.62: DM for those broken units that an attack could have harmed, whatever it did."""
    for unit in table.alive(unit_ids):
        if unit.broken and not unit.dm:
            _give(table, unit)


def dm_at_start_of_rout_phase(table: AslTable) -> None:
    """A10.62: DM for those that start the RtPh in Open Ground in an enemy's reach."""
    for unit in _without_dm(table.truth):
        if _starts_in_view(table.known(unit.side), unit):
            _give(table, unit)


def remove_dm(table: AslTable) -> None:
    """A10.62: DM goes at the end of the RPh, unless kept, or unless an enemy is still ADJACENT."""
    for unit in table.truth.personnel():
        if not unit.dm or unit.keeps_dm:
            continue
        if not is_threatened(table.known(unit.side), unit):
            table.change(unit.counter, dm=False)


def _without_dm(position: Position) -> tuple[Unit, ...]:
    return tuple(unit for unit in position.personnel() if unit.broken and not unit.dm)


def _starts_in_view(position: Knowledge, unit: Unit) -> bool:
    enemies = known_enemies(position, unit.side, vantage(unit))
    return any(is_exposed_to(position, unit, enemy) for enemy in enemies)


def _give(table: AslTable, unit: Unit) -> None:
    table.change(unit.counter, dm=True)
    table.log("rout", f"{name(unit)} is DM", side=unit.side, rule="A10.62", at=(unit.at,))
