"""A7.1 A fire attack as it is declared: the kinds of fire, who fires what at whom, each part of its
FP, and the aim along each of its lines at one of the targets.
"""

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from rules.board.locations import LocationId
from rules.board.los import Los
from rules.chapters.ground.b09_walls import hexside_tem, terrain_effect
from rules.chapters.ground.b10_height import height_advantage
from rules.chapters.terms.a06_vertices import IN_PLACE, Aspect, line_to
from rules.chapters.terms.a07_factors import Factor
from rules.forces.fired import Fired
from rules.forces.lookup import weapon_type
from rules.forces.phases import Phase
from rules.forces.types import WeaponType
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import ShownId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, name, values, vantage, weapon_values


class FireKind(enum.Enum):
    """In which way an attack is made; the value says it in the log."""

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    PREP = "Prep Fire"
    FIRST = "Defensive First Fire"
    FINAL = "Final Fire"
    ADVANCING = "Advancing Fire"


KIND_OF_PHASE: dict[Phase, FireKind] = {
    Phase.PFPH: FireKind.PREP,
    Phase.MPH: FireKind.FIRST,
    Phase.DFPH: FireKind.FINAL,
    Phase.AFPH: FireKind.ADVANCING,
}

MARK_OF_KIND: dict[FireKind, Fired] = {
    FireKind.PREP: Fired.PREP,
    FireKind.FIRST: Fired.FIRST,
    FireKind.FINAL: Fired.FINAL,
    FireKind.ADVANCING: Fired.PREP,
}
"""The mark that an attack leaves on what made it (A7.1, A8.1)."""


@dataclass(frozen=True)
class Firer:
    """A unit in an attack: the support weapons that it fires, whether its inherent FP joins in
    (A7.33, A7.35), and the `mate` with whom a SMC fires his (A9.12).
    """

    unit: ShownId
    weapons: tuple[str, ...] = ()
    inherent: bool = True
    mate: ShownId | None = None

    @property
    def arms(self) -> tuple[str, ...]:
        """The ids of what it fires, its own for its inherent FP."""
        return (*((self.unit,) if self.inherent else ()), *self.weapons)


@dataclass(frozen=True)
class Shot:
    """An attack as declared: firers at one Location, perhaps under the direction of a leader in
    each of their own (A7.53).

    `targets` are the units that it attacks, by what is shown of them: in First Fire the moving
    ones (A8.1), else all in the Location (A7.4). Spraying Fire is `also` at another Location, and
    at `also_targets` there (A7.34). `lane` is the end of the Fire Lane that is laid (A9.22).
    `aspect` is where on their hex the targets are: in Bypass (A4.34), or under a Snap Shot (A8.15).
    A LATW is `desperate` if it bears its Backblast (C13.81). `mol` throws a MOL, which may fail
    (A22.6).
    """

    kind: FireKind
    firers: tuple[Firer, ...]
    at: LocationId
    targets: tuple[ShownId, ...]
    directors: tuple[ShownId, ...] = ()
    also: LocationId | None = None
    also_targets: tuple[ShownId, ...] = ()
    lane: LocationId | None = None
    aspect: Aspect = IN_PLACE
    desperate: bool = False
    mol: ShownId | None = None
    mol_fails: bool = False

    @property
    def turned(self) -> "Shot | None":
        """The attack as it is made at the other Location, if it is Spraying Fire."""
        if self.also is None:
            return None
        return replace(
            self,
            at=self.also,
            targets=self.also_targets,
            also=self.at,
            also_targets=self.targets,
            aspect=IN_PLACE,
        )

    @property
    def units(self) -> tuple[ShownId, ...]:
        """The units that fire, whatever they fire with."""
        return tuple(firer.unit for firer in self.firers)

    @property
    def mates(self) -> tuple[ShownId, ...]:
        """A9.12: the SMC who fire a weapon with its possessor."""
        return tuple(firer.mate for firer in self.firers if firer.mate is not None)

    @property
    def takers(self) -> tuple[ShownId, ...]:
        """All who take part: who fires, with whom, and who directs."""
        return (*self.units, *self.mates, *self.directors)

    @property
    def arms(self) -> tuple[str, ...]:
        """The ids of what fires: units with their inherent FP, and weapons."""
        return tuple(one for firer in self.firers for one in firer.arms)

    def side(self, position: Position) -> Side:
        """The side that fires."""
        return position.unit(self.units[0]).side

    def firings(self, position: Position) -> "tuple[Firing, ...]":
        """Each unit and weapon that has FP in it: none if it is rolled To Hit."""
        found: list[Firing] = []
        for firer in self.firers:
            unit = position.unit(firer.unit)
            if firer.inherent:
                found.append(Firing(position, self, unit))
            held: dict[str, Weapon] = {gun.id: gun for gun in position.weapons_of(unit)}
            found += [Firing(position, self, unit, held[one]) for one in firer.weapons]
        return tuple(found)

    def parts(self, position: Position) -> "tuple[FiredPart, ...]":
        """All that fires in it, whichever DR it rolls."""
        return self.firings(position)

    def los(self, position: Position, origin: LocationId) -> Los:
        """The LOS along one of its lines, whoever fires."""
        return line_to(position, origin, self.at, self.aspect)

    @property
    def is_snap(self) -> bool:
        """A8.15: whether it is a Snap Shot."""
        return self.aspect.crossed is not None

    def origins(self, position: Position) -> tuple[LocationId, ...]:
        """Where its lines begin, in the order of its firers: in their Locations, or at the Crest
        over them (B20.9).
        """
        return tuple(dict.fromkeys(vantage(position.unit(unit_id)) for unit_id in self.units))

    def places(self, position: Position) -> tuple[LocationId, ...]:
        """The Locations that it comes from, in the order of its firers."""
        return tuple(dict.fromkeys(position.unit(unit_id).at for unit_id in self.units))


