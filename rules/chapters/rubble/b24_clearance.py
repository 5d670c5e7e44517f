"""B24.7 Clearance of what can be removed in play: who may try, the DRM, and what comes of it."""

import enum
from collections.abc import Iterator

from rules.board.locations import LocationId, hex_of
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.chapters.concealment.a12_unseen_facts import show_to_enemy
from rules.chapters.concealment.a12_unseen_tries import Attempt, as_told, tell_how_it_is_read
from rules.chapters.concealment.covers import set_apart
from rules.chapters.ground.b25_burnable import ec_drm
from rules.chapters.ground.b25_flames import flames_at
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.mines.b28_clearing import is_sapper, remove_mines, trail_through
from rules.chapters.mines.b28_minefields import deep_snow
from rules.chapters.mines.b28_trails import is_on_the_ground, make_partial
from rules.chapters.morale.a17_wounds import casualty_reduction
from rules.chapters.morale.a19_inexperience import is_inexperienced
from rules.chapters.morale.a_random_selection import random_selection
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.rubble.b24_labor import add_labor, end_labor, labor_drm
from rules.chapters.rubble.b24_rubble_trails import fallen_rubble, remove_rubble
from rules.chapters.works.b26_wire import has_wire, is_on_wire, remove_wire
from rules.chapters.works.b29_roadblocks import is_beside_roadblock, remove_roadblock
from rules.forces.manner import Manner
from rules.forces.phases import Phase
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId
from rules.kernel.secret import Public
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.fire import Flame
from rules.position.knowledge import Knowledge
from rules.position.marker import MarkerFace
from rules.position.position import (
    Position,
    best_leader,
    good_order,
    is_dummy,
    is_hero,
    is_smc,
    leadership,
    name,
    names,
    values,
)
from rules.position.set_charges import charges_at

LIMIT = 2
HAMPERS = 6
TWELVE = 12
_SQUAD, _HALF_SQUAD, _HERO = -2, -1, -1


class Task(enum.StrEnum):
    """What is cleared."""

    FLAME = "flame"
    WIRE = "wire"
    SET_DC = "dc"
    ROADBLOCK = "roadblock"
    MINES = "mines"
    RUBBLE = "rubble"

    @property
    def words(self) -> str:
        """What it is called."""
        return "Set DC" if self is Task.SET_DC else self.value


_HAZARDOUS = frozenset({Task.FLAME, Task.ROADBLOCK, Task.RUBBLE})
_FOR_PRISONERS = _HAZARDOUS
_IN_MPH = {Task.MINES: "B24.74", Task.RUBBLE: "B24.71"}
_ENTERED_FOR = {Manner.CLEARING: Task.MINES, Manner.CLEARING_RUBBLE: Task.RUBBLE}
_OF_THE_PLACE = frozenset({"B24.8", "B25.5", "E3.732"})
"""The DRM that do not come of who they are: Labor, the EC, Deep Snow."""
_FOR_HEROES = frozenset({Task.WIRE, Task.SET_DC, Task.MINES})


class Clearing(Entity, frozen=True, kw_only=True, tag="clearing"):
    """An attempt at Clearance that is under way: its DR is still to come, and is made by those
    whose mark says so (`Unit.clears`).
    """

    at: Public[LocationId]
    side: Public[Side]
    task: Public[Task]


def clearing_face(clearing: Clearing) -> MarkerFace:
    """What everybody sees of it."""
    return MarkerFace(
        id=clearing.id,
        at=clearing.at,
        name=f"Clearance, {clearing.task.words}",
        letters="CLR",
        side=clearing.side,
    )


def task_bar(position: Position, at: LocationId, side: Side, task: Task) -> Barrier | None:
    """B24.7: why a side may not try to clear that in a Location, or None if it may."""
    if not _is_there(position, at, task):
        return Barrier("B24.7", f"There is no {task.words} in {position.board.name(at)}.")
    for other in position.view.all(Clearing):
        if (other.at, other.side, other.task) == (at, side, task):
            return Barrier("B24.7", "It is being tried already: one DR for all who take part.")
    return None


def _is_there(position: Position, at: LocationId, task: Task) -> bool:
    match task:
        case Task.FLAME:
            return bool(flames_at(position, at))
        case Task.WIRE:
            return has_wire(position, at)
        case Task.SET_DC:
            return bool(charges_at(position.view, at))
        case Task.ROADBLOCK:
            return is_beside_roadblock(position, at)
        case Task.RUBBLE:
            return fallen_rubble(position, at)
        case Task.MINES:
            return hex_of(at) in position.known_mines() and is_on_the_ground(position.board, at)


