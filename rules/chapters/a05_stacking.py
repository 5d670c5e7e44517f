"""A5 Stacking limits, and what it costs to exceed them."""

from collections.abc import Sequence

from rules.board.locations import LocationId
from rules.forces.entities import Unit
from rules.forces.position import Position, is_smc, values
from rules.forces.types import UnitType
from rules.kernel.audience import Side

LIMIT_HALVES = 6  # three squad-equivalents
FREE_SMC = 4


def halves(units: tuple[Unit, ...]) -> int:
    """A5.1, A5.5: stacking value in half squads; the fifth SMC counts as one."""
    smc = sum(1 for unit in units if is_smc(unit))
    return sum(values(unit).halves for unit in units) + (1 if smc > FREE_SMC else 0)


def excess(units: tuple[Unit, ...]) -> int:
    """A5.11: squad-equivalents over the limit, fractions rounded up."""
    return max(0, -(-(halves(units) - LIMIT_HALVES) // 2))


def within_limit(types: Sequence[UnitType]) -> bool:
    """A5.1: whether such counters may be set up in one Location; the limit binds at setup
    (A2.9).
    """
    smc = sum(1 for printed in types if printed.cls.is_smc)
    return sum(printed.halves for printed in types) <= LIMIT_HALVES and smc <= FREE_SMC


def excess_at(position: Position, at: LocationId, side: Side) -> int:
    """A5.11: by how many squad-equivalents a side is overstacked in a Location."""
    return excess(position.units_at(at, side))


def excess_with(position: Position, at: LocationId, entering: tuple[Unit, ...]) -> int:
    """A5.11: the same, counted after those units have entered."""
    there = position.units_at(at, entering[0].side)
    if not there:
        return excess(entering)
    ids = {unit.id for unit in entering}
    return excess((*(u for u in there if u.id not in ids), *entering))