@dataclass(frozen=True)
class FiredPart(ABC):
    """What fires in an attack by itself, whichever DR that rolls: a unit with its inherent FP, a
    support weapon, a piece of ordnance. What follows from every attack asks this: direction,
    malfunction, ROF, marks.
    """

    position: Position
    shot: Shot

    @property
    @abstractmethod
    def id(self) -> str:
        """The id of what fires."""

    @property
    @abstractmethod
    def label(self) -> str:
        """What players call it."""

    @property
    @abstractmethod
    def crew(self) -> tuple[Unit, ...]:
        """The Personnel who fire it."""

    @property
    @abstractmethod
    def by(self) -> ShownId:
        """The counter on the map that is seen to fire it."""

    @property
    @abstractmethod
    def side(self) -> Side:
        """The side that fires it."""

    @property
    @abstractmethod
    def owner(self) -> Side:
        """The side of whose OB it is."""

    @property
    @abstractmethod
    def at(self) -> LocationId:
        """The Location that it fires from."""

    @property
    @abstractmethod
    def origin(self) -> LocationId:
        """Where its line begins: there, or at the Crest over it (B20.9)."""

    @property
    @abstractmethod
    def under(self) -> ShownId | None:
        """The "?" that it is under."""

    @property
    @abstractmethod
    def own_mark(self) -> Fired | None:
        """The fire mark on its counter."""

    @property
    @abstractmethod
    def fired_at(self) -> LocationId | None:
        """Where it has fired last in this phase."""

    @property
    @abstractmethod
    def rof(self) -> int:
        """Its ROF; 0 if it has none."""

    @property
    @abstractmethod
    def breakdown(self) -> int | None:
        """Its B# or X#; None of inherent FP."""

    @property
    @abstractmethod
    def x(self) -> bool:
        """Whether that is an X# (A9.7)."""

    @property
    @abstractmethod
    def reach(self) -> int:
        """Its Normal Range."""

    @property
    @abstractmethod
    def takes_two(self) -> bool:
        """A9.12: whether two SMC fire it together: a MG, BAZ or PSK."""

    @property
    @abstractmethod
    def mate(self) -> ShownId | None:
        """A9.12: the SMC who fires it with its possessor."""

    @abstractmethod
    def change(self, table: AslTable, **fields: Any) -> None:
        """Change the counter that fired, as it is now, if it is still there."""

    @abstractmethod
    def drop(self, table: AslTable) -> None:
        """Take it off the board likewise."""

    @property
    def is_inherent(self) -> bool:
        """Whether it is a unit's inherent FP, and no counter of its own."""
        return self.breakdown is None

    @property
    def audience(self) -> Audience:
        """Who hears what becomes of it: under a "?" its side alone."""
        return Audience.PUBLIC if self.under is None else self.side.audience

    @property
    def mark(self) -> Fired | None:
        """The fire mark by which it may fire: a weapon's own, else the unit's (A7.33). Who is under
        a Bounding Fire counter has yet to fire (A7.25).
        """
        return None if self.is_opportunity else self.own_mark

    @property
    def is_opportunity(self) -> bool:
        """A7.25: whether it fires by Opportunity Fire."""
        return self.own_mark is Fired.BOUNDING

    @property
    def goes_on(self) -> bool:
        """A9.2, A7.55: whether a weapon that has fired in this phase goes on by its ROF."""
        has_fired = not self.is_inherent and self.fired_at is not None
        return has_fired and self.own_mark in {None, Fired.BOUNDING}

    @property
    def distance(self) -> int:
        """The range to the target in hexes."""
        return self.position.range(self.at, self.shot.at)


