"""A2.5, A2.51 Entry: who waits off the map, where, and what it takes to come onto it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from msgspec.structs import replace as with_fields

from rules.board.locations import HexId, LocationId, hex_of
from rules.board.terrain import Terrain
from rules.chapters.concealment.a12_detection import find, is_unmet
from rules.chapters.concealment.covers import CoverRemoved, add_cover, put_up
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import Entry, mf_text
from rules.chapters.ground.b_terrain_cost import TERRAIN_COST, Entered, is_open
from rules.chapters.morale.a01_deployment import most_at_setup
from rules.chapters.movement.a02_map_edge import edge_sides, road_leads_off
from rules.chapters.movement.a02_reserves import (
    add_waiting,
    all_waiting,
    change_waiting,
    drop_waiting,
    reserve_of,
    settle_stacks,
)
from rules.chapters.movement.a04_advance import DIFFICULT_HALVES
from rules.chapters.movement.a04_double_time import doubling
from rules.chapters.movement.a04_movement import (
    ENTRY_COST,
    SHOWN_ALL,
    affordable,
    as_movers,
    mf_of,
    price,
    with_bonuses,
)
from rules.chapters.movement.a05_stacking import within_limit
from rules.chapters.works.b23_fortified import fortified_bar
from rules.chapters.works.b23_found import bars_by_fortress
from rules.forces.counter_kinds import UNIT
from rules.forces.halves import half_ids, squad_of
from rules.forces.lookup import nation, unit_type
from rules.forces.manner import Manner
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.memo import Kept, asked_once
from rules.kernel.view import Modifier
from rules.kernel.world import View
from rules.position.asl_table import AslTable
from rules.position.position import Position, names
from rules.position.reserves import Reserve, StackOffMap

E = TypeVar("E", bound=Entity)

MORE_HEXES = 4
"""A2.5: how many hexes farther off those may enter who could not in time, for each turn."""
OFF_BOARD_MF = 2  # one MF for each hex off the map, in halves
_ALONG = Modifier("B3.4", "road", 2)
_PAST = Modifier("B2.4", "past the shellholes", 2)
_ALL = frozenset({Terrain.MARSH, Terrain.WATER})


# -- who waits, and where -------------------------------------------------------------------------


def reserves(position: Position, side: Side) -> tuple[Reserve, ...]:
    """The units that a side has off the map, by id."""
    return tuple(r for r in position.view.all(Reserve) if r.side is side and r.counter_kind is UNIT)


def due(position: Position, side: Side) -> tuple[Reserve, ...]:
    """A2.5: whom a side is to bring onto the map in this Player Turn."""
    clock = position.clock
    if clock.phasing is not side:
        return ()
    return tuple(one for one in reserves(position, side) if one.turn <= clock.turn)


def to_set_up(position: Position, side: Side) -> tuple[Reserve, ...]:
    """A2.51: who of them is still to be set up off the map."""
    return tuple(one for one in due(position, side) if one.beside is None)


def sets_up(position: Position, side: Side) -> bool:
    """A2.51: whether anybody is still to be set up off the map, as far as that position knows."""
    if to_set_up(position, side):
        return True
    clock = position.clock
    stacks = (one for one in position.view.all(StackOffMap) if one.side is side)
    late = any(one.beside is None and one.turn <= clock.turn for one in stacks)
    return late and clock.phasing is side


def standing_by(position: Position, side: Side) -> tuple[Reserve, ...]:
    """Who of them has been set up off the map, and may come onto it."""
    return tuple(one for one in due(position, side) if one.beside is not None)


def entry_hexes(position: Position, waiting: Reserve) -> tuple[HexId, ...]:
    """A2.5: where on the edge a unit may enter: in its area; for each Game Turn that it was kept
    out of it, up to four hexes farther off as well.
    """
    late = MORE_HEXES * (position.clock.turn - waiting.turn)
    if late <= 0:
        return waiting.hexes
    board = position.board
    return tuple(
        there
        for there in board.hexes
        if edge_sides(board, there) and _apart(position, waiting.hexes, there) <= late
    )


def _apart(position: Position, hexes: Iterable[HexId], there: HexId) -> int:
    to = _ground(position, there)
    return min(position.range(_ground(position, one), to) for one in hexes)


def _ground(position: Position, hex_id: HexId) -> LocationId:
    return position.board.locations(hex_id)[0]


def set_up(table: AslTable, ids: Sequence[str], beside: HexId) -> None:
    """A2.51, A5.1: units are set up off the map before a hex, each in the nearest hex off the map
    where the stacking limit leaves it room.
    """
    for one in ids:
        there = reserve_of(table, one)
        back = 0
        while not _has_room(table.truth, there, beside, back):
            back += 1
        change_waiting(table, there, beside=beside, back=back)
    settle_stacks(table)


def _has_room(position: Position, waiting: Reserve, beside: HexId, back: int) -> bool:
    there = [r for r in reserves(position, waiting.side) if (r.beside, r.back) == (beside, back)]
    types = [unit_type(one.type) for one in (*there, waiting)]
    return within_limit(position, _ground(position, beside), types)


def may_carry(waiting: Reserve) -> bool:
    """A4.43: whether a unit off the map may have support weapons given to it: any MMC."""
    cls = unit_type(waiting.type).cls
    return not cls.is_smc and cls is not UnitClass.DUMMY


def may_deploy(position: Position, side: Side) -> tuple[Reserve, ...]:
    """A2.9: the squads still to be set up off the map of which one may Deploy at once: one in ten
    of those that enter on a Game Turn.
    """
    there = to_set_up(position, side)
    return tuple(one for one in there if _deploys(one) and _share_left(position, one))


def _deploys(waiting: Reserve) -> bool:
    printed = unit_type(waiting.type)
    return nation(printed.nation).may_deploy(printed)


def _share_left(position: Position, squad: Reserve) -> bool:
    wave = [one for one in reserves(position, squad.side) if one.turn == squad.turn]
    split = sum(squad_of(one.id) is not None for one in wave) // 2
    squads = sum(unit_type(one.type).half is not None for one in wave) + split
    return split < most_at_setup(squads)


def deploy_off_map(table: AslTable, squad_id: str) -> None:
    """A2.9: a squad that waits off the map is two HS, of which the first has its weapons."""
    squad = reserve_of(table, squad_id)
    half = unit_type(squad.type).half
    if half is None:
        raise RuntimeError(f"{squad.type} has no HS, though its Deployment was accepted")
    pair = half_ids(squad.id)
    for one, mark in zip(pair, "ab", strict=True):
        fields = {"id": one, "counter": one, "type": half, "letter": f"{squad.letter}{mark}"}
        add_waiting(table, with_fields(squad, **fields))
    for weapon in carried_by(table.truth, squad):
        change_waiting(table, weapon, holder=ShownId(pair[0]))
    drop_waiting(table, squad)


def set_up_again(table: AslTable) -> None:
    """A2.5: whoever could not enter sets up off the map anew in his next Player Turn."""
    for one in standing_by(table.truth, table.clock.phasing):
        fresh = {"used": False, "double_time": False, "kept_out": False}
        change_waiting(table, one, beside=None, back=0, **fresh)
    settle_stacks(table)


# -- coming onto the map --------------------------------------------------------------------------


@dataclass(frozen=True)
class Arriving:
    """A view of the world in which some who wait off the map stand where they would enter, with
    what they carry.
    """

    below: View
    there: tuple[Entity, ...]
    kept: Kept = field(default_factory=dict)

    @property
    def version(self) -> int:
        return self.below.version

    def get(self, kind: type[E], id_: str) -> E:
        found = self.find(kind, id_)
        if found is None:
            raise KeyError(id_)
        return found

    def find(self, kind: type[E], id_: str) -> E | None:
        for one in self.there:
            if isinstance(one, kind) and one.id == id_:
                return one
        return self.below.find(kind, id_)

    def all(self, kind: type[E]) -> tuple[E, ...]:
        mine = tuple(one for one in self.there if isinstance(one, kind))
        below = self.below.all(kind)
        return (*below, *mine) if mine else below


def as_unit(waiting: Reserve, at: LocationId) -> Unit:
    """A unit off the map as it would be on it."""
    unit = Unit(
        id=waiting.id,
        side=waiting.side,
        counter=waiting.counter,
        type=waiting.type,
        letter=waiting.letter,
        at=at,
    )
    return doubling(unit) if waiting.double_time else unit


def _as_weapon(weapon: Reserve, at: LocationId) -> Weapon:
    return Weapon(
        id=weapon.id,
        side=weapon.side,
        counter=weapon.counter,
        type=weapon.type,
        letter=weapon.letter,
        holder=weapon.holder,
        at=at,
    )


def carried_by(position: Position, waiting: Reserve) -> tuple[Reserve, ...]:
    """What a unit off the map carries."""
    return tuple(one for one in position.view.all(Reserve) if one.holder == waiting.id)


def arrival(
    position: Position, waiting: Sequence[Reserve], to: LocationId
) -> tuple[Position, tuple[Unit, ...]]:
    """The position in which those who wait stand where they would enter; and they in it."""
    units = tuple(as_unit(one, to) for one in waiting)
    weapons = [_as_weapon(w, to) for one in waiting for w in carried_by(position, one)]
    view = Arriving(position.view, (*units, *weapons))
    return Position(view, position.board, position.law), units


def ways_in(position: Position, waiting: Sequence[Reserve], to: LocationId) -> tuple[Entry, ...]:
    """A2.51: what it takes a stack to enter the map at a Location: a MF for each hex off the map
    that it has to go through first, and what entering that hex costs from the ground before it, by
    the road if one leads off the map; the cheaper way first.
    """
    there, units = arrival(position, waiting, to)
    more = [part for ask in position.law.asks(ENTRY_COST) for part in ask(there, units, to)]
    more += _off_board(position, waiting[0], to)
    ways = [replace(way, cost=(*way.cost, *more)) for way in _edge_ways(position, to)]
    if more:
        ways = [replace(way, minimum=way.takes_all) for way in ways]
    return tuple(sorted(ways, key=lambda way: (way.takes_all, way.halves)))


def off_board_hexes(position: Position, waiting: Reserve, to: LocationId) -> int:
    """How many hexes off the map a unit goes through before it enters."""
    if waiting.beside is None:
        return 0
    return waiting.back + position.range(_ground(position, waiting.beside), to)


def _off_board(position: Position, waiting: Reserve, to: LocationId) -> list[Modifier]:
    hexes = off_board_hexes(position, waiting, to)
    return [Modifier("A2.51", "off the map", OFF_BOARD_MF * hexes)] if hexes else []


def _edge_ways(position: Position, to: LocationId) -> tuple[Entry, ...]:
    board = position.board
    here = hex_of(to)
    road = (Entry(to, (_ALONG,), Manner.ROAD),) if road_leads_off(board, here) else ()
    if road and is_open(board, here):
        return road
    cost = position.law.ledger(TERRAIN_COST, Entered(board, to))
    past = board.terrain(here) is Terrain.SHELLHOLES and not road
    cheap = (Entry(to, (_PAST,), Manner.SHELLHOLES),) if past else road
    return (*cheap, Entry(to, cost, takes_all=board.terrain(here) in _ALL))


@asked_once
def entry_places(position: Position, waiting: Reserve) -> tuple[LocationId, ...]:
    """The Locations where a unit may enter, whatever they cost."""
    found = (_entered(position, one) for one in entry_hexes(position, waiting))
    return tuple(to for to in found if to is not None)


def _entered(position: Position, hex_id: HexId) -> LocationId | None:
    """Where one is who enters a hex from off the map: on its road if that leads off, and so on its
    bridge; in no water without a ford.
    """
    board = position.board
    locations = board.locations(hex_id)
    if board.bridge(hex_id) is not None and road_leads_off(board, hex_id):
        return locations[-1]
    deep = board.terrain(hex_id) is Terrain.WATER and not board.ford(hex_id)
    return None if deep else locations[0]


def entry_bar(
    position: Position, waiting: Sequence[Reserve], to: LocationId, manner: Manner
) -> Barrier | None:
    """A2.5: why a stack may not enter the map there in the MPh, or None if it may."""
    bar = _place_bar(position, waiting, to)
    if bar is not None:
        return bar
    if any(one.kept_out for one in waiting):
        return Barrier("A12.15", "Who was kept out has ended his MPh.")
    if position.foes_at(to, waiting[0].side):
        return Barrier("A4.14", f"An enemy unit bars {position.board.name(to)} in the MPh.")
    way = chosen_way(position, waiting, to, manner)
    if way is None:
        return Barrier("A2.5", f"No such way leads into {position.board.name(to)}.")
    there, units = arrival(position, waiting, to)
    if not affordable(position.law, as_movers(there, units), way):
        return Barrier("A4.1", f"To enter {position.board.name(to)} costs {way.text}.")
    return None


def advance_bar(position: Position, waiting: Sequence[Reserve], to: LocationId) -> Barrier | None:
    """A2.5, A4.7: why a stack may not advance onto the map there, or None if it may."""
    bar = _place_bar(position, waiting, to)
    if bar is not None:
        return bar
    if any(one.kept_out for one in waiting):
        return Barrier("B23.922", "Who was kept out has ended his APh.")
    if off_board_hexes(position, waiting[0], to):
        return Barrier("A4.7", "An advance enters only the hex that they have been set up before.")
    held = fortified_bar(position, waiting[0].side, None, to)
    if held is not None:
        return held
    way = advance_way(position, waiting, to)
    if way is None:
        return Barrier("A4.7", f"{position.board.name(to)} takes all MF, not entered in the APh.")
    return _unfit_bar(position, waiting, to)


def _unfit_bar(position: Position, waiting: Sequence[Reserve], to: LocationId) -> Barrier | None:
    there, units = arrival(position, waiting, to)
    if any(mf_of(position.law, unit) <= 0 for unit in with_bonuses(there, units)):
        return Barrier("A4.42", "Who carries so much cannot advance.")
    if any(one.double_time for one in waiting) and tires(position, waiting, to):
        return Barrier("A4.72", "Who is CX does not advance into Difficult Terrain.")
    return None


def advance_way(position: Position, waiting: Sequence[Reserve], to: LocationId) -> Entry | None:
    """The cheapest way for an advance onto the map."""
    found = [way for way in ways_in(position, waiting, to) if not way.takes_all]
    return min(found, key=lambda way: way.halves, default=None)


def tires(position: Position, waiting: Sequence[Reserve], to: LocationId) -> frozenset[str]:
    """A4.72: whom an advance onto the map makes CX, as it is into Difficult Terrain."""
    way = advance_way(position, waiting, to)
    there, units = arrival(position, waiting, to)
    units = tuple(with_fields(unit, double_time=0) for unit in units)
    return frozenset(
        unit.counter
        for unit in with_bonuses(there, units)
        if way is not None and way.halves >= min(DIFFICULT_HALVES, mf_of(position.law, unit))
    )


def _place_bar(position: Position, waiting: Sequence[Reserve], to: LocationId) -> Barrier | None:
    if len({(one.beside, one.back) for one in waiting}) > 1:
        return Barrier("A2.51", "They have not been set up in one hex off the map.")
    if len({one.stack is None for one in waiting}) > 1:
        return Barrier("A12.11", "Those under a ? and those in the open do not enter together.")
    if any(to not in entry_places(position, one) for one in waiting):
        return Barrier("A2.5", f"They do not enter at {position.board.name(to)}.")
    return None


def chosen_way(
    position: Position, waiting: Sequence[Reserve], to: LocationId, manner: Manner
) -> Entry | None:
    """The way that a command means."""
    ways = ways_in(position, waiting, to)
    fitting = [way for way in ways if way.manner is manner]
    return next(iter(fitting if manner.exposed else [*fitting, *ways]), None)


def may_enter(position: Position, waiting: Reserve) -> dict[LocationId, Entry]:
    """Where a unit may enter by itself in the MPh, with the cost of the way that gives cover."""
    found = {}
    for to in entry_places(position, waiting):
        if entry_bar(position, (waiting,), to, Manner.TERRAIN) is None:
            way = chosen_way(position, (waiting,), to, Manner.TERRAIN)
            if way is not None:
                found[to] = way
    return found


def may_advance_in(position: Position, waiting: Reserve) -> tuple[LocationId, ...]:
    """Where a unit may enter by an advance; Locations with enemies too."""
    places = entry_places(position, waiting)
    return tuple(to for to in places if advance_bar(position, (waiting,), to) is None)


def kept_for_aph(position: Position, waiting: Reserve) -> bool:
    """A2.5: whether a unit can still enter in the APh, into no enemy's Location."""
    return any(not position.foes_at(to, waiting.side) for to in may_advance_in(position, waiting))


