"""A4.44 Recovery at once: a SMC takes up what a comrade lost in his Location leaves behind."""

from functools import partial

from rules.board.locations import LocationId
from rules.chapters.movement.a04_possession import recover, recovery_bar
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.position import is_smc, name, weapon_values

LEAVE = "leave"


def take_up(table: AslTable, side: Side, at: LocationId, weapons: tuple[Weapon, ...]) -> None:
    """A4.44: have a SMC of the Location try to Recover what was just left there, once all effects
    of the roll under way are over.
    """
    if table.is_resolving and any(is_smc(unit) for unit in table.truth.personnel_at(at, side)):
        for weapon in weapons:
            table.afterwards(partial(_try, table, side, weapon.id))


async def take_up_now(
    table: AslTable, side: Side, weapons: tuple[Weapon, ...], but: tuple[CounterId, ...]
) -> None:
    """A4.44: the same where no roll is under way, by others than those."""
    for weapon in weapons:
        await _try(table, side, weapon.id, but)


async def _try(
    table: AslTable, side: Side, weapon_id: ShownId, but: tuple[CounterId, ...] = ()
) -> None:
    """One dr for each weapon, by whom its side likes."""
    weapon = table.truth.view.find(Weapon, weapon_id)
    if weapon is None or weapon.holder is not None:
        return
    able = tuple(one for one in _able(table, side, weapon) if one.counter not in but)
    if not able:
        return
    what, where = weapon_values(weapon).name, table.board.name(weapon.at)
    takers = (Option(value=one.id, label=f"{name(one)} tries", unit=one.id) for one in able)
    answer = await table.decide(
        Decision(
            side=side,
            rule="A4.44",
            label=f"{what} left in {where}",
            ours=f"A {what} was left in {where}: Recover it at once?",
            theirs=f"may Recover a {what} at once.",
            options=(*takers, Option(value=LEAVE, label="Leave it")),
            units=tuple(one.id for one in able),
            at=weapon.at,
        )
    )
    if answer != LEAVE:
        recover(table, table.counter(ShownId(answer)), weapon_id)


def _able(table: AslTable, side: Side, weapon: Weapon) -> tuple[Unit, ...]:
    """Those SMC of its Location who may try."""
    known = table.known(side)
    there = known.personnel_at(weapon.at, side)
    return tuple(u for u in there if is_smc(u) and recovery_bar(known, u, weapon) is None)
