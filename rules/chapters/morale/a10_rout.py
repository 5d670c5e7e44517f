"""A10.4-A10.53, A10.711 Rout: who must and who may, the steps, and the Failure to Rout."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from rules.board.locations import LocationId, is_pillbox
from rules.chapters.blazes.b25_blazes import is_in_blaze
from rules.chapters.close_combat.a20_surrender import captors, never_surrenders, surrender_in_stacks
from rules.chapters.concealment.a12_detection import detect
from rules.chapters.concealment.known_enemies import (
    known_enemies,
    known_enemies_within_reach,
    normal_range,
)
from rules.chapters.fire.a07_encircled import is_encircled
from rules.chapters.fire.b16_wet_firers import is_fording
from rules.chapters.ground.b_entry import cost_text
from rules.chapters.morale.a10_breaking import break_unit
from rules.chapters.morale.a10_dm import dm_at_start_of_rout_phase
from rules.chapters.morale.a10_interdiction import interdict, interdictors, is_exposed_to
from rules.chapters.morale.a10_morale import (
    leader_losses,
    losses_since,
    possible_losses,
)
from rules.chapters.morale.a10_rout_path import (
    Rout,
    Step,
    after_step,
    begin_rout,
    crawls,
    having_paid,
    mf_left,
    next_steps,
)
from rules.chapters.morale.elimination import eliminate
from rules.chapters.movement.a04_at_once import take_up_now
from rules.chapters.movement.passage import Ids, go
from rules.chapters.movement.relocation import drop_excess
from rules.chapters.works.b26_wire import come_off_in_rout, let_off
from rules.chapters.works.b27_entrenchments import BENEATH_COST, beneath_bar, go_beneath
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.knowledge import Knowledge
from rules.position.law import NamedQuestion, Rule
from rules.position.position import (
    Position,
    best_leader,
    good_order,
    is_armed,
    name,
    names,
    values,
    vantage,
)

_BENEATH, _OUTSIDE = "beneath", "outside"


def may_break_voluntarily(position: Knowledge, side: Side) -> tuple[Unit, ...]:
    """A10.41: the units of a side that may break by Voluntary Break, pinned ones too, by id."""
    return tuple(unit for unit in position.personnel(side) if has_cause_to_break(position, unit))


def has_cause_to_break(position: Knowledge, unit: Unit) -> bool:
    """A10.41, B25.4: an unbroken unit, not in Melee and able to break, that is near an enemy or
    in a Blaze; no Cavalry, which does not rout (docs/rulings.md).
    """
    if unit.horse is not None or not good_order(unit) or not values(unit).broken_morale:
        return False
    return is_in_blaze(position, unit) or _is_near_enemy(position, unit)


def _is_near_enemy(position: Knowledge, unit: Unit) -> bool:
    """A10.41: in LOS and Normal Range of an unbroken enemy, or ADJACENT to one."""
    enemies = known_enemies(position, unit.side, vantage(unit))
    return any(
        not enemy.broken
        and (
            position.range(enemy.at, unit.at) <= normal_range(position, enemy)
            or position.within_reach(enemy.at, unit.at)
        )
        for enemy in enemies
    )


async def break_voluntarily(table: AslTable, unit_id: CounterId) -> None:
    """A10.41: the unit breaks and is DM; a leader's breaking is felt by those with him (A10.2)."""
    unit = table.unit(unit_id)
    before = possible_losses(table.truth, table.truth.personnel_at(unit.at, unit.side))
    break_unit(table, unit_id)
    await leader_losses(table, losses_since(table, before))


RoutRule: TypeAlias = Callable[[Knowledge, Unit], bool]


def _is_beset(position: Knowledge, unit: Unit) -> bool:
    """A10.5: an unbroken, armed Known enemy is ADJACENT or in the Location."""
    near = known_enemies_within_reach(position, unit.side, unit.at)
    return any(not enemy.broken and is_armed(position, enemy) for enemy in near)


def _is_exposed(position: Knowledge, unit: Unit) -> bool:
    enemies = known_enemies(position, unit.side, vantage(unit))
    return any(is_exposed_to(position, unit, enemy) for enemy in enemies)


def _is_free(position: Knowledge, unit: Unit) -> bool:
    """A10.5: it is broken, and Melee does not hold it."""
    return unit.broken and not unit.melee


