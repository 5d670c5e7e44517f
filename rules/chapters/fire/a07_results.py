"""A7.3 What a result of the IFT does to its targets: KIA, K, MC, PTC, in that order."""

from collections.abc import Iterable, Mapping

from rules.chapters.concealment.a12_loss import lose_all
from rules.chapters.concealment.a12_under_attack import (
    announce,
    declare_checks,
    keeping,
    without_idle_dummies,
)
from rules.chapters.concealment.covers import cover_by_cover
from rules.chapters.mines.b28_ptc import rolls_ptc
from rules.chapters.morale.a10_breaking import break_unit, may_break
from rules.chapters.morale.a10_checking_order import in_checking_order
from rules.chapters.morale.a10_morale import (
    leader_losses,
    losses_since,
    morale_check,
    pin_task_check,
    possible_losses,
)
from rules.chapters.morale.a17_wounds import casualty_reduction
from rules.chapters.morale.a_random_selection import random_selection
from rules.chapters.morale.elimination import eliminate
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.world import id_order
from rules.position.asl_table import AslTable
from rules.position.position import is_smc, name
from rules.tables import IftKind, IftResult


async def apply_results(
    table: AslTable,
    results: Mapping[CounterId, IftResult],
    companions: tuple[CounterId, ...],
    *,
    by_mines: bool = False,
) -> None:
    """A7.301-A7.306: carry out what an attack did to each of its targets.

    `results` are by unit: one Original DR may mean different things for different targets (A.5).
    Who is under a "?" and suffers more than no effect comes into the open first (A12.141), and his
    leaders then help as others do; unless nobody sees him or mines attack him. `companions` are
    the units whose leader may help a check: in First Fire those moving with it.
    Losses of leaders come last (A10.2).
    """
    hit = tuple(unit_id for unit_id, result in results.items() if result.kind is not IftKind.NONE)
    kept = keeping(table, {one: results[one] for one in hit}, by_mines=by_mines)
    lost = tuple(unit_id for unit_id in hit if unit_id not in kept)
    found = tuple(unit.counter for unit in table.alive(lost) if unit.under)
    lose_all(table, lost)
    results = without_idle_dummies(table, results, kept)
    results = {one: results[one] for one in _in_their_order(table, results, found)}
    checking = tuple(one for one in kept if one in results and _rolls(table, one, results[one]))
    if by_mines:
        announce(table, checking)
    else:
        idle = await declare_checks(table, kept, checking)
        results = {one: result for one, result in results.items() if one not in idle}
    companions = tuple(dict.fromkeys((*companions, *found, *kept)))
    before = possible_losses(table.truth, table.alive(companions))
    for result in sorted(set(results.values()), key=_severity):
        targets = tuple(unit_id for unit_id in results if results[unit_id] == result)
        await _apply(table, result, targets, companions)
    await leader_losses(table, losses_since(table, before))


def _in_their_order(
    table: AslTable, targets: Iterable[CounterId], found: tuple[CounterId, ...]
) -> tuple[CounterId, ...]:
    """The targets that are still there; those who have just come out of a "?" last, in everybody's
    order: their owner's is his secret. Those who stay under one are in nobody's.
    """
    there = table.alive(tuple(targets))
    known = [unit.counter for unit in there if unit.counter not in found and unit.under is None]
    known += [unit.counter for beneath in cover_by_cover(table, there) for unit in beneath]
    new = sorted((u for u in there if u.counter in found), key=lambda unit: id_order(unit.id))
    return (*known, *(unit.counter for unit in new))


def _rolls(table: AslTable, unit_id: CounterId, result: IftResult) -> bool:
    """Whether a unit makes a DR: for a PTC not everybody does."""
    return result.kind is not IftKind.PTC or rolls_ptc(table, table.unit(unit_id))


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
            for unit_id in _checking(table, targets):
                for unit in table.alive((unit_id,)):
                    await pin_task_check(table, unit_id, _helpers(table, unit, companions))
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
    for unit_id in _checking(table, targets):
        for unit in table.alive((unit_id,)):
            await morale_check(table, unit_id, plus, _helpers(table, unit, companions))


def _checking(table: AslTable, targets: tuple[CounterId, ...]) -> tuple[CounterId, ...]:
    units = in_checking_order(table, table.alive(targets))
    return tuple(unit.counter for unit in units)


def _helpers(
    table: AslTable, unit: Unit, companions: tuple[CounterId, ...]
) -> tuple[CounterId, ...]:
    """A10.7: of the companions those in the open, and those under the same "?": whoever is under
    one does not lead others so that they hear of it.
    """
    able = (one for one in table.alive(companions) if one.under in {None, unit.under})
    return tuple(one.counter for one in able)


def _severity(result: IftResult) -> tuple[int, int]:
    order = (IftKind.KIA, IftKind.K, IftKind.MC, IftKind.PTC, IftKind.NONE)
    return (order.index(result.kind), -result.number)
