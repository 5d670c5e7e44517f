"""A8.31 Final Protective Fire: the Morale Check of those who fire although they are spent."""

from rules.chapters.concealment.a12_loss import lose_all
from rules.chapters.fire.a07_attack import IftAttack
from rules.chapters.fire.a08_again import Again, again
from rules.chapters.morale.a10_breaking import break_unit
from rules.chapters.morale.a10_check import TWELVE, TWO
from rules.chapters.morale.a10_morale import (
    leader_losses,
    losses_since,
    morale_check_by,
    possible_losses,
)
from rules.chapters.morale.a_random_selection import random_selection
from rules.forces.units import Unit
from rules.position.asl_table import AslTable


async def protective_checks(table: AslTable, attack: IftAttack) -> None:
    """A8.31, A8.312: the Original DR of the attack is a NMC for each unit that used FPF, and for
    the leader who directed it; for those of a FG that did not use it, it is none.

    Who takes it comes into the open. An Original 12 is a Casualty MC for one of them, by Random
    Selection, and breaks the others; an Original 2 is Heat of Battle for one of them.
    """
    lose_all(table, (unit.counter for unit in _checked(table, attack)))
    checked = _checked(table, attack)
    if not checked:
        return
    ids = tuple(unit.counter for unit in checked)
    there = {unit.at for unit in checked}
    own = tuple(u.counter for at in there for u in table.truth.personnel_at(at, checked[0].side))
    before = possible_losses(table.truth, table.alive(own))
    chosen = set(ids)
    if attack.roll.total in {TWO, TWELVE}:
        chosen = set(random_selection(table, checked, 1, "FPF"))
    for unit in checked:
        if attack.roll.total == TWELVE and unit.counter not in chosen:
            break_unit(table, unit.counter)
            continue
        companions = tuple(u.counter for u in table.truth.personnel_at(unit.at, unit.side))
        heats = unit.counter in chosen
        await morale_check_by(table, unit.counter, attack.roll, companions, may_heat=heats)
    await leader_losses(table, losses_since(table, before))


def _checked(table: AslTable, attack: IftAttack) -> tuple[Unit, ...]:
    """Those who used FPF, leaders first, and who directed them."""
    parts = attack.parts
    used = {part.unit.counter: part.unit.at for part in parts if again(part) is Again.PROTECTIVE}
    leaders = [u for u in table.alive(attack.directors) if u.at in used.values()]
    return (*leaders, *table.alive(tuple(used)))
