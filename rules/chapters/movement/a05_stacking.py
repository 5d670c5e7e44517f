"""A5 Stacking limits, and what it costs to exceed them."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from rules.board.locations import LocationId, LocationKind, hex_of, is_pillbox
from rules.chapters.terms.a07_shot import Aim
from rules.forces.types import UnitType
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.view import Modifier
from rules.position.fortifications import pillbox_at
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, values
from rules.position.unmanned import is_unmanned

LIMIT_HALVES = 6  # three squad-equivalents
ONE_SQUAD = 2
FREE_SMC = 4

Stacked: TypeAlias = Callable[[Sequence[UnitType]], int]
StackingLimit: TypeAlias = Callable[[Position, LocationId], int]


def _mmc(types: Sequence[UnitType]) -> int:
    """A5.1: a squad counts two half squads, a HS or crew one."""
    return sum([printed.halves for printed in types])


def _smc(types: Sequence[UnitType]) -> int:
    """A5.5: the fifth SMC counts as one half squad, and so do all beyond him together."""
    return 1 if len(types) > FREE_SMC and _count_smc(types) > FREE_SMC else 0


def _three_squads(position: Position, at: LocationId) -> int:
    return 0 if is_pillbox(at) else LIMIT_HALVES


def _inside_pillbox(position: Position, at: LocationId) -> int:
    """B30.1: what a pillbox holds, by itself and never more."""
    pillbox = pillbox_at(position.view, at)
    return 0 if pillbox is None else 2 * pillbox.squads


def _on_foot_bridge(position: Position, at: LocationId) -> int:
    """B6.44: a foot bridge bears one squad, two less than the limit elsewhere."""
    board = position.board
    on_it = board.kind(at) is LocationKind.BRIDGE and board.foot_bridge(hex_of(at))
    return ONE_SQUAD - LIMIT_HALVES if on_it else 0


STACKING: NamedQuestion[Stacked] = NamedQuestion(
    "STACKING", (Rule("A5.1", _mmc), Rule("A5.5", _smc))
)
"""What units count against the stacking limit, in half squads."""

STACKING_LIMIT: NamedQuestion[StackingLimit] = NamedQuestion(
    "STACKING_LIMIT",
    (
        Rule("A5.1", _three_squads),
        Rule("B6.44", _on_foot_bridge),
        Rule("B30.1", _inside_pillbox),
    ),
)
"""How many half squads of a side a Location holds without being overstacked."""


def within_limit(position: Position, at: LocationId, types: Sequence[UnitType]) -> bool:
    """A5.1: whether such counters may be set up in one Location; the limit binds at setup
    (A2.9).
    """
    return _over(position, at, types) <= 0 and _count_smc(types) <= FREE_SMC


def excess_at(position: Position, at: LocationId, side: Side) -> int:
    """A5.11: by how many squad-equivalents a side is overstacked in a Location."""
    return _excess(position, at, position.personnel_at(at, side))


def is_crowded(position: Position, at: LocationId, side: Side, units: Iterable[Unit]) -> bool:
    """A5.1: whether a side exceeds the limit of a Location with those units besides."""
    return _excess(position, at, (*position.personnel_at(at, side), *units)) > 0


def overstacking_cost(
    position: Position, entering: tuple[Unit, ...], at: LocationId
) -> tuple[Modifier, ...]:
    """A5.11: one MF for each squad-equivalent over the limit once those units have entered, in half
    MF. Nobody under a "?" counts, or the cost would tell how many they are; who lies beneath the
    top of a stack does, as far as he is known (A12.16).
    """
    entering = tuple(unit for unit in entering if unit.under is None)
    if not entering:
        return ()
    side = entering[0].side
    there = [one for one in position.personnel_at(at, side) if one.under is None or one.below_top]
    if there:
        ids = {unit.id for unit in entering}
        entering = (*(unit for unit in there if unit.id not in ids), *entering)
    over = _excess(position, at, entering)
    return (Modifier("A5.11", "overstacked", 2 * over),) if over else ()


def firers_overstacked(aim: Aim) -> tuple[Modifier, ...]:
    """A5.12: a DRM for each squad-equivalent by which the firers of an attack are overstacked."""
    over = excess_at(aim.position, aim.firers[0].at, aim.firers[0].side)
    return (Modifier("A5.12", "firers overstacked", over),) if over else ()


def target_overstacked(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    """A5.131: in favour of an attack on who is overstacked; in the MPh it counts for moving units,
    which the targets are (A5.13). Not against Passengers, nor against what nobody is in or on.
    """
    if unit.in_boat or is_unmanned(unit):
        return ()
    over = excess_at(position, unit.at, unit.side)
    return (Modifier("A5.131", "target overstacked", -over),) if over else ()


def _excess(position: Position, at: LocationId, units: tuple[Unit, ...]) -> int:
    """Squad-equivalents over the limit, fractions rounded up; nobody in a boat counts (E5.31)."""
    counted = [values(unit) for unit in units if not unit.in_boat]
    return max(0, -(-_over(position, at, counted) // 2))


def _over(position: Position, at: LocationId, types: Sequence[UnitType]) -> int:
    """By how many half squads counters exceed the limit of a Location; negative if they are below
    it.
    """
    over = 0
    for count in position.law.asks(STACKING):
        over += count(types)
    for limit in position.law.asks(STACKING_LIMIT):
        over -= limit(position, at)
    return over


def _count_smc(types: Sequence[UnitType]) -> int:
    return sum(1 for printed in types if printed.cls.is_smc)
