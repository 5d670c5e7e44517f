"""E5.2, C10.3 Boats overland: who Manhandles an empty boat, for how many MF, and the DR."""

from rules.board.locations import HexId, LocationId, hex_of, location
from rules.chapters.concealment.a12_detection import detect
from rules.chapters.ground.b09_walls import fence_tem
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.ground.b_posture import posture_bar
from rules.chapters.ground.b_terrain import hex_tem
from rules.chapters.mines.b28_minefields import deep_snow
from rules.chapters.movement.a04_movement import entries
from rules.chapters.movement.passage import Ids, go
from rules.chapters.rubble.b24_labor import add_labor, end_labor, labor_drm
from rules.chapters.water.e05_drift import beach
from rules.forces.entities import Ec
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.dice import Roll
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.boats import (
    Boat,
    BoatType,
    bank_of,
    banks,
    boat_name,
    paddling_pp,
    passengers,
    values_of,
)
from rules.position.position import Position, good_order, is_dummy, name, names
from rules.position.water import water_hexes

_HS_PP = 5
_MOST_HELP = -4
_ROAD = -2
_SOFT = 3


# -- who, and where to ---------------------------------------------------------------------------


def land_of(position: Position, boat: Boat) -> LocationId | None:
    """E5.2: where those stand who could Manhandle a boat: where it is ashore, or at the bank where
    it is Beached, which it leaves at no cost; None of one that is afloat.
    """
    return boat.at if boat.ashore else bank_of(position, boat)


def carriers_bar(position: Position, units: tuple[Unit, ...], boat: Boat) -> Barrier | None:
    """E5.2: why units may not Manhandle a boat together, MF apart, or None if they may."""
    called, need = boat_name(boat), values_of(boat).paddlers
    if passengers(position, boat):
        return Barrier("E5.2", f"The {called} is not empty.")
    if units[0].at != land_of(position, boat):
        return Barrier("E5.2", f"The {called} is not here on land.")
    bar = next((bar for unit in units if (bar := carrier_bar(unit)) is not None), None)
    if bar is None and paddling_pp(units) < need:
        return Barrier("E5.2", f"It takes {need} PP of Infantry to carry the {called}.")
    return bar


def carrier_bar(unit: Unit) -> Barrier | None:
    """C10.3, E5.2: what is so of a unit that keeps it from carrying any boat."""
    if is_dummy(unit) or not good_order(unit):
        return Barrier("C10.3", f"{name(unit)} is not in Good Order.")
    if unit.horse is not None:
        return Barrier("E5.2", f"{name(unit)} rides; Infantry carries boats.")
    if unit.assault or unit.min_move:
        return Barrier("C10.3", "A boat is carried in no Assault Movement or Minimum Move.")
    return posture_bar(unit)


def way_overland(
    position: Position, units: tuple[Unit, ...], boat: Boat, to: LocationId
) -> Entry | None:
    """C10.3, E5.2: the way by which units may carry a boat to a Location: onto the ground of the
    next hex of land, by road if one leads there; never in Bypass, for ALL MF, into a deep stream,
    nor a Large Raft into a building. None if there is none.
    """
    board, here = position.board, hex_of(to)
    if here in water_hexes(board) or to != board.locations(here)[0] or here == hex_of(units[0].at):
        return None
    if boat.type is BoatType.LARGE_RAFT and board.terrain(here).is_building:
        return None
    found = [
        way
        for way in entries(position, units, to)
        if way.manner in {Manner.TERRAIN, Manner.ROAD}
        and way.posture is None
        and not (way.takes_all or way.minimum or way.tires)
    ]
    return min(found, key=lambda way: (way.halves, not way.by_road), default=None)


def overland_halves(way: Entry) -> int:
    """C10.3: twice the MF, in halves."""
    return 2 * way.halves


def shores_of(position: Position, land: HexId) -> tuple[HexId, ...]:
    """E5.23: the water hexes into which a boat may be Beached from a hex of land."""
    wet = water_hexes(position.board)
    beside = (there for _, there in position.board.neighbours(land))
    return tuple(there for there in beside if there in wet and land in banks(position, there))


# -- the DR --------------------------------------------------------------------------------------