def worker_bar(position: Knowledge, unit: Unit, task: Task) -> Barrier | None:
    """B24.7: why a unit may not take part, or None if it may: it is unpinned and in Good Order, has
    neither moved, fired nor directed in this Player Turn, and is beneath the Wire.
    """
    bar = what_bars(position, unit, Act.FIRE)
    if bar is not None:
        return bar
    if not good_order(unit) or unit.pinned or unit.unarmed or is_dummy(unit):
        return Barrier("B24.7", f"{name(unit)} is in no state to clear anything.")
    fired = unit.fired is not None or any(gun.fired for gun in position.weapons_of(unit))
    directed = any(one.director == unit.id for one in position.personnel(unit.side))
    if fired or directed or unit.mf_spent or unit.moved:
        return Barrier("B24.7", f"{name(unit)} has moved, fired or directed in this Player Turn.")
    return _place_bar(position, unit, task)


def _place_bar(position: Knowledge, unit: Unit, task: Task) -> Barrier | None:
    """B24.73, B24.74: neither Wire nor mines are cleared from on top of Wire; B24.71, B24.74: mines
    and rubble in the MPh alone.
    """
    if task is Task.WIRE and is_on_wire(unit):
        return Barrier("B24.73", f"{name(unit)} is on top of the Wire, not beneath it.")
    if task is Task.MINES and is_on_wire(unit):
        return Barrier("B24.74", f"{name(unit)} is on top of Wire.")
    if task in _IN_MPH and position.clock.phase is not Phase.MPH:
        text = f"{task.words.capitalize()} is cleared by who spends his MPh on it."
        return Barrier(_IN_MPH[task], text.replace("Mines is", "Mines are"))
    return None


def crew_bar(units: tuple[Unit, ...]) -> Barrier | None:
    """B24.7: a MMC must be among them."""
    if all(is_smc(unit) for unit in units):
        return Barrier("B24.7", "It takes a squad, HS or crew to clear anything.")
    return None


def clearing_drm(
    position: Position, at: LocationId, units: tuple[Unit, ...], task: Task
) -> tuple[Modifier, ...]:
    """B24.7: the DRM of an attempt: of those who work, their leader, Labor, the EC at a
    Flame, and heroes at Wire and at a Set DC.
    """
    labor = labor_drm(position, at, units[0].side, _labor(task))
    heroes = _heroes(units) if task in _FOR_HEROES else ()
    ec = ec_drm(position, at) if task is Task.FLAME else ()
    forced = _forced(position, units) if task in _FOR_PRISONERS else ()
    of_mines = _of_mines(position, units) if task is Task.MINES else ()
    return (*_workers(units), *forced, *_led(units), *labor, *ec, *heroes, *of_mines)