def _is_first(position: Knowledge, unit: Unit) -> bool:
    """A10.51: it has not routed in this RtPh."""
    return not unit.used


def _is_driven(position: Knowledge, unit: Unit) -> bool:
    """A10.62: it is under DM, or must rout."""
    return unit.dm or must_rout(position, unit)


def _is_not_surrendering(position: Knowledge, unit: Unit) -> bool:
    """A20.21: it does not surrender instead."""
    return not must_surrender(position, unit)


def _keeps_order(position: Knowledge, unit: Unit) -> bool:
    """A19.12: a Disrupted unit stays where it is, unless it is exposed, in water, or next to
    enemies of whom none could take it; where the enemy gives No Quarter it routs as others do.
    """
    if not unit.disrupted or never_surrenders(position, unit):
        return True
    if _is_exposed(position, unit) or is_fording(position, unit):
        return True
    return _is_beset(position, unit) and not captors(position, unit)


MUST_ROUT: NamedQuestion[RoutRule] = NamedQuestion(
    "MUST_ROUT",
    (
        Rule("A10.5", _is_beset),
        Rule("A10.531", _is_exposed),
        Rule("B21.43", is_fording),
        Rule("B25.4", is_in_blaze),
    ),
)
"""What drives a broken unit away: any of these."""

MAY_ROUT: NamedQuestion[RoutRule] = NamedQuestion(
    "MAY_ROUT",
    (
        Rule("A10.5", _is_free),
        Rule("A10.51", _is_first),
        Rule("A10.62", _is_driven),
        Rule("A19.12", _keeps_order),
        Rule("A20.21", _is_not_surrendering),
    ),
)
"""Whether a unit may rout: only if all of these say so."""


def must_rout(position: Knowledge, unit: Unit) -> bool:
    """A10.5, B21.43, B25.4: a broken unit, not in Melee, next to an unbroken enemy, in the open in
    his reach, fording, or in a Blaze; in a pillbox for a Blaze alone (B30.5).
    """
    if not unit.broken or unit.melee:
        return False
    if is_pillbox(unit.at):
        return is_in_blaze(position, unit)
    return any(drives(position, unit) for drives in position.law.asks(MUST_ROUT))


def may_rout(position: Knowledge, unit: Unit) -> bool:
    """A10.5: a broken unit under DM, or one that must; once in a RtPh."""
    return position.law.allows(MAY_ROUT, position, unit)


def _has_no_way(position: Knowledge, unit: Unit) -> bool:
    """A20.21: it cannot rout away."""
    return not first_steps(position, unit)


def _has_no_safe_way(position: Knowledge, unit: Unit) -> bool:
    """A20.21: each way is one of Interdiction, or could be taken by Low Crawl alone."""
    gone = replace(unit, posture=None, sides=(), manner=Manner.TERRAIN)
    return all(interdictors(position, replace(gone, at=to)) for to in first_steps(position, unit))


SURRENDERS: NamedQuestion[RoutRule] = NamedQuestion(
    "SURRENDERS",
    (
        Rule("A20.21", _has_no_way),
        Rule("A20.211", _has_no_safe_way),
        Rule("A7.7", is_encircled),
    ),
)
"""What has a broken unit next to an enemy surrender: any of these."""


def must_surrender(position: Knowledge, unit: Unit) -> bool:
    """A20.21: whether a broken unit that has not routed surrenders in the RtPh; nobody in a pillbox
    need rout (B30.5).
    """
    if not unit.broken or unit.melee or unit.used or never_surrenders(position, unit):
        return False
    if is_pillbox(unit.at):
        return False
    if not captors(position, unit):
        return False
    return any(ask(position, unit) for ask in position.law.asks(SURRENDERS))


def first_steps(position: Knowledge, unit: Unit) -> Mapping[LocationId, Step]:
    """Where a unit that may rout can start to."""
    return next_steps(position, begin_rout(position, unit, None))


def has_routs(position: Knowledge, side: Side) -> bool:
    """Whether any unit of a side may still rout, and has somewhere to rout to."""
    units = position.personnel(side)
    return any(may_rout(position, unit) and first_steps(position, unit) for unit in units)


def voluntary_companion(position: Position, router: Unit) -> Unit | None:
    """A10.711: the leader who may rout with a unit of his Location: unbroken, unpinned, not in
    Melee, in the open. Of several, the one with the best DRM.
    """
    there = position.personnel_at(router.at, router.side)
    free = (unit for unit in there if good_order(unit) and not unit.used and unit.under is None)
    return best_leader(tuple(free))


