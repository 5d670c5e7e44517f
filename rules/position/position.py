"""A position: the board and what stands on it, whoever reads it.

The questions that every chapter asks are written once here; they read the truth (`truth`) and what
a side knows (`knowledge`) alike. A rule takes a `Position` if it holds of both, as TEM and MF do; a
`Knowledge` where the rulebook says Known, or may.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.board.board import Board
from rules.board.grid.moving import Moving
from rules.board.locations import HexId, LocationId, crest_of, level_of
from rules.board.los import Los
from rules.forces.entities import (
    Clock,
    Conditions,
    Cover,
    Dummy,
    MineMarker,
    Posture,
    Sealed,
    SideState,
    Unit,
    Weapon,
)
from rules.forces.lookup import nation, unit_type, weapon_type
from rules.forces.types import Nation, UnitClass, UnitType, WeaponType
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.memo import Kept, asked_once
from rules.kernel.voices import UNKNOWN, rendered, token
from rules.kernel.world import View, id_order
from rules.position.adjacency import accessible
from rules.position.fortifications import in_covered_arc, pillbox_at, pillbox_hexes
from rules.position.law import Law
from rules.position.overlays import barring, hindering

CLOCK = "clock"
CONDITIONS = "conditions"


@dataclass(frozen=True)
class Position:
    """A board, a view of the world on it, and the law in force: it answers for what the view holds
    now.

    Questions marked `asked_once`, here and in the chapters, are worked out once for each content of
    the view, whichever Position they are asked through. Its board has the pillboxes that are in the
    view (B30.1).
    """

    view: View
    board: Board
    law: Law

    def __post_init__(self) -> None:
        board = self.board.with_pillboxes(pillbox_hexes(self.view))
        object.__setattr__(self, "board", board)

    @property
    def kept(self) -> Kept:
        """The answers given of this view, as it is now; all else that a Position consists of is in
        the key.
        """
        kept, key = self.view.kept, (type(self), self.board, self.law)
        answers: Kept | None = kept.get(key)
        if answers is None:
            answers = kept[key] = {}
        return answers

    @property
    def clock(self) -> Clock:
        return self.view.get(Clock, CLOCK)

    @property
    def conditions(self) -> Conditions:
        return self.view.get(Conditions, CONDITIONS)

    def elr(self, side: Side) -> int:
        """A19.1: a side's ELR as it is now."""
        return self.view.get(SideState, side.value).elr

    def unit(self, unit_id: ShownId) -> Unit:
        """The unit of that id. Raises KeyError."""
        return self.view.get(Unit, unit_id)

    def alive(self, unit_ids: Iterable[str]) -> tuple[Unit, ...]:
        """Those of the units that are there and known."""
        found = (self.view.find(Unit, unit_id) for unit_id in unit_ids)
        return tuple(unit for unit in found if unit is not None)

    def counter(self, counter_id: CounterId) -> Unit | None:
        """The unit that is that counter, by whatever id it is shown now, or None if it is gone or
        not known. Whoever follows a unit through a reveal asks for it so.
        """
        return self._counters().get(counter_id)

    def unit_of(self, counter_id: CounterId) -> Unit:
        """The same where it must be there. Raises KeyError."""
        return self._counters()[counter_id]

    @asked_once
    def _counters(self) -> Mapping[CounterId, Unit]:
        return {unit.counter: unit for unit in self.view.all(Unit)}

    @asked_once
    def units(self, side: Side | None = None) -> tuple[Unit, ...]:
        """All units, or one side's, by id."""
        return tuple(u for u in self.view.all(Unit) if side in (None, u.side))

    def units_at(self, at: LocationId, side: Side | None = None) -> tuple[Unit, ...]:
        """The units in a Location, or one side's, by id."""
        return self._stacks().get((at, side), ())

    def enemies_at(self, at: LocationId, side: Side) -> tuple[Unit, ...]:
        """The enemies of a side in a Location that nobody guards (A20.5), by id."""
        return tuple(unit for unit in self.units_at(at, side.enemy) if unit.guard is None)

    def units_in(self, hex_id: HexId, side: Side | None = None) -> tuple[Unit, ...]:
        """The units in all Locations of a hex, or one side's, from the ground up."""
        there = self.board.locations(hex_id)
        return tuple(unit for at in there for unit in self.units_at(at, side))

    @asked_once
    def locations_of(self, side: Side) -> tuple[LocationId, ...]:
        """The Locations where a side has units, sorted."""
        return tuple(sorted({u.at for u in self.units(side)}))

    def shown(self, units: Iterable[Unit]) -> tuple[ShownId, ...]:
        """What everybody is shown of units: those in the open in their order, and after them each
        "?" that some are under.
        """
        there = tuple(units)
        covers = {unit.under for unit in there if unit.under}
        return (
            *(unit.id for unit in there if unit.under is None),
            *sorted(covers, key=id_order),
        )

    def names_of(self, shown: Iterable[ShownId]) -> str:
        """What players call those of the counters shown that are still there."""
        ids = tuple(shown)
        found = (self.view.find(Unit, shown_id) for shown_id in ids)
        called = [name(unit) for unit in found if unit is not None]
        covers = any(self.view.find(Cover, shown_id) is not None for shown_id in ids)
        return " + ".join([*called, *([UNKNOWN] if covers else [])])

    def read(self, text: str) -> str:
        """A text with tokens for names, as it reads for who knows this position."""
        return rendered(text, self.name_of)

    def name_of(self, of: str) -> str | None:
        """What those call a unit who know this position, or None if they do not know it."""
        unit = self.view.find(Unit, of)
        return None if unit is None else label(unit)

    @asked_once
    def covers(self, side: Side | None = None) -> tuple[Cover, ...]:
        """All "?", or one side's, by id."""
        return tuple(c for c in self.view.all(Cover) if side in (None, c.side))

    def under(self, cover_id: ShownId) -> tuple[Sealed, ...]:
        """What is under a "?", as far as this position knows: empty for others than its owner."""
        kinds: tuple[type[Sealed], ...] = (Unit, Weapon, Dummy)
        return tuple(one for kind in kinds for one in self.view.all(kind) if one.under == cover_id)

    def shown_by(self, shown_id: ShownId) -> tuple[Unit, ...]:
        """The unit of that id, or the units under that "?". Raises KeyError."""
        if self.view.find(Cover, shown_id) is None:
            return (self.unit(shown_id),)
        return tuple(one for one in self.under(shown_id) if isinstance(one, Unit))

    def weapons_of(self, unit: Unit) -> tuple[Weapon, ...]:
        """The support weapons that a unit possesses (A4.43)."""
        return self._weapons().get(unit.id, ())

    def weapons(self) -> tuple[Weapon, ...]:
        """All support weapons, by id."""
        return self.view.all(Weapon)

    def possessing(self, weapon: Weapon) -> Side:
        """The side that has a support weapon; that of the OB while nobody possesses it."""
        holder = None if weapon.holder is None else self.view.find(Unit, weapon.holder)
        return weapon.side if holder is None else holder.side

    @asked_once
    def known_mines(self) -> frozenset[HexId]:
        """The hexes that hold Known minefields (B28.48)."""
        return frozenset(marker.at for marker in self.view.all(MineMarker))

    def range(self, a: LocationId, b: LocationId) -> int:
        """Hexes from one Location to another (A1.22)."""
        return self.board.range(a, b)

    def los(self, source: LocationId, target: LocationId) -> Los:
        """A6: the LOS from one Location to another, with all that blocks or hinders it.

        Every rule asks here, never the board: what lies over the ground for the moment, such as
        SMOKE, vehicles, night and weather, joins in this place (`overlays`) and in no other.
        """
        moving = self._hindering()
        los = self._los_past(source, target) if moving else self.board.los(source, target)
        return self._unless_barred(los, source, target)

    @asked_once
    def los_to_vertex(self, source: LocationId, target: LocationId, vertex: int) -> Los:
        """A6.12: the same to a vertex of another hex, at the level of a Location there."""
        los = self.board.los_to_vertex(source, target, vertex, self._hindering())
        return self._unless_barred(los, source, target)

    def _unless_barred(self, los: Los, source: LocationId, target: LocationId) -> Los:
        """A LOS, if nothing bars it as a whole."""
        barred = None if los.blocked else barring(self.view, self.board, source, target)
        if barred is None:
            return los
        veil, why = barred
        return los.barred(veil.by, veil.rule, why)

    def adjacent(self, a: LocationId, b: LocationId) -> bool:
        """A.8: whether Locations are ADJACENT: Infantry could advance from one into the other, one
        way at least, and there is a LOS between them. A Location is not ADJACENT to itself.
        """
        return self.range(a, b) <= 1 and self._is_adjacent(a, b)

    def within_reach(self, a: LocationId, b: LocationId) -> bool:
        """Whether Locations are one and the same, or ADJACENT (A.8)."""
        return a == b or self.adjacent(a, b)

    @asked_once
    def _hindering(self) -> tuple[Moving[HexId], ...]:
        return tuple(hindering(self.view, self.board))

    @asked_once
    def _los_past(self, source: LocationId, target: LocationId) -> Los:
        return self.board.los_past(source, target, self._hindering())

    @asked_once
    def _is_adjacent(self, a: LocationId, b: LocationId) -> bool:
        return self._is_one_step(a, b) and not self.los(a, b).blocked

    def _is_one_step(self, a: LocationId, b: LocationId) -> bool:
        """B30.2: or as near as one step: out of a pillbox into its CA."""
        if accessible(self.board, a, b) or accessible(self.board, b, a):
            return True
        return self._looks_out_on(a, b) or self._looks_out_on(b, a)

    def _looks_out_on(self, a: LocationId, b: LocationId) -> bool:
        """B30.2: whether a Location next to a pillbox is on the ground, and in its CA."""
        pillbox = pillbox_at(self.view, a)
        if pillbox is None or not in_covered_arc(self.board, pillbox, b):
            return False
        ground = self.board.locations(pillbox.at)[0]
        return level_of(b) == 0 and accessible(self.board, ground, b)

    @asked_once
    def _stacks(self) -> Mapping[tuple[LocationId, Side | None], tuple[Unit, ...]]:
        """The units in each Location, of each side and of both (None)."""
        found: dict[tuple[LocationId, Side | None], list[Unit]] = {}
        for unit in self.view.all(Unit):
            for side in (unit.side, None):
                found.setdefault((unit.at, side), []).append(unit)
        return {key: tuple(units) for key, units in found.items()}

    @asked_once
    def _weapons(self) -> Mapping[str, tuple[Weapon, ...]]:
        """The support weapons that are possessed, by the unit that has them."""
        found: dict[str, list[Weapon]] = {}
        for weapon in self.view.all(Weapon):
            if weapon.holder is not None:
                found.setdefault(weapon.holder, []).append(weapon)
        return {holder: tuple(weapons) for holder, weapons in found.items()}


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


