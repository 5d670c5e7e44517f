"""An adjudication carried out: the position is changed as it was agreed, and said in words.

What is edited is named by a face. If everybody sees it, everybody is told what becomes of it. If
its side alone sees it, the others are told once that something is changed that they may not see:
not how much, nor of which kind.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.concealment.covers import create, hand_over, put_up
from rules.chapters.movement.relocation import relocate
from rules.chapters.victory.a26_points import count_loss, points
from rules.forces import ForceError, unit_type, weapon_type
from rules.forces.entities import (
    Clock,
    Conditions,
    Control,
    Minefield,
    MineMarker,
    Objective,
    Seal,
    SideState,
    StandingOrder,
)
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed, Veiled
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.ruled import Ruled
from rules.kernel.view import Face
from rules.play.lifetimes import lift_marks
from rules.play.moving.plans import PlannedMove
from rules.play.rulings import (
    ALTERABLE,
    VEILED_ALTERABLE,
    Add,
    Alter,
    Edit,
    Lay,
    Move,
    Remove,
    Ruling,
    field_value,
)
from rules.play.sequence import STEPS, Step
from rules.position.alpine import AlpineHills
from rules.position.asl_table import AslTable
from rules.position.boats import Boat
from rules.position.fire import Blaze, Flame
from rules.position.fortifications import Pillbox, fortified, foxholes, trench, wire
from rules.position.goers import label
from rules.position.hidden_fortifications import HiddenFortification
from rules.position.mines import AtMines, BoobyTraps, DummyMines
from rules.position.position import CLOCK, HIDDEN, weapon_values
from rules.position.smoke import Smoke
from rules.position.snipers import Sniper
from rules.position.water import FordingLine, Waters

UNSEEN: Final = "something is changed that only its owner may see"
_FIXED: Final = (
    Clock,
    Conditions,
    Control,
    Objective,
    Seal,
    SideState,
    StandingOrder,
    PlannedMove,
    Waters,
    AlpineHills,
    FordingLine,
    Pillbox,
    Minefield,
    AtMines,
    DummyMines,
    BoobyTraps,
    HiddenFortification,
)
"""What cannot be taken away: no counters, what a seal holds, or a Location in which somebody hidden
may be.
"""


def _fresh(table: AslTable, letter: str) -> ShownId:
    return table.kernel.new_id(Audience.PUBLIC, letter)


LAYABLE: Final[Mapping[str, Callable[[AslTable, LocationId], Entity]]] = {
    "smoke": lambda table, at: Smoke(id=_fresh(table, "s"), at=at),
    "flame": lambda table, at: Flame(id=_fresh(table, "f"), at=at),
    "blaze": lambda table, at: Blaze(id=_fresh(table, "f"), at=at),
    "foxhole": lambda table, at: foxholes(hex_of(at), 1),
    "trench": lambda table, at: trench(hex_of(at)),
    "wire": lambda table, at: wire(hex_of(at)),
    "fortified": lambda table, at: fortified(at),
}
"""What may be laid."""


@dataclass
class Bench:
    """Carries a ruling out. `see` is the face of an entity for an audience, `side` whose wish it
    is: of what only one side may see it can alter that side's alone. A director has no side: he
    names what everybody sees, and nothing else is there for him.
    """

    table: AslTable
    see: Callable[[Entity, Audience], Face | None]
    side: Side | None
    said: list[str] = field(default_factory=list)
    whispered: list[str] = field(default_factory=list)

    def carry_out(self, ruling: Ruling) -> Ruled:
        """Every edit in turn. Raises Refused for the first that cannot be made."""
        for edit in ruling.edits:
            self._make(edit)
        unseen = (UNSEEN,) if self.whispered else ()
        return Ruled((*self.said, *unseen), tuple(self.whispered))

    def _make(self, edit: Edit) -> None:
        match edit:
            case Add():
                self._add(edit)
            case Lay():
                self._lay(edit)
            case Move(key=key) | Remove(key=key) | Alter(key=key):
                self._change(edit, *self._find(key))
            case _:
                raise TypeError(f"{type(edit).__name__} is no edit")

    def _find(self, key: str) -> tuple[Entity, Face, bool]:
        """What a face stands for, the face, and whether everybody sees it."""
        for audience in (Audience.PUBLIC, *((self.side.audience,) if self.side else ())):
            for entity in self.table.world:
                face = self.see(entity, audience)
                if face is not None and face.key == key:
                    return entity, face, audience is Audience.PUBLIC
        raise Refused("", "That is not on the table any more.", code="stale")

    def _change(self, edit: Edit, entity: Entity, face: Face, is_open: bool) -> None:
        """Before anything is changed the words are made: they say where it was."""
        what = self._called(entity, face)
        if isinstance(edit, Move):
            to = self._place(edit.to)
            words = f"{what} is moved to {self.table.board.name(to)}"
            self._move(entity, to, is_open)
        elif isinstance(edit, Remove):
            more = ", with all that is under it" if isinstance(entity, Cover) else ""
            counts = " and counts as eliminated" if edit.counts else ""
            words = f"{what} is taken off the table{more}{counts}"
            self._remove(entity, edit)
        elif isinstance(edit, Alter):
            words = f"{what}: {self._alter(entity, edit)}"
        else:
            raise TypeError(f"{type(edit).__name__} changes nothing")
        (self.said if is_open else self.whispered).append(words)

    # -- moving ---------------------------------------------------------------------------------

    def _move(self, entity: Entity, to: LocationId, is_open: bool) -> None:
        match entity:
            case Unit():
                self._refuse_aboard(entity)
                relocate(self.table, (entity.counter,), to)
            case Cover():
                under = (u for u in self.table.truth.under(entity.id) if isinstance(u, Unit))
                relocate(self.table, tuple(unit.counter for unit in under), to)
            case Weapon():
                self.table.put(entity, holder=None, at=to)
            case Veiled():
                self._move_veiled(self._opened(entity), to)
            case Sniper() if is_open:
                self.table.world.change(entity, at=hex_of(to))
            case Smoke() | Flame() | Blaze():
                self.table.world.change(entity, at=to)
            case _:
                raise Refused("", "This cannot be moved: take it off, and lay another.")

    def _move_veiled(self, counter: Sealed, to: LocationId) -> None:
        if counter.under != HIDDEN:
            raise Refused("A12.1", "What is under a “?” goes where the “?” is moved.")
        if isinstance(counter, Unit):
            relocate(self.table, (counter.counter,), to)
        else:
            self.table.put(counter, holder=None, at=to)

    def _refuse_aboard(self, unit: Unit) -> None:
        if unit.in_boat:
            raise Refused("E5", "Who is in a boat goes where the boat goes.")

    # -- removing -------------------------------------------------------------------------------

    def _remove(self, entity: Entity, edit: Remove) -> None:
        if edit.counts and not isinstance(entity, Unit):
            raise Refused("A26.21", "Only a unit in the open counts as eliminated.")
        match entity:
            case Unit():
                self._drop_unit(entity)
                if edit.counts:
                    count_loss(self.table, entity, points(entity))
            case Cover():
                for one in self.table.truth.under(entity.id):
                    self.table.drop(one)
                self.table.world.drop(entity)
            case Veiled():
                self._remove_veiled(self._opened(entity))
            case MineMarker():
                self._drop_records(entity)
                self.table.world.drop(entity)
            case Boat() if any(u.aboard == entity.id for u in self.table.truth.pieces()):
                raise Refused("E5", "There is somebody in that boat.")
            case _ if isinstance(entity, _FIXED):
                raise Refused("", "This cannot be taken off the table.")
            case _:
                self.table.world.drop(entity)

    def _drop_unit(self, unit: Unit) -> None:
        for weapon in self.table.truth.weapons_of(unit):
            self.table.put(weapon, holder=None, at=unit.at)
        self.table.drop(unit)

    def _remove_veiled(self, counter: Sealed) -> None:
        units = [u for u in self.table.truth.under(counter.under or HIDDEN) if isinstance(u, Unit)]
        if counter.under != HIDDEN and units == [counter]:
            raise Refused("A12.11", "Nothing would be left under its “?”: take that off instead.")
        if isinstance(counter, Unit):
            for weapon in self.table.truth.weapons_of(counter):
                self.table.drop(weapon)
        self.table.drop(counter)

    def _drop_records(self, marker: MineMarker) -> None:
        """The record behind a marker that everybody sees: its owner wrote it down."""
        for record in self.table.world.all(Minefield):
            if record.marker.for_(record.owner) == marker.id:
                self.table.world.drop(record)

    # -- altering -------------------------------------------------------------------------------

    def _alter(self, entity: Entity, edit: Alter) -> str:
        """Set the fields, and say from what to what."""
        of = self._opened(entity) if isinstance(entity, Veiled) else entity
        new = {name: field_value(type(of), name, value) for name, value in edit.fields.items()}
        if isinstance(entity, Veiled) and not new.keys() <= {*VEILED_ALTERABLE}:
            raise Refused("A12.1", "Under a “?” that cannot be altered.")
        words = [
            f"{ALTERABLE[type(of)][name]} {_said(getattr(of, name))} → {_said(value)}"
            for name, value in new.items()
        ]
        if all(getattr(of, name) == value for name, value in new.items()):
            raise Refused("", f"That is so already: {', '.join(words)}.")
        self._set(of, new)
        return ", ".join(words)

    def _set(self, of: Entity, new: dict[str, Any]) -> None:
        match of:
            case Clock():
                self._set_clock(of, new)
            case Unit():
                self._refuse_type(of, new)
                self.table.put(of, **new)
            case Weapon():
                self._set_weapon(of, new)
            case _:
                self.table.world.change(of, **new)

    def _refuse_type(self, unit: Unit, new: dict[str, Any]) -> None:
        if "type" in new:
            printed = _unit_type(new["type"])
            if printed.nation != _unit_type(unit.type).nation:
                raise Refused("", "A counter stays one of its nation: add another instead.")

    def _set_weapon(self, weapon: Weapon, new: dict[str, Any]) -> None:
        if "holder" in new:
            holder = None
            if new["holder"] is not None:
                holder = self.table.world.find(Unit, new["holder"])
                if holder is None:
                    raise Refused("", "Nobody in the open has that id.")
            at = weapon.at if holder is None else holder.at
            hand_over(self.table, weapon, holder, at)
        rest = {name: value for name, value in new.items() if name != "holder"}
        now = self.table.truth.view.find(Weapon, weapon.id)
        if rest and now is not None:
            self.table.put(now, **rest)

    def _set_clock(self, clock: Clock, new: dict[str, Any]) -> None:
        """Whose part it is follows from the phase if it is not said; marks that have ended go."""
        phase, phasing = new.get("phase", clock.phase), new.get("phasing", clock.phasing)
        mine = next(step.attacker for step in STEPS if step.phase is phase)
        kept = clock.active if (phase, phasing) == (clock.phase, clock.phasing) else None
        active = new.get("active", kept or (phasing if mine else phasing.enemy))
        if Step(phase, active is phasing) not in STEPS:
            raise Refused("A3", f"In the {phase.value} that side has no part of its own.")
        if new.get("turn", clock.turn) > new.get("turns", clock.turns):
            raise Refused("A3", "The game has no such Game Turn.")
        jumps = {"turn", "phasing"} & new.keys()
        for ended in tuple(Phase) if jumps else (clock.phase,) if phase is not clock.phase else ():
            lift_marks(self.table, ended)
        now = self.table.world.get(Clock, CLOCK)
        new = {**new, "active": active, "breaking": False, "fighting": None, "draw": None}
        self.table.world.change(now, **new)

    # -- what is new ----------------------------------------------------------------------------

    def _add(self, edit: Add) -> None:
        at, where = self._place(edit.at), self.table.board.name(self._place(edit.at))
        try:
            printed = unit_type(edit.type)
        except ForceError:
            name = self._add_weapon(edit, at)
        else:
            blank = CounterId("")
            create(
                self.table,
                Unit(
                    id=ShownId(""), side=edit.side, counter=blank, type=printed.id, letter="", at=at
                ),
            )
            name = printed.strength
        self.said.append(f"{name} of side {edit.side.upper()} comes onto the table in {where}")

    def _add_weapon(self, edit: Add, at: LocationId) -> str:
        try:
            printed = weapon_type(edit.type)
        except ForceError:
            raise Refused("", f"There is no counter called “{edit.type}”.") from None
        id_ = self.table.kernel.new_id(Audience.PUBLIC, "w")
        put_up(
            self.table,
            Weapon(
                id=id_,
                side=edit.side,
                counter=CounterId(f"added-{id_}"),
                type=printed.id,
                letter="",
                holder=None,
                at=at,
            ),
        )
        return printed.name

    def _lay(self, edit: Lay) -> None:
        if edit.what not in LAYABLE:
            raise Refused("", f"“{edit.what}” cannot be laid; known are {', '.join(LAYABLE)}.")
        at = self._place(edit.at)
        new = LAYABLE[edit.what](self.table, at)
        if self.table.world.find(type(new), new.id) is not None:
            raise Refused("", f"There is one in {self.table.board.name(at)} already.")
        self.table.world.add(new)
        self.said.append(f"{edit.what} is laid in {self.table.board.name(at)}")

    # -- words and places -----------------------------------------------------------------------

    def _called(self, entity: Entity, face: Face) -> str:
        """What a thing is called by those who see it, and where it is."""
        of = self._opened(entity) if isinstance(entity, Veiled) else entity
        match of:
            case Unit():
                name = label(of)
            case Weapon():
                name = weapon_values(of).name
            case Cover():
                name = "a “?”"
            case Clock():
                return "the time"
            case Conditions():
                return "the conditions"
            case SideState():
                return f"side {of.side.upper()}"
            case _:
                name = str(getattr(face, "name", "") or getattr(of, "id", ""))
        at = getattr(of, "at", None)
        return f"{name} in {self.table.board.name(LocationId(at))}" if isinstance(at, str) else name

    def _opened(self, veiled: Veiled) -> Sealed:
        counter = veiled.what.for_(self.side) if self.side else None
        if counter is None:
            raise Refused("", "That is not on the table any more.", code="stale")
        return self.table.truth.view.get(type(counter), counter.id)

    def _place(self, place: str) -> LocationId:
        """A Location by its id, as that side or everybody knows the map; a hex is its ground."""
        known = self.table.known(self.side) if self.side else self.table.public
        board = known.board
        at = LocationId(place)
        if board.has_location(at):
            return at
        if board.has(HexId(place)):
            return board.locations(HexId(place))[0]
        raise Refused("", "There is no such place on this map.")


def _said(value: Any) -> str:
    """A value in a sentence."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Side():
            return f"side {value.upper()}"
        case _:
            return str(value)


def _unit_type(type_: str) -> Any:
    try:
        return unit_type(type_)
    except ForceError:
        raise Refused("", f"There is no unit called “{type_}”.") from None
