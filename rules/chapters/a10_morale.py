"""A10.1-A10.31 Morale Checks and Task Checks, and A10.2 the loss of a leader."""

from dataclasses import dataclass

from rules.chapters.a17_wounds import casualty_reduction, wound
from rules.chapters.b16_wet_firers import is_fording
from rules.chapters.elimination import eliminate
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import (
    best_leader,
    is_leader,
    is_smc,
    leadership,
    morale_level,
    name,
)
from rules.kernel.dice import Roll
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier

CASUALTY_MC = 12
HIGHEST_PASSING = 11  # an Original 12 never passes (A10.31)


@dataclass(frozen=True)
class Loss:
    """A leader that broke or was eliminated: what its companions may have to check for (A10.2).

    `morale` and `drm` are those he had before; `companions` the units that may have to check.
    """

    leader: str
    eliminated: bool
    morale: int
    drm: int
    companions: tuple[str, ...]


def check_modifiers(unit: Unit, companions: tuple[Unit, ...], plus: int) -> tuple[Modifier, ...]:
    """A10.2, A10.21: the DRM of a MC or TC: what the result adds, and one leader's leadership.

    A leader is helped only by one of higher Morale Level, never by himself (A10.22).
    """
    mods = [Modifier("A7.304", f"{plus}MC", plus)] if plus else []
    able = tuple(u for u in companions if u.id != unit.id)
    if is_leader(unit):
        able = tuple(u for u in able if morale_level(u) > morale_level(unit))
    leader = best_leader(able)
    if leader is not None and leadership(leader):
        mods.append(Modifier("A10.21", f"{name(leader)} leads", leadership(leader)))
    return tuple(mods)


def highest_passing(unit: Unit, mods: tuple[Modifier, ...]) -> int:
    """A7.8: the highest Original DR that still passes; it is the one that pins."""
    return min(morale_level(unit) - sum(m.value for m in mods), HIGHEST_PASSING)


async def morale_check(
    table: AslTable,
    unit_id: str,
    plus: int,
    companions: tuple[str, ...],
    *,
    pins: bool = True,
    leaderless: bool = False,
) -> None:
    """A10.1: a MC with +`plus`; failing breaks, or Reduces what is broken already (A10.3).

    `companions` are those whose leader may help: of the Location, in First Fire of the moving
    stack. `pins` for a MC of the IFT or of Interdiction, whose highest passing DR pins (A7.8).
    `leaderless` for a LLMC (A10.21).
    """
    unit = table.unit(unit_id)
    helpers = () if leaderless else table.alive(companions)
    mods = check_modifiers(unit, helpers, plus)
    label = f"{plus or 'N'}MC"
    purpose = Purpose("MC", f"{label} of {name(unit)}", "A10.1", unit.side)

    async def effects(roll: Roll) -> None:
        limit = highest_passing(table.unit(unit_id), mods)
        passed = roll.total <= limit
        pinned = passed and pins and roll.total == limit and _can_pin(table, unit_id)
        _log_check(table, unit_id, label, roll, mods, _check_result(passed=passed, pinned=pinned))
        if pinned:
            pin(table, unit_id)
        elif not passed:
            fail_morale_check(table, unit_id, roll)

    await table.resolve(purpose, 2, effects)


async def task_check(
    table: AslTable,
    unit_id: str,
    companions: tuple[str, ...],
    what: str,
    failure: str = "fails",
) -> bool:
    """A10.1: a NTC; whether it is passed. What failing does is the caller's; the log says it."""
    unit = table.unit(unit_id)
    mods = check_modifiers(unit, table.alive(companions), 0)
    purpose = Purpose("TC", f"{what} of {name(unit)}", "A10.1", unit.side)

    async def effects(roll: Roll) -> bool:
        passed = roll.total + sum(m.value for m in mods) <= morale_level(table.unit(unit_id))
        _log_check(table, unit_id, what, roll, mods, "passes" if passed else failure)
        return passed

    return await table.resolve(purpose, 2, effects)


async def pin_task_check(table: AslTable, unit_id: str, companions: tuple[str, ...]) -> None:
    """A7.305: a PTC: an unbroken, unpinned unit that fails a NTC is pinned."""
    if not _can_pin(table, unit_id):
        return
    if not await task_check(table, unit_id, companions, "PTC", "fails, pinned"):
        pin(table, unit_id)


