"""A13.511, A7.308 What an attack at Cavalry does to its horses, on the Vehicle line."""

from collections.abc import Mapping

from rules.chapters.a12_riders import show_riders
from rules.chapters.a_random_selection import random_selection
from rules.chapters.covers import in_order, veiled_of
from rules.chapters.e05_boat_fire import Blow, most_hit
from rules.forces.entities import Horse, Unit
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import name
from rules.tables import vehicle_kill_number

REDUCED = -1


def harm_to_horses(blow: Blow, dr: int) -> int:
    """A7.308: how many Horse counters an attack by that DR can eliminate, `REDUCED` if one suffers
    Casualty Reduction instead, 0 if nothing happens to any.
    """
    if blow.column is None:
        return 0
    final, kill = dr + blow.drm, vehicle_kill_number(blow.column)
    if final < kill:
        return most_hit(blow.column)
    return REDUCED if final == kill else 0


def attack_horses(table: AslTable, roll: Roll, blows: Mapping[CounterId, Blow]) -> None:
    """A13.511, A7.308: below the Kill Number of the column as many Horse counters are lost as its
    highest KIA says, of those attacked; at it one suffers Casualty Reduction. What becomes of the
    riders is settled when the attack is over (A13.51). Who rides under a "?" comes into the open
    before his horses are harmed.
    """
    veiled = veiled_of(table, blows)
    show_riders(table, (u.counter for u in table.alive(tuple(blows)) if _harm(roll, u, blows)))
    lost: list[Unit] = []
    hurt: list[Unit] = []
    most = 0
    for unit in table.alive(in_order(table, blows, veiled)):
        harm = _harm(roll, unit, blows)
        most = max(most, harm)
        if harm:
            (hurt if harm == REDUCED else lost).append(unit)
    for unit_id in random_selection(table, tuple(lost), most, "whose horses are lost"):
        _lose(table, unit_id)
    for unit_id in random_selection(table, tuple(hurt), 1, "whose horses are hit"):
        if table.unit(unit_id).horse is Horse.SQUAD:
            _reduce(table, unit_id)
        else:
            _lose(table, unit_id)


def _harm(roll: Roll, unit: Unit, blows: Mapping[CounterId, Blow]) -> int:
    return 0 if unit.horse is None else harm_to_horses(blows[unit.counter], roll.total)


def _lose(table: AslTable, unit_id: CounterId) -> None:
    unit = table.change(unit_id, horse=None, thrown=True)
    text = f"The horses of {name(unit)} are lost"
    table.log("fire", text, side=unit.side, rule="A13.511", at=(unit.at,), result="eliminated")


def _reduce(table: AslTable, unit_id: CounterId) -> None:
    unit = table.change(unit_id, horse=Horse.HALF)
    text = f"The horses of {name(unit)} suffer Casualty Reduction"
    table.log("fire", text, side=unit.side, rule="A13.511", at=(unit.at,), result="Reduced")