def must_enter(position: Position, side: Side, *, by_advance: bool) -> tuple[Reserve, ...]:
    """A2.5: who may not wait any longer: in the MPh those who could not enter in the APh, in the
    APh all who can.
    """
    there = standing_by(position, side)
    if by_advance:
        return tuple(one for one in there if kept_for_aph(position, one))
    return tuple(
        one for one in there if not kept_for_aph(position, one) and may_enter(position, one)
    )


def arrive(
    table: AslTable,
    ids: Sequence[str],
    to: LocationId,
    way: Entry,
    *,
    assault: bool,
) -> tuple[CounterId, ...]:
    """A2.5: counters come onto the map in the MPh, and have paid for it."""
    waiting = [reserve_of(table, one) for one in ids]
    there, units = arrival(table.truth, waiting, to)
    cost = {one.counter: price(table.law, one, way) for one in as_movers(there, units)}
    shown = _halves_seen(table.truth, waiting[0], way)
    counters = put_on_map(table, ids, to)
    for counter in counters:
        spent = cost[counter]
        table.change(
            counter,
            mf_spent=spent,
            mf_here=spent if shown is None else shown,
            moving=True,
            assault=assault,
            manner=way.manner,
            off_road=not way.by_road,
        )
    units = table.alive(counters)
    for unit in units:
        for weapon in table.truth.weapons_of(unit):
            table.put(weapon, portaged_by=unit.counter)
    _tell(
        table,
        units,
        to,
        f"{mf_text(max(cost.values()))} MF{', Assault Movement' if assault else ''}",
    )
    return counters


