"""A20.2-A20.3 Surrender: who never does, who may take whom, and No Quarter.

What drives a unit to surrender in the RtPh is asked in `a10_rout`.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules.board.locations import LocationId
from rules.chapters.close_combat.a20_guards import can_guard
from rules.chapters.concealment.known_enemies import known_enemies_within_reach
from rules.chapters.morale.a25_nationalities import is_ss_against_russians
from rules.chapters.morale.elimination import eliminate
from rules.chapters.movement.a04_at_once import take_up_now
from rules.forces.entities import SideState
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.knowledge import Knowledge
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, good_order, is_armed, name, values

REJECT = "reject"

FightsOn: TypeAlias = Callable[[Position, Unit], bool]


def _is_fanatic(position: Position, unit: Unit) -> bool:
    """A10.8."""
    return unit.fanatic


def _is_commissar(position: Position, unit: Unit) -> bool:
    """A25.22."""
    return values(unit).commissar


def _meets_no_quarter(position: Position, unit: Unit) -> bool:
    """A20.3: the enemy has rejected a surrender."""
    return position.view.get(SideState, unit.side.enemy.value).no_quarter


NEVER_SURRENDERS: NamedQuestion[FightsOn] = NamedQuestion(
    "NEVER_SURRENDERS",
    (
        Rule("A10.8", _is_fanatic),
        Rule("A25.22", _is_commissar),
        Rule("A25.11", is_ss_against_russians),
        Rule("A20.3", _meets_no_quarter),
    ),
)
"""What keeps a unit from surrendering: any of these."""


def never_surrenders(position: Position, unit: Unit) -> bool:
    """A20.21: whether a unit does not surrender."""
    return any(ask(position, unit) for ask in position.law.asks(NEVER_SURRENDERS))


def captors(position: Knowledge, unit: Unit) -> tuple[Unit, ...]:
    """A20.21: the Known Good Order armed enemies ADJACENT to a unit, or with it, by id."""
    near = known_enemies_within_reach(position, unit.side, unit.at)
    return tuple(enemy for enemy in near if good_order(enemy) and is_armed(position, enemy))


async def surrender_on_contact(table: AslTable) -> None:
    """A19.12: in any phase a Disrupted unit surrenders to an enemy who is in its Location."""
    units = tuple(unit for unit in table.truth.personnel() if _meets_captor(table, unit))
    await surrender_in_stacks(table, units, "A19.12")


async def surrender_to_who_enters(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, to: LocationId
) -> tuple[CounterId, ...]:
    """A19.12: the same at the moment he comes in, whether he goes on from there or not."""
    there = table.truth.personnel_at(to)
    await surrender_in_stacks(table, [u for u in there if _meets_captor(table, u)], "A19.12")
    return tuple(unit.counter for unit in table.alive(unit_ids))


def _meets_captor(table: AslTable, unit: Unit) -> bool:
    if not unit.disrupted or unit.melee:
        return False
    return any(enemy.at == unit.at for enemy in captors(table.known(unit.side), unit))


async def surrender_in_stacks(table: AslTable, units: Iterable[Unit], rule: str) -> None:
    """A20.21: who they are is judged before anybody is taken; those of a Location are a stack."""
    stacks: dict[tuple[Side, LocationId], list[CounterId]] = {}
    for unit in units:
        stacks.setdefault((unit.side, unit.at), []).append(unit.counter)
    for ids in stacks.values():
        await surrender_to_adjacent(table, tuple(ids), rule)


async def surrender_to_adjacent(
    table: AslTable, unit_ids: tuple[CounterId, ...], rule: str
) -> None:
    """A20.21, A20.3: units of one Location surrender as one to the enemies ADJACENT to it, if there
    are any: the enemy says who takes each, or rejects them, which eliminates them all and is No
    Quarter from then on. What they have dropped a SMC who stays may take up at once (A4.44).
    """
    units = tuple(u for u in table.alive(unit_ids) if not never_surrenders(table.truth, u))
    if not units or not captors(table.known(units[0].side), units[0]):
        return
    left = tuple(gun for unit in units for gun in table.truth.weapons_of(unit))
    for unit in units:
        drop_all(table, unit)
    await _surrender(table, tuple(unit.counter for unit in units), rule)
    await take_up_now(table, units[0].side, left, unit_ids)


async def _surrender(table: AslTable, unit_ids: tuple[CounterId, ...], rule: str) -> None:
    """One after the other, to whoever can guard one more; who is left over is free, and unarmed."""
    is_accepted = False
    for unit_id in unit_ids:
        unit = table.unit(unit_id)
        able = captors(table.known(unit.side), unit)
        takers = tuple(guard for guard in able if can_guard(table.truth, guard, unit))
        if not takers:
            _go_free(table, unit, rule)
            continue
        answer = await _who_takes(table, unit, takers, rule, may_reject=not is_accepted)
        if answer == REJECT:
            reject(table, unit_ids)
            return
        is_accepted = True
        guard_id = next(one.counter for one in takers if one.id == answer)
        take_prisoner(table, unit_id, guard_id, rule)


def _go_free(table: AslTable, unit: Unit, rule: str) -> None:
    table.change(unit.counter, unarmed=True, broken=False, dm=False, disrupted=False, pinned=False)
    text = f"{name(unit)} surrenders, but nobody can guard it: it is unarmed"
    table.log("check", text, side=unit.side, rule=rule, at=(unit.at,), result="unarmed")


async def _who_takes(
    table: AslTable, unit: Unit, takers: tuple[Unit, ...], rule: str, *, may_reject: bool
) -> str:
    """Which of them takes a unit, by its id, or REJECT; not asked where there is nothing to say."""
    if len(takers) == 1 and not may_reject:
        return takers[0].id
    taken = tuple(
        Option(value=guard.id, label=f"{name(guard)} takes it prisoner", unit=guard.id)
        for guard in takers
    )
    rejected = (Option(value=REJECT, label="Reject it: No Quarter"),) if may_reject else ()
    hint = " To reject it is No Quarter." if may_reject else ""
    return await table.decide(
        Decision(
            side=unit.side.enemy,
            rule=rule,
            label=f"{name(unit)} surrenders",
            ours=f"{name(unit)} surrenders: who guards it?{hint}",
            theirs=f"may take {name(unit)} prisoner.",
            options=(*taken, *rejected),
            units=(unit.id,),
            at=unit.at,
        )
    )


def drop_all(table: AslTable, unit: Unit) -> None:
    """A20.21: who surrenders drops its SW first."""
    for weapon in table.truth.weapons_of(unit):
        table.put(weapon, holder=None, at=unit.at)


def reject(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """A20.3: the units are eliminated, and no enemy surrenders to that side so any more."""
    for unit in table.alive(unit_ids):
        eliminate(table, unit.counter, f"{name(unit)}: surrender rejected", "A20.3")
        give_no_quarter(table, unit.side.enemy)


def give_no_quarter(table: AslTable, side: Side) -> None:
    """A20.3, A20.4: nobody surrenders to that side in the RtPh any more."""
    state = table.world.get(SideState, side.value)
    if not state.no_quarter:
        table.world.change(state, no_quarter=True)
        table.log("check", "gives No Quarter from now on", side=side, rule="A20.3")


def take_prisoner(
    table: AslTable,
    unit_id: CounterId,
    guard_id: CounterId,
    rule: str,
    how: str = "surrenders to",
) -> None:
    """A20.5: the unit is a prisoner of that guard, and goes where he is."""
    unit, guard = table.unit(unit_id), table.unit(guard_id)
    table.change(
        unit_id,
        at=guard.at,
        unarmed=True,
        guard=guard.counter,
        broken=False,
        dm=False,
        keeps_dm=False,
        pinned=False,
        disrupted=False,
        berserk=False,
        melee=False,
        wall_advantage=False,
        posture=None,
        sides=(),
        moving=False,
    )
    text = f"{name(unit)} {how} {name(guard)}"
    at = (guard.at, unit.at)
    table.log("check", text, side=unit.side, rule=rule, at=at, result="prisoner")


def keep_prisoners(table: AslTable) -> None:
    """A20.5: if a guard is gone, or a prisoner himself, another enemy there guards his prisoners,
    and they are free if there is none.
    """
    position = table.truth
    for unit in position.personnel():
        if unit.guard is not None and not _is_guarding(position.counter(unit.guard), unit):
            _pass_on(table, unit)


def _is_guarding(guard: Unit | None, unit: Unit) -> bool:
    return guard is not None and guard.guard is None and guard.at == unit.at


def _pass_on(table: AslTable, unit: Unit) -> None:
    there = table.truth.personnel_at(unit.at, unit.side.enemy)
    able = (one for one in there if one.guard is None and is_armed(table.truth, one))
    guard = next((one for one in able if can_guard(table.truth, one, unit)), None)
    table.change(unit.counter, guard=None if guard is None else guard.counter)
    what = "is free" if guard is None else f"is guarded by {name(guard)}"
    table.log("check", f"{name(unit)} {what}", side=unit.side, rule="A20.5", at=(unit.at,))
