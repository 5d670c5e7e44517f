"""Who is told to act: veiled counters come into the open before anything is done with them.

What others hear of such a command names the "?" that they are under.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.chapters.covers import into_the_open
from rules.forces.entities import Unit, Veiled
from rules.kernel.command import Command
from rules.kernel.unseal import unseal
from rules.kernel.world import World, id_order
from rules.position.asl_table import AslTable

C = TypeVar("C", bound=Command)


def acting(table: AslTable, command: C) -> C:
    """A12.1: a command as it is carried out: whoever it names is in the open by now.

    The order in which it names them is its owner's until then, and everybody's from then on: so it
    is that of the new ids, which tells nothing.
    """
    shown = into_the_open(table, _veiled_in(table.world, command))
    if not shown:
        return command
    return _altered(command, lambda ids: sorted((shown.get(i, i) for i in ids), key=id_order))


def as_seen(world: World, command: C) -> C:
    """A command as those would describe it who see "?": which of them, and whether the whole stack
    is meant.
    """
    chosen = set(_veiled_in(world, command))
    if not chosen:
        return command
    sealed = [unseal(veiled.what) for veiled in world.all(Veiled)]
    under: dict[str, str | None] = {
        unit.id: unit.under for unit in sealed if isinstance(unit, Unit)
    }

    def seen(ids: Iterable[str]) -> list[str]:
        covers = {under[id_] for id_ in ids if id_ in chosen}
        parts = [_part(under, cover, chosen) for cover in covers if cover]
        return [*(id_ for id_ in ids if id_ not in chosen), *sorted(parts)]

    return _altered(command, seen)


def _part(under: Mapping[str, str | None], cover: str, chosen: set[str]) -> str:
    members = {id_ for id_, its in under.items() if its == cover}
    return cover if members <= chosen else f"part of {cover}"


def _veiled_in(world: World, command: Command) -> list[str]:
    """The veiled counters that a command names."""
    named = (id_ for name in command.__struct_fields__ for id_ in _ids(getattr(command, name)))
    return [id_ for id_ in named if world.find(Veiled, id_) is not None]


def _ids(value: Any) -> tuple[str, ...]:
    match value:
        case str():
            return (value,)
        case tuple():
            return tuple(one for one in value if isinstance(one, str))
        case _:
            return ()


def _altered(command: C, change: Callable[[tuple[str, ...]], list[str]]) -> C:
    """The command with other names in it, where it has names."""
    fields: dict[str, Any] = {}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if isinstance(value, str):
            (fields[name],) = change((value,))
        elif isinstance(value, tuple) and value and isinstance(value[0], str):
            fields[name] = tuple(change(value))
    return replace(command, **fields)
