"""Who is told to act: veiled counters come into the open before anything is done with them, unless
the command is one of those that they carry out under their "?", always or unseen by enemies.

What others hear of such a command names the "?" that they are under.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.chapters.concealment.a12_hidden import come_under_cover, leave_shelter
from rules.chapters.concealment.a12_inspection import open_stacks_at, open_stacks_in
from rules.chapters.concealment.a12_unseen import acting_of, seen_by, watched_of
from rules.chapters.concealment.a12_watchers import say_who_saw
from rules.chapters.concealment.covers import ActorNamed, into_the_open, set_apart
from rules.forces.counter_kinds import UNIT
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed, Veiled
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.command import Command
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.unseal import unseal
from rules.kernel.world import World, id_order
from rules.play.activity import AslCommand, Guise
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import HIDDEN, is_dummy
from rules.position.reserves import SealedReserve

C = TypeVar("C", bound=Command)
E = TypeVar("E", Unit, Weapon)


def acting(table: AslTable, command: C) -> C:
    """A12.1: a command as it is carried out: whoever it names is in the open by now, or by himself
    under a "?".

    The order in which it names them is its owner's until then, and everybody's from then on: so it
    is that of the new ids, which tells nothing.
    """
    _open_attacked(table, command)
    named = _veiled_in(table.world, command, Veiled)
    guise = _guise_of(command)
    if guise is Guise.SECRET:
        return command
    if guise is Guise.COVERED:
        below = [one.id for one in acting_of(table.truth, named) if one.below_top]
        opened = into_the_open(table, below)
        pieces = acting_of(table.truth, named)
        come_under_cover(table, (one for one in pieces if one.under == HIDDEN))
        set_apart(table, named)
        return _in_line(table, command, opened) if opened else command
    coming = watched_of(table, named) if guise is Guise.UNSEEN else named
    leaving = [one for one in table.truth.pieces() if one.id in coming]
    seen = {one.at: seen_by(table.truth, one) for one in leaving} if guise is Guise.UNSEEN else {}
    leave_shelter(table, leaving)
    shown = into_the_open(table, coming)
    for at, watcher in sorted(seen.items()):
        say_who_saw(table, watcher, at)
    if not named:
        return command
    _name_actors(table, command, shown)
    return _in_line(table, command, shown)


def _in_line(table: AslTable, command: C, shown: Mapping[str, ShownId]) -> C:
    """A command that names those who came into the open by their new ids, in everybody's order."""
    place = _places_in_line(table)
    return _altered(command, lambda ids: sorted((shown.get(i, i) for i in ids), key=place))


def _open_attacked(table: AslTable, command: Command) -> None:
    """A12.16: whoever attacks a stack attacks all that is in it; in the MPh he attacks who moves
    (A8.1).
    """
    if not isinstance(command, AslCommand) or table.clock.phase is Phase.MPH:
        return
    places = [at for name in command.attacks if (at := getattr(command, name)) is not None]
    open_stacks_at(table, places)
    for at in places if command.attacks_hex else ():
        open_stacks_in(table, at)


def _name_actors(table: AslTable, command: Command, shown: Mapping[str, ShownId]) -> None:
    """Which of several that have come into the open is told to do something by himself, and which
    to help, or which weapon is meant: that is its owner's choice, and everybody's from then on.
    """
    new = tuple(shown.values())
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if not isinstance(value, str) or value not in shown:
            continue
        units = [u for one in new if (u := table.world.find(Unit, one)) is not None]
        weapons = [w for one in new if (w := table.world.find(Weapon, one)) is not None]
        meant: list[Unit | Weapon] = [*_of_several(units, shown[value])]
        meant += _of_several(weapons, shown[value])
        for one in meant:
            named = ActorNamed(
                side=one.side,
                at=one.at,
                type=one.type,
                letter=one.letter,
            )
            table.tell(named)


def _of_several(there: Sequence[E], id_: ShownId) -> Iterable[E]:
    """The one of them that is meant, if there is more than one."""
    return (one for one in there if len(there) > 1 and one.id == id_)


def _guise_of(command: Command) -> Guise:
    return command.seen_as if isinstance(command, AslCommand) else Guise.OPEN


