"""A position: the board and what stands on it, whoever reads it.

The questions that every chapter asks are written once here; they read the truth (`truth`) and what
a side knows (`knowledge`) alike. A rule takes a `Position` if it holds of both, as TEM and MF do; a
`Knowledge` where the rulebook says Known, or may.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.board.board import Board
from rules.board.grid.moving import Moving
from rules.board.locations import HexId, LocationId, crest_of, is_on_cliff, level_of
from rules.board.los import Los
from rules.forces.entities import Clock, Conditions, MineMarker, SideState
from rules.forces.goer import Goer
from rules.forces.lookup import dummy_type, nation, unit_type, weapon_type
from rules.forces.manner import Posture
from rules.forces.sealed import Sealed
from rules.forces.seen import COVER_MARKS, Cover
from rules.forces.types import Nation, UnitClass, UnitType, WeaponType
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.memo import Keeps, Kept, asked_once
from rules.kernel.voices import UNKNOWN, rendered, token
from rules.kernel.world import View, id_order
from rules.position.adjacency import accessible
from rules.position.cliffs import at_the_foot, los_on_cliff
from rules.position.fortifications import in_covered_arc, pillbox_at
from rules.position.goers import GOERS, is_personnel, label_of
from rules.position.law import Law
from rules.position.overlays import Veil, barring, hindering, veils_in
from rules.position.rubble import board_now
from rules.position.unveiled import Unveiled

CLOCK = "clock"
CONDITIONS = "conditions"
ANY_DUMMY = dummy_type("german")
HIDDEN = ShownId("")
"""Under what a hidden unit is (A12.3): under nothing that anybody can see."""


@dataclass(frozen=True)
class Position:
    """A board, a view of the world on it, and the law in force: it answers for what the view holds
    now.

    Questions marked `asked_once`, here and in the chapters, are worked out once for each content of
    the view, whichever Position they are asked through. Its board has the rubble (B24.1) and the
    pillboxes (B30.1) that are in the view.
    """

    view: View
    board: Board
    law: Law
    _last: tuple[Kept, Kept] | None = field(default=None, init=False, repr=False, compare=False)
    """The `kept` of the view when last asked, and the answers in it: the same dictionary is the
    same content.
    """

    _below: Keeps = field(init=False, repr=False, compare=False)
    """Whose content it is: the world's, or what somebody knows."""

    def __post_init__(self) -> None:
        view = self.view
        object.__setattr__(self, "_below", view.below if isinstance(view, Unveiled) else view)
        object.__setattr__(self, "board", board_now(view, self.board))

    @property
    def kept(self) -> Kept:
        """The answers given of this view, as it is now; all else that a Position consists of is in
        the key.
        """
        kept, last = self._below.kept, self._last
        if last is not None and last[0] is kept:
            return last[1]
        answers: Kept = kept.setdefault((type(self), self.board, self.law), {})
        object.__setattr__(self, "_last", (kept, answers))
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

    def goer(self, counter_id: CounterId) -> Goer | None:
        """Whatever goes and is that counter, by whatever id it is shown now, or None if it is gone
        or not known.
        """
        return self._counters().get(counter_id)

    def goer_by(self, shown_id: str) -> Goer | None:
        """Whatever goes and is shown by that id, or None if it is not there or not known."""
        found = (self.view.find(one.kind, shown_id) for one in GOERS)
        return next((goer for goer in found if goer is not None), None)

    def goers(self, side: Side | None = None) -> tuple[Goer, ...]:
        """All that goes, Dummies too, or what of it is one side's: kind by kind, each by id."""
        return tuple(
            goer for one in GOERS for goer in self.view.all(one.kind) if side in (None, goer.side)
        )

    def counter(self, counter_id: CounterId) -> Unit | None:
        """The unit that is that counter, by whatever id it is shown now, or None if it is gone or
        not known. Whoever follows a unit through a reveal asks for it so.
        """
        goer = self._counters().get(counter_id)
        return goer if isinstance(goer, Unit) else None

    def unit_of(self, counter_id: CounterId) -> Unit:
        """The same where it must be there. Raises KeyError."""
        unit = self.counter(counter_id)
        if unit is None:
            raise KeyError(counter_id)
        return unit

    @asked_once
    def _counters(self) -> Mapping[CounterId, Goer]:
        return {goer.counter: goer for goer in self.goers()}

    @asked_once
    def personnel(self, side: Side | None = None) -> tuple[Unit, ...]:
        """The Personnel (A1.2) in the open and under a "?" or hidden that the reader knows, or one
        side's, by id: no Dummies. What everybody can see to follow from units is so asked of the
        truth, which counts those in the open alone.
        """
        return tuple(one for one in self.pieces(side) if self._counts(one))

    def _counts(self, piece: Unit) -> bool:
        return not is_dummy(piece)

    @asked_once
    def pieces(self, side: Side | None = None) -> tuple[Unit, ...]:
        """All that moves by itself, Dummies too (A12.11), or one side's, by id."""
        return tuple(one for one in self.view.all(Unit) if side in (None, one.side))

    def personnel_at(self, at: LocationId, side: Side | None = None) -> tuple[Unit, ...]:
        """The Personnel in a Location, or one side's, by id."""
        return self._stacks().get((at, side), ())

    @asked_once
    def foes(self, side: Side) -> tuple[Unit, ...]:
        """The enemies of a side that nobody guards (A20.5), by id: who sees it, bars its way and is
        fought.
        """
        return tuple(unit for unit in self.personnel(side.enemy) if unit.guard is None)

    def foes_at(self, at: LocationId, side: Side) -> tuple[Unit, ...]:
        """Those of them in a Location, by id."""
        return tuple(unit for unit in self.personnel_at(at, side.enemy) if unit.guard is None)

    def personnel_in(self, hex_id: HexId, side: Side | None = None) -> tuple[Unit, ...]:
        """The Personnel in all Locations of a hex, or one side's, from the ground up."""
        there = self.board.locations(hex_id)
        return tuple(unit for at in there for unit in self.personnel_at(at, side))

    @asked_once
    def locations_of(self, side: Side) -> tuple[LocationId, ...]:
        """The Locations where a side has units, sorted."""
        return tuple(sorted({u.at for u in self.personnel(side)}))

    def shown(self, units: Iterable[Goer]) -> tuple[ShownId, ...]:
        """What everybody is shown of what goes: those in the open, and then each "?" that some are
        under; in everybody's order, since that in which they were told to act may be a secret.
        """
        there = tuple(units)
        return (
            *sorted((unit.id for unit in there if unit.under is None), key=id_order),
            *sorted({unit.under for unit in there if unit.under}, key=id_order),
        )

    def names_of(self, shown: Iterable[ShownId]) -> str:
        """What players call those of the counters shown that are still there."""
        ids = tuple(shown)
        found = (self.goer_by(shown_id) for shown_id in ids)
        called = [name(goer) for goer in found if goer is not None]
        covers = any(self.view.find(Cover, shown_id) is not None for shown_id in ids)
        return " + ".join([*called, *([UNKNOWN] if covers else [])])

    def read(self, text: str) -> str:
        """A text with tokens for names, as it reads for who knows this position."""
        return rendered(text, self.name_of)

    def name_of(self, of: str) -> str | None:
        """What those call a counter who know this position, or None if they do not know it."""
        goer = self.goer_by(of)
        return None if goer is None else label_of(goer)

    @asked_once
    def covers(self, side: Side | None = None) -> tuple[Cover, ...]:
        """All "?", or one side's, by id."""
        return tuple(c for c in self.view.all(Cover) if side in (None, c.side))

    def under(self, cover_id: ShownId) -> tuple[Sealed, ...]:
        """What is under a "?", as far as this position knows: empty for others than its owner."""
        kinds: tuple[type[Sealed], ...] = (Unit, Weapon)
        return tuple(one for kind in kinds for one in self.view.all(kind) if one.under == cover_id)

    def target(self, shown_id: ShownId) -> Unit | None:
        """What is attacked by that id, as everybody sees it: a unit in the open, or who stands in
        for a stack under a "?". None if there is no such thing.
        """
        cover = self.view.find(Cover, shown_id)
        return self.view.find(Unit, shown_id) if cover is None else stand_in(cover)

    def mover(self, shown_id: ShownId) -> Goer | None:
        """The same of whatever goes."""
        found = self.target(shown_id)
        return self.goer_by(shown_id) if found is None else found

    def targets(self, shown: Iterable[ShownId]) -> tuple[Unit, ...]:
        """Those of them that are there."""
        found = (self.target(shown_id) for shown_id in shown)
        return tuple(one for one in found if one is not None)

    def seen(self, unit: Unit) -> Unit:
        """A unit as everybody sees it: itself in the open, or who stands in for its "?"."""
        return unit if not unit.under else stand_in(self.view.get(Cover, unit.under))

    @asked_once
    def seen_at(self, at: LocationId, side: Side) -> tuple[ShownId, ...]:
        """What everybody sees of a side in a Location: its units in the open, and its "?"."""
        there = (unit.id for unit in self.personnel_at(at, side) if unit.under is None)
        return (*there, *(cover.id for cover in self.covers(side) if cover.at == at))

    def shown_by(self, shown_id: ShownId) -> tuple[Unit, ...]:
        """The unit of that id, or the units and Dummies under that "?". Raises KeyError."""
        if self.view.find(Cover, shown_id) is None:
            return (self.unit(shown_id),)
        return tuple(one for one in self.under(shown_id) if isinstance(one, Unit))

    def goers_shown_by(self, shown_id: ShownId) -> tuple[Goer, ...]:
        """The same of whatever goes. Raises KeyError."""
        goer = self.goer_by(shown_id)
        return self.shown_by(shown_id) if goer is None else (goer,)

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
        return frozenset(one.at for one in self.view.all(MineMarker) if not one.dummy)

    def range(self, a: LocationId, b: LocationId) -> int:
        """Hexes from one Location to another (A1.22)."""
        return self.board.range(a, b)

    def line(self, source: LocationId, target: LocationId) -> Los:
        """A6: the LOS from one Location to another as a line on the map, with all that blocks or
        hinders it: the same both ways, whoever looks (A6.5). Whether somebody sees something is
        asked of `seeing`.

        Every rule asks here, never the board: what lies over the ground for the moment, such as
        SMOKE, vehicles and weather, joins in this place (`overlays`) and in no other.
        """
        if is_on_cliff(source) or is_on_cliff(target):
            los = self._los_on_cliff(source, target)
        else:
            past = self._hindering()
            los = self._los_past(source, target) if past else self.board.los(source, target)
        veils = self._veils()
        return self._unless_barred(veils, los, source, target) if veils else los

    @asked_once
    def line_to_vertex(self, source: LocationId, target: LocationId, vertex: int) -> Los:
        """A6.12: the same to a vertex of another hex, at the level of a Location there."""
        los = self.board.los_to_vertex(source, target, vertex, self._hindering())
        return self._unless_barred(self._veils(), los, source, target)

    @asked_once
    def _los_on_cliff(self, source: LocationId, target: LocationId) -> Los:
        central = self.board.los(at_the_foot(source), at_the_foot(target))
        return los_on_cliff(self.board, source, target, central, self._hindering())

    @asked_once
    def _veils(self) -> tuple[Veil, ...]:
        return veils_in(self.view)

    def _unless_barred(
        self, veils: tuple[Veil, ...], los: Los, source: LocationId, target: LocationId
    ) -> Los:
        """A LOS, if none of these bars it as a whole."""
        barred = None if los.blocked else barring(veils, self.view, self.board, source, target)
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
        return self._is_one_step(a, b) and not self.line(a, b).blocked

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
        for unit in self.personnel():
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


