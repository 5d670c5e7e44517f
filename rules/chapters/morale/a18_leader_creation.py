"""A18 Leader Creation: the drm and dr that may turn a private into a leader."""

from rules.chapters.morale.a10_morale_level import morale_level
from rules.forces.lookup import unit_types
from rules.forces.types import UnitClass, UnitType
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, name, nation_of, values
from rules.tables import leader_creation

HIGH_MORALE = 8
LOW_MORALE = 6


def may_create_leader(base: Unit) -> bool:
    """A18.2: whether the nationality of a MMC creates leaders at all."""
    return nation_of(base).leader_creation_drm is not None and not values(base).cls.is_smc


def creation_modifiers(
    position: Position, base: Unit, extra: tuple[Modifier, ...] = ()
) -> tuple[Modifier, ...]:
    """A18.2: the drm for the MMC as it was when its DR was made, and what the occasion adds.

    The occasion's own are -1 for a CC against an AFV and -1 a column of odds below 1-1.
    """
    found: list[Modifier] = []
    nation = nation_of(base)
    if nation.leader_creation_drm:
        found.append(Modifier("A18.2", nation.adjective, nation.leader_creation_drm))
    level = morale_level(position, base)
    if level >= HIGH_MORALE:
        found.append(Modifier("A18.2", f"Morale Level {level}", -1))
    if level <= LOW_MORALE:
        found.append(Modifier("A18.2", f"Morale Level {level}", 1))
    if base.broken:
        found.append(Modifier("A18.2", "base unit was broken", 1))
    return (*found, *extra)


def create_leader(
    table: AslTable, base_id: CounterId, mods: tuple[Modifier, ...]
) -> CounterId | None:
    """A18.2: the Leader Creation dr for a MMC; the new leader, or None if there is none.

    `mods` are its `creation_modifiers`, read when its DR was made. Where no leaders are created
    there is no dr. A new leader is unbroken and cannot be refused.
    """
    base = table.unit(base_id)
    if not may_create_leader(base):
        return None
    roll = table.roll(Purpose("leader", f"Leader Creation for {name(base)}", "A18.2", base.side))
    strength = leader_creation(roll.total + sum(mod.value for mod in mods))
    table.log(
        "roll",
        f"Leader Creation for {name(base)}",
        side=base.side,
        rule="A18.2",
        at=(base.at,),
        roll=roll,
        mods=mods,
        result="no leader" if strength is None else strength,
    )
    return None if strength is None else _appear(table, base, strength)


def _appear(table: AslTable, base: Unit, strength: str) -> CounterId:
    leader_id = table.kernel.new_id(Audience.PUBLIC, "u")
    leader = Unit(
        id=leader_id,
        side=base.side,
        counter=CounterId(f"created-{leader_id}"),
        type=_leader_type(values(base), strength).id,
        letter="",
        at=base.at,
        melee=base.melee,
    )
    table.world.add(leader)
    text = f"A leader is created: {name(leader)}"
    table.log("check", text, side=leader.side, rule="A18.2", at=(leader.at,))
    return leader.counter


def _leader_type(base: UnitType, strength: str) -> UnitType:
    """The leader of that strength in the nation; of the base unit's own service if it has any."""
    prefix = base.id.partition("-")[0]
    leaders = [
        unit
        for unit in unit_types(base.nation)
        if unit.cls is UnitClass.LEADER and unit.strength == strength
    ]
    return next((unit for unit in leaders if unit.id.partition("-")[0] == prefix), leaders[0])
