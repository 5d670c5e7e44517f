"""A12.16 Right of inspection: who may look into a stack in the open.

Everybody may, at any time, unless a special rule wants a LOS for it. Under that rule whoever was
set up beneath the top of a stack, and has neither been seen nor done anything since, is kept as the
hidden are (`Unit.below_top`), so that no rule meets him; he comes into the open as soon as an enemy
in the open sees the stack, something is done to it, or he acts.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, Final, TypeAlias

from rules.board.locations import LocationId, hex_of
from rules.chapters.concealment.a12_watchers import watchers
from rules.chapters.concealment.covers import (
    Letter,
    TypeWord,
    conceal,
    into_the_open,
    looks,
    put_under,
)
from rules.chapters.movement.a05_stacking import is_crowded
from rules.forces.counter_kinds import called
from rules.forces.entities import SideState
from rules.forces.phases import Stage
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.secret import Secret
from rules.kernel.view import LogLine
from rules.kernel.world import id_order
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.law import Law, NamedQuestion, Rule
from rules.position.position import HIDDEN, Position, good_order, is_dummy
from rules.position.seeing import eye_of, sees
from rules.position.stacks import Glimpsed, StackSeen

Freely: TypeAlias = Callable[[], bool]

INSPECTION: Final[NamedQuestion[Freely]] = NamedQuestion(
    "INSPECTION", (Rule("A12.16", lambda: True),)
)
"""Whether everybody may look into every stack in the open."""


class StackInspected(AslFact, frozen=True, kw_only=True, tag="StackInspected"):
    """Somebody under a "?" looks into an enemy stack: his side sees a counter beneath its top."""

    rule: ClassVar[str] = "A12.16"
    tells: ClassVar[tuple[str, ...]] = ("at", "type", "letter")
    gives_away: ClassVar[str] = "to the enemy alone, one counter of a stack that he has a LOS to"
    private: ClassVar[bool] = True
    unheard: ClassVar[bool] = True
    side: Side
    at: LocationId
    type: TypeWord
    letter: Letter

    def line(self, position: Knowledge) -> LogLine:
        what = called(self.type, self.letter)
        text = f"{what} is seen beneath the top in {position.board.name(self.at)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.16", at=(self.at,))


def by_los(law: Law, number: str) -> Law:
    """The law under which nobody looks into a stack without a LOS."""
    return law.replacing(INSPECTION, "A12.16", Rule(number, lambda: False))


def is_free(law: Law) -> bool:
    """Whether stacks in the open are open to everybody."""
    return law.allows(INSPECTION)


def might_have_unseen(position: Position, side: Side) -> bool:
    """Whether, for all that everybody knows, a side has units that others do not see: under a "?",
    hidden, or beneath the top of a stack.
    """
    if position.covers(side) or not is_free(position.law):
        return True
    return position.view.get(SideState, side.value).hides


def keep_below(table: AslTable, units: Iterable[Unit]) -> None:
    """A2.9, A12.16: those of the units, set up beneath the top of a stack and where in its Location
    that is, that no enemy sees are kept from others as play begins. Riders and Passengers are seen
    on what bears them.
    """
    if is_free(table.law):
        return
    afoot = [one for one in units if one.horse is None and not one.in_boat]
    below = {unit.counter for unit in afoot}
    tops = {(u.at, u.side, u.posture) for u in table.truth.personnel() if u.counter not in below}
    covered = [one for one in afoot if (one.at, one.side, one.posture) in tops]
    unseen = [one for one in covered if not watchers(table.truth, one)]
    for unit in unseen:
        conceal(table, (unit,), HIDDEN, below_top=True)


def open_stacks_at(table: AslTable, places: Iterable[LocationId]) -> None:
    """A12.16: something is done to whoever is in those Locations: nobody stays unseen there."""
    wanted = frozenset(places)
    into_the_open(table, (one.id for one in _below(table) if one.at in wanted))


def open_stacks_in(table: AslTable, place: LocationId) -> None:
    """The same of all Locations of a hex."""
    there = (one for one in _below(table) if hex_of(one.at) == hex_of(place))
    into_the_open(table, (one.id for one in there))


def open_crowded(table: AslTable, entering: Iterable[Unit], at: LocationId) -> None:
    """A5.11, A12.16: the MF that units in the open spend to enter tell how many are there."""
    coming = [unit for unit in entering if unit.under is None and unit.at != at]
    if coming:
        side = coming[0].side
        below = _at(table, at, side)
        if below and is_crowded(table.truth, at, side, (*below, *coming)):
            open_stacks_at(table, (at,))


def open_who(table: AslTable, side: Side, bears: Callable[[Unit], bool]) -> None:
    """A12.16: those of a side come into the open who lie unseen beneath a top, and by whom alone
    something is so that its enemy has to obey: who is verified is seen, and nobody else.
    """
    into_the_open(table, (one.id for one in _below(table) if one.side is side and bears(one)))


def join_cover(table: AslTable, like: Unit, cover_id: ShownId) -> None:
    """A12.121: who lies unseen beneath a stack that gains a "?" is under it from now on."""
    for unit in _below(table):
        if (unit.at, unit.side, unit.posture) == (like.at, like.side, like.posture):
            put_under(table, (unit,), cover_id)


def look_into_stacks(table: AslTable) -> None:
    """A12.16: who lies beneath the top of a stack comes into the open as soon as a Good Order enemy
    in the open sees it, or the stack is seen to hold too many (A5.1). If nobody in Good Order is
    left on top, the next is; and an enemy under a "?" who sees the stack tells his own side.
    """
    if table.clock.stage is not Stage.PLAY or is_free(table.law):
        return
    for at, side in _stacks(table):
        if not any(map(good_order, table.truth.personnel_at(at, side))):
            into_the_open(table, (_at(table, at, side)[0].id,))
        if _is_seen(table, at, side):
            open_stacks_at(table, (at,))
    for side in Side:
        _note_stacks(table, side)


def _below(table: AslTable) -> tuple[Unit, ...]:
    """Who lies unseen beneath a top: nobody where everybody looks into all stacks."""
    if is_free(table.law):
        return ()
    return tuple(one for one in table.truth.pieces() if one.below_top)


def _stacks(table: AslTable) -> list[tuple[LocationId, Side]]:
    """Where somebody lies unseen beneath others, in everybody's order."""
    return sorted({(one.at, one.side) for one in _below(table)})


