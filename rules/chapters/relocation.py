"""Putting units from one Location into another, and what a unit can carry there (A4.4)."""

from itertools import combinations

from rules.board.locations import LocationId
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit, Weapon
from rules.forces.position import Position, name, values, weapon_values


def relocate(table: AslTable, unit_ids: tuple[str, ...], to: LocationId) -> None:
    """Put units into a Location, with the support weapons they carry."""
    for unit in table.alive(unit_ids):
        for weapon in table.position.weapons_of(unit):
            table.world.change(weapon, at=to)
        table.change(unit.id, at=to, entered_from=unit.at)


def carrying_capacity(unit: Unit) -> int:
    """A4.42, A17.2: the IPC of a unit in PP; a wounded SMC has none."""
    return 0 if unit.wounded else values(unit).ipc


def portage_excess(position: Position, unit: Unit) -> int:
    """A4.42: by how many PP a unit is loaded above its IPC: the MF it loses."""
    load = sum(weapon_values(weapon).pp for weapon in position.weapons_of(unit))
    return max(0, load - carrying_capacity(unit))


def drop_excess(table: AslTable, unit_id: str) -> None:
    """A10.4: a unit about to rout drops what exceeds its IPC and keeps the heaviest load that does
    not.
    """
    unit = table.unit(unit_id)
    weapons = table.position.weapons_of(unit)
    kept = {weapon.id for weapon in heaviest_load(weapons, carrying_capacity(unit))}
    for weapon in weapons:
        if weapon.id not in kept:
            table.world.change(weapon, holder=None, at=unit.at)
            text = f"{name(unit)} drops a {weapon_values(weapon).name}"
            table.log("rout", text, side=unit.side, rule="A10.4", at=(unit.at,))


def heaviest_load(weapons: tuple[Weapon, ...], capacity: int) -> tuple[Weapon, ...]:
    """The weapons of the highest total PP within a capacity; of equal ones, the most weapons."""
    loads = (load for count in range(len(weapons) + 1) for load in combinations(weapons, count))
    allowed = [load for load in loads if _pp(load) <= capacity]
    return max(allowed, key=lambda load: (_pp(load), len(load)))


def _pp(weapons: tuple[Weapon, ...]) -> int:
    return sum(weapon_values(weapon).pp for weapon in weapons)
