"""A14.3 What a Sniper does to what it hits."""

from collections.abc import Callable
from typing import TypeAlias

from rules.chapters.concealment.a12_watchers import watchers
from rules.chapters.concealment.covers import into_the_open
from rules.chapters.morale.a10_breaking import break_unit, can_pin, may_break, pin
from rules.chapters.morale.a10_morale import leader_losses, losses_since, possible_losses
from rules.chapters.morale.a17_wounds import casualty_reduction, wound
from rules.chapters.morale.elimination import eliminate
from rules.forces.entities import SideState
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.position import is_smc, name
from rules.position.snipers import LEAST_SAN, san_of, sniper_of

KILL = 1
HIT = 2
"""The dr that are effective (A14.2)."""


def hit_another(table: AslTable, side: Side, called: str) -> int | None:
    """A14.2: the dr of its own that another target selected is hit by, or None if it is missed."""
    roll = table.roll(Purpose("sniper", "Sniper attack on another", "A14.2", side))
    effective = roll.total <= HIT
    result = "" if effective else "no effect"
    table.log("sniper", f"against {called}", side=side, rule="A14.2", roll=roll, result=result)
    return roll.total if effective else None


async def strike(table: AslTable, unit_id: CounterId, dr: int) -> None:
    """A14.3: a unit is hit by a dr of 1 or 2; a leader that is lost may be felt (A10.2)."""
    unit = table.unit(unit_id)
    if unit.under is not None and (_is_harmed(unit, dr) or watchers(table.truth, unit)):
        into_the_open(table, (unit.id,))
    before = possible_losses(table.truth, table.truth.personnel_at(unit.at, unit.side))
    _EFFECTS[dr, is_smc(unit)](table, unit_id)
    await leader_losses(table, losses_since(table, before))


def _is_harmed(unit: Unit, dr: int) -> bool:
    """A12.14, A14.23: whether it breaks, is wounded, Reduced or eliminated, so that it loses its
    "?" whoever sees it.
    """
    return dr == KILL or is_smc(unit)


def _kill_smc(table: AslTable, unit_id: CounterId) -> None:
    """A14.3: a SMC is eliminated outright."""
    text = f"{name(table.unit(unit_id))} is hit by the Sniper"
    eliminate(table, unit_id, text, "A14.3")


def _break_mmc(table: AslTable, unit_id: CounterId) -> None:
    """A14.3: a MMC breaks; one that cannot is Reduced."""
    if may_break(table.truth, table.unit(unit_id)):
        break_unit(table, unit_id)
    else:
        casualty_reduction(table, unit_id, "hit by the Sniper, cannot break")


def _pin_mmc(table: AslTable, unit_id: CounterId) -> None:
    """A14.3: a MMC is pinned, if it can be."""
    unit = table.unit(unit_id)
    if not can_pin(table.truth, unit):
        _log(table, unit, "no effect")
        return
    pin(table, unit_id)
    _log(table, unit, "pinned")


def _log(table: AslTable, unit: Unit, result: str) -> None:
    text = f"{name(unit)} is hit by the Sniper"
    table.log("sniper", text, side=unit.side, rule="A14.3", at=(unit.at,), result=result)


_Effect: TypeAlias = Callable[[AslTable, CounterId], None]
_EFFECTS: dict[tuple[int, bool], _Effect] = {
    (KILL, True): _kill_smc,
    (KILL, False): _break_mmc,
    (HIT, True): wound,
    (HIT, False): _pin_mmc,
}
"""By the dr, and whether the unit is a SMC."""


def hit_sniper(table: AslTable, side: Side, dr: int) -> None:
    """A14.3: a side's Sniper is eliminated, or pinned for the Player Turn (A14.31)."""
    if dr == KILL:
        eliminate_sniper(table, side)
    else:
        pin_sniper(table, side)


def pin_sniper(table: AslTable, side: Side) -> None:
    """A14.31: a pinned Sniper neither attacks nor moves for the rest of the Player Turn."""
    one = sniper_of(table.world, side)
    if one is not None:
        table.world.change(one, pinned=True)
        table.log("sniper", "The Sniper is pinned", side=side, rule="A14.31")


def eliminate_sniper(table: AslTable, side: Side) -> None:
    """A14.4: the SAN of its side is one less; below 2 the counter goes, else it stays."""
    san = san_of(table.world, side) - 1
    table.world.change(table.world.get(SideState, side.value), san=san)
    text = f"The Sniper is eliminated: SAN {san}"
    table.log("sniper", text, side=side, rule="A14.4", result=f"SAN {san}")
    one = sniper_of(table.world, side)
    if one is not None and san < LEAST_SAN:
        table.world.drop(one)
