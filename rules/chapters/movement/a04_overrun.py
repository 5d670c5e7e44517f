"""A4.15-A4.152 Infantry OVR of a lone SMC: of whom, what it costs, the NTC for it, and where he may
get away to.

Who is asked what, and when, is `play/moving/overrun.py`.
"""

from collections.abc import Iterator

from rules.board.locations import LocationId, LocationKind, hex_of
from rules.board.terrain import Terrain
from rules.chapters.fire.a24_smoke import smoke_within
from rules.chapters.ground.b09_walls import terrain_effect
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.ground.b_terrain import is_open_hex
from rules.chapters.morale.a10_check import TASK_CHECK, Check, Checking, Words, check_modifiers
from rules.chapters.movement.a04_movement import (
    affordable,
    as_movers,
    barred,
    dearer,
    entries,
    held_bar,
)
from rules.chapters.movement.a04_portage import portaged_by_another
from rules.chapters.works.b26_wire import has_wire, is_on_wire
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.view import Modifier
from rules.position.adjacency import accessible_from
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, good_order, is_armed, is_leader, is_smc, name

_WORDS = Words(passed="dares the OVR", failed="does not, and moves no more")
_HINDERS = 1
"""A4.15: what growth in the Location of the OVR adds to the NTC."""


def lone_enemy(position: Position, at: LocationId, side: Side) -> Unit | None:
    """A4.15: the SMC who is the only Known enemy of a side in a Location, if that is so."""
    enemies = position.foes_at(at, side)
    return enemies[0] if len(enemies) == 1 and is_smc(enemies[0]) else None


def overrun_bar(position: Knowledge, units: tuple[Unit, ...], to: LocationId) -> Barrier | None:
    """A4.15: why units may not overrun whoever is there, or None if they may."""
    side, where = units[0].side, position.board.name(to)
    if lone_enemy(position, to, side) is None:
        return Barrier("A4.15", f"There is no SMC who is the only Known enemy in {where}.")
    if not barred(position, to, side):
        return Barrier("A4.15", f"Nobody bars {where}: it is entered without an OVR.")
    if all(is_smc(unit) for unit in units):
        return Barrier("A4.15", "An OVR is made by MMC.")
    for unit in units:
        if not is_armed(position, unit):
            return Barrier("A20.54", f"{name(unit)} is unarmed.")
    return None


def overrun_way(entry: Entry) -> Entry:
    """A4.15: a way of entry for twice its MF; ALL MF cannot be paid twice."""
    return dearer(entry, (Modifier("A4.15", "Infantry OVR", entry.halves),))


def overruns(position: Knowledge, units: tuple[Unit, ...]) -> tuple[Entry, ...]:
    """A4.15: where a stack of one Location may overrun a SMC next, as that side knows it."""
    return tuple(_overruns(position, as_movers(position, units)))


def _overruns(position: Knowledge, units: tuple[Unit, ...]) -> Iterator[Entry]:
    if any(portaged_by_another(position, unit) for unit in units):
        return
    for to in accessible_from(position.board, units[0].at):
        if held_bar(position, units, to) is None and overrun_bar(position, units, to) is None:
            ways = (overrun_way(entry) for entry in entries(position, units, to))
            yield from (way for way in ways if affordable(position.law, units, way))


def overrun_leaders(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """A4.15: the leaders of a stack who may take the NTC for all of it."""
    return tuple(unit for unit in units if is_leader(unit) and good_order(unit))


def overrun_check(table: AslTable, unit: Unit, smc: Unit) -> Check:
    """A4.15: the NTC, harder by the TEM that the SMC has against that unit, and by what hinders in
    his Location.
    """
    position = table.truth
    los = position.line(unit.at, smc.at)
    tem = terrain_effect(position, smc, los, (unit,))
    given = (*(() if tem is None else (tem,)), *_hindrances(position, smc))
    mates = table.public.personnel_at(unit.at, unit.side)
    mods = check_modifiers(Checking(position, unit, mates, given))
    return Check(TASK_CHECK, unit.counter, "OVR NTC", mods, rule="A4.15", words=_WORDS)


def _hindrances(position: Position, smc: Unit) -> Iterator[Modifier]:
    yield from smoke_within(position, smc)
    terrain = position.board.terrain(hex_of(smc.at))
    in_grain = terrain is Terrain.GRAIN and position.board.grain_in_season
    if in_grain or terrain in {Terrain.BRUSH, Terrain.ORCHARD}:
        yield Modifier("A4.15", f"{terrain.value} there", _HINDERS)


def may_get_away(unit: Unit) -> bool:
    """A4.152: in Good Order, neither pinned nor TI, nor held by Wire."""
    held = unit.pinned or unit.ti or unit.melee or is_on_wire(unit)
    return good_order(unit) and not held


def refuges(position: Knowledge, smc: Unit) -> tuple[LocationId, ...]:
    """A4.152: the Locations without enemies that a SMC may get away to: not Open Ground, nor what
    holds Known mines or Wire, if there is another.
    """
    enemy = smc.side.enemy
    hidden = {cover.at for cover in position.covers(enemy)}
    free = tuple(
        to
        for to in accessible_from(position.board, smc.at)
        if to not in hidden
        and not position.personnel_at(to, enemy)
        and entries(position, (smc,), to)
    )
    return tuple(to for to in free if not _is_perilous(position, to)) or free


def _is_perilous(position: Position, at: LocationId) -> bool:
    here = hex_of(at)
    mined = here in position.known_mines() and position.board.kind(at) is LocationKind.GROUND
    return mined or has_wire(position, at) or is_open_hex(position, here)
