"""A11.4 Ambush: who fights first where Infantry has advanced into woods or a building."""

from collections.abc import Callable
from operator import attrgetter

from rules.board.locations import LocationId
from rules.chapters.close_combat.a11_concealed import AmbushDrm
from rules.chapters.ground.b_terrain import in_cover
from rules.chapters.morale.a19_inexperience import is_inexperienced
from rules.chapters.works.b30_pillboxes import fighters_at, fighting_foes
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.concealed_fighters import is_concealed
from rules.position.position import (
    Position,
    best_leader,
    good_order,
    is_hero,
    is_smc,
    leadership,
    name,
    names,
    values,
)

MARGIN = 3
CONCEALED = -2
_CLUMSY: tuple[tuple[str, Callable[[Unit], bool]], ...] = (
    ("CX", attrgetter("cx")),
    ("broken", attrgetter("broken")),
    ("pinned", attrgetter("pinned")),
    ("berserk", attrgetter("berserk")),
)
"""What costs a force +1 each, however many of it are so."""
_INEXPERIENCED = frozenset({"C", "G"})


def may_ambush(position: Position, at: LocationId) -> bool:
    """A11.4, A11.19: Infantry advanced into woods or a building in this APh, or to where somebody
    is under a "?"; or hidden units have just been placed there, whoever came in and how. Not in a
    Melee.
    """
    units = fighters_at(position, at)
    advanced = any(unit.used for unit in units if unit.side is position.clock.phasing)
    in_melee = any(unit.melee for unit in units)
    concealed = any(is_concealed(position, unit.id) for unit in units)
    if in_melee:
        return False
    return at in position.clock.placed or (advanced and (concealed or in_cover(position, at)))


def ambush_modifiers(force: tuple[Unit, ...], *, concealed: bool = False) -> tuple[Modifier, ...]:
    """A11.4: the drm of one side's Ambush dr, each once for the whole force."""
    mods = [Modifier("A11.4", "concealed", CONCEALED)] if concealed else []
    berserk = any(unit.berserk for unit in force)
    leader = None if berserk or len(force) == 1 else best_leader(force)
    if leader is not None and leadership(leader):
        mods.append(Modifier("A10.72", f"{name(leader)} leads", leadership(leader)))
    if is_lax(force):
        mods.append(Modifier("A11.18", "Lax", 1))
    if any(unit.horse is not None for unit in force):
        mods.append(Modifier("A11.4", "Cavalry", 2))
    for words, is_so in _CLUMSY:
        if any(is_so(unit) for unit in force):
            mods.append(Modifier("A11.4", words, 1))
    if any(is_hero(unit) for unit in force):
        mods.append(Modifier("A11.17", "Stealthy", -1))
    return tuple(mods)


def is_lax(force: tuple[Unit, ...]) -> bool:
    """A11.18: an Inexperienced MMC makes a force Lax, unless a Good Order SMC is with it."""
    return bool(lax_units(force))


def lax_units(force: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """A11.18: those of a force that are Lax."""
    if any(is_smc(unit) and good_order(unit) for unit in force):
        return ()
    return tuple(
        unit for unit in force if values(unit).grade in _INEXPERIENCED or is_inexperienced(unit)
    )


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
        units = names(fighting_foes(table.truth, at, side.enemy))
        text = f"Ambush in {table.board.name(at)} by {units}"
        table.log("cc", text, side=side, rule="A11.4", at=(at,))
    return side


def _dr(table: AslTable, at: LocationId, side: Side) -> int:
    force = fighting_foes(table.truth, at, side.enemy)
    concealed = any(is_concealed(table.public, unit.id) for unit in force)
    mods = ambush_modifiers(force, concealed=concealed)
    drm = sum(m.value for m in mods)
    if concealed:
        table.tell(AmbushDrm(side=side, at=at, drm=drm))
        mods = (Modifier("A11.4", "a force with a ?", drm),)
    where = table.board.name(at)
    roll = table.roll(Purpose("ambush", f"Ambush dr in {where}", "A11.4", side))
    final = roll.total + drm
    text = f"Ambush dr in {where}: {names(force)}"
    table.log(
        "cc", text, side=side, rule="A11.4", at=(at,), roll=roll, mods=mods, result=f"Final {final}"
    )
    return final
