"""A view with some envelopes opened: sealed counters are asked for as if they stood in the open.

Every query of a position, and every rule that takes a `Unit`, so reads concealed and hidden
counters without knowing it. Who opens what is said by whoever makes the view: the truth opens all
envelopes, a side's knowledge its own (ADR 0016).
"""

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from rules.forces.entities import Sealed, Veiled
from rules.kernel.entity import Entity
from rules.kernel.memo import Kept
from rules.kernel.world import View, id_order

E = TypeVar("E", bound=Entity)

Opens = Callable[[Veiled], Sealed | None]
"""What is in an envelope, or None for who may not know."""

_Opened = Mapping[type[Entity], Mapping[str, Entity]]


class Unveiled:
    """A view that mixes the opened counters into what is in the open. It answers for what the view
    below holds now.
    """

    def __init__(self, view: View, opens: Opens) -> None:
        self._view = view
        self._opens = opens

    @property
    def version(self) -> int:
        return self._view.version

    @property
    def kept(self) -> Kept:
        return self._view.kept

    def get(self, kind: type[E], id_: str) -> E:
        opened = self._of(kind).get(id_)
        return self._view.get(kind, id_) if opened is None else opened

    def find(self, kind: type[E], id_: str) -> E | None:
        opened = self._of(kind).get(id_)
        return self._view.find(kind, id_) if opened is None else opened

    def all(self, kind: type[E]) -> tuple[E, ...]:
        opened = self._of(kind)
        if not opened:
            return self._view.all(kind)
        key = (Unveiled, kind)
        merged: tuple[E, ...] | None = self.kept.get(key)
        if merged is None:
            both = (*self._view.all(kind), *opened.values())
            merged = self.kept[key] = tuple(sorted(both, key=lambda one: id_order(one.id)))
        return merged

    def _of(self, kind: type[E]) -> Mapping[str, E]:
        """The opened counters of a kind, by id."""
        tables: _Opened | None = self.kept.get(Unveiled)
        if tables is None:
            tables = self.kept[Unveiled] = self._open_all()
        return cast("Mapping[str, E]", tables.get(kind, {}))

    def _open_all(self) -> _Opened:
        tables: dict[type[Entity], dict[str, Entity]] = {}
        for veiled in self._view.all(Veiled):
            counter = self._opens(veiled)
            if counter is not None:
                tables.setdefault(type(counter), {})[veiled.id] = counter
        return tables