def _at(table: AslTable, at: LocationId, side: Side) -> tuple[Unit, ...]:
    """Those in one Location, in the order of the OB."""
    there = (one for one in _below(table) if (one.at, one.side) == (at, side))
    return tuple(sorted(there, key=lambda one: id_order(one.id)))


def _is_seen(table: AslTable, at: LocationId, side: Side) -> bool:
    position, below = table.truth, _at(table, at, side)
    stack = (*position.personnel_at(at, side), *below)
    return any(watchers(position, one) for one in stack) or is_crowded(position, at, side, below)


def _note_stacks(table: AslTable, side: Side) -> None:
    """A12.16: what a side's units under a "?" see in the enemy's stacks, and what they saw there
    before and everybody has not seen since.
    """
    own = [one for one in table.world.all(StackSeen) if one.owner is side]
    notes = {at: one for one in own if (at := one.at.for_(side)) is not None}
    stacks = [at for at, whose in _stacks(table) if whose is side.enemy]
    seen = {at for at in stacks if _is_seen_from_cover(table, side, at)}
    for at, note in notes.items():
        now = _contents(table, at, side.enemy) if at in seen else _remembered(table, note)
        if not now or not table.truth.personnel_at(at, side.enemy):
            table.world.drop(note)
        elif now != note.seen.for_(side):
            table.world.change(note, seen=note.seen.with_value(now))
    for at in sorted(seen - notes.keys()):
        _note(table, side, at)


def _is_seen_from_cover(table: AslTable, side: Side, at: LocationId) -> bool:
    position = table.truth
    stack = (*position.personnel_at(at, side.enemy), *_at(table, at, side.enemy))
    veiled = (one for one in position.pieces(side) if one.under is not None and not is_dummy(one))
    able = tuple(filter(good_order, veiled))
    return any(sees(position, eye_of(eye), one) for one in stack for eye in able)


def _remembered(table: AslTable, note: StackSeen) -> tuple[Glimpsed, ...]:
    """What was seen there, without what is in the open by now. Whatever else has become of it
    nobody has told its side.
    """
    in_the_open = {unit.counter for unit in table.truth.personnel()}
    in_the_open |= {gun.counter for gun in table.truth.weapons() if gun.under is None}
    before = note.seen.for_(note.owner) or ()
    return tuple(one for one in before if one.counter not in in_the_open)


def _note(table: AslTable, side: Side, at: LocationId) -> None:
    for counter in _counters(table, at, side.enemy):
        inspected = StackInspected(
            side=side.enemy,
            at=at,
            type=counter.type,
            letter=counter.letter,
        )
        table.tell(inspected, side.audience)
    seen = Secret(_contents(table, at, side.enemy), side)
    id_ = table.kernel.drawn_id(side.audience, "k")
    table.world.add(StackSeen(id=id_, owner=side, at=Secret(at, side), seen=seen))


def _counters(table: AslTable, at: LocationId, side: Side) -> Iterator[Unit | Weapon]:
    """What is beneath the top of a stack, in the order of how it looks."""
    for unit in sorted(_at(table, at, side), key=looks):
        yield unit
        yield from sorted(table.truth.weapons_of(unit), key=looks)


def _contents(table: AslTable, at: LocationId, side: Side) -> tuple[Glimpsed, ...]:
    return tuple(
        Glimpsed(one.counter, called(one.type, one.letter)) for one in _counters(table, at, side)
    )
