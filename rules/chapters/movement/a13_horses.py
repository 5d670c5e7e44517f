"""A13.511, A7.308 What an attack at Cavalry does to its horses, on the Vehicle line."""

from collections.abc import Iterator, Mapping

from rules.chapters.concealment.a12_riders import show_riders
from rules.chapters.concealment.covers import in_order, veiled_of
from rules.chapters.morale.a_random_selection import Entry, drawn
from rules.chapters.water.e05_boat_fire import NO_BLOWS, Blow, most_hit
from rules.forces.afoot import Horse
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.horses import Horses
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


def attack_horses(
    table: AslTable,
    roll: Roll,
    blows: Mapping[CounterId, Blow],
    riderless: Mapping[str, Blow] = NO_BLOWS,
) -> None:
    """A13.511, A7.308: below the Kill Number of the column as many Horse counters are lost as its
    highest KIA says, of those attacked; at it one suffers Casualty Reduction. What becomes of the
    riders is settled when the attack is over (A13.51). Who rides under a "?" comes into the open
    before his horses are harmed. Those without riders are attacked by their own ids.
    """
    veiled = veiled_of(table, blows)
    show_riders(table, _harmed(table, roll, blows))
    ordered = {one: blows[one] for one in in_order(table, blows, veiled)}
    lost: list[Entry[str]] = []
    hurt: list[Entry[str]] = []
    most = 0
    for entry, blow in (*_ridden(table, ordered), *_riderless(table, riderless)):
        harm = harm_to_horses(blow, roll.total)
        most = max(most, harm)
        if harm:
            (hurt if harm == REDUCED else lost).append(entry)
    for id_ in drawn(table, tuple(lost), most, "whose horses are lost"):
        _lose(table, id_)
    for id_ in drawn(table, tuple(hurt), 1, "whose horses are hit"):
        _reduce(table, id_)


def _harmed(table: AslTable, roll: Roll, blows: Mapping[CounterId, Blow]) -> Iterator[CounterId]:
    for unit in table.alive(tuple(blows)):
        if unit.horse is not None and harm_to_horses(blows[unit.counter], roll.total):
            yield unit.counter


def _ridden(table: AslTable, blows: Mapping[CounterId, Blow]) -> Iterator[tuple[Entry[str], Blow]]:
    for unit in table.alive(tuple(blows)):
        if unit.horse is not None:
            yield (unit.counter, name(unit), unit.side), blows[unit.counter]


def _riderless(table: AslTable, blows: Mapping[str, Blow]) -> Iterator[tuple[Entry[str], Blow]]:
    for id_, blow in blows.items():
        one = table.world.find(Horses, id_)
        if one is not None:
            yield (id_, f"the riderless {one.size}'s horses", one.side), blow


def _lose(table: AslTable, id_: str) -> None:
    alone = table.world.find(Horses, id_)
    if alone is not None:
        table.world.drop(alone)
        _say(table, alone, "are lost", "eliminated")
        return
    unit = table.change(CounterId(id_), horse=None, thrown=True)
    text = f"The horses of {name(unit)} are lost"
    table.log("fire", text, side=unit.side, rule="A13.511", at=(unit.at,), result="eliminated")


def _reduce(table: AslTable, id_: str) -> None:
    """A7.308: a squad's horses are a HS's then; others are lost."""
    alone = table.world.find(Horses, id_)
    size = alone.size if alone is not None else table.unit(CounterId(id_)).horse
    if size is not Horse.SQUAD:
        _lose(table, id_)
        return
    if alone is not None:
        _say(table, alone, "suffer Casualty Reduction", "Reduced")
        table.world.change(alone, size=Horse.HALF)
        return
    unit = table.change(CounterId(id_), horse=Horse.HALF)
    text = f"The horses of {name(unit)} suffer Casualty Reduction"
    table.log("fire", text, side=unit.side, rule="A13.511", at=(unit.at,), result="Reduced")


def _say(table: AslTable, one: Horses, what: str, result: str) -> None:
    text = f"The horses of a {one.size} that nobody rides {what}"
    table.log("fire", text, side=one.side.enemy, rule="A7.308", at=(one.at,), result=result)
