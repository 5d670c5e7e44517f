"""C2 Ordnance: what fires To Hit, whatever it is a part of.

A light mortar or LATW becomes an `Ordnance` in the hands of its possessor; a Gun and the MA of a
vehicle become one in other ways. All that is asked of a To Hit shot is asked of this value: its
Cases, TH#, effect, ROF, B#, acquisition and marks. `OrdnanceKind` has the way there and back.
"""

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol, TypeAlias

from rules.board.locations import LocationId
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.terms.a07_shot import Aim, FiredPart, Shot
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.eyes import Eye
from rules.position.position import Position, name


class Mount(enum.Enum):
    """C5: what it is fired from, as far as the Cases of the firer tell that apart."""

    SHOULDER = "LATW"
    GROUND = "on the ground"


class Printed(Protocol):
    """C2: the printed values that all ordnance has: those of a `WeaponType`. `to_hit` are its own
    TH# by range, if it has any.
    """

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def fp(self) -> int: ...
    @property
    def min_range(self) -> int: ...
    @property
    def range(self) -> int: ...
    @property
    def to_hit(self) -> tuple[int, ...]: ...
    @property
    def breakdown(self) -> int: ...
    @property
    def x(self) -> bool: ...


@dataclass(frozen=True)
class Ordnance:
    """C2: what fires To Hit, as it stands and is manned now.

    Marks and an acquisition hang on its `id`. `side` fires it, `owner` had it in its OB; it is `at`
    a Location, and its lines begin at `origin`. `crew` are the Personnel who man it. `rof` is the
    printed one as far as they have it, `fires` what it may be loaded with, and at which target type
    that is aimed, the usual first.
    """

    kind: "OrdnanceKind"
    id: ShownId
    side: Side
    owner: Side
    at: LocationId
    origin: LocationId
    crew: tuple[Unit, ...]
    printed: Printed
    rof: int
    mount: Mount
    fires: "tuple[Load, ...]"
    backblast: bool
    fired: Fired | None
    fired_at: LocationId | None
    works: bool
    under: ShownId | None

    @property
    def label(self) -> str:
        """What players call it."""
        return f"{self.printed.name} of {' + '.join(map(name, self.crew))}"


@dataclass(frozen=True, eq=False)
class OrdnanceKind:
    """C2: what is turned into ordnance, and how.

    `of_side` finds what a side mans now, `find` one by its id, None if nobody mans it; `name_of` is
    what a counter of this kind is called, manned or not, None if it is none. `bar` says why one may
    not fire at all now, `reach_bar` why not at its target. `change` and `drop` are the way back to
    its counter.
    """

    of_side: Callable[[Position, Side], Iterable[Ordnance]]
    find: Callable[[Position, str], Ordnance | None]
    name_of: Callable[[Position, str], str | None]
    bar: Callable[["OrdnancePart"], Barrier | None]
    reach_bar: Callable[["OrdnancePart"], Barrier | None]
    change: Callable[[AslTable, Ordnance, dict[str, Any]], None]
    drop: Callable[[AslTable, Ordnance], None]


def mark(table: AslTable, ordnance: Ordnance, **fields: Any) -> None:
    """The way back from ordnance to the counter that it is a part of: its fire marks and whether it
    has malfunctioned. Nothing happens to what nobody mans any more.
    """
    now = ordnance.kind.find(table.truth, ordnance.id)
    if now is not None:
        now.kind.change(table, now, fields)


@dataclass(frozen=True, kw_only=True)
class ToHitShot(Shot):
    """C3: a shot that is rolled To Hit: which `piece` fires, of which kind, with what `load`. Its
    firers are those of its crew, without any FP of their own in it.
    """

    piece: ShownId
    of: OrdnanceKind
    load: "Load"

    @property
    def arms(self) -> tuple[str, ...]:
        return (self.piece,)

    def part(self, position: Position) -> "OrdnancePart":
        """What fires. Raises KeyError if nobody mans it."""
        ordnance = self.of.find(position, self.piece)
        if ordnance is None:
            raise KeyError(self.piece)
        return OrdnancePart(position, self, ordnance)

    def side(self, position: Position) -> Side:
        return self.part(position).side

    def parts(self, position: Position) -> tuple[FiredPart, ...]:
        return (self.part(position),)

    def origins(self, position: Position) -> tuple[LocationId, ...]:
        return (self.part(position).origin,)

    def places(self, position: Position) -> tuple[LocationId, ...]:
        return (self.part(position).at,)


