"""E5.1-E5.3, E6.2 Boats: who goes aboard, who paddles, what follows from being a Passenger."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules.board.locations import LocationId, LocationKind, hex_of
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import WAY_COST, Going
from rules.chapters.ground.b_posture import posture_bar
from rules.chapters.movement.a04_portage import portage_points
from rules.forces.manner import Manner
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.boats import (
    FREE_SMC,
    PERSONNEL_PP,
    Boat,
    bank_of,
    boat_name,
    boat_of,
    holders,
    paddling_pp,
    passengers,
    values_of,
)
from rules.position.law import Law, NamedQuestion, Rule
from rules.position.position import Position, is_smc, name, values, weapon_values

PASSENGER_HALVES = 8
"""E5.21: what a Passenger may spend in a MPh, in half MF."""

HALF_WAY = 5
"""E5.34: the dr that leaves an untrained crew half of its MP; a higher one leaves it none."""

LOADING_HALVES = 2
"""E5.21: what it costs to go aboard beside the hexside."""


# -- going aboard --------------------------------------------------------------------------------


def load_of(position: Position, units: Iterable[Unit]) -> int:
    """E5.1, E5.21: the PP that units weigh in a boat with all that they carry; four SMC weigh
    nothing themselves.
    """
    aboard = tuple(units)
    smc = sum(is_smc(unit) for unit in aboard)
    people = sum(PERSONNEL_PP.get(values(unit).cls, 0) for unit in aboard)
    carried = sum(portage_points(position.weapons_of(unit)) for unit in aboard)
    return people + max(0, smc - FREE_SMC) + carried


def boarding_bar(position: Position, units: tuple[Unit, ...], boat: Boat) -> Barrier | None:
    """E5.2, E6.2: why units may not go aboard a boat now, MF and marks of the phase apart, or None
    if they may.
    """
    return (
        next((bar for unit in units if (bar := _unit_bar(position, unit)) is not None), None)
        or _place_bar(position, units, boat)
        or _owner_bar(position, units, boat)
        or _room_bar(position, units, boat)
    )


def _unit_bar(position: Position, unit: Unit) -> Barrier | None:
    """E5.54, E5.21: what is so of a unit that keeps it out of any boat."""
    if unit.broken or unit.berserk:
        return Barrier("E5.54", f"{name(unit)} is broken or berserk and enters no boat.")
    if unit.horse is not None:
        return Barrier("E5.21", f"{name(unit)} rides: boats carry those on foot.")
    if unit.guard is not None or prisoners_of(position, unit):
        return Barrier("E5.21", f"{name(unit)} is a captive or guards some.")
    for weapon in position.weapons_of(unit):
        printed = weapon_values(weapon)
        if printed.dm_pp is not None and not weapon.dm:
            return Barrier("E5.1", f"{name(unit)} takes a {printed.name} aboard only if it is dm.")
    return posture_bar(unit)


def _place_bar(position: Position, units: tuple[Unit, ...], boat: Boat) -> Barrier | None:
    """E5.21, E5.531, E6.2: from the Location at whose hexside it is Beached; out of its own water
    in the APh alone.
    """
    at = units[0].at
    if any(unit.in_boat for unit in units):
        return Barrier("E5.21", "One goes aboard from land, or out of the water.")
    if boat.ashore:
        return Barrier("E5.21", f"The {boat_name(boat)} is ashore, and is boarded once Beached.")
    if at == boat.at:
        return _water_bar(position, units)
    if at != bank_of(position, boat):
        return Barrier("E5.21", f"The {boat_name(boat)} is not Beached here.")
    return None


def _water_bar(position: Position, units: tuple[Unit, ...]) -> Barrier | None:
    if any(unit.water_line for unit in units):
        return Barrier("E5.531", "From the Water Line one goes ashore.")
    if position.clock.phase is Phase.MPH:
        return Barrier("E6.2", "Out of the water boats are boarded only in your APh.")
    return None


def _owner_bar(position: Position, units: tuple[Unit, ...], boat: Boat) -> Barrier | None:
    """E6.2: a friendly boat, or one that is abandoned."""
    if any(unit.side is not units[0].side for unit in holders(position, boat)):
        return Barrier(
            "E6.2", "An enemy boat is entered once all of its Passengers were captured that CCPh."
        )
    return None


def _room_bar(position: Position, units: tuple[Unit, ...], boat: Boat) -> Barrier | None:
    there = load_of(position, (*passengers(position, boat), *units))
    if there > values_of(boat).capacity:
        most = values_of(boat).capacity
        return Barrier("E5.1", f"The {boat_name(boat)} carries {most} PP; it would be {there}.")
    return None


def loading_halves(position: Position, unit: Unit, boat: Boat) -> int:
    """E5.21: the half MF to go aboard from the bank: one MF, and what the hexside costs."""
    going = Going(position.board, unit.at, boat.at, Manner.TERRAIN, ())
    return LOADING_HALVES + position.law.total(WAY_COST, going)


def passenger_mf(unit: Unit) -> int | None:
    """E5.21: a Passenger has four MF in the MPh in which it is one."""
    return PASSENGER_HALVES if unit.in_boat or unit.ferried else None


# -- paddling ------------------------------------------------------------------------------------


def mp_halves(boat: Boat) -> int:
    """E5.21, E5.34: what one MP of a boat takes of its Passengers, in half MF."""
    return PASSENGER_HALVES // values_of(boat).mp * (2 if boat.halved else 1)


Untrained: TypeAlias = Callable[[Side], bool]

UNTRAINED: NamedQuestion[Untrained] = NamedQuestion("UNTRAINED", ())
"""Whether the crews of a side are untrained: if any of these says so."""


def under_untrained(law: Law, side: Side, number: str) -> Law:
    """E5.34: a law with a special rule by which the crews of a side are untrained."""
    return law.adding(UNTRAINED, Rule(number, lambda other: other is side))


def sets_out(table: AslTable, boat: Boat, side: Side) -> bool:
    """E5.34: whether a boat spends its first MP of a MPh, as a trained crew always does: after a dr
    of 6 it does not move, after a 5 it has half of its MP.
    """
    if boat.under_way or not any(ask(side) for ask in table.law.asks(UNTRAINED)):
        return True
    called = boat_name(boat)
    what = f"whether the untrained crew of the {called} gets it going"
    roll = table.roll(Purpose("boat", what, "E5.34", side, at=boat.at))
    boat = table.world.change(boat, halved=roll.total == HALF_WAY)
    goes = roll.total <= HALF_WAY and paddling_bar(table.truth, boat) is None
    result = ("half of its MP" if boat.halved else "moves") if goes else "does not move"
    table.log(
        "move", f"The untrained crew of the {called}", side=side, rule="E5.34", at=(boat.at,),
        roll=roll, result=result,
    )  # fmt: skip
    if not goes:
        table.world.change(boat, moved=True)
    return goes


def rested(position: Position, boat: Boat) -> tuple[Unit, ...]:
    """E5.21: those aboard who have the MF left for another MP; captives do not paddle."""
    most = PASSENGER_HALVES - mp_halves(boat)
    return tuple(unit for unit in holders(position, boat) if unit.mf_spent <= most)


def is_manned(position: Position, boat: Boat) -> bool:
    """E5.3: whether enough are aboard to paddle a boat."""
    return paddling_pp(holders(position, boat)) >= values_of(boat).paddlers


def paddling_bar(position: Position, boat: Boat) -> Barrier | None:
    """E5.3, E5.21: why a boat may spend no MP now, or None if it may."""
    called, need = boat_name(boat), values_of(boat).paddlers
    if not is_manned(position, boat):
        return Barrier("E5.3", f"The {called} takes {need} PP of Personnel to paddle.")
    if boat.moved:
        return Barrier("E5.3", f"The {called} has moved.")
    if paddling_pp(rested(position, boat)) < need:
        return Barrier("E5.21", f"Too few in the {called} have the MF left for another MP.")
    return None


# -- what follows --------------------------------------------------------------------------------


def leaving_boat_bar(position: Position, units: tuple[Unit, ...], to: LocationId) -> Barrier | None:
    """E5.32: why Passengers may not leave their boat for there: only across the hexside at which
    it is Beached.
    """
    for unit in units:
        boat = boat_of(position.view, unit)
        if boat is not None and bank_of(position, boat) != to:
            return Barrier("E5.32", "One leaves a boat across the hexside at which it is Beached.")
    return None


def settle_boats(table: AslTable) -> None:
    """E5.3, E5.6: who is elsewhere than his boat is no Passenger any more; captives are where their
    Guard is; a boat all of whose Passengers were captured is its captors'. A boat that others
    begin to move after has moved (A4.2).
    """
    for unit in table.truth.personnel():
        _settle_passenger(table, unit)
        if unit.water_line and not _is_in_deep_water(table.truth, unit):
            table.change(unit.counter, water_line=False)
    for boat in table.world.all(Boat):
        others = (u for u in table.truth.pieces(table.clock.phasing) if u.aboard != boat.id)
        if boat.under_way and any(unit.moving for unit in others):
            table.world.change(boat, under_way=False, moved=True)


def _settle_passenger(table: AslTable, unit: Unit) -> None:
    boat = boat_of(table.world, unit)
    guard = None if unit.guard is None else table.truth.counter(unit.guard)
    if boat is not None and guard is not None and guard.aboard != boat.id:
        _capture(table, boat, guard)
    if unit.guard is not None and guard is not None and unit.aboard != guard.aboard:
        table.change(unit.counter, aboard=guard.aboard)
    elif unit.in_boat and (boat is None or boat.at != unit.at):
        table.change(unit.counter, aboard=None)


def _capture(table: AslTable, boat: Boat, guard: Unit) -> None:
    """E5.6: a boat is captured with the last of its Passengers."""
    if boat.side is guard.side or holders(table.truth, boat):
        return
    table.world.change(boat, side=guard.side, captured=True)
    table.log(
        "cc", f"The {boat_name(boat)} is captured", side=guard.side, rule="E5.6", at=(boat.at,),
        result="captured",
    )  # fmt: skip


def put_in_water(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """E5.531: Passengers who were kept out of the hex in which they would have landed are on the
    Water Line; where the water can be forded they are forders (E5.532).
    """
    for unit in table.alive(unit_ids):
        if unit.in_boat:
            deep = _is_in_deep_water(table.truth, unit)
            table.change(unit.counter, aboard=None, water_line=deep)


def _is_in_deep_water(position: Position, unit: Unit) -> bool:
    board = position.board
    return board.kind(unit.at) is LocationKind.WATER and not board.ford(hex_of(unit.at))


def end_moves(table: AslTable) -> None:
    """E5.3: at the end of the MPh no boat has moved any more."""
    for boat in table.world.all(Boat):
        if boat.moved or boat.under_way or boat.halved:
            table.world.change(boat, moved=False, under_way=False, halved=False)


def end_player_turn(table: AslTable) -> None:
    """E5.23: in the next Player Turn they drift again, and what was captured is theirs."""
    for boat in table.world.all(Boat):
        if boat.settled or boat.captured:
            table.world.change(boat, settled=False, captured=False)