def vantage(unit: Unit) -> LocationId:
    """Where LOS from and to a unit ends: its Location, or the Crest over it if it is in Crest
    status (B20.9).
    """
    return crest_of(unit.at) if unit.posture is Posture.CREST else unit.at


def los_to_unit(position: Position, origin: LocationId, unit: Unit) -> Los:
    """The LOS to a unit, wherever in its Location it is: in Crest status at the Crest, or else INTO
    its hex (B20.9).
    """
    los = position.los(origin, vantage(unit))
    return position.los(origin, unit.at) if los.blocked else los


def name(unit: Unit) -> str:
    """What players call it; a token if not all of them may know what it is (ADR 0016)."""
    return label(unit) if unit.under is None else token(unit.id)


def label(unit: Unit) -> str:
    """What those call it who know it: `4-6-7 A`, `8-1 Lt. Brandt`."""
    printed = values(unit).strength
    wounded = " (wounded)" if unit.wounded else ""
    return f"{printed} {unit.letter}{wounded}" if unit.letter else f"{printed}{wounded}"


def names(units: tuple[Unit, ...]) -> str:
    """Several units in one phrase, those that not everybody may know last (`voices`)."""
    return " + ".join(name(unit) for unit in sorted(units, key=lambda u: u.under is not None))


def is_hero(unit: Unit) -> bool:
    """A15.2: a hero, or a leader that has become heroic."""
    return unit.heroic or values(unit).cls is UnitClass.HERO


