"""A15.43 The berserk charge: who must charge, whom, and by which ways."""

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from rules.board.locations import LocationId, hex_of, is_pillbox
from rules.chapters.concealment.known_enemies import known_enemies
from rules.chapters.ground.b_entry import Entry
from rules.chapters.morale.a15_berserk import calm
from rules.chapters.morale.a15_hardening import battle_harden
from rules.chapters.movement.a04_movement import (
    affordable,
    bypass_entries,
    entries,
    having_gone,
    mf_of,
)
from rules.chapters.movement.relocation import heaviest_load
from rules.chapters.works.b23_fortified import fortified_bar
from rules.forces.manner import Posture
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.memo import asked_once
from rules.position.adjacency import accessible_from
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name, values, weapon_values

LIGHT = 1
"""A15.432: PP of what a berserk unit may keep, within its IPC."""
_LEAST = 2
"""The least that any way into another hex costs, in half MF (B1.1)."""


def charging_stacks(position: Knowledge, side: Side) -> Mapping[LocationId, tuple[Unit, ...]]:
    """A15.43: the berserk units of the ATTACKER that have still to charge, by Location."""
    if position.clock.phase is not Phase.MPH or position.clock.phasing is not side:
        return {}
    found: dict[LocationId, list[Unit]] = {}
    for unit in position.personnel(side):
        if unit.berserk and not unit.moved and not unit.melee:
            found.setdefault(unit.at, []).append(unit)
    stacks = {at: tuple(units) for at, units in found.items()}
    return {at: units for at, units in stacks.items() if first_steps(position, units)}


def first_steps(position: Knowledge, stack: tuple[Unit, ...]) -> Mapping[LocationId, Entry]:
    """A15.43: where a stack can charge to next, for the nearest enemy in its LOS that it can get
    to: the first steps of all shortest ways, with how each is entered.
    """
    return next_steps(position, stack, goals_of(position, stack))


def goals_of(position: Knowledge, stack: tuple[Unit, ...]) -> tuple[LocationId, ...]:
    """A15.43: the Locations of the nearest Known enemies in LOS that a stack has a way to; all of
    those that are as near as each other.
    """
    here, side = stack[0].at, stack[0].side
    if position.foes_at(here, side):
        return ()
    foes = {_before(position, enemy.at) for enemy in known_enemies(position, side, here)}
    for distance in sorted({position.range(here, at) for at in foes}):
        near = (at for at in sorted(foes) if position.range(here, at) == distance)
        found = tuple(at for at in near if _way_to(position, stack[0], at, True))
        if found:
            return found
    return ()


def _before(position: Knowledge, at: LocationId) -> LocationId:
    """B30.4: at those in a pillbox a charge goes into their hex, and no farther."""
    return position.board.locations(hex_of(at))[0] if is_pillbox(at) else at


def next_steps(
    position: Knowledge, stack: tuple[Unit, ...], goals: tuple[LocationId, ...]
) -> Mapping[LocationId, Entry]:
    """The Locations next on a shortest way to one of the goals, if the MF of some of it suffice,
    each by Bypass if no other way is as short. A charge halts before a fortified Location that is
    held (B23.922), and bypasses nothing that it has not the MF to come past (A4.3).
    """
    found = dict(_affordable(position, stack, goals, bypass=True))
    stuck = any(not _comes_past(position, stack, goals, entry) for entry in found.values())
    return dict(_affordable(position, stack, goals, bypass=False)) if stuck else found


def _affordable(
    position: Knowledge, stack: tuple[Unit, ...], goals: tuple[LocationId, ...], *, bypass: bool
) -> Iterator[tuple[LocationId, Entry]]:
    """Those steps of `next_steps`, the first way into a Location last."""
    steps = [step for goal in goals for step in _onward(position, stack[0], goal, bypass)]
    for to, entry in reversed(steps):
        kept_out = fortified_bar(position, stack[0].side, stack[0].at, to)
        if kept_out is None and able_to(position, stack, entry):
            yield to, entry


def _comes_past(
    position: Knowledge, stack: tuple[Unit, ...], goals: tuple[LocationId, ...], entry: Entry
) -> bool:
    """A4.3: whether those who go a way by Bypass have the MF for the next step too."""
    if not entry.sides:
        return True
    gone = tuple(having_gone(position.law, one, entry) for one in able_to(position, stack, entry))
    return any(True for _ in _affordable(position, gone, goals, bypass=True))


def able_to(position: Knowledge, stack: tuple[Unit, ...], entry: Entry) -> tuple[Unit, ...]:
    """Those of a stack who have the MF for a step; a wounded SMC falls behind."""
    return tuple(unit for unit in stack if affordable(position.law, (unit,), entry))


def goals_now(
    position: Knowledge, stack: tuple[Unit, ...], goals: tuple[LocationId, ...]
) -> tuple[LocationId, ...]:
    """A15.43: the goals of a charge that has come so far: a nearer enemy in LOS instead; that of
    the target while it is not reached, even if nobody is seen there any more; then a new one.
    """
    here, side = stack[0].at, stack[0].side
    if position.foes_at(here, side):
        return ()
    seen = goals_of(position, stack)
    left = tuple(goal for goal in goals if goal != here)
    if not left or not seen:
        return left or seen
    nearest = min(position.range(here, at) for at in seen)
    is_nearer = nearest < min(position.range(here, goal) for goal in left)
    return seen if is_nearer else left


