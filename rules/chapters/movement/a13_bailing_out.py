"""A13.51, A13.511, D6.24 What loses Cavalry its horses, and what becomes of the riders."""

from collections.abc import Iterator
from functools import partial

from rules.chapters.mines.b28_minefields import entry_attack
from rules.chapters.morale.a01_deployment import split
from rules.chapters.morale.a10_morale import morale_check
from rules.chapters.morale.elimination import eliminate
from rules.forces.afoot import Horse
from rules.forces.phases import Phase
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Interrupt, Purpose
from rules.position.asl_table import AslTable
from rules.position.position import name, values, weapon_values

_KEPT = 3
"""D6.24: the highest dr with which a support weapon still functions after its rider was thrown."""


def thrown(table: AslTable, purpose: Purpose, roll: Roll) -> Iterator[Interrupt]:
    """A13.51: whatever any roll has done, Cavalry that has broken or lost its horses Bails Out."""
    if any(unit.horse is not None for unit in table.truth.pieces()):
        yield partial(throw_riders, table)


async def throw_riders(table: AslTable) -> None:
    """A13.51: all who ride no longer, or not all of them."""
    for unit_id in tuple(unit.counter for unit in table.truth.personnel()):
        for unit in table.alive((unit_id,)):
            if unit.thrown or (unit.broken and unit.horse is not None):
                await bail_out(table, unit_id)
            elif unit.horse is Horse.HALF and values(unit).cls is UnitClass.SQUAD:
                await _bail_out_in_part(table, unit_id)


async def _bail_out_in_part(table: AslTable, squad_id: CounterId) -> None:
    """A13.511: a squad with a HS's horses Deploys; one HS, of which the other keeps what they
    carry, Bails Out.
    """
    squad = table.unit(squad_id)
    text = f"{name(squad)} has a HS's horses left, and Deploys"
    table.log("check", text, side=squad.side, rule="A13.511", at=(squad.at,))
    _, other = split(table, squad_id, None)
    table.settle()
    await bail_out(table, other.counter)


async def bail_out(table: AslTable, unit_id: CounterId) -> None:
    """D6.24, A13.51: the rider is on foot, in the water lost; he takes a NMC, his move is over, and
    his support weapons are lost if he is broken, or put out of order by a dr. Mines of the hex
    attack him as one who enters (B28.43).
    """
    unit = table.change(unit_id, horse=None, thrown=False)
    text = f"{name(unit)} Bails Out"
    table.log("check", text, side=unit.side, rule="A13.51", at=(unit.at,))
    if unit.swims:
        eliminate(table, unit_id, f"{name(unit)} is lost in the water", "E6.5")
        return
    if unit.side is table.clock.phasing and table.clock.phase is Phase.MPH:
        table.change(unit_id, moved=True)
    there = tuple(one.counter for one in table.truth.personnel_at(unit.at, unit.side))
    await morale_check(table, unit_id, 0, there)
    for left in table.alive((unit_id,)):
        for weapon in table.truth.weapons_of(left):
            _jolt(table, left, weapon)
    if table.alive((unit_id,)):
        await entry_attack(table, (unit_id,), unit.at, unit.at)


def _jolt(table: AslTable, unit: Unit, weapon: Weapon) -> None:
    """D6.24: what becomes of a support weapon as its rider is thrown."""
    called = weapon_values(weapon).name
    if unit.broken:
        text = f"The {called} of {name(unit)} is lost"
        table.log("possession", text, side=unit.side, rule="D6.24", at=(unit.at,))
        table.drop(weapon)
        return
    text = f"whether the {called} still functions"
    roll = table.roll(Purpose("bail out", text, "D6.24", unit.side, at=unit.at))
    broken = roll.total > _KEPT
    if broken and not weapon_values(weapon).x:
        table.put(weapon, malfunctioned=True)
    elif broken:
        table.drop(weapon)
    table.log(
        "check", f"The {called} of {name(unit)}", side=unit.side, rule="D6.24", at=(unit.at,),
        roll=roll, result="malfunctions" if broken else "functions",
    )  # fmt: skip
