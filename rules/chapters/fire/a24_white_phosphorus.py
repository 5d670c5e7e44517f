"""A24.31 WP: what it does to those whom it is placed upon."""

from collections.abc import Mapping

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_inspection import open_stacks_at
from rules.chapters.concealment.a12_loss import come_out_at
from rules.chapters.ground.b25_burnable import in_building
from rules.chapters.ground.b25_flames import kindle
from rules.chapters.ground.b_terrain import in_hex_tem
from rules.chapters.morale.a10_breaking import can_pin
from rules.chapters.morale.a10_check import MORALE_CHECK, Check, Checking, check_by, check_modifiers
from rules.chapters.morale.a10_checking_order import in_checking_order
from rules.chapters.morale.a10_dm import dm_from_attack
from rules.chapters.morale.a10_morale import (
    leader_losses,
    losses_since,
    mc_follows,
    possible_losses,
)
from rules.forces.entities import Ec
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, name
from rules.position.purposes import purpose_of

CRITICAL = 6
"""The coloured dr of its MC by which a grenade is a CH against a unit (A24.31)."""

_FIRE_DRM: Mapping[Ec, int] = {Ec.DRY: -1, Ec.VERY_DRY: 0}


async def phosphorus(table: AslTable, at: LocationId, side: Side) -> None:
    """A24.31: a NMC for all units of the Location, of both sides, and DM for the broken. Who is
    under a "?" comes into the open first.
    """
    come_out_at(table, at)
    open_stacks_at(table, (at,))
    there = in_checking_order(table, table.truth.personnel_at(at))
    ids = tuple(unit.counter for unit in there)
    before = possible_losses(table.truth, there)
    for unit in there:
        if table.alive((unit.counter,)):
            await _check(table, unit.counter, ids)
    await leader_losses(table, losses_since(table, before))
    dm_from_attack(table, ids)
    _burn(table, at, side)


def _burn(table: AslTable, at: LocationId, side: Side) -> None:
    """A24.32: in EC Dry and Very Dry WP placed in one's own MPh may set fire, without EC DRM."""
    drm = _FIRE_DRM.get(table.truth.conditions.ec)
    if drm is None or table.clock.phase is not Phase.MPH or table.clock.phasing is not side:
        return
    mods = [Modifier("A24.32", "Dry", drm)] if drm else []
    if in_building(table.truth, at):
        mods.append(Modifier("A24.32", "building", -2))
    kindle(table, at, side, "Fire by WP", "A24.32", tuple(mods))


async def _check(table: AslTable, unit_id: CounterId, companions: tuple[CounterId, ...]) -> None:
    async def effects(roll: Roll) -> None:
        unit, helpers = table.unit(unit_id), table.alive(companions)
        given = _tem(table.truth, unit, critical=roll.dice[0] == CRITICAL)
        mods = check_modifiers(Checking(table.truth, unit, helpers, given))
        check = Check(MORALE_CHECK, unit_id, "WP NMC", mods, rule="A24.31", pins=can_pin)
        await check_by(table, check, roll, mc_follows(table))

    unit = table.unit(unit_id)
    purpose = purpose_of(unit, MORALE_CHECK.purpose, f"WP NMC of {name(unit)}", "A24.31")
    await table.resolve(purpose, 2, effects)


def _tem(position: Position, unit: Unit, *, critical: bool) -> tuple[Modifier, ...]:
    """A24.31: the TEM helps, but hurts in a CH."""
    tem = in_hex_tem(position, unit, position.line(unit.at, unit.at))
    if tem is None:
        return ()
    label = f"CH, {tem.label}" if critical else tem.label
    return (Modifier("A24.31", label, tem.value if critical else -tem.value),)
