"""A12.12 Counters that wait off the map, in the open or under a "?": how procedures change them."""

from typing import Any

from msgspec.structs import replace

from rules.board.locations import HexId
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import ShownId
from rules.kernel.secret import Secret
from rules.position.asl_table import AslTable
from rules.position.reserves import Reserve, SealedReserve, StackOffMap

_Place = tuple[Side, int, tuple[HexId, ...], HexId | None, int]


def reserve_of(table: AslTable, id_: str) -> Reserve:
    """Who waits off the map, as it really is. Raises KeyError."""
    return table.truth.view.get(Reserve, id_)


def all_waiting(table: AslTable) -> tuple[Reserve, ...]:
    """All who do."""
    return table.truth.view.all(Reserve)


def add_waiting(table: AslTable, one: Reserve) -> None:
    """Somebody waits from now on: in the open, or seen as its stack."""
    if one.stack is None:
        table.world.add(one)
    else:
        what = Secret(one, one.side)
        table.world.add(SealedReserve(id=one.id, owner=one.side, what=what))


def change_waiting(table: AslTable, one: Reserve, **fields: Any) -> None:
    """Change who waits, where it is or in its envelope."""
    if one.stack is None:
        table.world.change(one, **fields)
    else:
        sealed = table.world.get(SealedReserve, one.id)
        table.world.change(sealed, what=sealed.what.with_value(replace(one, **fields)))


def drop_waiting(table: AslTable, one: Reserve) -> None:
    """It waits no longer."""
    table.world.drop(one if one.stack is None else table.world.get(SealedReserve, one.id))


def settle_stacks(table: AslTable) -> None:
    """A12.12: those who wait in one place under a "?", with what they carry, are one stack to see;
    one that nobody is left of goes.
    """
    stacks = {_place(one): one.id for one in table.world.all(StackOffMap)}
    there = {one.id: one for one in all_waiting(table) if one.stack is not None}
    places = {id_: _place(there.get(one.holder or one.id, one)) for id_, one in there.items()}
    for place in sorted(set(places.values()) - stacks.keys(), key=_order):
        side, turn, hexes, beside, back = place
        id_ = table.kernel.new_id(Audience.PUBLIC, "o")
        new = StackOffMap(id=id_, side=side, turn=turn, hexes=hexes, beside=beside, back=back)
        table.world.add(new)
        stacks[place] = new.id
    for id_, one in there.items():
        if one.stack != stacks[places[id_]]:
            change_waiting(table, one, stack=ShownId(stacks[places[id_]]))
    taken = {one.stack for one in all_waiting(table)}
    for stack in table.world.all(StackOffMap):
        if stack.id not in taken:
            table.world.drop(stack)


def _place(one: Reserve | StackOffMap) -> _Place:
    return one.side, one.turn, one.hexes, one.beside, one.back


def _order(place: _Place) -> tuple[str, int, str, int]:
    return place[0].value, place[1], place[3] or "", place[4]
