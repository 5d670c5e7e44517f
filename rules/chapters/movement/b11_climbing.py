"""B11.4 Climbing: who may climb a cliff, where to, the Falling DR, and who falls off.

Where a climber is on the cliff is a Location of its own, in the hex below it (`cliff_location`).
Climbing is done in the MPh (`play.climbing`); who steps off advances (`a04_advance`).
"""

from collections.abc import Iterable, Iterator

from rules.board.locations import (
    LocationId,
    LocationKind,
    cliff_location,
    cliff_of,
    hex_of,
    is_on_cliff,
    is_pillbox,
    level_of,
)
from rules.chapters.close_combat.a20_guards import prisoners_of
from rules.chapters.concealment.a12_loss import lose_by_going
from rules.chapters.concealment.a12_under_attack import announce
from rules.chapters.concealment.covers import (
    covers_of,
    drop_if_empty,
    in_secret_order,
    set_apart,
    surface,
)
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.morale.elimination import eliminate
from rules.chapters.movement.a04_portage import carrying_capacity, load_of, portage_points
from rules.chapters.movement.passage import go, leave
from rules.chapters.movement.relocation import relocate
from rules.forces.entities import Ec, Wind
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order, is_dummy, name, weapon_values

MOVES_ON = 9
FALLS = 12


def climbing_bar(position: Position, unit: Unit) -> Barrier | None:
    """B11.4: why a unit that may move may not climb now, or None if it may: it is in Good Order,
    unwounded, carries one PP less than its IPC, and spends all its MF.
    """
    if not good_order(unit) or unit.wounded or unit.posture is not None:
        return Barrier("B11.4", f"{name(unit)} is in no state to climb.")
    if unit.mf_spent:
        return Barrier("B11.4", f"To climb takes all MF, and {name(unit)} has spent some.")
    if portage_points(load_of(position, unit)) >= max(carrying_capacity(unit), 1):
        return Barrier("B11.4", f"{name(unit)} carries too much to climb.")
    if not is_dummy(unit) and prisoners_of(position, unit):
        return Barrier("B11.4", f"{name(unit)} guards captives, who do not climb.")
    return None


def climbs(position: Position, unit: Unit) -> tuple[LocationId, ...]:
    """B11.41: where on a cliff the next level up or down brings a unit."""
    if is_on_cliff(unit.at):
        next_ones = (_at_level(unit.at, level_of(unit.at) + one) for one in (1, -1))
        return tuple(at for at in next_ones if position.board.has_location(at))
    grounds = {LocationKind.GROUND, LocationKind.DEPRESSION}
    if level_of(unit.at) or is_pillbox(unit.at) or position.board.kind(unit.at) not in grounds:
        return ()
    return tuple(_first_steps(position, unit))


def _first_steps(position: Position, unit: Unit) -> Iterator[LocationId]:
    """One level up the cliffs above the hex, and one level down those below it."""
    board, here = position.board, hex_of(unit.at)
    for side, there in board.neighbours(here):
        up = [at for at in board.cliff_places(here, side) if level_of(at) == 1]
        below = board.cliff_places(there, (side + 3) % 6)
        top = max(map(level_of, below), default=0)
        down = [at for at in below if level_of(at) == top - 1]
        yield from (at for at in (*up, *down) if board.has_location(at))


def _at_level(at: LocationId, level: int) -> LocationId:
    """The place on the same cliff at another level."""
    side, vertex = cliff_of(at) or (0, 0)
    return cliff_location(hex_of(at), level, side, vertex)


def _start(unit: Unit, to: LocationId) -> LocationId:
    """B11.41: the place on the cliff at the level where a unit is that climbs from there."""
    if is_on_cliff(unit.at):
        return unit.at
    return _at_level(to, 0 if hex_of(to) == hex_of(unit.at) else level_of(to) + 1)


def falling_drm(position: Position) -> tuple[Modifier, ...]:
    """B11.41: the DRM of a Falling DR."""
    found = []
    if position.conditions.ec is Ec.SNOW:
        found.append(Modifier("B11.41", "snow", 1))
    if position.conditions.wind is Wind.HEAVY_WINDS:
        found.append(Modifier("B11.41", "heavy winds", 1))
    return tuple(found)