def one_of_each(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Of the units under a "?" the first alone: how many there are must not show in a list."""
    seen: dict[ShownId, Unit] = {}
    for unit in units:
        seen.setdefault(unit.under or unit.id, unit)
    return tuple(seen.values())


def is_smc(unit: Unit) -> bool:
    """A leader or hero (A1.11)."""
    return values(unit).cls.is_smc


def stand_in(cover: Cover) -> Unit:
    """A unit with all that everybody can see of a stack under a "?", and nothing else."""
    marks = {field: getattr(cover, field) for field in COVER_MARKS}
    return Unit(
        id=cover.id,
        side=cover.side,
        counter=CounterId(cover.id),
        type=ANY_DUMMY,
        letter="",
        at=cover.at,
        under=cover.id,
        **marks,
    )


def is_dummy(unit: Unit) -> bool:
    """A12.11: a Dummy, which is under a "?" and stands for nothing."""
    return values(unit).cls is UnitClass.DUMMY


def is_leader(unit: Unit) -> bool:
    """A leader, broken or not."""
    return values(unit).cls is UnitClass.LEADER


def vantage(goer: Goer) -> LocationId:
    """Where LOS from and to something that goes ends: its Location, or the Crest over it if it is
    in Crest status (B20.9).
    """
    in_crest = is_personnel(goer) and goer.posture is Posture.CREST
    return crest_of(goer.at) if in_crest else goer.at


def name(goer: Goer) -> str:
    """What players call it; a token if not all of them may know what it is (ADR 0016)."""
    return label_of(goer) if goer.under is None else token(goer.id)


def audience_of(unit: Unit) -> Audience:
    """Who may know what becomes of a unit that stays as it is: its side alone, if it is under a "?"
    or hidden.
    """
    return Audience.PUBLIC if unit.under is None else unit.side.audience


def names(goers: tuple[Goer, ...]) -> str:
    """Several of them in one phrase, those that not everybody may know last (`voices`)."""
    return " + ".join(name(goer) for goer in sorted(goers, key=lambda one: one.under is not None))


def is_hero(unit: Unit) -> bool:
    """A15.2: a hero, or a leader that has become heroic."""
    return unit.heroic or values(unit).cls is UnitClass.HERO


def is_hidden(unit: Unit) -> bool:
    """A12.3: whether nobody but its side knows that a unit is there. Who only lies beneath the top
    of a stack (A12.16) is kept so, and is not.
    """
    return unit.under == HIDDEN and not unit.below_top


def acts_under(unit: Unit) -> ShownId | None:
    """Under what a unit is as it is told to act with others: who lies beneath the top of a stack
    (A12.16) is in the open then, as that is.
    """
    return None if unit.below_top else unit.under


def good_order(unit: Unit) -> bool:
    """A.7: neither broken, berserk, captured, nor held in Melee. Who is pinned, CX, TI or unarmed
    is in Good Order.
    """
    return not unit.broken and not unit.berserk and not unit.melee and unit.guard is None


def has_acted(unit: Unit) -> bool:
    """A3.1: whether a unit has had its one action of the phase."""
    return unit.used or unit.repaired


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
