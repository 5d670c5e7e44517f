"""A7.3 What a result of the IFT does to its targets: KIA, K, MC, PTC, in that order."""

from collections.abc import Mapping

from rules.chapters.a10_breaking import break_unit, may_break
from rules.chapters.a10_morale import (
    leader_losses,
    losses_since,
    morale_check,
    pin_task_check,
    possible_losses,
)
from rules.chapters.a10_morale_level import morale_level
from rules.chapters.a17_wounds import casualty_reduction
from rules.chapters.a_random_selection import random_selection
from rules.chapters.elimination import eliminate
from rules.forces.entities import Unit
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import Position, is_leader, is_smc, name
from rules.tables import IftKind, IftResult


async def apply_results(
    table: AslTable, results: Mapping[CounterId, IftResult], companions: tuple[CounterId, ...]
) -> None:
    """A7.301-A7.306: carry out what an attack did to each of its targets.

    `results` are by unit: one Original DR may mean different things for different targets (A.5).
    `companions` are the units whose leader may help a check: in First Fire those moving with it.
    Losses of leaders come last (A10.2).
    """
    before = possible_losses(table.truth, table.alive(companions))
    for result in sorted(set(results.values()), key=_severity):
        targets = tuple(unit_id for unit_id in results if results[unit_id] == result)
        await _apply(table, result, targets, companions)
    await leader_losses(table, losses_since(table, before))


async def _apply(
    table: AslTable,
    result: IftResult,
    targets: tuple[CounterId, ...],
    companions: tuple[CounterId, ...],
) -> None:
    match result.kind:
        case IftKind.KIA:
            _kia(table, targets, result.number)
        case IftKind.K:
            await _k(table, targets, result.number, companions)
        case IftKind.MC:
            await _checks(table, targets, result.number, companions)
        case IftKind.PTC:
            for unit in in_checking_order(table.truth, table.alive(targets)):
                await pin_task_check(table, unit.counter, companions)
        case IftKind.NONE:
            pass


def _kia(table: AslTable, targets: tuple[CounterId, ...], number: int) -> None:
    """A7.301: that many are eliminated by Random Selection; the rest break, or are Reduced if they
    cannot.
    """
    victims = random_selection(table, table.alive(targets), number, f"{number}KIA")
    for unit_id in victims:
        eliminate(table, unit_id, f"{name(table.unit(unit_id))} is killed", "A7.301")
    for unit in table.alive(targets):
        if may_break(table.truth, unit):
            break_unit(table, unit.counter)
        else:
            casualty_reduction(table, unit.counter, "KIA, cannot break")


async def _k(
    table: AslTable, targets: tuple[CounterId, ...], number: int, companions: tuple[CounterId, ...]
) -> None:
    """A7.302: one suffers Casualty Reduction by Random Selection; the others and its HS
    take a MC.
    """
    units = table.alive(targets)
    victims = random_selection(table, units, 1, f"K/{number}")
    spared = {unit.counter for unit in units if unit.counter in victims and is_smc(unit)}
    for unit_id in victims:
        casualty_reduction(table, unit_id, f"K/{number}")
    checking = tuple(unit_id for unit_id in targets if unit_id not in spared)
    await _checks(table, checking, number, companions)


async def _checks(
    table: AslTable, targets: tuple[CounterId, ...], plus: int, companions: tuple[CounterId, ...]
) -> None:
    for unit in in_checking_order(table.truth, table.alive(targets)):
        await morale_check(table, unit.counter, plus, companions)


def in_checking_order(position: Position, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """A10.2: leaders first, the higher Morale Level before the lower; then the others, by id."""

    def turn(unit: Unit) -> tuple[bool, int, str]:
        leads = is_leader(unit)
        return not leads, -morale_level(position, unit) if leads else 0, unit.id

    return tuple(sorted(units, key=turn))


def _severity(result: IftResult) -> tuple[int, int]:
    order = (IftKind.KIA, IftKind.K, IftKind.MC, IftKind.PTC, IftKind.NONE)
    return (order.index(result.kind), -result.number)
