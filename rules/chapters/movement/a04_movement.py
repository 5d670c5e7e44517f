"""A4 Infantry movement: who may move, and where a stack may go next for the MF it has.

Costs are counted in half MF; what each way costs is chapter B's (`b_entry`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

import msgspec

from rules.board.locations import LocationId
from rules.chapters.fire.a07_encircled import is_encircled, leaving_ring
from rules.chapters.fire.a24_smoke import entry_cost as smoke_cost
from rules.chapters.ground.b20_crest import leaving_bar, way_to_crest, ways_from_crest
from rules.chapters.ground.b20_crest_tem import is_in_crest
from rules.chapters.ground.b25_flames import has_blaze
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import WAY_COST, Entry, Going, no_way, ways
from rules.chapters.ground.b_posture import posture_bar
from rules.chapters.mines.b28_trails import trail_ways
from rules.chapters.morale.a17_wounds import carried_on, wounded_mf
from rules.chapters.morale.a19_inexperience import inexperienced_mf
from rules.chapters.movement.a04_double_time import setting_out
from rules.chapters.movement.a04_leader_bonus import leader_bonus
from rules.chapters.movement.a04_portage import portage_loss, portaged_by_another
from rules.chapters.movement.a05_stacking import overstacking_cost
from rules.chapters.movement.a13_cavalry import riders_way_bar, riding_mf, ways_of_riders
from rules.chapters.movement.able import Act, is_able
from rules.chapters.rubble.b24_rubble_trails import rubble_ways
from rules.chapters.terms.a04_bypass import (
    OPEN_PART,
    bypasses,
    is_bypassing,
    leads_on,
    obstacle_cost,
)
from rules.chapters.water.b21_fording import fording_bar
from rules.chapters.water.e05_boats import leaving_boat_bar, passenger_mf
from rules.chapters.works.b27_entrenchments import (
    leaves_by_trench,
    leaving_cost,
    trench_way,
    way_up_into,
)
from rules.chapters.works.b29_roadblocks import crossing_cost
from rules.chapters.works.b30_pillboxes import entry_bar
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.view import Modifier
from rules.position.adjacency import accessible_from
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.law import Law, NamedQuestion, Rule
from rules.position.position import Position, is_armed, is_dummy, values

ROAD_BONUS = 2  # one MF (B3.4)
BERSERK_MF = 8


EntryCost: TypeAlias = Callable[[Position, tuple[Unit, ...], LocationId], Iterable[Modifier]]

ENTRY_COST: NamedQuestion[EntryCost] = NamedQuestion(
    "ENTRY_COST",
    (
        Rule("A5.11", overstacking_cost),
        Rule("A24.7", smoke_cost),
        Rule("B27.41", leaving_cost),
        Rule("B29.4", crossing_cost),
    ),
)
"""What it costs a stack to enter beside the ground (`WAY_COST`), for those who are there and who
come, in half MF.
"""


Allotment: TypeAlias = Callable[[Unit], int | None]


def _printed_mf(unit: Unit) -> int:
    """A4.11: what its kind has, in halves; eight MF if it is berserk (A15.431)."""
    return 2 * (BERSERK_MF if unit.berserk else values(unit).mf)


MF_ALLOTMENT: NamedQuestion[Allotment] = NamedQuestion(
    "MF_ALLOTMENT",
    (
        Rule("A4.11", _printed_mf),
        Rule("A17.2", wounded_mf),
        Rule("A19.31", inexperienced_mf),
        Rule("E5.21", passenger_mf),
    ),
)
"""The half MF that a unit has in a MPh, without bonuses: the least of these. They depend on nothing
but the unit, whose face shows them.
"""


def allotment(law: Law, unit: Unit) -> int:
    """A4.11, A13.3: a unit's MF in a MPh, in halves, without bonuses; those of its horse if it
    rides.
    """
    riding = riding_mf(unit)
    if riding is not None:
        return riding
    return min([mf for ask in law.asks(MF_ALLOTMENT) if (mf := ask(unit)) is not None])


Bonus: TypeAlias = Callable[[Position, Unit, tuple[Unit, ...]], Iterable[Modifier]]

MF_BONUS: NamedQuestion[Bonus] = NamedQuestion(
    "MF_BONUS",
    (Rule("A4.12", leader_bonus), Rule("A4.42", portage_loss), Rule("A17.2", carried_on)),
)
"""What changes the MF of a unit that moves in a stack, in half MF: who goes with it, and what it
carries.
"""


def with_bonuses(position: Position, stack: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Units with the MF that they have as long as they move together (A4.12, A4.42)."""
    return tuple(
        msgspec.structs.replace(one, mf_bonus=position.law.total(MF_BONUS, position, one, stack))
        for one in stack
    )


