"""The position as a side, or everybody, knows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from rules.forces.entities import Veiled
from rules.kernel.audience import Side, side_of
from rules.kernel.refused import Refused
from rules.kernel.voices import rendered_all
from rules.kernel.world import Known
from rules.position.position import Position
from rules.position.unveiled import Opens, Unveiled

M = TypeVar("M", bound=msgspec.Struct)


@dataclass(frozen=True)
class Knowledge(Position):
    """A board with what a reader knows to be on it: what a side may try is judged by this alone,
    and so is what the rules say of Known units.
    """

    view: Known | Unveiled

    def __post_init__(self) -> None:
        """A side knows what is in its own envelopes; nothing else is opened."""
        if isinstance(self.view, Known) and self.view.all(Veiled):
            opened = Unveiled(self.view, _opens_for(side_of(self.view.audience)))
            object.__setattr__(self, "view", opened)
        super().__post_init__()

    @property
    def has_covered(self) -> bool:
        """Whether the reader has counters of his own that others may not know."""
        return isinstance(self.view, Unveiled)

    def as_read(self, value: M) -> M:
        """Anything that is told to the reader, with all names in it as he reads them."""
        if not self.has_covered:
            return value
        said = rendered_all(msgspec.to_builtins(value), self.name_of)
        return msgspec.convert(said, type(value))

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Refusals within are told to the reader: the names in them are as he reads them."""
        try:
            yield
        except Refused as refused:
            why = self.read(refused.why)
            raise Refused(refused.rule, why, refused.code) from refused


def _opens_for(side: Side | None) -> Opens:
    return lambda veiled: veiled.what.for_(side)