async def climb(table: AslTable, unit_id: CounterId, to: LocationId) -> None:
    """B11.41: a unit goes onto the cliff at its own level, and makes its Falling DR for the next;
    mines where it was may stop it (B28.412). Who climbs under a "?" loses it as by other movement
    that is no Assault Movement, where he has come to (A12.141).
    """
    unit = table.unit(unit_id)
    start = _start(unit, to)
    if start != unit.at and not await _onto(table, unit, start):
        return
    total = _falling_roll(table, unit_id, to)
    if total >= FALLS:
        fall(table, table.unit(unit_id), "falls")
    elif total <= MOVES_ON:
        relocate(table, (unit_id,), to)
    table.settle()
    for one in table.alive((unit_id,)):
        await lose_by_going(table, (unit_id,), start, one.at)


async def _onto(table: AslTable, unit: Unit, start: LocationId) -> bool:
    """Whether a unit gets onto the cliff."""
    ids, on_foot = (unit.counter,), {"manner": Manner.TERRAIN}
    if hex_of(start) != hex_of(unit.at):
        return bool((await go(table, ids, start, lambda _: on_foot)).able)
    free = await leave(table, ids)
    relocate(table, free, start)
    for one in table.alive(free):
        table.change(one.counter, **on_foot)
    return bool(free)


def _falling_roll(table: AslTable, unit_id: CounterId, to: LocationId) -> int:
    unit, mods = table.unit(unit_id), falling_drm(table.truth)
    roll = table.roll(Purpose("falling", f"{name(unit)}: Falling DR", "B11.41", unit.side), 2)
    total = roll.total + sum(mod.value for mod in mods)
    goes_on = to != unit.at and total <= MOVES_ON
    result = "falls" if total >= FALLS else "one level on" if goes_on else "stays"
    text = f"{name(unit)} climbs"
    if to != unit.at:
        text += f" towards {table.board.name(to)}"
    table.log(
        "move", text, side=unit.side, rule="B11.41", at=(unit.at,), roll=roll, mods=mods,
        result=result,
    )  # fmt: skip
    return total


def hold_on(table: AslTable) -> None:
    """B11.41: who is on a cliff and has not climbed on in his MPh makes his Falling DR there; of
    those under a "?" everybody hears how many there are, Dummies among them.
    """
    there = _on_cliffs(table.truth.pieces(table.clock.phasing))
    holding = [unit for unit in there if not unit.mf_spent]
    veiled = in_secret_order(table, (unit for unit in holding if unit.under is not None))
    announce(table, (unit.counter for unit in veiled))
    for unit in (*(one for one in holding if one.under is None), *veiled):
        if _falling_roll(table, unit.counter, unit.at) >= FALLS:
            fall(table, table.unit(unit.counter), "falls")


def fall(table: AslTable, unit: Unit, why: str) -> None:
    """B11.41, B11.42: a climber is eliminated with his SW; a Dummy goes (A12.14)."""
    if is_dummy(unit):
        set_apart(table, (unit.id,))
        for cover_id in covers_of(table, (unit.counter,)):
            drop_if_empty(table, cover_id)
        return
    surface(table, unit.counter)
    for weapon in table.truth.weapons_of(table.unit(unit.counter)):
        _lose(table, weapon)
    eliminate(table, unit.counter, f"{name(unit)} {why} from the cliff", "B11.42")


def settle_climbers(table: AslTable) -> None:
    """B11.42, B11.43: a climber is CX; one that breaks, is wounded or goes berserk falls. What
    nobody possesses on a cliff is lost.
    """
    for unit in _on_cliffs(one for one in table.truth.pieces() if not is_dummy(one)):
        if unit.broken or unit.wounded or unit.berserk:
            fall(table, unit, "lets go and falls")
        elif not unit.cx:
            table.change(unit.counter, cx=True)
    for weapon in table.truth.weapons():
        if weapon.holder is None and is_on_cliff(weapon.at):
            _lose(table, weapon)


def _on_cliffs(units: Iterable[Unit]) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if is_on_cliff(unit.at))


def _lose(table: AslTable, weapon: Weapon) -> None:
    text = f"A {weapon_values(weapon).name} is lost at {table.board.name(weapon.at)}"
    table.log("possession", text, side=weapon.side, rule="B11.43", at=(weapon.at,))
    table.drop(weapon)
