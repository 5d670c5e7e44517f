"""The last action (A.2): whose it was, to where a take-back of it leads, and whether that is free.

An action of which the enemy is told nothing is done *beside* the last one. The last action stays
what it was, so that neither a take-back nor the question for one tells that there was another.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from rules.kernel.audience import Side
from rules.kernel.takeback import Request
from rules.kernel.world import Change, World, world_difference


class _Flat(msgspec.Struct, frozen=True, kw_only=True):
    last_actor: Side | None = None
    free_back: Side | None = None
    heard: bool = True
    keeps: bool = False
    beside: bool = False


class Last(msgspec.Struct, frozen=True, kw_only=True):
    """What the ledger keeps of the last action; `by` is None if there is none to take back."""

    by: Side | None = None
    free: Side | None = None
    """Who may take it back without asking."""
    heard: bool = True
    """Whether the enemy of who acted was told anything of it."""
    keeps: bool = False
    """Whether what is done beside it stays when it is taken back: it went back freely when it was
    done, or was unheard.
    """
    beside: bool = False
    """Whether the action under way is one beside it."""

    @classmethod
    def read_flat(cls, ledger: bytes) -> "Last":
        """From a ledger that was stored when these fields still were its own."""
        flat = msgspec.json.decode(ledger, type=_Flat)
        return cls(
            by=flat.last_actor,
            free=flat.free_back,
            heard=flat.heard,
            keeps=flat.keeps,
            beside=flat.beside,
        )

    @property
    def forgotten(self) -> "Last":
        """The same where nothing can be taken back any more."""
        return msgspec.structs.replace(self, by=None, free=None)

    def begun(self, by: Side | None) -> "Last":
        """The same as an action begins, which `by` may take back."""
        return msgspec.structs.replace(self, by=by, free=None, beside=False)

    def stays(self, side: Side) -> bool:
        """Whether it stays the last after what a side does unheard: if it is the other side's, or
        its own and heard, since a take-back of that shows.
        """
        return self.by is side.enemy or (self.by is side and self.heard)


@dataclass(frozen=True)
class Before:
    """How things stood before a step: to where the way back led, the record, an open request."""

    start: World
    last: Last
    request: Request | None

    def refused_by(self, side: Side) -> Request | None:
        """What a side refuses by beginning an action: whatever its enemy asks of it."""
        return self.request if self.request is not None and self.request.by is not side else None

    def last_after(self, refused: Request | None) -> Last:
        """The record, once that was refused."""
        if refused is None or refused.kind != "take_back":
            return self.last
        return msgspec.structs.replace(self.last, by=None)


@dataclass(frozen=True, kw_only=True)
class Deed:
    """A step, as far as a take-back depends on it."""

    side: Side
    changes: tuple[Change, ...]
    at_rest: bool
    told: bool
    """Whether dice were thrown, or its side was told what had been hidden."""
    unheard: bool
    """Whether the other side was told nothing of it."""
    may_be_free: bool = False
    """Whether it is of a kind that consults nothing."""
    is_aside: bool = False
    """Whether it was said in between, and answered no question."""


class WayBack:
    """The world before the last action, and what the steps since then make of it."""

    def __init__(self, start: World) -> None:
        self.start = start

    def undo(self, world: World) -> tuple[Change, ...]:
        """The changes that lead there from a world."""
        return world_difference(world, self.start)

    def leads_to(self, world: World) -> None:
        """Begin anew: nothing was done since that world."""
        self.start = world.copy()

    def begun(self, deed: Deed, last: Last, before: Before) -> Last:
        """The record after the first step of an action."""
        free = deed.may_be_free and deed.at_rest and last.by is deed.side and not deed.told
        was = before.last_after(before.refused_by(deed.side))
        if deed.unheard and was.stays(deed.side):
            self.start = before.start
            return self._put_beside(deed, last, was, free=free)
        return msgspec.structs.replace(
            last,
            free=deed.side if free else None,
            heard=not deed.unheard,
            keeps=free or deed.unheard,
        )

    def _put_beside(self, deed: Deed, last: Last, was: Last, *, free: bool) -> Last:
        """What the enemy of who acted last does stays, if that went back freely or was unheard too;
        else it goes back with it, as all that the same side does beside its own.
        """
        stays = free if was.by is deed.side else self._keeps(last, deed.changes)
        return msgspec.structs.replace(
            last,
            by=was.by,
            free=was.free if stays else None,
            heard=was.heard,
            beside=not deed.at_rest,
        )

    def went_on(self, deed: Deed, last: Last) -> Last:
        """The record after an answer, or what is said in between: either ends a free take-back
        where others hear of it. What is said in between stays said, aloud too: else it would tell
        whether what others did unheard came before it.
        """
        if not (deed.is_aside or last.beside):
            heard = last.heard or not deed.unheard
            last = msgspec.structs.replace(last, heard=heard, keeps=not heard)
        looked_up = deed.told and last.free is deed.side
        own = not deed.is_aside and last.by is deed.side
        stays = not own and self._keeps(last, deed.changes)
        if not (deed.unheard and stays) or looked_up:
            last = msgspec.structs.replace(last, free=None)
        return last

    def _keeps(self, last: Last, changes: Iterable[Change]) -> bool:
        """Have what was just done beside the last action stay when that is taken back, and return
        whether it does.
        """
        if not last.keeps:
            return False
        if any(self.start.find(one.kind, one.id) != one.before for one in changes):
            return False
        self.start.apply(changes)
        return True
