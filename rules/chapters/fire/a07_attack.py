"""A7 An attack whose DR is known: what follows from it is asked of this.

`Attack` is what a DR on the IFT and a To Hit DR have in common. What belongs to the IFT alone,
cowering, Spraying Fire and inherent FP, is in `IftAttack`; of ordnance there is `ToHitAttack`
(`c03_attack.py`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias, TypeVar

from rules.board.locations import LocationId
from rules.chapters.terms.a07_shot import FiredPart, Firing, Shot
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.tables import IftResult, column_left, ift_column


@dataclass(frozen=True)
class Force:
    """An attack against one of its targets: FP and DRM."""

    fp: Fraction
    drm: tuple[Modifier, ...]


@dataclass(frozen=True, kw_only=True)
class Attack:
    """An attack whose DR is known, be it on the IFT or To Hit.

    `units` are the Personnel that have fired, with `mates` (A9.12), under `directors`; `parts` is
    what fired, as it was then. `held` are the targets and the support weapons that they had before
    it, `forces` and `results` what it had against them on the IFT and what came of that; `stopped`
    is what it put out of order (A9.7), `given_up` that whose ROF its owner has given up (A8.23).
    """

    shot: Shot
    units: tuple[CounterId, ...]
    directors: tuple[CounterId, ...]
    mates: tuple[CounterId, ...]
    targets: tuple[CounterId, ...]
    origins: tuple[LocationId, ...]
    roll: Roll
    parts: tuple[FiredPart, ...]
    forces: dict[CounterId, Force]
    results: dict[CounterId, IftResult]
    held: Mapping[CounterId, tuple[str, ...]]
    stopped: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()

    def column_of(self, fp: Fraction) -> int | None:
        """The column of so many FP."""
        return ift_column(fp)

    @property
    def everywhere(self) -> "tuple[Attack, ...]":
        """The attack at each of its Locations."""
        return (self,)

    @property
    def spent(self) -> frozenset[str]:
        """What does not fire again, whatever its ROF."""
        return frozenset({*self.stopped, *self.given_up})


@dataclass(frozen=True, kw_only=True)
class IftAttack(Attack):
    """One that rolls on the IFT by itself. `column` is the highest that was used, None if none was
    left; `cowered` are the firers that cowered, `shift` the columns lost by it; `also` is the same
    at the other Location of Spraying Fire.
    """

    parts: tuple[Firing, ...]
    column: int | None
    cowered: tuple[CounterId, ...]
    shift: int
    also: "IftAttack | None" = None

    def column_of(self, fp: Fraction) -> int | None:
        """A7.9: as far left as the attack has cowered."""
        column = ift_column(fp)
        return None if column is None else column_left(column, self.shift)

    @property
    def everywhere(self) -> "tuple[IftAttack, ...]":
        """The attack at its Location and, if it is Spraying Fire, at the other (A7.34)."""
        if self.also is None:
            return (self,)
        other = replace(
            self.also, cowered=self.cowered, stopped=self.stopped, given_up=self.given_up
        )
        return (self, other)

    @property
    def spent(self) -> frozenset[str]:
        """A9.2: nor does what is fired by who cowers."""
        cowered = (part.id for part in self.parts if part.unit.counter in self.cowered)
        return super().spent.union(cowered)


A = TypeVar("A", bound=Attack)

Follow: TypeAlias = Callable[[AslTable, A], Procedure[A | None]]
"""A part of what follows when an attack has had its effect. It returns the attack if it has changed
what later parts are to know of it.
"""
