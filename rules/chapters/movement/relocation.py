"""Putting units from one Location into another, with what they carry there (A4.4)."""

from itertools import combinations

from rules.board.locations import LocationId
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.chapters.concealment.covers import set_apart
from rules.chapters.movement.a04_portage import carrying_capacity, portage_points
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.goers import is_personnel
from rules.position.position import name, weapon_values


def relocate(table: AslTable, ids: tuple[CounterId, ...], to: LocationId) -> None:
    """Put what goes into a Location, units with the support weapons they carry and their prisoners.
    What counts in the Location that they left is gone: MF and shots (A8.3), Wall Advantage
    (B9.41), and where in it they were. Of a "?" that does not go as a whole they have one of their
    own (A12.11).
    """
    set_apart(table, (goer.id for goer in table.goers(ids)))
    for goer in table.goers(ids):
        if is_personnel(goer):
            _take_along(table, goer, to)
        table.mark(goer.counter, at=to, entered_from=goer.at, **goer.new_there)


def _take_along(table: AslTable, unit: Unit, to: LocationId) -> None:
    for weapon in table.truth.weapons_of(unit):
        table.put(weapon, at=to)
    for prisoner in prisoners_of(table.truth, unit):
        table.change(prisoner.counter, at=to)


def drop_excess(table: AslTable, unit_id: CounterId) -> tuple[Weapon, ...]:
    """A10.4: a unit about to rout drops what exceeds its IPC and keeps the heaviest load that does
    not. Returns what it drops.
    """
    unit = table.unit(unit_id)
    weapons = table.truth.weapons_of(unit)
    kept = {weapon.id for weapon in heaviest_load(weapons, carrying_capacity(unit))}
    dropped = tuple(weapon for weapon in weapons if weapon.id not in kept)
    for weapon in dropped:
        table.put(weapon, holder=None, at=unit.at)
        text = f"{name(unit)} drops a {weapon_values(weapon).name}"
        table.log("rout", text, side=unit.side, rule="A10.4", at=(unit.at,))
    return dropped


def heaviest_load(weapons: tuple[Weapon, ...], capacity: int) -> tuple[Weapon, ...]:
    """The weapons of the highest total PP within a capacity; of equal ones, the most weapons."""
    loads = (load for count in range(len(weapons) + 1) for load in combinations(weapons, count))
    allowed = [load for load in loads if portage_points(load) <= capacity]
    return max(allowed, key=lambda load: (portage_points(load), len(load)))