def as_movers(position: Position, stack: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Units of a stack as they spend their next MF in the MPh together (A4.12, A4.42, A4.51)."""
    return with_bonuses(position, tuple(setting_out(unit) for unit in stack))


def settle_bonuses(table: AslTable) -> None:
    """A4.12, A4.42: what those who are moving have of each other now, under a "?" too: of those who
    have come as far with them, for as many MF. Who is in the open has nothing of those under a "?",
    since everybody sees his MF.
    """
    position: Position = table.truth
    phasing = table.clock.phasing
    movers = tuple(u for u in position.pieces(phasing) if u.moving and not u.moved)
    for unit in movers:
        together = (u for u in movers if (u.at, u.mf_spent) == (unit.at, unit.mf_spent))
        stack = tuple(u for u in together if u.under is None or unit.under is not None)
        bonus = table.law.total(MF_BONUS, position, unit, stack)
        if bonus != unit.mf_bonus:
            table.change(unit.counter, mf_bonus=bonus)


def lose_assault_movement(table: AslTable) -> None:
    """A4.61: who breaks or goes berserk is no longer under Assault Movement, for what attacks him
    in the rest of the MPh.
    """
    for unit in table.truth.personnel(table.clock.phasing):
        if unit.assault and (unit.broken or unit.berserk):
            table.change(unit.counter, assault=False)


def mf_of(law: Law, unit: Unit) -> int:
    """Half MF that a unit has in this MPh, the road bonus apart: its allotment, and what Double
    Time, those who go with it and its load change of that (A4.5, A4.12, A4.42). Dummies have all
    that any stack under a "?" could have (A12.11).
    """
    if is_dummy(unit):
        return allotment(law, unit)
    return max(0, allotment(law, unit) + unit.double_time + unit.mf_bonus)


def mf_left(law: Law, unit: Unit) -> int:
    """Half MF that a unit has left, the road bonus apart."""
    return max(0, mf_of(law, unit) - unit.mf_spent)


def mf_left_for(law: Law, unit: Unit, entry: Entry) -> int:
    """Half MF that a unit has left for one way to go on: one MF more if it has kept to the road in
    this MPh and goes on by it (B3.4).
    """
    had = mf_of(law, unit)
    bonus = ROAD_BONUS if had and entry.keeps_bonus and not unit.off_road else 0
    return max(0, had + bonus - unit.mf_spent)


SHOWN_ALL = 8
"""What the MF of a stack under a "?" are counted as where entry takes all, in halves."""


def price(law: Law, unit: Unit, entry: Entry) -> int:
    """Half MF that a unit pays for a way; ALL is what it has (A4.11)."""
    return mf_of(law, unit) if entry.takes_all else entry.halves


def having_gone(law: Law, unit: Unit, entry: Entry) -> Unit:
    """A unit as it is once it has paid for a way and gone it."""
    return msgspec.structs.replace(
        unit,
        at=entry.to,
        mf_spent=unit.mf_spent + price(law, unit, entry),
        cx=unit.cx or entry.tires,
        manner=entry.manner,
        off_road=unit.off_road or not entry.keeps_bonus,
        posture=entry.posture,
        sides=entry.posture_sides,
    )


def may_move(position: Position, unit: Unit) -> bool:
    """A4.1: unbroken Infantry, not pinned, not in Melee, that has not fired in the PFPh."""
    return (
        is_able(position, unit, Act.MOVE) and not unit.moved and not has_prep_fired(position, unit)
    )


def has_prep_fired(position: Position, unit: Unit) -> bool:
    """A3.2: whether a unit or a weapon of its has fired in the PFPh."""
    return Fired.PREP in {unit.fired, *(one.fired for one in position.weapons_of(unit))}


def _ways(position: Position, units: tuple[Unit, ...], to: LocationId) -> tuple[Entry, ...]:
    """B27.5: through a trench, if one leads there; or else whatever ways there are, straight into
    Crest status first (B20.9).
    """
    if not leads_on(position.board, units[0], to):
        return ()
    if any(is_in_crest(unit) for unit in units):
        return ways_from_crest(position, units, to)
    through = trench_way(position, units, to)
    if through is not None:
        return (through,)
    found = ways(position, units[0].at, to)
    more = (way_to_crest(position, units, to), way_up_into(position, units, to, found))
    return (*(way for way in more if way is not None), *found)


def held_bar(position: Position, units: tuple[Unit, ...], to: LocationId) -> Barrier | None:
    """B20.9, B26.4, B27.4: what units must do where they are before they go there, or None if they
    may go.
    """
    held = next((bar for unit in units if (bar := posture_bar(unit)) is not None), None)
    if held is not None and not leaves_by_trench(position, units, to):
        return held
    return leaving_bar(position, units, to)


def entries(position: Position, units: tuple[Unit, ...], to: LocationId) -> tuple[Entry, ...]:
    """The ways in which a stack may go from where it is to a Location, with what its entering adds;
    the cheaper first. None if entry is barred; for the broken neither a way that makes
    CX nor one that takes a Minimum Move.
    """
    found = _ways(position, units, to)
    if not found or has_blaze(position, to) or entry_bar(position, units, to) is not None:
        return ()
    if fording_bar(position, units, to) is not None:
        return ()
    if leaving_boat_bar(position, units, to) is not None:
        return ()
    found = ways_of_riders(position, units, to, found)
    if is_bypassing(units[0]):
        found = tuple([entry for entry in found if not entry.by_road]) or found
    more = _entry_cost(position, units, to)
    if more:
        found = tuple([dearer(entry, more) for entry in found])
    if any(is_encircled(position, unit) for unit in units):
        found = tuple([dearer(entry, (leaving_ring(entry.halves),)) for entry in found])
    if any(unit.broken for unit in units):
        found = tuple([entry for entry in found if not (entry.tires or entry.minimum)])
    else:
        trails = trail_ways(position, units, to, found)
        found = (*found, *trails, *rubble_ways(position, units, to, found))
    return tuple([_taking_all_of(position.law, units, e) if e.takes_all else e for e in found])


def bypass_entries(
    position: Position, units: tuple[Unit, ...], to: LocationId
) -> tuple[Entry, ...]:
    """A4.3: the ways for unbroken Infantry to go round the obstacle of a hex, one for each stretch
    of hexsides; each costs what the hex costs beside its obstacle.
    """
    origin = units[0].at
    if any(unit.broken for unit in units) or not ways(position, origin, to):
        return ()
    if len({unit.horse is None for unit in units}) > 1:
        return ()
    stretches = bypasses(position, units[0], to)
    if not stretches or has_blaze(position, to):
        return ()
    going = Going(position.board, origin, to, stretches[0], (OPEN_PART,))
    cost = (*position.law.ledger(WAY_COST, going), *_entry_cost(position, units, to))
    return tuple([Entry(to, cost, stretch) for stretch in stretches])


def _entry_cost(
    position: Position, units: tuple[Unit, ...], to: LocationId
) -> tuple[Modifier, ...]:
    asked = position.law.asks(ENTRY_COST)
    return tuple([part for ask in asked for part in ask(position, units, to)])


def missing_way(position: Position, units: tuple[Unit, ...], to: LocationId) -> Barrier:
    """Why units have no way into a Location that they could get to."""
    bar = leaving_boat_bar(position, units, to) or entry_bar(position, units, to)
    bar = bar or fording_bar(position, units, to) or riders_way_bar(position, units, to)
    if bar is not None:
        return bar
    if has_blaze(position, to):
        return Barrier("B25.4", f"Nobody enters the Blaze in {position.board.name(to)}.")
    return no_way(position.board, to)


def dearer(entry: Entry, more: Iterable[Modifier]) -> Entry:
    """A way that costs more; beside ALL MF it is a Minimum Move (A4.134)."""
    return replace(entry, cost=(*entry.cost, *more), minimum=entry.takes_all)


def _taking_all_of(law: Law, units: tuple[Unit, ...], entry: Entry) -> Entry:
    """A cost of ALL MF, as that stack counts it."""
    most = max(mf_of(law, unit) for unit in units)
    first, *more = entry.cost
    return replace(entry, cost=(Modifier(first.rule, first.label, most), *more))


def barred(position: Knowledge, to: LocationId, side: Side) -> bool:
    """A4.14: a Location with an enemy unit may not be entered in the MPh; captives bar nobody, nor
    do the unarmed (A20.54) and the Disrupted (A19.12) by themselves.
    """
    enemies = position.foes_at(to, side)
    return any(is_armed(position, enemy) and not enemy.disrupted for enemy in enemies)


def may_assault(law: Law, units: tuple[Unit, ...], entry: Entry) -> bool:
    """A4.61: Assault Movement enters one Location, first of all, without using all of any unit's
    MF, the leader's and the road bonus among them, but not what Double Time adds, and without
    becoming CX. It is not made by Bypass, where nobody may stay, nor by Cavalry.
    """
    return not (entry.tires or entry.sides) and all(
        unit.mf_spent == 0
        and unit.horse is None
        and entry.halves < mf_left_for(law, unit, entry) - unit.double_time
        for unit in units
    )


def affordable(law: Law, units: tuple[Unit, ...], entry: Entry) -> bool:
    """A4.1: every unit of the stack has the MF left, for ALL MF all of them; one under Assault
    Movement goes no further.
    """
    return (
        not entry.minimum
        and not any(unit.assault for unit in units)
        and all(
            unit.mf_spent == 0 if entry.takes_all else entry.halves <= mf_left_for(law, unit, entry)
            for unit in units
        )
    )


def next_entries(position: Knowledge, units: tuple[Unit, ...]) -> tuple[Entry, ...]:
    """Where a stack of one Location may go next, as that side knows the position; into a hex first
    the ways that give no cover, by Bypass only where it could go on from there.
    """
    return tuple(_onward(position, units))


def _onward(position: Knowledge, units: tuple[Unit, ...]) -> Iterator[Entry]:
    units = as_movers(position, units)
    free = _may_bypass(units)
    for to in _open_to(position, units):
        if free:
            yield from bypasses_open_to(position, units, to)
        yield from _entries_open_to(position, units, to)


def _open_to(position: Knowledge, units: tuple[Unit, ...]) -> Iterator[LocationId]:
    """The Locations next to a stack that nothing keeps it out of, whatever they cost."""
    if any(portaged_by_another(position, unit) for unit in units):
        return
    for to in accessible_from(position.board, units[0].at):
        if held_bar(position, units, to) is None and not barred(position, to, units[0].side):
            yield to


def _may_bypass(units: tuple[Unit, ...]) -> bool:
    return all(posture_bar(unit) is None and not is_in_crest(unit) for unit in units)


def _entries_open_to(
    position: Knowledge, units: tuple[Unit, ...], to: LocationId
) -> Iterator[Entry]:
    """The ways into a Location itself that a stack has the MF for."""
    return (e for e in entries(position, units, to) if affordable(position.law, units, e))


def bypasses_open_to(
    position: Knowledge, units: tuple[Unit, ...], to: LocationId
) -> Iterator[Entry]:
    """A4.3: the ways by Bypass that a stack has the MF for, and for going on from there."""
    for entry in bypass_entries(position, units, to):
        if affordable(position.law, units, entry):
            gone = tuple(having_gone(position.law, unit, entry) for unit in units)
            if goes_on(position, gone):
                yield entry


def goes_on(position: Knowledge, stack: tuple[Unit, ...]) -> bool:
    """A4.3: whether a stack in Bypass can go on: to another hex, or into the obstacle."""
    if obstacle_halves(position, stack) <= min(mf_left(position.law, unit) for unit in stack):
        return True
    units = as_movers(position, stack)
    places = tuple(_open_to(position, units))
    if any(True for to in places for _ in _entries_open_to(position, units, to)):
        return True  # looked at first: each way by Bypass asks the same of where it leads
    ways = (way for to in places for way in bypasses_open_to(position, units, to))
    return _may_bypass(units) and any(True for _ in ways)


def obstacle_halves(position: Position, stack: tuple[Unit, ...]) -> int:
    """Half MF that it costs a stack in Bypass to go into the obstacle."""
    return sum(part.value for part in obstacle_cost(position, stack[0].at))