def good_order(unit: Unit) -> bool:
    """A.7: neither broken, berserk, captured, nor held in Melee. Who is pinned, CX, TI or unarmed
    is in Good Order.
    """
    return not unit.broken and not unit.berserk and not unit.melee and unit.guard is None


def is_armed(position: Position, unit: Unit) -> bool:
    """A20.5: whether a unit is armed: all are but those under an Unarmed counter, and those too if
    they have a support weapon that functions.
    """
    return not unit.unarmed or any(not gun.malfunctioned for gun in position.weapons_of(unit))


def leadership(unit: Unit) -> int:
    """A10.7: a leader's DRM, one worse when wounded (A17.2). 0 for others."""
    drm = values(unit).leadership
    return (0 if drm is None else drm) + (1 if unit.wounded and drm is not None else 0)


def _may_lead(unit: Unit) -> bool:
    return not unit.broken and not unit.pinned and not unit.berserk and unit.guard is None


def best_leader(units: tuple[Unit, ...]) -> Unit | None:
    """The unbroken, unpinned leader with the best DRM among units, or None if there is none; none
    that is berserk, who leads nobody (A15.42), or a prisoner.

    Only one leader's DRM counts and the owner picks (A10.21, A10.72); the best is always his
    interest.
    """
    able = [u for u in units if is_leader(u) and _may_lead(u)]
    return min(able, key=lambda u: (leadership(u), u.id), default=None)