def failure_to_rout(position: Knowledge, unit: Unit, *, has_routed: bool) -> str | None:
    """A10.5: why a unit that is done with routing is eliminated, or None if it is not.

    In the open in an enemy's reach, or in the water, only if it has not left the hex. Nobody in a
    pillbox has to rout (B30.5).
    """
    if not unit.broken or unit.melee or is_pillbox(unit.at):
        return None
    asked = (fails(position, unit, has_routed) for fails in position.law.asks(FAILURE_TO_ROUT))
    return next((why for why in asked if why is not None), None)


Fails: TypeAlias = Callable[[Knowledge, Unit, bool], str | None]


def _stays_beside(position: Knowledge, unit: Unit, has_routed: bool) -> str | None:
    return "next to an unbroken enemy" if _is_beset(position, unit) else None


def _stays_in_view(position: Knowledge, unit: Unit, has_routed: bool) -> str | None:
    in_view = not has_routed and _is_exposed(position, unit)
    return "still in Open Ground in view of the enemy" if in_view else None


def _stays_in_water(position: Knowledge, unit: Unit, has_routed: bool) -> str | None:
    in_water = not has_routed and is_fording(position, unit)
    return "still in the water" if in_water else None


FAILURE_TO_ROUT: NamedQuestion[Fails] = NamedQuestion(
    "FAILURE_TO_ROUT",
    (
        Rule("A10.5", _stays_beside),
        Rule("A10.531", _stays_in_view),
        Rule("B21.43", _stays_in_water),
    ),
)
"""Why a broken unit that is done with routing is eliminated: the first of these that says so."""


def start_of_rout_phase(table: AslTable) -> None:
    """A10.62: the DM that the RtPh begins with."""
    dm_at_start_of_rout_phase(table)


async def surrender_of_the_disrupted(table: AslTable) -> None:
    """A19.12: at the start of the RtPh Disrupted units surrender to who is ADJACENT."""
    units = (unit for unit in table.truth.personnel() if unit.disrupted and not unit.melee)
    await surrender_in_stacks(table, units, "A19.12")


async def _surrender_those_who_must(table: AslTable) -> None:
    """A20.21: the ATTACKER's first, as they would have routed."""
    attacker = table.clock.phasing
    for side in (attacker, attacker.enemy):
        known = table.known(side)
        units = (unit for unit in table.truth.personnel(side) if must_surrender(known, unit))
        await surrender_in_stacks(table, units, "A20.21")


async def end_of_rout_phase(table: AslTable) -> None:
    """A10.5, A20.21: those that could not rout surrender; those that had to and did not are
    eliminated.
    """
    await _surrender_those_who_must(table)
    known = {side: table.known(side) for side in Side}
    failed = {
        unit.counter: why
        for unit in table.truth.personnel()
        if (why := failure_to_rout(known[unit.side], unit, has_routed=unit.used)) is not None
    }
    for unit_id, why in failed.items():
        for unit in table.alive((unit_id,)):
            await _eliminate_for_failure(table, unit, why)


async def prepare_rout(table: AslTable, rout: Rout) -> None:
    """A10.4: before the first step, what is too heavy is dropped; a SMC who stays there may try to
    take it up (A4.44).
    """
    movers = table.counters(rout.movers)
    dropped = tuple(gun for unit_id in movers for gun in drop_excess(table, unit_id))
    await take_up_now(table, table.unit(movers[0]).side, dropped, movers)


def off_wire(table: AslTable, rout: Rout) -> Rout | None:
    """B26.41: a rout that has paid for coming off Wire, if its MF suffice; else None: it is stuck
    there.
    """
    movers = table.counters(rout.movers)
    paid = come_off_in_rout(table, movers)
    if paid > mf_left(table.truth, rout):
        return None
    let_off(table, movers)
    return having_paid(rout, paid)


