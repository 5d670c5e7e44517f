"""A10.4-A10.53, A10.711 Rout: who must and who may, the steps, and the Failure to Rout."""

from rules.board.locations import LocationId, LocationKind
from rules.chapters.a10_dm import dm_at_start_of_rout_phase, dm_from_enemies_near
from rules.chapters.a10_interdiction import interdict, is_exposed_to
from rules.chapters.a10_morale import (
    break_unit,
    leader_losses,
    losses_since,
    possible_losses,
)
from rules.chapters.a10_rout_path import Rout, Step, after_step, begin_rout, next_steps
from rules.chapters.b09_walls import settle_wall_advantage
from rules.chapters.b28_minefields import entry_attack, exit_attack
from rules.chapters.elimination import eliminate
from rules.chapters.known_enemies import (
    known_enemies,
    known_enemies_within_reach,
    normal_range,
)
from rules.chapters.relocation import drop_excess, relocate
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import Position, best_leader, good_order, name, names, values
from rules.kernel.audience import Side


def may_break_voluntarily(position: Position, side: Side) -> tuple[Unit, ...]:
    """A10.41: the units of a side that may break by Voluntary Break, pinned ones too, by id."""
    return tuple(unit for unit in position.units(side) if is_near_enemy(position, unit))


def is_near_enemy(position: Position, unit: Unit) -> bool:
    """A10.41: an unbroken unit, not in Melee and able to break, in LOS and Normal Range of an
    unbroken enemy, or ADJACENT to one.
    """
    if not good_order(unit) or not values(unit).broken_morale:
        return False
    enemies = known_enemies(position, unit.side, unit.at)
    return any(
        not enemy.broken
        and (
            position.range(enemy.at, unit.at) <= normal_range(position, enemy)
            or position.within_reach(enemy.at, unit.at)
        )
        for enemy in enemies
    )


async def break_voluntarily(table: AslTable, unit_id: str) -> None:
    """A10.41: the unit breaks and is DM; a leader's breaking is felt by those with him (A10.2)."""
    unit = table.unit(unit_id)
    before = possible_losses(table.position.units_at(unit.at, unit.side))
    break_unit(table, unit_id)
    settle_wall_advantage(table, unit.at)
    await leader_losses(table, losses_since(table, before))


def must_rout(position: Position, unit: Unit) -> bool:
    """A10.5, B21.43: a broken unit, not in Melee, next to an unbroken enemy, in the open in his
    reach, or fording.
    """
    if not unit.broken or unit.melee:
        return False
    return _is_beset(position, unit) or _is_exposed(position, unit) or _is_fording(position, unit)


def may_rout(position: Position, unit: Unit) -> bool:
    """A10.5: a broken unit under DM, or one that must; once in a RtPh."""
    if not unit.broken or unit.melee or unit.used:
        return False
    return unit.dm or must_rout(position, unit)


def first_steps(position: Position, unit: Unit) -> dict[LocationId, Step]:
    """Where a unit that may rout can start to."""
    return next_steps(position, begin_rout(position, unit, None))


def has_routs(position: Position, side: Side) -> bool:
    """Whether any unit of a side may still rout, and has somewhere to rout to."""
    units = position.units(side)
    return any(may_rout(position, unit) and first_steps(position, unit) for unit in units)


def voluntary_companion(position: Position, router: Unit) -> Unit | None:
    """A10.711: the leader who may rout with a unit of his Location: unbroken, unpinned, not in
    Melee. Of several, the one with the best DRM.
    """
    there = position.units_at(router.at, router.side)
    return best_leader(tuple(unit for unit in there if good_order(unit) and not unit.used))


def failure_to_rout(position: Position, unit: Unit, *, has_routed: bool) -> str | None:
    """A10.5: why a unit that has done with routing is eliminated, None if it is not.

    In the open in an enemy's reach, or in the water, only if it has not left the hex.
    """
    if not unit.broken or unit.melee:
        return None
    if _is_beset(position, unit):
        return "next to an unbroken enemy"
    if not has_routed and _is_exposed(position, unit):
        return "still in Open Ground in view of the enemy"
    if not has_routed and _is_fording(position, unit):
        return "still in the water"
    return None