def towards(
    position: Knowledge, stack: tuple[Unit, ...], goals: tuple[LocationId, ...], to: LocationId
) -> tuple[LocationId, ...]:
    """Those of the goals to which a step is on a shortest way."""

    def leads(goal: LocationId, *, bypass: bool) -> bool:
        return any(to == on for on, _ in _onward(position, stack[0], goal, bypass))

    found = tuple(goal for goal in goals if leads(goal, bypass=True))
    return found or tuple(goal for goal in goals if leads(goal, bypass=False))


def _onward(
    position: Knowledge, unit: Unit, goal: LocationId, bypass: bool
) -> Iterator[tuple[LocationId, Entry]]:
    """The steps from where a unit is on the shortest ways to a goal, those by Bypass last."""
    way = _way_to(position, unit, goal, bypass)
    if way is not None:
        found = (one for one in _steps(position, unit, goal, bypass) if one in way.first)
        yield from ((entry.to, entry) for entry in sorted(found, key=lambda one: bool(one.sides)))


@dataclass(frozen=True, slots=True)
class _Way:
    """What it costs to get somewhere, in half MF, and with which steps all can begin that cost as
    much.
    """

    cost: int = 0
    first: frozenset[Entry] = frozenset()

    def then(self, entry: Entry, price: int) -> "_Way":
        return _Way(self.cost + price, self.first or frozenset((entry,)))


@asked_once
def _way_to(position: Knowledge, unit: Unit, goal: LocationId, bypass: bool) -> _Way | None:
    """The shortest ways of a unit to a goal, by A*; not through other Locations that enemies hold.
    None if no way leads there.

    Of places that promise the same the one nearest to the start is looked at first, so that all
    ways to a place are known before any of them is gone on with.
    """
    start = _place_of(unit, goal)
    ways, units, ahead = {start: _Way()}, {start: unit}, [(0, 0, start)]
    while ahead:
        _, cost, here = heapq.heappop(ahead)
        if here[0] == goal:
            return ways[here]
        if cost > ways[here].cost:
            continue
        for entry in _steps(position, units[here], goal, bypass):
            gone = _gone(units[here], entry)
            there = _place_of(gone, goal)
            way = ways[here].then(entry, _price(position, unit, entry))
            known = ways.get(there)
            if known is None or way.cost < known.cost:
                ways[there], units[there] = way, gone
                least = way.cost + _LEAST * position.range(gone.at, goal)
                heapq.heappush(ahead, (least, way.cost, there))
            elif way.cost == known.cost:
                ways[there] = _Way(way.cost, known.first | way.first)
    return None


def _place_of(unit: Unit, goal: LocationId) -> tuple[LocationId, tuple[int, ...], str]:
    """Where a unit is, and how, if it has to go on from there."""
    if unit.at == goal:
        return goal, (), ""
    return unit.at, unit.sides, unit.posture or ""


def _gone(unit: Unit, entry: Entry) -> Unit:
    """A unit as it is in the next Location."""
    return replace(unit, at=entry.to, **entry.marks)


def _steps(position: Knowledge, unit: Unit, goal: LocationId, bypass: bool) -> Iterator[Entry]:
    """Every way on, the cheapest into each Location, and by Bypass of those on the way."""
    for to in accessible_from(position.board, unit.at):
        if to == goal:
            yield from _ways_into(position, unit, to)[:1]
        elif not position.foes_at(to, unit.side):
            yield from _ways_into(position, unit, to)[:1]
            yield from _past(position, unit, to) if bypass else ()


@asked_once
def _ways_into(position: Knowledge, unit: Unit, to: LocationId) -> tuple[Entry, ...]:
    return entries(position, (unit,), to)


@asked_once
def _past(position: Knowledge, unit: Unit, to: LocationId) -> tuple[Entry, ...]:
    """A15.43: the ways round the obstacle of a hex."""
    free = unit.posture in {None, Posture.BYPASS}
    return bypass_entries(position, (unit,), to) if free else ()


def _price(position: Knowledge, unit: Unit, entry: Entry) -> int:
    return mf_of(position.law, unit) if entry.takes_all else entry.halves


def drop_before_charge(table: AslTable, unit_id: CounterId) -> None:
    """A15.432: SW of more than one PP are dropped, and others beyond the IPC."""
    unit = table.unit(unit_id)
    weapons = table.truth.weapons_of(unit)
    light = tuple(gun for gun in weapons if weapon_values(gun).pp <= LIGHT)
    ipc = 0 if unit.wounded else values(unit).ipc
    kept = {gun.id for gun in heaviest_load(light, ipc)}
    for gun in weapons:
        if gun.id not in kept:
            table.put(gun, holder=None, at=unit.at)
            text = f"{name(unit)} drops a {weapon_values(gun).name}"
            table.log("move", text, side=unit.side, rule="A15.432", at=(unit.at,))


async def harden_those_without_a_way(table: AslTable) -> None:
    """A15.43: a berserk unit that sees enemies and has no way to any of them hardens instead."""
    side = table.clock.phasing
    for unit in table.truth.personnel(side):
        known = table.known(side)
        if not unit.berserk or unit.melee or known.foes_at(unit.at, side):
            continue
        if known_enemies(known, side, unit.at) and not goals_of(known, (unit,)):
            calm(table, unit, "has no way to the enemy")
            await battle_harden(table, unit.counter)
