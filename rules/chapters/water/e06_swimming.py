"""E6.1-E6.41 Swimming: who may, where to, the TC, jumps, rafting, and what ends it.

Who is in water that he does not ford `swims`; a MMC that does so and is not unarmed is rafting.
Where the current takes him stands in `e06_drowning`, fording lines in `e06_fording_lines`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from rules.board.board import Board
from rules.board.locations import (
    LocationId,
    LocationKind,
    hex_of,
    is_on_cliff,
    is_pillbox,
    level_of,
    location,
)
from rules.board.terrain import HexsideTerrain
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.chapters.close_combat.a20_unarmed import unarmed_type
from rules.chapters.concealment.covers import uncover
from rules.chapters.fire.b16_wet_firers import is_in_water
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_posture import posture_bar
from rules.chapters.morale.a10_check import MORALE_CHECK, TASK_CHECK, Check, Outcome, make_check
from rules.chapters.morale.a10_morale import mc_follows
from rules.chapters.morale.a19_elr import elr_of
from rules.chapters.morale.elimination import eliminate
from rules.chapters.movement.a04_movement import as_movers, mf_of
from rules.chapters.movement.a04_portage import portage_excess
from rules.chapters.movement.a17_carrying import carried_by
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.memo import asked_once
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.law import Law, NamedQuestion, Rule
from rules.position.position import Position, is_smc, name, weapon_values
from rules.position.water import is_frigid, is_lined, water_hexes, waters_of

Jump: TypeAlias = int | None
"""The DRM of the MC that a way into the water takes, or None if it takes none (E6.1)."""


# -- where to ------------------------------------------------------------------------------------


def ways_to_swim(position: Position, unit: Unit) -> Mapping[LocationId, Jump]:
    """E6.1, E6.2: the water that a unit could swim into from where it is, each with the MC that it
    takes; from the water on what lies next to it. Cavalry does not jump (E6.5).
    """
    found = _ways_from(position.board, unit.at)
    if unit.horse is None:
        return found
    return {to: jump for to, jump in found.items() if jump is None}


@asked_once
def _ways_from(board: Board, at: LocationId) -> Mapping[LocationId, Jump]:
    return dict(_ways(board, at))


def _ways(board: Board, at: LocationId) -> Iterator[tuple[LocationId, Jump]]:
    here, wet = hex_of(at), water_hexes(board)
    jumps = _jumps_everywhere(board, at)
    if jumps is None:
        return
    if board.kind(at) is LocationKind.BRIDGE and here in wet:
        yield location(here), _from_bridge(board, at, location(here))
    for side, there in board.neighbours(here):
        if there not in wet:
            continue
        to = location(there)
        if board.kind(at) is LocationKind.BRIDGE:
            yield to, _from_bridge(board, at, to)
        elif jumps or board.hexside(here, side) is HexsideTerrain.CLIFF:
            yield to, _level(board, at)
        else:
            yield to, None


def _jumps_everywhere(board: Board, at: LocationId) -> bool | None:
    """E6.1: whether all ways into the water from a Location are jumps; None if there is none: from
    an upper level where the building stands apart from the water, a pillbox or a cliff.
    """
    if is_on_cliff(at) or is_pillbox(at):
        return None
    if board.kind(at) is LocationKind.UPPER_LEVEL:
        return True if board.is_waterside(hex_of(at)) else None
    return False


def _from_bridge(board: Board, at: LocationId, to: LocationId) -> Jump:
    """E6.1: from a bridge above the water one jumps, from one level with it not."""
    return _level(board, at) if board.absolute(at) > board.absolute(to) else None


def _level(board: Board, at: LocationId) -> int:
    """E6.1: the level of a Location as a DRM; none below level 0."""
    return max(0, board.absolute(at))


# -- who -----------------------------------------------------------------------------------------


def swimming_bar(position: Position, unit: Unit) -> Barrier | None:
    """E6.1, E6.4: why a unit that may move may not swim from where it is, or None if it may."""
    if unit.broken or unit.wounded:
        return Barrier("E6.1", "Broken or wounded units may not swim.")
    if is_in_water(position, unit):
        return _forder_bar(unit) or _mf_bar(position, unit)
    bars = (_water_bar(position), _burden_bar(position, unit), posture_bar(unit))
    return next((bar for bar in bars if bar is not None), None) or _mf_bar(position, unit)


def _water_bar(position: Position) -> Barrier | None:
    """E6.1: why nobody swims in this scenario."""
    if waters_of(position.view) is None:
        return Barrier("E6.1", "The scenario does not say how its water flows: nobody swims.")
    if is_frigid(position.view):
        return Barrier("E6.1", "This water is frigid: no swimming.")
    return None


def _burden_bar(position: Position, unit: Unit) -> Barrier | None:
    """E6.4, E6.5: what keeps a unit out of the water that it has with it."""
    if unit.horse is not None and not portage_excess(position, unit, (unit,)):
        return None
    if prisoners_of(position, unit):
        return Barrier("E6.4", f"{name(unit)} guards captives.")
    if any(carried_by(position, unit)):
        return Barrier("E6.4", f"{name(unit)} carries a wounded SMC.")
    carried = position.weapons_of(unit)
    if not carried:
        return None
    what = weapon_values(carried[0]).name
    if unit.horse is not None:
        return Barrier("E6.5", f"Cavalry swims with no more than its IPC. Drop the {what} first.")
    return Barrier("E6.4", f"Swimmers carry nothing. Drop the {what} first.")


def _forder_bar(unit: Unit) -> Barrier | None:
    """E6.1, E6.6: swimming begins on land or a bridge; who fords by a line may leave it so, to his
    death if he did not swim before.
    """
    if unit.swims or unit.swam or unit.on_line:
        return None
    return Barrier("E6.1", "One begins to swim straight from land or a bridge.")


def _mf_bar(position: Position, unit: Unit) -> Barrier | None:
    """E6.1: all MF are spent on it, before any other."""
    (mover,) = as_movers(position, (unit,))
    if unit.mf_spent:
        return Barrier("E6.1", "A unit must use its whole MF allotment to enter the water.")
    if mf_of(position.law, mover) <= 0:
        return Barrier("A4.1", f"{name(unit)} has no MF.")
    return None


def leaves_line(position: Position, unit: Unit, to: LocationId) -> bool:
    """E6.6: whether a unit would leave its fording line in the water, as only who swam before
    survives.
    """
    return unit.on_line and not unit.swam and not position.board.ford(hex_of(to))


# -- the checks ----------------------------------------------------------------------------------


Rafts: TypeAlias = Callable[[Position, Unit, int], bool]

RAFTING: NamedQuestion[Rafts] = NamedQuestion("RAFTING", ())
"""Whether a unit is rafting after a swimming TC of that coloured die: if any of these says so. By
itself the rulebook has none do it.
"""


def under_rafting(law: Law, rafts: Rafts, number: str) -> Law:
    """E6.41: a law with a special rule by which units raft."""
    return law.adding(RAFTING, Rule(number, rafts))


def by_elr(position: Position, unit: Unit, coloured: int) -> bool:
    """E6.41: a coloured die below the ELR finds what rafts are made of."""
    return coloured < elr_of(position, unit)


def rafts(position: Position, unit: Unit, coloured: int, jump: Jump) -> bool:
    """E6.41: whether a MMC keeps its arms as it swims; nobody does who jumps,
    nor Cavalry (E6.5).
    """
    if is_smc(unit) or unit.unarmed or unit.horse is not None or jump is not None:
        return False
    return any(ask(position, unit, coloured) for ask in position.law.asks(RAFTING))


async def swimming_check(table: AslTable, unit_id: CounterId) -> Outcome:
    """E6.1: the swimming TC, without leadership; who fails does nothing more in this MPh."""
    return await make_check(
        table, Check(TASK_CHECK, unit_id, "Swimming TC", (), rule="E6.1"), (_balk,)
    )


async def _balk(table: AslTable, outcome: Outcome) -> None:
    if not outcome.passed:
        table.change(outcome.check.unit, balked=True)


async def jump_check(table: AslTable, unit_id: CounterId, jump: int) -> None:
    """E6.1: the MC of one who has jumped, without leadership, by what he is in the water."""
    mods = (Modifier("E6.1", f"jump from level {jump}", jump),) if jump else ()
    check = Check(MORALE_CHECK, unit_id, f"{jump or 'N'}MC", mods, rule="E6.1")
    await make_check(table, check, mc_follows(table))


def swimming_marks(unit: Unit, *, rafting: bool) -> dict[str, Any]:
    """E6.4, E6.5: what becomes of a unit in the water: a MMC is Unarmed unless it is rafting, or
    Cavalry, and a crew that is so a HS.
    """
    armed = is_smc(unit) or rafting or unit.horse is not None
    return {
        "swims": True,
        "swam": False,
        "on_line": False,
        "unarmed": unit.unarmed or not armed,
        "type": unit.type if armed else unarmed_type(unit),
        "manner": Manner.TERRAIN,
    }


# -- what follows from being in the water --------------------------------------------------------


def settle_swimmers(table: AslTable) -> None:
    """E6.1, E6.6: who is out of the water swims no more; who breaks, is wounded or goes berserk as
    he swims or fords by a line is lost, as is who stands where no line is any more and never swam.
    No "?" stays in the water (B21.41), and equipment that nobody has sinks where that is deep
    (E6.4).
    """
    for cover in table.public.covers():
        if table.board.kind(cover.at) is LocationKind.WATER:
            uncover(table, cover.id)
    for unit in table.truth.personnel():
        if unit.in_boat or unit.water_line:
            continue
        if is_in_water(table.truth, unit):
            _settle_in_water(table, unit)
        elif unit.swims or unit.swam or unit.on_line:
            table.change(unit.counter, swims=False, swam=False, on_line=False)
    for weapon in table.truth.weapons():
        if weapon.holder is None and _is_deep(table.truth, weapon.at):
            text = f"A {weapon_values(weapon).name} sinks in {table.board.name(weapon.at)}"
            table.log("possession", text, side=weapon.side, rule="E6.4", at=(weapon.at,))
            table.drop(weapon)


def _settle_in_water(table: AslTable, unit: Unit) -> None:
    here = hex_of(unit.at)
    guard = None if unit.guard is None else table.truth.counter(unit.guard)
    if guard is not None and guard.swims is not unit.swims:
        unit = table.change(unit.counter, swims=guard.swims)
    fordable = table.truth.board.ford(here)
    on_line = not unit.swims and is_lined(table.world, table.board, here)
    lost = unit.broken or unit.wounded or unit.berserk
    if unit.swims and lost:
        eliminate(table, unit.counter, f"{name(unit)} is lost in the water", "E6.1")
    elif on_line and lost:
        eliminate(table, unit.counter, f"{name(unit)} is lost on the fording line", "E6.6")
    elif not unit.swims and not fordable and unit.swam:
        table.change(unit.counter, swims=True, swam=False, on_line=False)
    elif not unit.swims and not fordable:
        eliminate(table, unit.counter, f"{name(unit)} has no fording line any more", "E6.6")
    elif unit.on_line is not on_line:
        table.change(unit.counter, on_line=on_line)


def _is_deep(position: Position, at: LocationId) -> bool:
    water = position.board.kind(at) is LocationKind.WATER and level_of(at) == 0
    return water and not position.board.ford(hex_of(at))