def start_of_rout_phase(table: AslTable) -> None:
    """A10.62: the DM that the RtPh begins with."""
    dm_at_start_of_rout_phase(table)


async def end_of_rout_phase(table: AslTable) -> None:
    """A10.5: those that had to rout and did not are eliminated."""
    position = table.position
    failed = {
        unit.id: why
        for unit in position.units()
        if (why := failure_to_rout(position, unit, has_routed=unit.used)) is not None
    }
    for unit_id, why in failed.items():
        for unit in table.alive((unit_id,)):
            await _eliminate_for_failure(table, unit, why)


def prepare_rout(table: AslTable, rout: Rout) -> None:
    """A10.4: before the first step, what is too heavy is dropped."""
    for unit_id in rout.movers:
        drop_excess(table, unit_id)


async def rout_step(
    table: AslTable, rout: Rout, to: LocationId, *, low_crawl: bool = False
) -> Rout | None:
    """A10.5, B28.413: one step: the mines left, the mines entered, then Interdiction.

    Returns the rout as it goes on, None if it is over. Low Crawl is the whole rout, and without
    Interdiction (A10.52). `to` is one of its `next_steps`.
    """
    step = next_steps(table.position, rout, low_crawl=low_crawl)[to]
    origin = table.unit(rout.router).at
    _log_step(table, rout, step, low_crawl=low_crawl)
    going = await exit_attack(table, rout.movers, origin, to)
    if rout.router not in going:
        return None
    _go(table, going, origin, step)
    going = await entry_attack(table, going, origin, to)
    if rout.router not in going or low_crawl:
        return None
    leader = rout.leader if rout.leader in going else None
    if not await interdict(table, rout.router, leader):
        return None
    survivor = leader if leader is not None and table.alive((leader,)) else None
    return after_step(table.position, rout, step, leader=survivor)


async def end_rout(table: AslTable, rout: Rout) -> None:
    """A10.5: the rout is over; next to an unbroken enemy, or where it began in view of one, it has
    failed. `rout` is as it began: whoever set out has had its RtPh.
    """
    for unit in table.alive(rout.movers):
        table.change(unit.id, used=True, on_road=False)
    for unit in table.alive((rout.router,)):
        routed = unit.at != rout.start
        why = failure_to_rout(table.position, unit, has_routed=routed)
        if why is not None:
            await _eliminate_for_failure(table, unit, why)


def _go(table: AslTable, going: tuple[str, ...], origin: LocationId, step: Step) -> None:
    to = step.entry.to
    relocate(table, going, to)
    for unit in table.alive(going):
        table.change(unit.id, on_road=step.entry.exposed)
    settle_wall_advantage(table, origin)
    settle_wall_advantage(table, to)
    dm_from_enemies_near(table, to)


def _log_step(table: AslTable, rout: Rout, step: Step, *, low_crawl: bool) -> None:
    units = table.alive(rout.movers)
    origin, to = units[0].at, step.entry.to
    manner = "Low Crawl" if low_crawl else step.entry.text
    text = f"{names(units)} routs {table.board.name(origin)} → {table.board.name(to)} ({manner})"
    rule = "A10.52" if low_crawl else "A10.5"
    table.log("rout", text, side=units[0].side, rule=rule, at=(to, origin))


async def _eliminate_for_failure(table: AslTable, unit: Unit, why: str) -> None:
    before = possible_losses(table.position.units_at(unit.at, unit.side))
    eliminate(table, unit.id, f"{name(unit)} fails to rout: {why}", "A10.5")
    await leader_losses(table, losses_since(table, before))


def _is_beset(position: Position, unit: Unit) -> bool:
    """A10.5: an unbroken Known enemy is ADJACENT or in the Location; every enemy is armed."""
    near = known_enemies_within_reach(position, unit.side, unit.at)
    return any(not enemy.broken for enemy in near)


def _is_fording(position: Position, unit: Unit) -> bool:
    return position.board.kind(unit.at) is LocationKind.WATER


def _is_exposed(position: Position, unit: Unit) -> bool:
    enemies = known_enemies(position, unit.side, unit.at)
    return any(is_exposed_to(position, unit, enemy) for enemy in enemies)
