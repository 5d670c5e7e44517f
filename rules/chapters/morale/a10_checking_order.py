"""A10.2 In which order those who check at the same time do so."""

from collections.abc import Iterable

from rules.chapters.concealment.covers import cover_by_cover
from rules.chapters.morale.a10_morale_level import morale_level
from rules.forces.units import Unit
from rules.kernel.world import id_order
from rules.position.asl_table import AslTable
from rules.position.position import Position, is_leader, values


def in_checking_order(table: AslTable, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """A10.2, A25.22: leaders first, a Commissar before all, then the higher Morale Level before the
    lower; then the others, by id. Those under a "?" follow, "?" by "?", leaders first there too:
    of equals nobody can know who checks when, or whoever fails would tell of those beside him.
    """
    there, truth = tuple(units), table.truth
    order = sorted((u for u in there if u.under is None), key=lambda unit: id_order(unit.id))
    order.sort(key=lambda unit: _turn(truth, unit))
    for beneath in cover_by_cover(table, there):
        order += sorted(beneath, key=lambda unit: _turn(truth, unit))
    return tuple(order)


def _turn(position: Position, unit: Unit) -> tuple[bool, bool, int]:
    leads = is_leader(unit)
    return not leads, not values(unit).commissar, -morale_level(position, unit) if leads else 0
