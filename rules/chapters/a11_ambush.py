"""A11.4 Ambush: who fights first where Infantry has advanced into woods or a building."""

from rules.board.locations import LocationId
from rules.chapters.b_terrain import in_cover
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import (
    Position,
    best_leader,
    good_order,
    is_smc,
    leadership,
    name,
    names,
    values,
)
from rules.forces.types import UnitClass
from rules.kernel.audience import Side
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier

MARGIN = 3
_INEXPERIENCED = frozenset({"C", "G"})


def may_ambush(position: Position, at: LocationId) -> bool:
    """A11.4: Infantry advanced into woods or a building in this APh, and not into a Melee."""
    units = position.units_at(at)
    advanced = any(unit.used for unit in units if unit.side is position.clock.phasing)
    in_melee = any(unit.melee for unit in units)
    return advanced and not in_melee and in_cover(position, at)


def ambush_modifiers(force: tuple[Unit, ...]) -> tuple[Modifier, ...]:
    """A11.4: the drm of one side's Ambush dr, each once for the whole force."""
    mods = []
    leader = best_leader(force) if len(force) > 1 else None
    if leader is not None and leadership(leader):
        mods.append(Modifier("A10.72", f"{name(leader)} leads", leadership(leader)))
    if is_lax(force):
        mods.append(Modifier("A11.18", "Lax", 1))
    if any(unit.broken for unit in force):
        mods.append(Modifier("A11.4", "broken", 1))
    if any(unit.pinned for unit in force):
        mods.append(Modifier("A11.4", "pinned", 1))
    if any(values(unit).cls is UnitClass.HERO for unit in force):
        mods.append(Modifier("A11.17", "Stealthy", -1))
    return tuple(mods)


def is_lax(force: tuple[Unit, ...]) -> bool:
    """A11.18: an Inexperienced MMC makes a force Lax, unless a Good Order SMC is with it."""
    led = any(is_smc(unit) and good_order(unit) for unit in force)
    return not led and any(values(unit).grade in _INEXPERIENCED for unit in force)


def ambusher(attacker: int, defender: int, phasing: Side) -> Side | None:
    """A11.4: the side whose Final dr is lower by three or more."""
    if attacker + MARGIN <= defender:
        return phasing
    return phasing.enemy if defender + MARGIN <= attacker else None


def roll_ambush(table: AslTable, at: LocationId) -> Side | None:
    """A11.4: one dr for each side, the ATTACKER's first. Returns the side that Ambushes, if any."""
    phasing = table.clock.phasing
    finals = [_dr(table, at, side) for side in (phasing, phasing.enemy)]
    side = ambusher(finals[0], finals[1], phasing)
    if side is not None:
        units = names(table.position.units_at(at, side))
        text = f"Ambush in {table.board.name(at)} by {units}"
        table.log("cc", text, side=side, rule="A11.4", at=(at,))
    return side


def _dr(table: AslTable, at: LocationId, side: Side) -> int:
    force = table.position.units_at(at, side)
    mods = ambush_modifiers(force)
    where = table.board.name(at)
    roll = table.roll(Purpose("ambush", f"Ambush dr in {where}", "A11.4", side))
    final = roll.total + sum(m.value for m in mods)
    text = f"Ambush dr in {where}: {names(force)}"
    table.log(
        "cc", text, side=side, rule="A11.4", at=(at,), roll=roll, mods=mods, result=f"Final {final}"
    )
    return final