def fail_morale_check(table: AslTable, unit_id: str, roll: Roll) -> None:
    """A10.3, A10.31: what a failed MC does; an Original 12 is a Casualty MC as well."""
    unit = table.unit(unit_id)
    casualty = roll.total == CASUALTY_MC
    if casualty and unit.broken:
        eliminate(table, unit_id, f"{name(unit)}: Casualty MC while broken", "A10.31")
    elif casualty:
        casualty_reduction(table, unit_id, "Casualty MC")
        for survivor in table.alive((unit_id,)):
            break_unit(table, survivor.id)
    elif unit.broken and is_smc(unit):
        wound(table, unit_id)
    elif unit.broken:
        casualty_reduction(table, unit_id, "broken, failed a MC")
    else:
        break_unit(table, unit_id)


def break_unit(table: AslTable, unit_id: str) -> None:
    """A10.4, A10.62: the unit breaks and is DM; a pin is gone, and so are its MPh and its fire."""
    unit = table.change(unit_id, broken=True, dm=True, pinned=False, wall_advantage=False)
    table.log("check", f"{name(unit)} breaks", side=unit.side, rule="A10.4", at=(unit.at,))


def pin(table: AslTable, unit_id: str) -> None:
    """A7.8: the unit is pinned for the rest of the Player Turn."""
    table.change(unit_id, pinned=True)


async def leader_losses(table: AslTable, losses: tuple[Loss, ...]) -> None:
    """A10.2: LLMC for a leader that was eliminated, LLTC for one that broke; in chains,
    until done.
    """
    for loss in losses:
        for unit_id in loss.companions:
            for unit in table.alive((unit_id,)):
                if morale_level(unit) < loss.morale:
                    await _leader_loss_check(table, unit, loss)


def possible_losses(units: tuple[Unit, ...]) -> tuple[Loss, ...]:
    """What each leader among the units would mean to the others, read before an attack."""
    return tuple(
        Loss(
            leader=leader.id,
            eliminated=leader.broken,
            morale=morale_level(leader),
            drm=max(0, -leadership(leader)),
            companions=tuple(u.id for u in units if u.id != leader.id and u.side is leader.side),
        )
        for leader in units
        if is_leader(leader)
    )


def losses_since(table: AslTable, before: tuple[Loss, ...]) -> tuple[Loss, ...]:
    """Those of the leaders that are gone since, or that have broken since."""
    found = []
    for loss in before:
        alive = table.alive((loss.leader,))
        if not alive:
            found.append(_as(loss, eliminated=True))
        elif alive[0].broken and not loss.eliminated:
            found.append(_as(loss, eliminated=False))
    return tuple(found)


def _as(loss: Loss, *, eliminated: bool) -> Loss:
    return Loss(loss.leader, eliminated, loss.morale, loss.drm, loss.companions)


async def _leader_loss_check(table: AslTable, unit: Unit, loss: Loss) -> None:
    before = possible_losses(table.alive(loss.companions))
    if loss.eliminated:
        table.log("check", f"{name(unit)}: Leader Loss MC", side=unit.side, rule="A10.2")
        await morale_check(table, unit.id, loss.drm, (), pins=False, leaderless=True)
    elif _can_pin(table, unit.id):
        table.log("check", f"{name(unit)}: Leader Loss TC", side=unit.side, rule="A10.2")
        if not await _leader_loss_task_check(table, unit, loss.drm):
            pin(table, unit.id)
    again = tuple(found for found in losses_since(table, before) if found.leader == unit.id)
    await leader_losses(table, again)


async def _leader_loss_task_check(table: AslTable, unit: Unit, plus: int) -> bool:
    mods = (Modifier("A10.2", "leader lost", plus),) if plus else ()
    purpose = Purpose("TC", f"LLTC of {name(unit)}", "A10.2", unit.side)

    async def effects(roll: Roll) -> bool:
        passed = roll.total + plus <= morale_level(table.unit(unit.id))
        _log_check(table, unit.id, "LLTC", roll, mods, "passes" if passed else "fails, pinned")
        return passed

    return await table.resolve(purpose, 2, effects)


def _can_pin(table: AslTable, unit_id: str) -> bool:
    """A7.8, B21.41: not a broken unit, one already pinned, nor one in a ford."""
    unit = table.unit(unit_id)
    return not unit.broken and not unit.pinned and not is_fording(table.position, unit)


def _check_result(*, passed: bool, pinned: bool) -> str:
    if pinned:
        return "passes, pinned"
    return "passes" if passed else "fails"


def _log_check(
    table: AslTable,
    unit_id: str,
    label: str,
    roll: Roll,
    mods: tuple[Modifier, ...],
    result: str,
) -> None:
    unit = table.unit(unit_id)
    total = roll.total + sum(m.value for m in mods)
    text = f"{label} {name(unit)}: {total} against Morale Level {morale_level(unit)}"
    at = (unit.at,)
    table.log(
        "check", text, side=unit.side, rule="A10.1", at=at, roll=roll, mods=mods, result=result
    )
