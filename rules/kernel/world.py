"""The world of one game: tables of entities, and a record of every change.

A command's changes are recorded before and after. That change set is the unit of undo, of
persistence, of what clients are sent, and of tests.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

import msgspec

from rules.kernel.audience import Audience
from rules.kernel.entity import Entity
from rules.kernel.memo import Kept, asked_once

E = TypeVar("E", bound=Entity)


_NONE: Final[Mapping[str, Any]] = MappingProxyType({})
"""The table of a kind of which there is nothing."""


class StaleEntity(RuntimeError):
    """A procedure tried to change an entity that something else had changed meanwhile."""


class View(Protocol):
    """What can be asked of a world, or of the part of it that one side knows."""

    @property
    def version(self) -> int:
        """Goes up with every change of this world; another world may have the same number. A part
        that somebody knows has the number at which it came to be as it is.
        """

    @property
    def kept(self) -> Kept:
        """Answers to what was asked of the present content (`memo`)."""

    def get(self, kind: type[E], id_: str) -> E:
        """The entity of that kind and id. Raises KeyError if there is none."""

    def find(self, kind: type[E], id_: str) -> E | None:
        """The entity of that kind and id, or None."""

    def all(self, kind: type[E]) -> tuple[E, ...]:
        """All entities of that kind, ordered by id: never by when they were put there."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What happened to one entity: `before` None is an addition, `after` None a loss."""

    kind: type[Entity]
    id: str
    before: Entity | None
    after: Entity | None

    def inverse(self) -> "Change":
        return Change(kind=self.kind, id=self.id, before=self.after, after=self.before)


def id_order(id_: str) -> tuple[int, str]:
    """The order in which entities are read: u2 before u10."""
    return (len(id_), id_)


class KnownTable:
    """The entities of one kind that somebody knows: by id, and in the order of their ids."""

    __slots__ = ("by_id", "entities", "kind")

    def __init__(self, kind: type[Entity], entities: Iterable[Entity]) -> None:
        self.kind = kind
        self.entities: tuple[Any, ...] = tuple(sorted(entities, key=lambda one: id_order(one.id)))
        self.by_id: Mapping[str, Any] = {one.id: one for one in self.entities}


_EMPTY: Final = KnownTable(Entity, ())


class Known:
    """The part of a world that one audience knows: read only, asked like the world itself."""

    def __init__(
        self, version: int, entities: Iterable[Entity], audience: Audience = Audience.PUBLIC
    ) -> None:
        found: dict[type[Entity], dict[str, Entity]] = {}
        for entity in entities:
            found.setdefault(type(entity), {})[entity.id] = entity
        tables = [KnownTable(kind, found[kind].values()) for kind in found]
        self._hold(version, tables, audience)

    @classmethod
    def of(cls, version: int, tables: Iterable["KnownTable"], audience: Audience) -> "Known":
        """What somebody knows who knows these tables, which other knowledge may have too."""
        known = cls.__new__(cls)
        known._hold(version, tables, audience)
        return known

    def _hold(self, version: int, tables: Iterable["KnownTable"], audience: Audience) -> None:
        self._version = version
        self._audience = audience
        self._tables: dict[type[Entity], KnownTable] = {table.kind: table for table in tables}
        self.kept: Kept = {}

    @property
    def audience(self) -> Audience:
        """Who knows it: what is secret opens for them."""
        return self._audience

    @property
    def version(self) -> int:
        return self._version

    def get(self, kind: type[E], id_: str) -> E:
        found: E = self._tables.get(kind, _EMPTY).by_id[id_]
        return found

    def find(self, kind: type[E], id_: str) -> E | None:
        found: E | None = self._tables.get(kind, _EMPTY).by_id.get(id_)
        return found

    def all(self, kind: type[E]) -> tuple[E, ...]:
        found: tuple[E, ...] = self._tables.get(kind, _EMPTY).entities
        return found


