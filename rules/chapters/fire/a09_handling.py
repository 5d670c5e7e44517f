"""A9.73, A9.8 What a unit does to a weapon of its own instead of firing it."""

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_unseen_facts import show_to_enemy
from rules.chapters.fire.a07_firers import allowance, used_weapons
from rules.chapters.movement.able import Act, is_able
from rules.chapters.terms.a07_shot import KIND_OF_PHASE
from rules.forces.fired import Fired
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.position.asl_table import AslTable
from rules.position.position import Position, audience_of, good_order, weapon_values

MARK = {Phase.PFPH: Fired.PREP, Phase.DFPH: Fired.FINAL}


def usable_weapons(position: Position, unit: Unit) -> tuple[Weapon, ...]:
    """A9.73, A9.8: the weapons that have not fired yet, of a unit that could fire one now."""
    if not good_order(unit) or not is_able(position, unit, Act.FIRE):
        return ()
    if unit.fired:
        return ()
    kind = KIND_OF_PHASE[position.clock.phase]
    if len(used_weapons(position, unit, kind)) >= allowance(unit, with_inherent=False):
        return ()
    return tuple(w for w in position.weapons_of(unit) if not w.fired and not w.fired_at)


def may_dismantle(weapon: Weapon) -> bool:
    """A9.8: whether a weapon can be dm, and so assembled again."""
    return weapon_values(weapon).dm_pp is not None


def may_disable(weapon: Weapon) -> bool:
    """A9.73: whether a weapon can be put out of order: one that could be fired instead."""
    return not weapon.malfunctioned and not weapon.dm


def turn_over(table: AslTable, unit: Unit, weapon: Weapon) -> None:
    """A9.8: a weapon is dm or assembled, which is its use."""
    show_to_enemy(table, (unit,), (weapon.id,))
    called = weapon_values(weapon).name
    result = "assembled" if weapon.dm else "dismantled"
    table.log(
        "fire", called, side=unit.side, rule="A9.8", at=(unit.at,), result=result,
        to=audience_of(unit),
    )  # fmt: skip
    table.put(weapon, dm=not weapon.dm, **_used(table, unit))


def disable(table: AslTable, unit: Unit, weapon: Weapon, *, for_good: bool) -> None:
    """A9.73: a weapon malfunctions or is destroyed at the will of its possessor."""
    show_to_enemy(table, (unit,), (weapon.id,))
    called = weapon_values(weapon).name
    result = "destroyed" if for_good else "malfunctions"
    table.log(
        "fire", called, side=unit.side, rule="A9.73", at=(unit.at,), result=result,
        to=audience_of(unit),
    )  # fmt: skip
    if for_good:
        table.drop(weapon)
    else:
        table.put(weapon, malfunctioned=True, **_used(table, unit))


def _used(table: AslTable, unit: Unit) -> dict[str, Fired | LocationId]:
    return {"fired": MARK[table.clock.phase], "fired_at": unit.at}
