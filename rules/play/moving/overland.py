"""E5.2, E5.23 Boats overland in the MPh: Manhandled from hex to hex, and Beached from land."""

from collections.abc import Iterable, Iterator

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.ground.b_entry import Entry, mf_text
from rules.chapters.movement.a04_movement import as_movers, barred, mf_left
from rules.chapters.water.e05_overland import (
    carrier_bar,
    carriers_bar,
    land_of,
    launch,
    manhandle,
    manhandling_drm,
    overland_halves,
    shores_of,
    way_overland,
)
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value, filler
from rules.kernel.view import Modifier, Offer
from rules.play.activity import UnitNoun
from rules.play.checks import on_board
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.boats import Boat, boat_called, boat_name, values_of
from rules.position.knowledge import Knowledge

_ONE_MF = 2
"""In halves; the least that any of it costs."""


class Manhandle(ErrandCommand, frozen=True, kw_only=True, tag="manhandle"):
    """Carry an empty boat into the next hex of land, after a Manhandling DR; where there is a bank
    it may be Beached at no cost.
    """

    words = "manhandle {boat} to {to} with {units} [into {shore}]"
    units: tuple[UnitNoun, ...]
    boat: str
    to: LocationId
    shore: HexId | None = None


class Launch(ErrandCommand, frozen=True, kw_only=True, tag="launch"):
    """Beach a boat that is ashore in the water beside it, for one MF."""

    words = "launch {boat} into {shore} with {units}"
    units: tuple[UnitNoun, ...]
    boat: str
    shore: HexId


def _stacks(
    position: Knowledge, units: tuple[Unit, ...]
) -> Iterator[tuple[Boat, tuple[Unit, ...]]]:
    """Each boat with those beside it who, all together, may carry it."""
    for boat in position.view.all(Boat):
        at = land_of(position, boat)
        there = tuple(one for one in units if one.at == at)
        able = tuple(one for one in there if carrier_bar(one) is None)
        if able and carriers_bar(position, able, boat) is None:
            yield boat, able


def _refuse_stack(
    position: Knowledge, movers: tuple[Unit, ...], ids: tuple[ShownId, ...], boat: Boat
) -> tuple[Unit, ...]:
    """Those who are to carry a boat. Raises Refused if they may not."""
    if not ids or len({*ids}) < len(ids):
        raise Refused("A4.2", "Choose different units to carry it.")
    units = tuple(one for one in movers if one.id in ids)
    for unit_id in ids:
        if one_of_movers(movers, unit_id).at != units[0].at:
            raise Refused("A4.2", "Those who carry it must be in one Location.")
    bar = carriers_bar(position, units, boat)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    return units


# -- from hex to hex -----------------------------------------------------------------------------


def _ways(position: Knowledge, units: tuple[Unit, ...], boat: Boat) -> dict[LocationId, Entry]:
    """Where units may carry a boat with the MF that they have left."""
    stack = as_movers(position, units)
    left = max(mf_left(position.law, unit) for unit in stack)
    beside = (
        position.board.locations(there)[0]
        for _, there in position.board.neighbours(hex_of(units[0].at))
    )
    found: dict[LocationId, Entry] = {}
    for to in beside:
        way = way_overland(position, stack, boat, to)
        if way is None or barred(position, to, units[0].side):
            continue
        if overland_halves(way) <= left:
            found[to] = way
    return found


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    for boat, able in _stacks(position, units):
        ways = _ways(position, able, boat)
        if ways:
            yield _offer(position, boat, able, ways)


def _offer(
    position: Knowledge, boat: Boat, units: tuple[Unit, ...], ways: dict[LocationId, Entry]
) -> SlotsOffer:
    board = position.board
    shores = {to: shores_of(position, hex_of(to)) for to in ways}
    allows: dict[str, tuple[Value | bool, ...]] = {to: (None, *shores[to]) for to in ways}
    every = sorted({one for found in shores.values() for one in found})
    number = values_of(boat).manhandling
    return SlotsOffer(
        verb="manhandle",
        label=f"Carry the {boat_name(boat)}",
        hint=f"Twice the MF, under Hazardous Movement; a DR of {number} or less after its DRM.",
        rule="E5.2",
        slots=(
            Slot(name="boat", kind="option", of=(_boat(boat),)),
            Slot(
                name="to",
                kind="place",
                label="to",
                of=tuple(
                    Filler(value=to, label=_place(position, units, boat, way), at=to)
                    for to, way in ways.items()
                ),
            ),
            Slot(name="units", kind="units", label="with", of=tuple(filler(u.id) for u in units)),
            Slot(
                name="shore",
                kind="hex",
                label="Beached in",
                of=tuple(Filler(value=one, label=board.name(one), at=one) for one in every),
                empty="ashore",
                by="to",
                allows=allows,
            ),
        ),
    )


