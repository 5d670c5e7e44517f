"""A position: the board and what stands on it, as the server or as one side knows it.

The questions that every chapter asks are written once here; they read the world and a side's
knowledge alike.
"""

from dataclasses import dataclass
from functools import cached_property

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of
from rules.forces.adjacency import accessible
from rules.forces.entities import Clock, MineMarker, Unit, Weapon
from rules.forces.lookup import nation, unit_type, weapon_type
from rules.forces.types import Nation, UnitClass, UnitType, WeaponType
from rules.kernel.audience import Side
from rules.kernel.world import View

CLOCK = "clock"


@dataclass(frozen=True)
class Position:
    """A board and a view of the world on it."""

    view: View
    board: Board

    @property
    def clock(self) -> Clock:
        return self.view.get(Clock, CLOCK)

    def unit(self, unit_id: str) -> Unit:
        """The unit of that id. Raises KeyError."""
        return self.view.get(Unit, unit_id)

    def units(self, side: Side | None = None) -> tuple[Unit, ...]:
        """All units, or one side's, by id."""
        return tuple(u for u in self.view.all(Unit) if side in (None, u.side))

    def units_at(self, at: LocationId, side: Side | None = None) -> tuple[Unit, ...]:
        """The units in a Location, or one side's, by id."""
        return tuple(u for u in self._by_location.get(at, ()) if side in (None, u.side))

    def units_in(self, hex_id: HexId, side: Side | None = None) -> tuple[Unit, ...]:
        """The units in all Locations of a hex, or one side's, from the ground up."""
        there = self.board.locations(hex_id)
        return tuple(unit for at in there for unit in self.units_at(at, side))

    def locations_of(self, side: Side) -> tuple[LocationId, ...]:
        """The Locations where a side has units, sorted."""
        return tuple(sorted({u.at for u in self.units(side)}))

    def weapons_of(self, unit: Unit) -> tuple[Weapon, ...]:
        """The support weapons that a unit possesses (A4.43)."""
        return tuple(w for w in self.view.all(Weapon) if w.holder == unit.id)

    def known_mines(self) -> frozenset[HexId]:
        """The hexes that hold Known minefields (B28.48)."""
        return frozenset(marker.at for marker in self.view.all(MineMarker))

    def range(self, a: LocationId, b: LocationId) -> int:
        """Hexes from one Location to another (A1.22)."""
        return self.board.distance(hex_of(a), hex_of(b))

    def adjacent(self, a: LocationId, b: LocationId) -> bool:
        """A.8: whether Locations are ADJACENT: Infantry could advance from one into the other, one
        way at least, and there is a LOS between them. A Location is not ADJACENT to itself.
        """
        if self.range(a, b) > 1:
            return False
        one_step = accessible(self.board, a, b) or accessible(self.board, b, a)
        return one_step and not self.board.los(a, b).blocked

    def within_reach(self, a: LocationId, b: LocationId) -> bool:
        """Whether Locations are one and the same, or ADJACENT (A.8)."""
        return a == b or self.adjacent(a, b)

    @cached_property
    def _by_location(self) -> dict[LocationId, list[Unit]]:
        table: dict[LocationId, list[Unit]] = {}
        for unit in self.view.all(Unit):
            table.setdefault(unit.at, []).append(unit)
        return table


def values(unit: Unit) -> UnitType:
    """The printed values of a unit's counter."""
    return unit_type(unit.type)


def weapon_values(weapon: Weapon) -> WeaponType:
    """The printed values of a support weapon's counter."""
    return weapon_type(weapon.type)


def nation_of(unit: Unit) -> Nation:
    """The nationality of a unit."""
    return nation(values(unit).nation)


def is_smc(unit: Unit) -> bool:
    """A leader or hero (A1.11)."""
    return values(unit).cls.is_smc


def is_leader(unit: Unit) -> bool:
    """A leader, broken or not."""
    return values(unit).cls is UnitClass.LEADER


def name(unit: Unit) -> str:
    """What players call it: `4-6-7 A`, `8-1 Lt. Brandt`."""
    label = values(unit).strength
    wounded = " (wounded)" if unit.wounded else ""
    return f"{label} {unit.letter}{wounded}" if unit.letter else f"{label}{wounded}"


def names(units: tuple[Unit, ...]) -> str:
    """Several units in one phrase."""
    return " + ".join(name(unit) for unit in units)


def good_order(unit: Unit) -> bool:
    """A.7: neither broken nor held in Melee. Pinned units are in Good Order."""
    return not unit.broken and not unit.melee


def leadership(unit: Unit) -> int:
    """A10.7: a leader's DRM, one worse when wounded (A17.2). 0 for others."""
    drm = values(unit).leadership
    return (0 if drm is None else drm) + (1 if unit.wounded and drm is not None else 0)


def morale_level(unit: Unit) -> int:
    """The current Morale Level: of the side now up, one less when wounded (A17.3)."""
    printed = values(unit).broken_morale if unit.broken else values(unit).morale
    return min(10, printed - (1 if unit.wounded else 0))


def best_leader(units: tuple[Unit, ...]) -> Unit | None:
    """The unbroken, unpinned leader with the best DRM among units, None if there is none.

    Only one leader's DRM counts and the owner picks (A10.21, A10.72); the best is always his
    interest.
    """
    able = [u for u in units if is_leader(u) and not u.broken and not u.pinned]
    return min(able, key=lambda u: (leadership(u), u.id), default=None)
