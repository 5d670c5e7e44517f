"""B26 Wire: whoever enters its hex is on top of it, and comes off by a dr."""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of
from rules.board.terrain import StreamDepth, Terrain
from rules.chapters.ground.b19_depressions import stream_depth
from rules.chapters.ground.b20_crest_tem import is_in_crest
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.a04_movement import mf_left
from rules.chapters.terms.a07_shot import Aim
from rules.chapters.works.b27_entrenchments import came_through
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.fortifications import Wire, is_wired
from rules.position.position import Position, name

_WIRELESS = frozenset({Terrain.MARSH, *(kind for kind in Terrain if kind.is_river)})


def is_on_wire(unit: Unit) -> bool:
    """Whether a unit is on top of Wire."""
    return unit.posture is Posture.ON_WIRE


def has_wire(position: Position, at: LocationId) -> bool:
    """B26.1: whether there is Wire in a Location: on the ground of its hex."""
    if position.board.locations(hex_of(at))[0] != at:
        return False
    return is_wired(position.view, hex_of(at))


def takes_wire(board: Board, hex_id: HexId) -> bool:
    """B26.1, B20.5: whether Wire may be set up in a hex, as it may not in a deep stream."""
    if stream_depth(board, hex_id) is StreamDepth.DEEP:
        return False
    terrain = board.terrain(hex_id)
    return not (terrain.is_building or terrain.is_rubble or terrain in _WIRELESS)


async def entangle(
    table: AslTable, ids: tuple[CounterId, ...], origin: LocationId, to: LocationId
) -> tuple[CounterId, ...]:
    """B26.3: whoever enters a Wire hex is on top of it, in any phase; nothing stops him. To enter
    the map is to come from where one is (A2.5). It does not touch who comes through a trench
    (B27.5), nor who is at the Crest above it (B20.97).
    """
    enters = origin == to or hex_of(origin) != hex_of(to)
    if enters and has_wire(table.truth, to):
        for unit in table.alive(ids):
            if not came_through(unit) and not is_in_crest(unit):
                table.change(unit.counter, posture=Posture.ON_WIRE)
    return ids


def remove_wire(table: AslTable, at: LocationId) -> None:
    """B24.73: the Wire of a Location is gone, from under those on top of it too."""
    for wire in table.world.all(Wire):
        if wire.at == hex_of(at):
            table.world.drop(wire)
    for unit in table.truth.pieces():
        if unit.at == at and unit.posture is Posture.ON_WIRE:
            table.change(unit.counter, posture=None)


def blow_up_wire(table: AslTable, at: LocationId) -> None:
    """B26.51: a DC removes the Wire of a Location, if there is any."""
    if has_wire(table.truth, at):
        remove_wire(table, at)
        text = f"The DC removes the Wire in {table.board.name(at)}"
        table.log("fire", text, rule="B26.51", at=(at,))


def coming_off_bar(unit: Unit) -> Barrier | None:
    """B26.4, B26.46: why a unit may not try to come off Wire, or None if it may."""
    if not is_on_wire(unit):
        return Barrier("B26.4", f"{name(unit)} is not on top of Wire.")
    if unit.double_time:
        return Barrier("B26.46", f"{name(unit)} is under Double Time, and stays on the Wire.")
    return None


def come_off(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """B26.4: each unit, which has paid one MF for the attempt, needs as many as its dr; one that
    has not so many left spends what it has, and stays on top.
    """
    for unit in table.alive(unit_ids):
        roll = table.roll(Purpose("wire", f"{name(unit)} on Wire", "B26.4", unit.side))
        left, more = mf_left(table.law, unit), 2 * (roll.total - 1)
        off, spent = more <= left, min(more, left)
        table.change(
            unit.counter,
            posture=None if off else Posture.ON_WIRE,
            tried_wire=True,
            mf_spent=unit.mf_spent + spent,
            mf_here=unit.mf_here + spent,
            assault=unit.assault and spent < left,
        )
        result = f"{roll.total} MF, off the Wire" if off else "all MF, stays on the Wire"
        text = f"{name(unit)} comes off the Wire"
        where = (unit.at,)
        table.log("roll", text, side=unit.side, rule="B26.4", at=where, roll=roll, result=result)


def come_off_in_rout(table: AslTable, unit_ids: tuple[CounterId, ...]) -> int:
    """B26.4, B26.41: the half MF that those who rout together pay to come off Wire: the highest of
    their dr, for all of them.
    """
    units = tuple(unit for unit in table.alive(unit_ids) if is_on_wire(unit))
    paid = 0
    for unit in units:
        roll = table.roll(Purpose("wire", f"{name(unit)} on Wire", "B26.4", unit.side))
        text, result = f"{name(unit)} comes off the Wire", f"{roll.total} MF"
        where = (unit.at,)
        table.log("rout", text, side=unit.side, rule="B26.4", at=where, roll=roll, result=result)
        paid = max(paid, 2 * roll.total)
    return paid


def let_off(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """B26.4: units are on the ground beneath the Wire."""
    for unit in table.alive(unit_ids):
        if is_on_wire(unit):
            table.change(unit.counter, posture=None)


def from_on_top(aim: Aim) -> Iterator[Modifier]:
    """B26.31: who is on top of Wire attacks with one DRM more."""
    if any(is_on_wire(aim.position.unit(firer)) for firer in aim.shot.units):
        yield Modifier("B26.31", "fired from on top of Wire", 1)