def _boat(boat: Boat) -> Filler:
    return Filler(value=boat.id, label=boat_name(boat), at=boat.at)


def _place(position: Knowledge, units: tuple[Unit, ...], boat: Boat, way: Entry) -> str:
    """A place, what it costs, and the DRM if all of them carry it."""
    drm = sum(mod.value for mod in manhandling_drm(position, units, boat, way))
    return f"{position.board.name(way.to)}, {mf_text(overland_halves(way))} MF, DRM {drm:+d}"


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: Manhandle) -> None:
    boat, to = boat_called(position.view, command.boat), on_board(position, command.to)
    units = _refuse_stack(position, movers, command.units, boat)
    where = position.board.name(to)
    if barred(position, to, units[0].side):
        raise Refused("A4.14", f"An enemy unit bars {where} in the MPh.")
    if way_overland(position, as_movers(position, units), boat, to) is None:
        raise Refused("E5.2", f"The {boat_name(boat)} cannot be carried to {where} from here.")
    if command.shore is not None:
        _refuse_shore(position, hex_of(to), command.shore)


def _refuse_shore(position: Knowledge, land: HexId, shore: HexId) -> None:
    if shore not in shores_of(position, land):
        raise Refused("E5.23", "A boat is Beached in water next to it, across no cliff.")


def _more(position: Knowledge, command: Manhandle) -> tuple[Modifier, ...]:
    """C10.3: twice the MF of the hex, beyond the one that all of it costs."""
    units = as_movers(position, tuple(position.unit(one) for one in command.units))
    way = way_overland(position, units, boat_called(position.view, command.boat), command.to)
    return () if way is None else (Modifier("C10.3", "twice", overland_halves(way) - _ONE_MF),)


async def _manhandle(table: AslTable, command: Manhandle) -> None:
    boat = boat_called(table.world, command.boat)
    ids = table.counters(command.units)
    await manhandle(table, boat.id, ids, command.to, command.shore)


MANHANDLING = Errand(
    Manhandle,
    _offers,
    _refuse,
    lambda command: command.units,
    (Modifier("C10.3", "Manhandling", _ONE_MF),),
    _manhandle,
    _more,
)


# -- into the water ------------------------------------------------------------------------------


def _launch_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    for boat, able in _stacks(position, units):
        shores = shores_of(position, hex_of(boat.at)) if boat.ashore else ()
        if shores:
            into = tuple(
                Filler(value=one, label=position.board.name(one), at=one) for one in shores
            )
            crew = tuple(filler(unit.id) for unit in able)
            yield SlotsOffer(
                verb="launch",
                label=f"Launch the {boat_name(boat)}",
                hint="One MF: Beached at this bank.",
                rule="E5.23",
                slots=(
                    Slot(name="boat", kind="option", of=(_boat(boat),)),
                    Slot(name="shore", kind="hex", label="into", of=into),
                    Slot(name="units", kind="units", label="with", of=crew),
                ),
            )


def _refuse_launch(position: Knowledge, movers: tuple[Unit, ...], command: Launch) -> None:
    boat = boat_called(position.view, command.boat)
    _refuse_stack(position, movers, command.units, boat)
    if not boat.ashore:
        raise Refused("E5.23", f"The {boat_name(boat)} is Beached.")
    _refuse_shore(position, hex_of(boat.at), command.shore)


async def _launch(table: AslTable, command: Launch) -> None:
    boat = boat_called(table.world, command.boat)
    side = table.alive(table.counters(command.units))[0].side
    launch(table, table.world.change(boat, side=side), command.shore)


LAUNCHING = Errand(
    Launch,
    _launch_offers,
    _refuse_launch,
    lambda command: command.units,
    (Modifier("E5.23", "Beaching", _ONE_MF),),
    _launch,
)