async def rout_step(
    table: AslTable, rout: Rout, step: Step, *, low_crawl: bool = False
) -> Rout | None:
    """A10.5, B28.413: one of its `next_steps`: going there, then Interdiction. Whom a "?" there
    repulses routs no farther (A10.533), nor does who is lost there, as on a fording line (E6.6).

    Returns the rout as it goes on, or None if it is over. Low Crawl is the whole rout, and without
    Interdiction (A10.52).
    """
    low_crawl = crawls(table.truth, rout, low_crawl=low_crawl)
    _log_step(table, rout, step, low_crawl=low_crawl)
    there = step.entry.marks
    router, *led = movers = table.counters(rout.movers)
    before = table.unit(router)
    passage = await go(
        table, movers, step.entry.to, lambda unit: there, only_with=router, meets=detect
    )
    if router not in passage.able or low_crawl or not _routs_on(table, before):
        return None
    leader = next((unit_id for unit_id in led if unit_id in passage.able), None)
    reduced = table.unit(router).type != before.type
    is_over = await _goes_beneath(table, rout, step, reduced=reduced)
    if not await interdict(table, router, leader) or is_over or not _routs_on(table, before):
        return None
    companion = None if leader is None else table.truth.counter(leader)
    leads = companion is not None and good_order(companion) and not companion.pinned
    routed = table.unit(router)
    return after_step(
        table.known(routed.side),
        rout,
        step,
        leader=companion.id if companion and leads else None,
        reduced=reduced,
    )


def _routs_on(table: AslTable, before: Unit) -> bool:
    """A10.5, A15.3-A15.5: whether a unit that a step has left alive may still rout: not who was
    rallied by it, or captured, nor whom Heat of Battle has Disrupted where he need not rout
    (A19.12). `before` is as it was.
    """
    for unit in table.alive((before.counter,)):
        known = table.known(unit.side)
        upset = unit.disrupted and not before.disrupted
        return _is_free(known, unit) and not (upset and not _keeps_order(known, unit))
    return False


async def _goes_beneath(table: AslTable, rout: Rout, step: Step, *, reduced: bool) -> bool:
    """B27.41: whether those who rout go beneath where they have come, for one MF more, before
    anybody Interdicts them; asked where the rout may end.
    """
    (router_id,) = table.counters((rout.router,))
    router = table.unit(router_id)
    known = table.known(router.side)
    went = after_step(known, rout, step, leader=None, reduced=reduced)
    if not went.may_stop or mf_left(known, went) < BENEATH_COST:
        return False
    if beneath_bar(table.public, router) is not None:
        return False
    chosen = await table.decide(
        Decision(
            side=router.side,
            rule="B27.41",
            label=name(router),
            ours=f"Does the {name(router)} end its rout beneath, for one MF?",
            theirs=f"decides whether the {name(router)} goes beneath.",
            options=(
                Option(value=_BENEATH, label="goes beneath, and routs no farther"),
                Option(value=_OUTSIDE, label="stays outside"),
            ),
            units=(router.id,),
            at=router.at,
        )
    )
    if chosen == _BENEATH:
        go_beneath(table, table.counters(rout.movers))
    return chosen == _BENEATH


async def end_rout(table: AslTable, movers: Ids, start: LocationId) -> None:
    """A10.5: the rout is over; next to an unbroken enemy, or where it began in view of one, it has
    failed. `movers` are all who set out, the router first: they have had their RtPh.
    """
    for unit in table.alive(movers):
        table.change(unit.counter, used=True, manner=Manner.TERRAIN)
    for unit in table.alive(movers[:1]):
        routed = unit.at != start
        why = failure_to_rout(table.known(unit.side), unit, has_routed=routed)
        if why is not None:
            await _eliminate_for_failure(table, unit, why)


def _log_step(table: AslTable, rout: Rout, step: Step, *, low_crawl: bool) -> None:
    units = table.alive(table.counters(rout.movers))
    origin, to = units[0].at, step.entry.to
    manner = "Low Crawl" if low_crawl else cost_text(table.law, step.entry)
    text = f"{names(units)} routs {table.board.name(origin)} → {table.board.name(to)} ({manner})"
    rule = "A10.52" if low_crawl else "A10.5"
    table.log("rout", text, side=units[0].side, rule=rule, at=(to, origin))


async def _eliminate_for_failure(table: AslTable, unit: Unit, why: str) -> None:
    before = possible_losses(table.truth, table.truth.personnel_at(unit.at, unit.side))
    left = table.truth.weapons_of(unit)
    eliminate(table, unit.counter, f"{name(unit)} fails to rout: {why}", "A10.5")
    await take_up_now(table, unit.side, left, ())
    await leader_losses(table, losses_since(table, before))