def _places_in_line(table: AslTable) -> Callable[[str], tuple[tuple[int, str], str]]:
    """Everybody's order of counters: of those under a "?" by that, and then by their owner's."""
    truth = table.truth
    under: dict[str, str] = {one.id: one.under for one in truth.pieces() if one.under}
    under |= {one.id: one.under for one in truth.weapons() if one.under}
    return lambda id_: (id_order(under.get(id_, id_)), id_)


def refuse_dummies(position: Knowledge, command: Command) -> None:
    """A12.11: a Dummy goes where units could go, and does nothing else. Raises Refused."""
    if _guise_of(command) is Guise.COVERED:
        return
    for name in command.__struct_fields__:
        named = position.alive(_ids(getattr(command, name)))
        if any(is_dummy(unit) for unit in named):
            raise Refused("A12.11", "A Dummy moves and advances, and does nothing else.")


def as_seen(world: World, command: C) -> C | None:
    """A command as those would describe it who see "?": which of them, and whether the whole stack
    is meant; None if they cannot see any of it. Who lies beneath the top of a stack is in the open
    as he acts, unless he does it in secret.
    """
    chosen = set(_veiled_in(world, command, Veiled, SealedReserve))
    sealed = [unseal(veiled.what) for veiled in world.all(Veiled)]
    if _guise_of(command) is not Guise.SECRET:
        chosen -= _below_top(sealed)
    if not chosen:
        return command
    waiting = [unseal(one.what) for one in world.all(SealedReserve)]
    under: dict[ShownId, str | None] = {counter.id: counter.under for counter in sealed}
    off_map = {one.id: one.stack for one in waiting}
    under |= off_map
    if _guise_of(command) is Guise.SECRET and all(under[ShownId(i)] == HIDDEN for i in chosen):
        return None
    if isinstance(command, AslCommand) and command.unheard_under_cover:
        return None
    if isinstance(command, AslCommand) and command.is_private_off_map and chosen <= set(off_map):
        return None
    units = {ShownId(one.id): one.under for one in sealed if isinstance(one, Unit)}
    units |= {one.id: one.stack for one in waiting if one.counter_kind is UNIT}
    in_part = isinstance(command, AslCommand) and command.heard_in_part

    def seen(ids: Iterable[str]) -> list[str]:
        covers = {under[ShownId(id_)] for id_ in ids if id_ in chosen}
        taking = set() if in_part else chosen
        parts = [_part(units, cover, taking) for cover in covers if cover]
        return [*(id_ for id_ in ids if id_ not in chosen), *sorted(parts)]

    return _altered(command, seen)


def _below_top(sealed: Sequence[Sealed]) -> set[str]:
    """A12.16: who lies beneath the top of a stack, and what he has."""
    below: set[str] = {one.id for one in sealed if isinstance(one, Unit) and one.below_top}
    return below | {one.id for one in sealed if isinstance(one, Weapon) and one.holder in below}


def _part(units: Mapping[ShownId, str | None], cover: str, chosen: set[str]) -> str:
    members = {id_ for id_, its in units.items() if its == cover}
    return cover if members <= chosen else f"part of {cover}"


def _veiled_in(world: World, command: Command, *kinds: type[Entity]) -> list[str]:
    """The counters in envelopes of those kinds that a command names."""
    named = (id_ for name in command.__struct_fields__ for id_ in _ids(getattr(command, name)))
    return [id_ for id_ in named if any(world.find(kind, id_) is not None for kind in kinds)]


def _ids(value: Any) -> tuple[str, ...]:
    match value:
        case str():
            return (value,)
        case tuple():
            return tuple(one for one in value if isinstance(one, str))
        case _:
            return ()


def _altered(command: C, change: Callable[[tuple[str, ...]], list[str]]) -> C:
    """The command with other names in it, where it has names; of who is hidden none is left."""
    fields: dict[str, Any] = {}
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if isinstance(value, str):
            fields[name] = next(iter(change((value,))), HIDDEN)
        elif isinstance(value, tuple) and value and isinstance(value[0], Command):
            fields[name] = tuple(_altered(one, change) for one in value)
        elif isinstance(value, tuple) and value and isinstance(value[0], str):
            fields[name] = tuple(change(value))
    return replace(command, **fields)