class World:
    """All entities of a game.

    `check`, if given, is called with each entity added or changed; tests pass a strict round trip
    through the codec, since type checkers do not look into the fields given to `change`.
    """

    def __init__(
        self, entities: Iterable[Entity] = (), *, check: Callable[[Entity], None] | None = None
    ) -> None:
        self._tables: dict[type[Entity], dict[str, Any]] = {}
        self._sorted: dict[type[Entity], tuple[Any, ...]] = {}
        self.kept: Kept = {}
        self._journal: dict[tuple[type[Entity], str], Entity | None] = {}
        self._version = 0
        self._check = check
        for entity in entities:
            self._tables.setdefault(type(entity), {})[entity.id] = entity

    @property
    def version(self) -> int:
        return self._version

    def __iter__(self) -> Iterator[Entity]:
        for _, entities in self.tables():
            yield from entities

    @asked_once
    def tables(self) -> tuple[tuple[type[Entity], tuple[Entity, ...]], ...]:
        """The entities of each kind, ordered by id; the same tuple until one of them changes."""
        kinds = sorted(self._tables, key=lambda kind: kind.__name__)
        return tuple([(kind, self.all(kind)) for kind in kinds])

    def get(self, kind: type[E], id_: str) -> E:
        found: E = self._tables.get(kind, _NONE)[id_]
        return found

    def find(self, kind: type[E], id_: str) -> E | None:
        found: E | None = self._tables.get(kind, _NONE).get(id_)
        return found

    def all(self, kind: type[E]) -> tuple[E, ...]:
        found: tuple[E, ...] | None = self._sorted.get(kind)
        if found is None:
            table = self._tables.get(kind, _NONE)
            found = tuple([table[id_] for id_ in sorted(table, key=id_order)])
            self._sorted[kind] = found
        return found

    def add(self, entity: E) -> E:
        """Put a new entity. Raises KeyError if its id is taken."""
        if entity.id in self._tables.get(type(entity), {}):
            raise KeyError(f"{type(entity).__name__} {entity.id} is already there")
        self._put(entity)
        return entity

    def change(self, old: E, **fields: Any) -> E:
        """Replace an entity by one with those fields changed, and return it.

        Raises StaleEntity if `old` is no longer the stored one.
        """
        self._must_be_current(old)
        new = msgspec.structs.replace(old, **fields)
        if new.id != old.id:
            raise ValueError("an entity's id does not change")
        self._put(new)
        return new

    def drop(self, old: Entity) -> None:
        """Take an entity out. Raises StaleEntity if `old` is no longer the stored one."""
        self._must_be_current(old)
        self._note(type(old), old.id)
        del self._tables[type(old)][old.id]

    def take_changes(self) -> tuple[Change, ...]:
        """What changed since this was last called, ordered by kind and id."""
        changes = self.changes()
        self._journal.clear()
        return changes

    def changes(self) -> tuple[Change, ...]:
        """The same, without beginning anew."""
        changes = []
        for kind, id_ in sorted(self._journal, key=lambda key: (key[0].__name__, id_order(key[1]))):
            before, after = self._journal[kind, id_], self._tables.get(kind, {}).get(id_)
            if before is not after:
                changes.append(Change(kind=kind, id=id_, before=before, after=after))
        return tuple(changes)

    def apply(self, changes: Iterable[Change]) -> None:
        """Carry out recorded changes. Raises StaleEntity if they do not fit this world."""
        for change in changes:
            if self._tables.get(change.kind, {}).get(change.id) != change.before:
                raise StaleEntity(f"{change.kind.__name__} {change.id} is not as recorded")
            if change.after is None:
                self._note(change.kind, change.id)
                del self._tables[change.kind][change.id]
            else:
                self._put(change.after)

    def copy(self) -> "World":
        """A world of the same entities, with nothing in its journal. Cheap: entities are frozen."""
        world = World(check=self._check)
        world._tables = {kind: dict(table) for kind, table in self._tables.items()}
        world._sorted = dict(self._sorted)
        return world

    def _put(self, entity: Entity) -> None:
        if self._check is not None:
            self._check(entity)
        self._note(type(entity), entity.id)
        self._tables.setdefault(type(entity), {})[entity.id] = entity

    def _note(self, kind: type[Entity], id_: str) -> None:
        self._journal.setdefault((kind, id_), self._tables.get(kind, {}).get(id_))
        self._sorted.pop(kind, None)
        self.kept = {}
        self._version += 1

    def _must_be_current(self, old: Entity) -> None:
        if self._tables.get(type(old), {}).get(old.id) is not old:
            raise StaleEntity(f"{type(old).__name__} {old.id} was changed meanwhile; read it again")


def world_difference(before: World, after: World) -> tuple[Change, ...]:
    """The changes that lead from one world to another."""
    old: dict[tuple[type[Entity], str], Entity] = {(type(e), e.id): e for e in before}
    new: dict[tuple[type[Entity], str], Entity] = {(type(e), e.id): e for e in after}
    keys = sorted({*old, *new}, key=lambda key: (key[0].__name__, len(key[1]), key[1]))
    return tuple(
        Change(kind=kind, id=id_, before=old.get((kind, id_)), after=new.get((kind, id_)))
        for kind, id_ in keys
        if old.get((kind, id_)) is not new.get((kind, id_))
    )
