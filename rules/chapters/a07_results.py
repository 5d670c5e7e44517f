"""A7.3 What a result of the IFT does to its targets: KIA, K, MC, PTC, in that order."""

from collections.abc import Mapping

from rules.chapters.a10_morale import (
    break_unit,
    leader_losses,
    losses_since,
    morale_check,
    pin_task_check,
    possible_losses,
)
from rules.chapters.a17_wounds import casualty_reduction
from rules.chapters.a_random_selection import random_selection
from rules.chapters.elimination import eliminate
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import is_leader, morale_level, name
from rules.tables import IftKind, IftResult


async def apply_results(
    table: AslTable, results: Mapping[str, IftResult], companions: tuple[str, ...]
) -> None:
    """A7.301-A7.306: carry out what an attack did to each of its targets.

    `results` are by unit id: one Original DR may mean different things for different targets (A.5).
    `companions` are the units whose leader may help a check: in First Fire those moving with it.
    Losses of leaders come last (A10.2).
    """
    before = possible_losses(table.alive(companions))
    for result in sorted(set(results.values()), key=_severity):
        targets = tuple(unit_id for unit_id in results if results[unit_id] == result)
        await _apply(table, result, targets, companions)
    await leader_losses(table, losses_since(table, before))


async def _apply(
    table: AslTable, result: IftResult, targets: tuple[str, ...], companions: tuple[str, ...]
) -> None:
    match result.kind:
        case IftKind.KIA:
            _kia(table, targets, result.number)
        case IftKind.K:
            await _k(table, targets, result.number, companions)
        case IftKind.MC:
            await _checks(table, targets, result.number, companions)
        case IftKind.PTC:
            for unit in in_checking_order(table.alive(targets)):
                await pin_task_check(table, unit.id, companions)
        case IftKind.NONE:
            pass


def _kia(table: AslTable, targets: tuple[str, ...], number: int) -> None:
    """A7.301: that many are eliminated by Random Selection; the rest break, or are Reduced if
    broken.
    """
    victims = random_selection(table, table.alive(targets), number, f"{number}KIA")
    for unit_id in victims:
        eliminate(table, unit_id, f"{name(table.unit(unit_id))} is killed", "A7.301")
    for unit in table.alive(targets):
        if unit.broken:
            casualty_reduction(table, unit.id, "KIA while broken")
        else:
            break_unit(table, unit.id)


async def _k(
    table: AslTable, targets: tuple[str, ...], number: int, companions: tuple[str, ...]
) -> None:
    """A7.302: one suffers Casualty Reduction by Random Selection; the others and its HS
    take a MC.
    """
    units = table.alive(targets)
    victims = random_selection(table, units, 1, f"K/{number}")
    spared = {unit.id for unit in units if unit.id in victims and is_leader(unit)}
    for unit_id in victims:
        casualty_reduction(table, unit_id, f"K/{number}")
    checking = tuple(unit_id for unit_id in targets if unit_id not in spared)
    await _checks(table, checking, number, companions)


async def _checks(
    table: AslTable, targets: tuple[str, ...], plus: int, companions: tuple[str, ...]
) -> None:
    for unit in in_checking_order(table.alive(targets)):
        await morale_check(table, unit.id, plus, companions)


def in_checking_order(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """A10.2: leaders first, the higher Morale Level before the lower; then the others, by id."""
    return tuple(
        sorted(units, key=lambda u: (not is_leader(u), -morale_level(u) * is_leader(u), u.id))
    )


def _severity(result: IftResult) -> tuple[int, int]:
    order = (IftKind.KIA, IftKind.K, IftKind.MC, IftKind.PTC, IftKind.NONE)
    return (order.index(result.kind), -result.number)