def manhandling_drm(
    position: Position, units: tuple[Unit, ...], boat: Boat, way: Entry
) -> tuple[Modifier, ...]:
    """C10.3, E5.2: the DRM of a Manhandling DR: TEM of the hexside and the hex, the MF of the hex,
    soft ground, -1 for each five PP more than it takes, a road, Labor.
    """
    board, here, there = position.board, hex_of(units[0].at), hex_of(way.to)
    side = board.side_between(there, here)
    fence = None if side is None else fence_tem(position, there, side)
    tems = () if way.by_road else (hex_tem(position, there),)
    mods = [tem for tem in (fence, *tems) if tem is not None and tem.value > 0]
    mf = -(-overland_halves(way) // 2)
    mods.append(Modifier("C10.3", "MF of the hex", mf))
    if position.conditions.ec is Ec.MUD or deep_snow(position):
        mods.append(Modifier("C10.3", "mud or deep snow", _SOFT))
    elif way.by_road:
        mods.append(Modifier("C10.3", "road", _ROAD))
    help_ = max(_MOST_HELP, -((paddling_pp(units) - values_of(boat).paddlers) // _HS_PP))
    if help_:
        mods.append(Modifier("E5.2", "more Infantry than it takes", help_))
    return (*mods, *labor_drm(position, units[0].at, units[0].side, _task(boat)))


def _task(boat: Boat) -> str:
    return f"carrying the {boat_name(boat)}"


# -- what comes of it ----------------------------------------------------------------------------


async def manhandle(
    table: AslTable, boat_id: str, ids: Ids, to: LocationId, shore: HexId | None
) -> None:
    """C10.3, E5.2: the Manhandling DR of those who have paid for it, under Hazardous Movement.
    Above the M# of the boat they stay, and their Labor counts the next time; with it they get there
    and go no farther. Who enters a hex with a bank may Beach it there at no cost (E5.23).
    """
    boat, units = table.world.get(Boat, boat_id), table.alive(ids)
    known, number = table.known(units[0].side), values_of(boat).manhandling
    way = way_overland(known, units, boat, to)
    if way is None:
        raise RuntimeError(f"no way leads to {to} with a boat, though it was accepted")
    mods = manhandling_drm(known, units, boat, way)
    for unit in units:
        table.change(unit.counter, hazardous=True)
    roll = _roll(table, boat, units)
    final = roll.total + sum(mod.value for mod in mods)
    _say(table, boat, units, to, roll, mods, "stays" if final > number else "is carried on")
    if final > number:
        worker = max(units, key=lambda unit: paddling_pp((unit,)))
        add_labor(table, worker, _task(boat), worker.side)
        _stop(table, ids)
        return
    end_labor(table, units[0].at, units[0].side, _task(boat))
    if final == number:
        _stop(table, ids)
    await _carry(table, boat_id, ids, way, shore)


async def _carry(table: AslTable, boat_id: str, ids: Ids, way: Entry, shore: HexId | None) -> None:
    """They go, unless something stops them, and the boat with them."""
    side = table.alive(ids)[0].side
    marks = {**way.marks, "off_road": True, "hazardous": True}
    gone = (await go(table, ids, way.to, lambda _: marks, meets=detect)).gone
    _stop(table, tuple(one for one in ids if one not in gone))
    if not gone:
        return
    boat = table.world.get(Boat, boat_id)
    boat = table.world.change(boat, side=side, at=way.to, ashore=True, beached=None)
    if shore is not None:
        launch(table, boat, shore)


def launch(table: AslTable, boat: Boat, shore: HexId) -> None:
    """E5.23: a boat that is ashore is Beached in the water beside it."""
    land = hex_of(boat.at)
    beach(table, table.world.change(boat, at=location(shore), ashore=False), land)


def _stop(table: AslTable, ids: Ids) -> None:
    for unit in table.alive(ids):
        table.change(unit.counter, moved=True)


def _roll(table: AslTable, boat: Boat, units: tuple[Unit, ...]) -> Roll:
    what = f"Manhandling DR of {names(units)} with the {boat_name(boat)}"
    return table.roll(Purpose("manhandling", what, "C10.3", units[0].side, at=units[0].at), 2)


def _say(
    table: AslTable,
    boat: Boat,
    units: tuple[Unit, ...],
    to: LocationId,
    roll: Roll,
    mods: tuple[Modifier, ...],
    result: str,
) -> None:
    where = table.board.name(to)
    text = (
        f"{names(units)} carries the {boat_name(boat)} to {where}, M{values_of(boat).manhandling}"
    )
    at = (to, units[0].at)
    table.log(
        "move", text, side=units[0].side, rule="C10.3", at=at, roll=roll, mods=mods, result=result
    )