@dataclass(frozen=True)
class Firing(FiredPart):
    """A part of an attack on the IFT that has FP of its own, a unit's inherent FP or one support
    weapon: what multiplies it is asked of this (A7.2).
    """

    unit: Unit
    weapon: Weapon | None = None

    @property
    def id(self) -> str:
        return self.unit.id if self.weapon is None else self.weapon.id

    @property
    def label(self) -> str:
        own = name(self.unit)
        return own if self.type is None else f"{self.type.name} of {own}"

    @property
    def crew(self) -> tuple[Unit, ...]:
        return (self.unit,)

    @property
    def by(self) -> ShownId:
        return self.unit.id

    @property
    def side(self) -> Side:
        return self.unit.side

    @property
    def owner(self) -> Side:
        return self.unit.side if self.weapon is None else self.weapon.side

    @property
    def at(self) -> LocationId:
        return self.unit.at

    @property
    def origin(self) -> LocationId:
        return vantage(self.unit)

    @property
    def under(self) -> ShownId | None:
        return self.unit.under

    @property
    def takes_two(self) -> bool:
        return self.type is not None and self.type.kind.is_mg

    @property
    def mate(self) -> ShownId | None:
        found = (one.mate for one in self.shot.firers if one.unit == self.unit.id)
        return None if self.weapon is None else next(found, None)

    @property
    def own_mark(self) -> Fired | None:
        return self.unit.fired if self.weapon is None else self.weapon.fired

    @property
    def fired_at(self) -> LocationId | None:
        return self.unit.fired_at if self.weapon is None else self.weapon.fired_at

    @cached_property
    def type(self) -> WeaponType | None:
        """The printed values of the weapon, None of inherent FP; a dm one may fire as another does
        (A9.8).
        """
        if self.weapon is None:
            return None
        printed = weapon_values(self.weapon)
        return weapon_type(printed.dm_as) if self.weapon.dm and printed.dm_as else printed

    @property
    def printed(self) -> int:
        """The FP on the counter."""
        return values(self.unit).fp if self.type is None else self.type.fp

    @property
    def rof(self) -> int:
        return 0 if self.type is None else self.type.rof

    @property
    def breakdown(self) -> int | None:
        return None if self.type is None else self.type.breakdown

    @property
    def x(self) -> bool:
        return self.type is not None and self.type.x

    @property
    def reach(self) -> int:
        return values(self.unit).range if self.type is None else self.type.range

    def change(self, table: AslTable, **fields: Any) -> None:
        weapon = table.truth.view.find(Weapon, self.id)
        if weapon is not None:
            table.put(weapon, **fields)

    def drop(self, table: AslTable) -> None:
        weapon = table.truth.view.find(Weapon, self.id)
        if weapon is not None:
            table.drop(weapon)


FpFactors: TypeAlias = Callable[[Firing], Iterable[Factor]]
"""How a rule multiplies a part of an attack."""
TargetFactors: TypeAlias = Callable[[Firing, Unit], Iterable[Factor]]
"""How a rule multiplies a part of an attack against one of the targets by itself."""


@dataclass(frozen=True)
class Aim:
    """An attack at one of its targets, along one of its lines: from `origin`, where that begins.
    What the DRM of the attack are asked of.
    """

    position: Position
    shot: Shot
    target: Unit
    origin: LocationId

    @cached_property
    def los(self) -> Los:
        """The LOS along that line."""
        return self.shot.los(self.position, self.origin)

    @cached_property
    def firers(self) -> tuple[Unit, ...]:
        """The units that fire from there."""
        units = (self.position.unit(unit_id) for unit_id in self.shot.units)
        return tuple(unit for unit in units if vantage(unit) == self.origin)

    @cached_property
    def tem(self) -> Modifier | None:
        """B9.31: the one TEM that the target has against those firers; under a Snap Shot that of no
        hex, but of walls and hedges, or of height (A8.15).
        """
        if self.shot.is_snap:
            wall = hexside_tem(self.position, self.target.at, self.origin, self.los)
            board = self.position.board
            return wall or height_advantage(board, self.target, self.origin, self.los)
        return terrain_effect(self.position, self.target, self.los, self.firers)


FireDrm: TypeAlias = Callable[[Aim], Iterable[Modifier]]
"""What a rule gives for or against an attack at one of its targets."""
