"""B27 Foxholes and trenches: who is in them, getting in and out, and digging.

What they do against fire stands with the other TEM (`b_terrain`); whether a unit is in one is its
posture.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of
from rules.board.terrain import DepressionKind, RoadKind, Terrain
from rules.chapters.concealment.a12_unseen_tries import Attempt, tell_of_try
from rules.chapters.concealment.covers import set_apart
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.rubble.b24_labor import add_labor, end_labor, labor_drm
from rules.forces.entities import Control
from rules.forces.manner import Manner, Posture
from rules.forces.phases import Phase
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.adjacency import accessible
from rules.position.asl_table import AslTable
from rules.position.fortifications import (
    FREE_SMC,
    MOST_SQUADS,
    Dug,
    Entrenchment,
    foxholes,
)
from rules.position.knowledge import Knowledge
from rules.position.position import (
    Position,
    is_dummy,
    is_leader,
    is_smc,
    leadership,
    name,
    names,
    nation_of,
    values,
)

DIGGING_LIMIT = 5
ENTRENCHING = "entrenching"
BENEATH_COST = 2  # one MF, in halves
_DIGGABLE = frozenset(
    {
        Terrain.OPEN_GROUND,
        Terrain.SHELLHOLES,
        Terrain.BRUSH,
        Terrain.VINEYARD,
        Terrain.WOODS,
        Terrain.ORCHARD,
        Terrain.GRAIN,
        Terrain.GRAVEYARD,
    }
)


def entrenchment_at(position: Position, at: LocationId) -> Entrenchment | None:
    """B27.13: the foxholes or trench of a Location: they are on the ground of their hex."""
    if position.board.locations(hex_of(at))[0] != at:
        return None
    here = (dug for dug in position.view.all(Entrenchment) if dug.at == hex_of(at))
    return next(here, None)


def is_in_trench(position: Position, unit: Unit) -> bool:
    """B27.5: whether a unit is beneath a trench."""
    dug = entrenchment_at(position, unit.at) if is_beneath(unit) else None
    return dug is not None and dug.dug is Dug.TRENCH


def is_beneath(unit: Unit) -> bool:
    """Whether a unit is in the entrenchment of its hex."""
    return unit.posture is Posture.BENEATH


def has_room(position: Position, unit: Unit, dug: Entrenchment, others: int = 0) -> bool:
    """B27.12, B27.44: whether an entrenchment has room for a unit besides those of its side that
    are in it, and `others` half squads that would go in with it.
    """
    if is_dummy(unit):
        return True  # A12.11: it could be a SMC
    inside = [one for one in position.personnel_at(unit.at, unit.side) if is_beneath(one)]
    if is_smc(unit):
        return sum(is_smc(one) for one in inside) < FREE_SMC
    halves = sum(values(one).halves for one in inside) + values(unit).halves + others
    return halves <= 2 * dug.squads


def beneath_bar(position: Position, unit: Unit) -> Barrier | None:
    """B27.4: why a unit may not go beneath, or None if it may."""
    dug = entrenchment_at(position, unit.at)
    if dug is None:
        return Barrier("B27.4", f"There is no entrenchment where {name(unit)} is.")
    if unit.posture is not None:
        return Barrier("B27.4", f"{name(unit)} is {unit.posture.value}.")
    if not has_room(position, unit, dug):
        return Barrier("B27.44", f"There is no room in the {dug.dug.value} for {name(unit)}.")
    return None


def crowd_bar(position: Position, units: tuple[Unit, ...]) -> Barrier | None:
    """B27.44: why units of one Location that could each go beneath may not all do so, or None if
    they may.
    """
    if _has_room_for_all(position, units, units[0].at):
        return None
    return Barrier("B27.44", "There is no room in it for all of them.")


def go_beneath(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """B27.4: units go into their entrenchment; who finds no room stays outside."""
    gone = tuple(
        table.change(unit.counter, posture=Posture.BENEATH)
        for unit in table.alive(unit_ids)
        if beneath_bar(table.truth, unit) is None
    )
    _tell(table, gone, "into")


def come_out(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """B27.4: units come out on top of their entrenchment."""
    out = tuple(table.change(unit.counter, posture=None) for unit in table.alive(unit_ids))
    _tell(table, out, "out of")


def leaving_cost(position: Position, units: tuple[Unit, ...], to: LocationId) -> Iterator[Modifier]:
    """B27.41: a unit that routs combines the MF to come out with those of the next hex."""
    routs = position.clock.phase is Phase.RTPH and any(is_beneath(unit) for unit in units)
    if routs and not leaves_by_trench(position, units, to):
        yield Modifier("B27.41", "out of the entrenchment", BENEATH_COST)


def trench_way(position: Position, units: tuple[Unit, ...], to: LocationId) -> Entry | None:
    """B27.5: the way of units that are in a trench into the next one, for one MF whatever lies
    there, two uphill; None if there is none, or no room for all of them.
    """
    origin = units[0].at
    if not all(is_beneath(unit) for unit in units):
        return None
    if not are_connected(position, origin, to) or not _has_room_for_all(position, units, to):
        return None
    uphill = position.board.absolute(to) > position.board.absolute(origin)
    cost = BENEATH_COST * (2 if uphill else 1)
    return Entry(to, (Modifier("B27.5", "trench", cost),), Manner.TRENCH)


def leads_down(position: Position, units: tuple[Unit, ...], to: LocationId) -> bool:
    """B27.6: whether units in a trench go directly from beneath it to lower ground."""
    origin, board = units[0].at, position.board
    dug = entrenchment_at(position, origin)
    if dug is None or dug.dug is not Dug.TRENCH or not all(map(is_beneath, units)):
        return False
    lower = board.absolute(to) < board.absolute(origin)
    return lower and hex_of(to) != hex_of(origin) and accessible(board, origin, to)


def leaves_by_trench(position: Position, units: tuple[Unit, ...], to: LocationId) -> bool:
    """B27.5, B27.6: whether units leave their trench through it, and not over it."""
    return trench_way(position, units, to) is not None or leads_down(position, units, to)


def way_up_into(
    position: Position, units: tuple[Unit, ...], to: LocationId, found: Iterable[Entry]
) -> Entry | None:
    """B27.6: of the ways that are there, the cheapest by the terrain goes from lower ground into a
    trench as well, if their OB has it or they Control its hex, and it has room; None if none does.
    """
    dug, board = entrenchment_at(position, to), position.board
    lower = board.absolute(units[0].at) < board.absolute(to)
    if dug is None or dug.dug is not Dug.TRENCH or not lower:
        return None
    control = position.view.find(Control, dug.at)
    own = units[0].side in {dug.side, None if control is None else control.side}
    if not own or any(unit.posture is not None for unit in units):
        return None
    able = [entry for entry in found if entry.manner is Manner.TERRAIN]
    if not able or not _has_room_for_all(position, units, to):
        return None
    return replace(min(able, key=lambda entry: entry.halves), manner=Manner.UP_TRENCH)


def are_connected(position: Position, origin: LocationId, to: LocationId) -> bool:
    """B27.5: whether trenches in adjacent hexes connect two Locations: no cliff and no water is
    between.
    """
    if hex_of(origin) == hex_of(to) or not accessible(position.board, origin, to):
        return False
    found = (entrenchment_at(position, at) for at in (origin, to))
    return all(dug is not None and dug.dug is Dug.TRENCH for dug in found)


def _has_room_for_all(position: Position, units: tuple[Unit, ...], to: LocationId) -> bool:
    inside = [one for one in position.personnel_at(to, units[0].side) if is_beneath(one)]
    others = (unit for unit in units if unit not in inside and not is_dummy(unit))
    together = (*inside, *others)
    dug = entrenchment_at(position, to)
    return dug is not None and _holds(dug, together)


def _holds(dug: Entrenchment, units: tuple[Unit, ...]) -> bool:
    """B27.12: whether there is room in an entrenchment for all those units."""
    halves = sum(values(one).halves for one in units)
    return halves <= 2 * dug.squads and sum(map(is_smc, units)) <= FREE_SMC


def came_through(unit: Unit) -> bool:
    """B27.5, B27.6: whether a unit has come into its trench through another, or from lower ground:
    nothing that lies in the hex attacks or holds it.
    """
    return is_beneath(unit) and unit.manner in {Manner.TRENCH, Manner.UP_TRENCH}


def set_up_beneath(table: AslTable) -> None:
    """B27.12: who sets up in the hex of an entrenchment begins in it, as far as there is room; who
    does so under a "?", or hidden, in any case, until he comes into the open.
    """
    go_beneath(table, tuple(unit.counter for unit in table.truth.personnel()))
    position = table.truth
    for piece in position.pieces():
        free = piece.under is not None and piece.posture is None
        if free and entrenchment_at(position, piece.at) is not None:
            table.change(piece.counter, posture=Posture.BENEATH)


def crowd_out(table: AslTable) -> None:
    """B27.44: who has come into the open in an entrenchment without room for him is outside."""
    for dug in table.world.all(Entrenchment):
        at = table.board.locations(dug.at)[0]
        for side in Side:
            inside = [one for one in table.truth.personnel_at(at, side) if is_beneath(one)]
            kept: list[Unit] = []
            for unit in inside:
                if _holds(dug, (*kept, unit)):
                    kept.append(unit)
                else:
                    table.change(unit.counter, posture=None)


# -- digging --------------------------------------------------------------------------------------


def digging_bar(position: Knowledge, unit: Unit) -> Barrier | None:
    """B27.11: why a unit may not dig, or None if it may. That it is broken, TI or in Melee is asked
    besides.
    """
    if is_smc(unit):
        return Barrier("B27.11", "It takes a squad, HS or crew to dig a foxhole.")
    if unit.fired is not None or unit.used or any(w.fired for w in position.weapons_of(unit)):
        return Barrier("B27.11", f"{name(unit)} has acted in this phase.")
    if unit.horse is not None:
        return Barrier("A13.1", f"{name(unit)} rides, and digs nothing.")
    if unit.posture is not None:
        return Barrier("B27.11", f"{name(unit)} is {unit.posture.value}, and digs no foxhole.")
    return _ground_bar(position, unit.at)


def _ground_bar(position: Position, at: LocationId) -> Barrier | None:
    board, here = position.board, hex_of(at)
    where = board.name(at)
    if board.kind(at) not in {LocationKind.GROUND, LocationKind.DEPRESSION}:
        return Barrier("B27.11", f"{where} is not on the ground.")
    if not takes_entrenchment(board, here):
        return Barrier("B27.11", f"No foxhole can be dug in {where}.")
    dug = entrenchment_at(position, at)
    if dug is not None and (dug.dug is Dug.TRENCH or dug.squads >= MOST_SQUADS):
        return Barrier("B27.12", f"{where} has no room for more foxholes.")
    return None


def takes_entrenchment(board: Board, here: HexId) -> bool:
    """B27.1: whether the ground of a hex takes foxholes, or a trench."""
    depression = board.depression(here)
    sunken = depression is not None and depression is not DepressionKind.GULLY
    paved = board.road(here) is RoadKind.PAVED or board.bridge(here) is not None
    hard = paved or board.elevated_road(here)
    return board.terrain(here) in _DIGGABLE and not (sunken or hard)


def digging_leaders(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """B27.11: the leaders who may help a unit dig: not otherwise used in this phase; one who has
    helped others of his Location is TI, and helps again. None helps captives.
    """
    mates = position.personnel_at(unit.at, unit.side) if unit.guard is None else ()
    return tuple(one for one in mates if is_leader(one) and _may_help(one))


def _may_help(leader: Unit) -> bool:
    idle = leader.fired is None and not leader.used and leader.posture is None
    return idle and not (leader.broken or leader.pinned or leader.berserk)


def digging_drm(position: Position, unit: Unit, leader: Unit | None) -> tuple[Modifier, ...]:
    """B27.11: the DRM of an Entrenching attempt."""
    found = []
    if values(unit).cls is not UnitClass.SQUAD:
        found.append(Modifier("B27.11", "no squad", 1))
    if leader is not None:
        found.append(Modifier("A10.7", name(leader), leadership(leader)))
    if nation_of(unit).id == "russian" and unit.guard is None:
        found.append(Modifier("A25.21", "Russian", -1))
    return (*found, *labor_drm(position, unit.at, _whose(unit), ENTRENCHING))


def _whose(unit: Unit) -> Side:
    """The side for which a unit digs: captives for their captors (A20.5)."""
    return unit.side if unit.guard is None else unit.side.enemy


async def dig(table: AslTable, unit_id: CounterId, leader_id: CounterId | None) -> None:
    """B27.11, A20.5: an Entrenching attempt; all in it are TI, and the guard of captives."""
    unit = table.unit(unit_id)
    leader = None if leader_id is None else table.unit(leader_id)
    mods = digging_drm(table.truth, unit, leader)
    ids = tuple(one for one in (unit_id, leader_id, unit.guard) if one is not None)
    set_apart(table, (one.id for one in table.alive(ids)))
    tell_of_try(table, table.alive(ids), Attempt.ENTRENCH, DIGGING_LIMIT, mods)

    async def effects(roll: Roll) -> None:
        found = roll.total + sum(mod.value for mod in mods) <= DIGGING_LIMIT
        for one in ids:
            table.change(one, ti=True)
        table.log(
            "roll",
            f"{name(unit)} digs in {table.board.name(unit.at)}",
            side=unit.side,
            rule="B27.11",
            at=(unit.at,),
            roll=roll,
            mods=mods,
            result="foxhole" if found else "no foxhole",
        )
        if found:
            _dug(table, unit, ids)
        else:
            add_labor(table, unit, ENTRENCHING, _whose(unit))

    purpose = Purpose(ENTRENCHING, f"{name(unit)} digs", "B27.11", unit.side)
    await table.resolve(purpose, 2, effects)


def _dug(table: AslTable, unit: Unit, diggers: tuple[CounterId, ...]) -> None:
    """B27.11: a foxhole more for one squad, over those who dug it."""
    here = hex_of(unit.at)
    already = entrenchment_at(table.truth, unit.at)
    if already is None:
        table.world.add(foxholes(here, 1))
    else:
        table.world.change(already, squads=already.squads + 1)
    end_labor(table, unit.at, _whose(unit), ENTRENCHING)
    go_beneath(table, diggers)


def _tell(table: AslTable, units: tuple[Unit, ...], way: str) -> None:
    """One line for units of one Location: of those under a "?" nobody hears how many they are."""
    for at, side in dict.fromkeys((unit.at, unit.side) for unit in units):
        there = tuple(unit for unit in units if (unit.at, unit.side) == (at, side))
        dug = entrenchment_at(table.truth, at)
        what = "entrenchment" if dug is None else dug.dug.value
        table.log("move", f"{names(there)} {way} the {what}", side=side, rule="B27.4", at=(at,))