def _of_mines(position: Position, units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """B28.8, E3.732: Sappers, a squad of them for two and a HS for one; and Deep Snow."""
    sappers = [unit for unit in units if is_sapper(position, unit) and not is_smc(unit)]
    squads = sum(values(unit).cls is UnitClass.SQUAD for unit in sappers)
    if sappers:
        help_ = _SQUAD * squads + _HALF_SQUAD * (len(sappers) - squads)
        yield Modifier("B28.8", "Sappers", help_)
    if deep_snow(position):
        yield Modifier("E3.732", "Deep Snow", 1)


def _workers(units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """B24.7: one for a squad; for each MMC beyond the first its size; the first is the largest."""
    squads = sum(values(unit).cls is UnitClass.SQUAD for unit in units)
    halves = sum(not is_smc(unit) for unit in units) - squads
    if squads:
        yield Modifier("B24.7", "squad", -1)
    further = _SQUAD * max(0, squads - 1) + _HALF_SQUAD * (halves if squads else halves - 1)
    if further:
        yield Modifier("B24.7", "further units", further)


def _captives(position: Position, units: tuple[Unit, ...]) -> Iterator[Unit]:
    for unit in units:
        yield from prisoners_of(position, unit)


def _forced(position: Position, units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """A20.5, B24.7: the captives of those who work have to help, each MMC by its size."""
    captives = [one for one in _captives(position, units) if not is_smc(one)]
    squads = sum(values(one).cls is UnitClass.SQUAD for one in captives)
    if captives:
        help_ = _SQUAD * squads + _HALF_SQUAD * (len(captives) - squads)
        yield Modifier("A20.5", "captives", help_)


def _led(units: tuple[Unit, ...]) -> Iterator[Modifier]:
    leader = best_leader(units)
    if leader is not None and leadership(leader):
        yield Modifier("A10.7", name(leader), leadership(leader))


def _heroes(units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """B24.7: a hero helps with Wire and with a Set DC, not with Flames and
    roadblocks.
    """
    for unit in units:
        if is_hero(unit):
            yield Modifier("B24.7", name(unit), _HERO)


def _labor(task: Task) -> str:
    return f"clearance of {task}"


def begin_clearing(table: AslTable, unit_ids: tuple[CounterId, ...], task: Task) -> None:
    """B24.7: those who take part are TI; at a Flame or a roadblock it is Hazardous. Of those who do
    it under a "?" the enemy is shown who they are (A12.16).
    """
    set_apart(table, (unit.id for unit in table.alive(unit_ids)))
    units = table.alive(unit_ids)
    forced = () if task not in _FOR_PRISONERS else tuple(_captives(table.truth, units))
    for unit in (*units, *forced):
        table.change(
            unit.counter,
            ti=True,
            moved=unit.side is table.clock.phasing,
            hazardous=task in _HAZARDOUS,
            wall_advantage=False,
        )
    for unit in table.alive(unit_ids):
        table.change(unit.counter, clears=task.value)
    first = units[0]
    if task_bar(table.truth, first.at, first.side, task) is None:
        id_ = table.kernel.new_id(Audience.PUBLIC, "c")
        table.world.add(Clearing(id=id_, at=first.at, side=first.side, task=task))
    called = names(units)
    text = f"{called} begins to clear the {task.words} in {table.board.name(first.at)}"
    table.log("move", text, side=first.side, rule="B24.7", at=(first.at,))
    show_to_enemy(table, (unit for unit in table.alive(unit_ids) if not is_dummy(unit)))


async def begin_by_entering(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, at: LocationId
) -> tuple[CounterId, ...]:
    """B24.71, B24.74: who has come into a hex to clear it of mines, by a partial Trail Break, or of
    rubble, does so now.
    """
    units = table.alive(unit_ids)
    if table.clock.phase is not Phase.MPH or origin == at:
        return unit_ids
    tasks = {_ENTERED_FOR.get(unit.manner) for unit in units}
    task = tasks.pop() if len(tasks) == 1 else None
    if task is None or not _is_there(table.truth, at, task):
        return unit_ids
    if task is Task.MINES:
        make_partial(table, unit_ids, origin, at)
    begin_clearing(table, unit_ids, task)
    return unit_ids


async def clear_flames(table: AslTable) -> None:
    """B24.72: at the end of the MPh and of the DFPh, before any Flame grows."""
    await _clear_all(table, Task.FLAME)


async def clear_the_rest(table: AslTable) -> None:
    """B24.71, B24.73-B24.76: at the end of the CCPh."""
    await _clear_all(table, Task.WIRE, Task.SET_DC, Task.ROADBLOCK, Task.MINES, Task.RUBBLE)


async def _clear_all(table: AslTable, *tasks: Task) -> None:
    for found in table.world.all(Clearing):
        clearing = table.world.find(Clearing, found.id)
        if clearing is not None and clearing.task in tasks:
            table.world.drop(clearing)
            await _try(table, clearing)


async def _try(table: AslTable, clearing: Clearing) -> None:
    """B24.7: broken off by who is pinned, or in Good Order no more."""
    workers = _workers_at(table, clearing)
    for unit in workers:
        table.change(unit.counter, clears=None)
    units = tuple(filter(_goes_on, table.alive(tuple(unit.counter for unit in workers))))
    if not units or crew_bar(units) is not None:
        return
    if clearing.task is Task.MINES:
        await _try_mines(table, clearing, units)
        return
    if clearing.task is Task.RUBBLE:
        await _try_rubble(table, clearing, units)
        return
    if clearing.task is not Task.FLAME:
        _try_to_remove(table, clearing, units)
        return
    for flame in flames_at(table.truth, clearing.at):
        _try_flame(table, clearing, units, flame)


def _goes_on(unit: Unit) -> bool:
    return good_order(unit) and not unit.pinned and not is_dummy(unit)


def _workers_at(table: AslTable, clearing: Clearing) -> tuple[Unit, ...]:
    """Dummies that have come in with them too, which are seen to do the same."""
    pieces = table.truth.pieces(clearing.side)
    return tuple(one for one in pieces if (one.at, one.clears) == (clearing.at, clearing.task))


def _try_flame(table: AslTable, clearing: Clearing, units: tuple[Unit, ...], flame: Flame) -> None:
    """B24.72: put out, hampered for this Player Turn, or neither."""
    final, _ = _roll(table, clearing, units, ((LIMIT, "put out"), (HAMPERS, "hampered")))
    if final <= LIMIT:
        table.world.drop(flame)
    elif final <= HAMPERS:
        table.world.change(flame, hampered=True)


def _try_to_remove(table: AslTable, clearing: Clearing, units: tuple[Unit, ...]) -> None:
    """B24.73, B24.75, B24.76: it is removed, or it stays."""
    if not _is_there(table.truth, clearing.at, clearing.task):
        return
    final, _ = _roll(table, clearing, units, ((LIMIT, "removed"),))
    if final > LIMIT:
        return
    if clearing.task is Task.WIRE:
        remove_wire(table, clearing.at)
        return
    if clearing.task is Task.ROADBLOCK:
        remove_roadblock(table, clearing.at)
        return
    for charge in charges_at(table.truth.view, clearing.at):
        table.world.drop(charge)


async def _try_mines(table: AslTable, clearing: Clearing, units: tuple[Unit, ...]) -> None:
    """B24.74: a Trail Break over two hexsides of the clearer's choice, and no mines are left once
    every hexside has one. On an Original 12, of the Inexperienced 11 too, one of them is Reduced.
    """
    if not _is_there(table.truth, clearing.at, clearing.task):
        return
    ids = tuple(unit.counter for unit in units)
    final, original = _roll(table, clearing, units, ((LIMIT, "trail break"),))
    worst = TWELVE - 1 if any(map(is_inexperienced, units)) else TWELVE
    if original >= worst:
        there = table.alive(ids)
        unseen = any(unit.under is not None for unit in there)
        to = clearing.side.audience if unseen else Audience.PUBLIC
        for unit_id in random_selection(table, there, 1, "Clearance", to):
            casualty_reduction(table, unit_id, "clearing mines")
    if final <= LIMIT and await trail_through(table, clearing.side, clearing.at, ids):
        remove_mines(table, hex_of(clearing.at))


async def _try_rubble(table: AslTable, clearing: Clearing, units: tuple[Unit, ...]) -> None:
    """B24.71: a Trail Break over two hexsides of the clearer's choice; no rubble is left once every
    hexside has one.
    """
    if not _is_there(table.truth, clearing.at, clearing.task):
        return
    ids = tuple(unit.counter for unit in units)
    final, _ = _roll(table, clearing, units, ((LIMIT, "trail break"),))
    if final <= LIMIT and await trail_through(table, clearing.side, clearing.at, ids, "B24.71"):
        remove_rubble(table, hex_of(clearing.at))


def _roll(
    table: AslTable,
    clearing: Clearing,
    units: tuple[Unit, ...],
    results: tuple[tuple[int, str], ...],
) -> tuple[int, int]:
    """The DR of an attempt, with its line and its Labor; returns the Final DR and the Original."""
    task, where = clearing.task, table.board.name(clearing.at)
    ledger = clearing_drm(table.truth, clearing.at, units, task)
    mods = as_told(units, ledger, "B24.7", _OF_THE_PLACE)
    tell_how_it_is_read(table, units, Attempt.CLEARANCE, max(most for most, _ in results), mods)
    text = f"Clearance of the {task.words} in {where}"
    purpose = Purpose("clearance", text, "B24.7", clearing.side)
    roll = table.roll(purpose, 2)
    final = roll.total + sum(mod.value for mod in mods)
    result = next((word for most, word in results if final <= most), "it stays")
    table.log(
        "roll",
        f"The {task.words} in {where} is cleared",
        side=clearing.side,
        rule="B24.7",
        at=(clearing.at,),
        roll=roll,
        mods=mods,
        result=result,
    )
    if final <= LIMIT:
        end_labor(table, clearing.at, clearing.side, _labor(task))
    else:
        worker = next(unit for unit in units if not is_smc(unit))
        add_labor(table, worker, _labor(task), worker.side)
    return final, roll.total