@dataclass(frozen=True)
class OrdnancePart(FiredPart):
    """The one part of a To Hit shot."""

    shot: ToHitShot
    ordnance: Ordnance

    @property
    def id(self) -> str:
        return self.ordnance.id

    @property
    def label(self) -> str:
        return self.ordnance.label

    @property
    def crew(self) -> tuple[Unit, ...]:
        return self.ordnance.crew

    @property
    def by(self) -> ShownId:
        return next((unit.id for unit in self.crew), self.ordnance.id)

    @property
    def side(self) -> Side:
        return self.ordnance.side

    @property
    def owner(self) -> Side:
        return self.ordnance.owner

    @property
    def at(self) -> LocationId:
        return self.ordnance.at

    @property
    def origin(self) -> LocationId:
        return self.ordnance.origin

    @property
    def eye(self) -> Eye:
        """Who aims it: of its crew, from where its lines begin."""
        return Eye(self.origin, next(iter(self.crew), None))

    @property
    def under(self) -> ShownId | None:
        return self.ordnance.under

    @property
    def own_mark(self) -> Fired | None:
        return self.ordnance.fired

    @property
    def fired_at(self) -> LocationId | None:
        return self.ordnance.fired_at

    @property
    def rof(self) -> int:
        return self.ordnance.rof

    @property
    def breakdown(self) -> int | None:
        return self.ordnance.printed.breakdown

    @property
    def x(self) -> bool:
        return self.ordnance.printed.x

    @property
    def reach(self) -> int:
        return self.ordnance.printed.range

    @property
    def takes_two(self) -> bool:
        return self.ordnance.backblast

    @property
    def mate(self) -> ShownId | None:
        return next(iter(self.shot.mates), None)

    @property
    def load(self) -> "Load":
        """What it fires."""
        return self.shot.load

    def change(self, table: AslTable, **fields: Any) -> None:
        mark(table, self.ordnance, **fields)

    def drop(self, table: AslTable) -> None:
        self.ordnance.kind.drop(table, self.ordnance)

    def aim_at(self, target: Unit) -> "OrdnanceAim":
        """The shot at one of its targets."""
        return OrdnanceAim(self.position, self.shot, target, self.origin, self)


@dataclass(frozen=True)
class OrdnanceAim(Aim):
    """A To Hit shot at one of its targets: what the Cases of C5 and C6 are asked of."""

    part: OrdnancePart

    @property
    def ordnance(self) -> Ordnance:
        """What fires."""
        return self.part.ordnance

    @cached_property
    def firers(self) -> tuple[Unit, ...]:
        """Its crew."""
        return self.part.crew


Case: TypeAlias = Callable[[OrdnanceAim], Iterable[Modifier]]
"""What a rule gives for or against a To Hit shot at one of its targets."""


@dataclass(frozen=True, eq=False)
class TargetType:
    """C3.3: at what a shot is aimed, and what comes of that.

    `number` is the Basic TH#. A shot at a `whole_hex` may hit all of both sides in it, another the
    enemies in one Location; `reaches` says whom at all. `times` multiplies the FP of a hit. The TEM
    is a DRM of the To Hit DR (C6.8), or if there is a `shelter` one on the IFT (C3.33).
    """

    name: str
    number: Callable[[OrdnancePart], int]
    whole_hex: bool = False
    reaches: Callable[[OrdnanceAim], bool] = lambda aim: True
    times: Fraction = Fraction(1)
    shelter: Case | None = None


@dataclass(frozen=True, eq=False)
class Ammunition:
    """C8: what a shot is loaded with: whether it may be fired at a target, and the full FP of a
    hit.
    """

    name: str
    harms: Callable[[OrdnanceAim], bool] = lambda aim: True
    fp: Callable[[OrdnancePart], int] = lambda part: part.ordnance.printed.fp


@dataclass(frozen=True)
class Load:
    """One way to fire a piece: the ammunition, and the target type that it is aimed at."""

    ammunition: Ammunition
    target: TargetType

    def may_hit(self, aim: OrdnanceAim) -> bool:
        """Whether a shot can do anything to a target."""
        return self.target.reaches(aim) and self.ammunition.harms(aim)