def _halves_seen(position: Position, waiting: Reserve, way: Entry) -> int | None:
    """What the MF of a stack under a "?" are counted as by those who fire at it: as the ground has
    it, whoever enters; None for who is in the open.
    """
    if waiting.stack is None:
        return None
    if way.takes_all:
        return SHOWN_ALL
    ways = (one for one in _edge_ways(position, way.to) if one.manner is way.manner)
    return next(ways).halves + OFF_BOARD_MF * off_board_hexes(position, waiting, way.to)


def advance_in(table: AslTable, ids: Sequence[str], to: LocationId) -> tuple[CounterId, ...]:
    """A2.5, A4.7: the same by an advance."""
    waiting = [reserve_of(table, one) for one in ids]
    tired = tires(table.truth, waiting, to)
    counters = put_on_map(table, ids, to)
    for counter in counters:
        table.change(counter, used=True, double_time=0)
        if counter in tired:
            table.change(counter, cx=True)
    _tell(table, table.alive(counters), to, "CX" if tired else "advance")
    return counters


def meet(table: AslTable, ids: Sequence[str], to: LocationId) -> bool:
    """A12.15: whether those who would enter in the MPh meet somebody real under a "?" there, or
    hidden, and wait on; Dummies that do so are found out first, and find nothing.
    """
    waiting = [reserve_of(table, one) for one in ids]
    side, enemy = waiting[0].side, waiting[0].side.enemy
    if table.public.foes_at(to, side) or not is_unmet(table, to, enemy):
        return False
    if all(unit_type(one.type).cls is UnitClass.DUMMY for one in waiting):
        for one in waiting:
            drop_waiting(table, one)
        table.tell(CoverRemoved(side=side, at=to))
        settle_stacks(table)
        return True
    if not find(table, to, enemy):
        return False
    for one in waiting:
        change_waiting(table, one, kept_out=True)
    text = f"who would enter {table.board.name(to)} waits off the map"
    table.log("move", text, side=side, rule="A12.15", at=(to,))
    return True


