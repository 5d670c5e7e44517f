"""The position as a side, or everybody, knows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from rules.board.board import Board
from rules.forces.sealed import Veiled
from rules.kernel.audience import Side, side_of
from rules.kernel.memo import asked_once
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.voices import rendered_all
from rules.kernel.world import Known
from rules.position.hidden_fortifications import HiddenFortification
from rules.position.law import Law
from rules.position.position import Position
from rules.position.reserves import SealedReserve
from rules.position.unveiled import Unveiled

M = TypeVar("M", bound=msgspec.Struct)
T = TypeVar("T")


@dataclass(frozen=True)
class Knowledge(Position):
    """A board with what a reader knows to be on it: what a side may try is judged by this alone,
    and so is what the rules say of Known units.
    """

    view: Known | Unveiled

    @classmethod
    def of(cls, known: Known, board: Board, law: Law) -> "Knowledge":
        """The position as somebody knows it: one for each content, as long as that is known."""
        return _knowledge_of(known, board, law)

    def __post_init__(self) -> None:
        """A side knows what is in its own envelopes; nothing else is opened."""
        if isinstance(self.view, Known) and _has_sealed(self.view):
            opened = Unveiled(self.view, _Opens(side_of(self.view.audience)))
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


@asked_once
def _knowledge_of(known: Known, board: Board, law: Law) -> Knowledge:
    return Knowledge(known, board, law)


def _has_sealed(known: Known) -> bool:
    """Whether there are counters or Fortifications that their owner alone knows."""
    return any(known.all(kind) for kind in (Veiled, HiddenFortification, SealedReserve))


@dataclass(frozen=True)
class _Opens:
    """What a side may know of secrets."""

    side: Side | None

    def __call__(self, secret: Secret[T], /) -> T | None:
        return secret.for_(self.side)
