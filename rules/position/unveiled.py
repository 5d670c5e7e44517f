"""A view with some envelopes opened: sealed counters are asked for as if they stood in the open.
A hidden pillbox is one too, for it joins the board (A12.33).

Every query of a position, and every rule that takes a `Unit`, so reads concealed and hidden
counters without knowing it. Who opens what is said by whoever makes the view: the truth opens all
envelopes, a side's knowledge its own (ADR 0016).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

from msgspec.structs import replace

from rules.forces.sealed import Veiled
from rules.kernel.entity import Entity
from rules.kernel.memo import Kept
from rules.kernel.secret import Secret
from rules.kernel.world import View, id_order
from rules.position.fortifications import Pillbox
from rules.position.hidden_fortifications import FortificationKind, built, known_hidden
from rules.position.reserves import Reserve, SealedReserve

E = TypeVar("E", bound=Entity)

T = TypeVar("T")


class Opens(Protocol):
    """What a secret is, or None for who may not know."""

    def __call__(self, secret: Secret[T], /) -> T | None: ...


_Opened = Mapping[type[Entity], Mapping[str, Entity]]


_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Unveiled:
    """A view that mixes the opened counters into what is in the open. It answers for what the view
    below holds now.
    """

    def __init__(self, view: View, opens: Opens) -> None:
        self._view = self.below = view
        self._opens = opens
        self._last: tuple[Kept, _Opened] | None = None

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
        kept, last = self._view.kept, self._last
        if last is None or last[0] is not kept:
            tables: _Opened | None = kept.get(Unveiled)
            if tables is None:
                tables = kept[Unveiled] = self._open_all()
            last = self._last = kept, tables
        found: Mapping[str, Any] = last[1].get(kind, _NOTHING)
        return found

    def _open_all(self) -> _Opened:
        tables: dict[type[Entity], dict[str, Entity]] = {}
        for veiled in self._view.all(Veiled):
            counter = self._opens(veiled.what)
            if counter is not None:
                tables.setdefault(type(counter), {})[veiled.id] = counter
        for sealed in self._view.all(SealedReserve):
            reserve = self._opens(sealed.what)
            if reserve is not None:
                tables.setdefault(Reserve, {})[sealed.id] = reserve
        for record, what in known_hidden(self._view, self._opens):
            if what.kind is FortificationKind.PILLBOX:
                pillbox = replace(built(what, record.owner), hidden=True)
                tables.setdefault(Pillbox, {})[pillbox.id] = pillbox
        return tables