def let_in_again(table: AslTable) -> None:
    """A12.15: who was kept out in the MPh may still advance."""
    for one in all_waiting(table):
        if one.kept_out:
            change_waiting(table, one, kept_out=False)


def keep_off(table: AslTable, ids: Sequence[str], to: LocationId) -> bool:
    """B23.922: whether those who would advance onto the map find a Fortified Location there that
    the enemy holds; they wait on. Dummies meet nobody.
    """
    waiting = [reserve_of(table, one) for one in ids]
    if all(unit_type(one.type).cls is UnitClass.DUMMY for one in waiting):
        return False
    if not bars_by_fortress(table, waiting[0].side.enemy, None, to):
        return False
    for one in waiting:
        change_waiting(table, one, kept_out=True)
    text = f"{table.board.name(to)} is fortified and held: who would enter waits off the map"
    table.log("move", text, side=waiting[0].side, rule="B23.922", at=(to,))
    return True


def put_on_map(table: AslTable, ids: Sequence[str], to: LocationId) -> tuple[CounterId, ...]:
    """Counters that waited are on the map now, under new ids, with what they carry: under a "?" if
    nobody knows who they are (A12.12).
    """
    waiting = [reserve_of(table, one) for one in ids]
    unseen = waiting[0].stack is not None
    cover = add_cover(table, waiting[0].side, to) if unseen else None
    counters = []
    for one in waiting:
        weapons = carried_by(table.truth, one)
        drop_waiting(table, one)
        unit_id = put_up(table, with_fields(as_unit(one, to), under=cover))
        for weapon in weapons:
            drop_waiting(table, weapon)
            put_up(table, with_fields(_as_weapon(weapon, to), holder=unit_id, under=cover))
        counters.append(one.counter)
    settle_stacks(table)
    return tuple(counters)


def _tell(table: AslTable, units: tuple[Unit, ...], to: LocationId, how: str) -> None:
    verb = "enters" if len(units) == 1 else "enter"
    text = f"{names(units)} {verb} the map in {table.board.name(to)} ({how})"
    if units[0].under is not None:
        text = f"{names(units)}: onto the map in {table.board.name(to)}"
    table.log("move", text, side=units[0].side, rule="A2.5", at=(to,))
