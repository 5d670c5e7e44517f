"""Counters that hide: putting them under a "?", and bringing them into the open (A12.1).

When a side gains or loses a "?" is for the rules that call this. So far there is one, which keeps
all others safe: whoever is told to act stands in the open first.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from msgspec import Meta
from msgspec.structs import replace

from rules.board.locations import LocationId
from rules.forces.counter_kinds import UNIT, called, kind_of, kind_of_type
from rules.forces.entities import FireLane, Residual
from rules.forces.goer import Goer
from rules.forces.sealed import HELD, Sealed, Veiled
from rules.forces.seen import COVER_MARKS, Cover
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Secret
from rules.kernel.view import LogLine
from rules.kernel.world import id_order
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import HIDDEN, is_dummy

TypeWord = Annotated[str, Meta(pattern=r"^[a-z0-9-]+$")]
"""The id of a type of counter."""

Letter = Annotated[str, Meta(pattern=r"^[\w .'-]*$", max_length=30)]
"""The letter or the name on a counter."""


StateWord: TypeAlias = Literal[
    "cx", "pinned", "ti", "wounded", "fanatic", "heroic", "malfunctioned",
    "prep", "bounding", "first", "final", "mounted",
]  # fmt: skip
"""What is marked on a counter, fire marks too, and whether it rides: all that stays its side's
secret under a "?" (A12.1).
"""


def states_of(counter: Sealed) -> tuple[StateWord, ...]:
    """What is marked on a counter."""
    words: tuple[StateWord, ...] = get_args(StateWord)
    return tuple(word for word in words if counter.fired == word or getattr(counter, word, False))


class CounterRevealed(AslFact, frozen=True, kw_only=True, tag="CounterRevealed"):
    """A counter under a "?" is placed in the open: a unit with its marks, a weapon with its holder,
    if it has one; everybody sees under which. Of one that was hidden nobody knew even whose it is.
    """

    rule: ClassVar[str] = "A12.1"
    tells: ClassVar[tuple[str, ...]] = (
        "side", "at", "type", "letter", "states", "holder", "cover",
    )  # fmt: skip
    gives_away: ClassVar[str] = "what one counter under that “?” is, and its state; not who is left"
    side: Side
    at: LocationId
    type: TypeWord
    letter: Letter
    states: tuple[StateWord, ...] = ()
    holder: tuple[Letter, ...] = ()
    cover: tuple[ShownId, ...] = ()

    def line(self, position: Knowledge) -> LogLine:
        what = called(self.type, self.letter)
        text = f"{what} is revealed in {position.board.name(self.at)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.1", at=(self.at,))


class CoverRemoved(AslFact, frozen=True, kw_only=True, tag="CoverRemoved"):
    """Nothing is left under a "?", or nothing but Dummies."""

    rule: ClassVar[str] = "A12.1"
    tells: ClassVar[tuple[str, ...]] = ("side", "at")
    gives_away: ClassVar[str] = "which “?” it is that nothing but Dummies is left under"
    side: Side
    at: LocationId

    def line(self, position: Knowledge) -> LogLine:
        text = f"has nothing left under a ? in {position.board.name(self.at)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.1", at=(self.at,))


class ActorNamed(AslFact, frozen=True, kw_only=True, tag="ActorNamed"):
    """Of several that come into the open to act together, who it is that acts, or with what."""

    rule: ClassVar[str] = "A12.1"
    tells: ClassVar[tuple[str, ...]] = ("at", "type", "letter")
    gives_away: ClassVar[str] = "who of those that come into the open together acts; not how"
    side: Side
    at: LocationId
    type: TypeWord
    letter: Letter

    def line(self, position: Knowledge) -> LogLine:
        who = called(self.type, self.letter)
        whose = "his" if kind_of_type(self.type) is UNIT else "its"
        text = f"{who} in {position.board.name(self.at)} has a part of {whose} own in it"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.1", at=(self.at,))


def add_cover(table: AslTable, side: Side, at: LocationId) -> ShownId:
    """A new "?", by an id that nobody has seen before."""
    id_ = table.kernel.new_id(Audience.PUBLIC, "c")
    return table.world.add(Cover(id=id_, side=side, at=at)).id


def conceal(
    table: AslTable, units: Iterable[Unit], cover: ShownId, *, below_top: bool = False
) -> None:
    """Units in the open go under a "?", with what they have; their Wall Advantage
    is gone, since nobody sees it. Or they stay unseen `below_top` of their stack (A12.16).
    """
    for unit in units:
        belongings = table.truth.belongings_of(unit)
        table.drop(unit)
        sealed = replace(unit, under=cover, wall_advantage=False, below_top=below_top)
        id_ = _seal(table, sealed, unit.side).id
        for one in belongings:
            table.drop(one)
            _seal(table, replace(one, under=cover, holder=id_), unit.side)


def add_dummy(table: AslTable, side: Side, at: LocationId, cover: ShownId, type_: str) -> None:
    """A12.11: a Dummy under a "?", of the type that its nation has."""
    id_ = table.kernel.new_id(side.audience, "u")
    _put(table, dummy(id_, side, at, cover, type_), side)


def dummy(id_: ShownId, side: Side, at: LocationId, cover: ShownId, type_: str) -> Unit:
    """A12.11: a Dummy of a nation's type, by an id that its owner alone is shown."""
    counter = CounterId(f"dummy {id_}")
    return Unit(id=id_, side=side, counter=counter, type=type_, letter="", at=at, under=cover)


def put_up(table: AslTable, counter: Sealed) -> ShownId:
    """A counter comes into the game: on the board, or into an envelope if it is under a "?"."""
    if counter.under is not None:
        return ShownId(_seal(table, counter, counter.side).id)
    id_ = table.kernel.new_id(Audience.PUBLIC, kind_of(counter).id_letter)
    table.world.add(replace(counter, id=id_))
    return id_


def create(table: AslTable, counter: Unit) -> Unit:
    """A counter that was in no OB comes into being: on the board, or under a "?"."""
    of = Audience.PUBLIC if counter.under is None else counter.side.audience
    id_ = table.kernel.new_id(of, "u")
    unit = replace(counter, id=id_, counter=CounterId(f"created-{id_}"))
    if unit.under is None:
        return table.world.add(unit)
    _put(table, unit, unit.side)
    return table.unit(unit.counter)


def _seal(table: AslTable, counter: Sealed, owner: Side) -> Veiled:
    """Put a counter into the envelope of the side that has it, a captured weapon too (A21.11), by
    an id that its owner alone is shown.
    """
    id_ = table.kernel.new_id(owner.audience, kind_of(counter).id_letter)
    return _put(table, replace(counter, id=id_), owner)


def _put(table: AslTable, counter: Sealed, owner: Side) -> Veiled:
    what: Secret[Sealed] = Secret(counter, owner)
    return table.world.add(Veiled(id=counter.id, owner=owner, what=what))


def into_the_open(table: AslTable, ids: Iterable[str]) -> Mapping[str, ShownId]:
    """A12.1: those of the counters that are veiled are placed in the open: units with what they
    possess, weapons with who has them. Returns their new ids by the old ones.

    They come in the order of how they look, under ids that nobody has seen before: neither their
    owner's order nor the ids by which he knew them show. A "?" with nothing left under it goes;
    Dummies that did not do what brought the others out stay under it (A12.11).
    """
    truth = table.truth
    wanted = set(ids)
    belongings = truth.belongings()
    wanted |= {of for of, held in belongings.items() if any(one.id in wanted for one in held)}
    units = sorted((u for u in truth.pieces() if _may_be_shown(u) and u.id in wanted), key=looks)
    shown: dict[str, ShownId] = {}
    for unit in units:
        held = sorted(truth.belongings_of(unit), key=looks)
        shown[unit.id] = _open(table, unit, None)
        for one in held:
            shown[one.id] = _open(table, one, shown[unit.id])
    for cover_id in sorted({unit.under for unit in units if unit.under}):
        if not table.truth.under(cover_id):
            drop_if_empty(table, cover_id)
    return shown


def surface(table: AslTable, unit_id: CounterId) -> None:
    """A12.14: a unit that breaks, is Reduced, wounded or eliminated, or does what shows who it is,
    comes into the open by itself, whoever sees it.
    """
    into_the_open(table, (unit.id for unit in table.alive((unit_id,)) if unit.under is not None))


def _may_be_shown(piece: Unit) -> bool:
    return piece.under is not None and not is_dummy(piece)


def looks(counter: Sealed) -> tuple[str, str, str, str]:
    """The order in which counters come into the open: nothing of it is a secret then."""
    return counter.side, counter.at, counter.type, counter.letter


def _open(table: AslTable, counter: Sealed, holder: ShownId | None) -> ShownId:
    kind = kind_of(counter)
    table.tell(
        CounterRevealed(
            side=counter.side,
            at=counter.at,
            type=counter.type,
            letter=counter.letter,
            states=states_of(counter),
            holder=() if holder is None else (table.truth.unit(holder).letter,),
            cover=() if counter.under in {None, HIDDEN} else (counter.under,),
        )
    )
    table.drop(counter)
    id_ = table.kernel.new_id(Audience.PUBLIC, kind.id_letter)
    held = {"holder": holder} if isinstance(counter, HELD) else {}
    table.world.add(replace(counter, id=id_, under=None, **kind.open, **held))
    if isinstance(counter, Goer) and counter.under:
        _attacked_as(table, counter.under, id_)
    return id_


def hand_over(table: AslTable, weapon: Weapon, holder: Unit | None, at: LocationId) -> None:
    """A4.43: a weapon is a unit's from now on, or nobody's: under its possessor's "?", or in the
    open.
    """
    now = table.put(weapon, at=at)
    under, id_ = (None, None) if holder is None else (holder.under, holder.id)
    if (now.under is None) is (under is None):
        table.put(now, holder=id_, under=under)
    elif under is None:
        _open(table, now, id_)
    elif holder is not None:
        table.drop(now)
        _seal(table, replace(now, holder=id_, under=under), holder.side)


def uncover(table: AslTable, cover_id: ShownId) -> None:
    """A12.14: all that is under a "?" is placed in the open; Dummies go."""
    if table.world.find(Cover, cover_id) is None:
        return
    into_the_open(table, (one.id for one in table.truth.under(cover_id)))
    if table.world.find(Cover, cover_id) is not None:
        drop_if_empty(table, cover_id)


def in_secret_order(table: AslTable, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Veiled units in an order that nobody can know, another one after each DR, for public dice
    that are made for one after the other. In one that can be known, of their ids or their types, a
    DR that fits one of them would tell who the others may be.
    """
    rolls = table.kernel.record.rolls
    last = next((roll.n for roll in reversed(rolls) if roll.audience is Audience.PUBLIC), 0)

    def place(unit: Unit) -> tuple[str, tuple[int, str]]:
        drawn = table.kernel.sealer.salt(f"order:{last}:{unit.side}:{unit.counter}")
        return drawn, id_order(unit.id)

    return tuple(sorted(units, key=place))


def cover_by_cover(table: AslTable, units: Iterable[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Veiled units, "?" by "?" in everybody's order, those of each in one that nobody can know."""
    veiled = tuple(unit for unit in units if unit.under is not None)
    for cover_id in sorted({unit.under or "" for unit in veiled}, key=id_order):
        yield in_secret_order(table, (unit for unit in veiled if unit.under == cover_id))


def veiled_of(table: AslTable, unit_ids: Iterable[CounterId]) -> frozenset[CounterId]:
    """Those of them that are under a "?" or hidden."""
    return frozenset(one.counter for one in table.goers(unit_ids) if one.under is not None)


def in_order(
    table: AslTable, unit_ids: Iterable[CounterId], veiled: Container[CounterId]
) -> tuple[CounterId, ...]:
    """Units in the order in which they were told to act; but those that were `veiled` then and are
    in the open by now stand in everybody's order, since theirs was their owner's secret.
    """
    ids = tuple(unit_ids)
    shown = [one for one in table.goers(ids) if one.under is None and one.counter in veiled]
    out = iter(sorted(shown, key=lambda one: id_order(one.id)))
    came = {one.counter for one in shown}
    return tuple(next(out).counter if one in came else one for one in ids)


def covers_of(table: AslTable, unit_ids: Iterable[CounterId]) -> tuple[ShownId, ...]:
    """The "?" that some of the units are under, in everybody's order."""
    covers = {unit.under for unit in table.alive(tuple(unit_ids)) if unit.under}
    return tuple(sorted(covers, key=id_order))


def set_apart(table: AslTable, ids: Iterable[str]) -> None:
    """A12.11: if those that are told to act are a part of what is under a "?", they have one of
    their own from now on, which looks like it.
    """
    chosen = set(ids)
    for cover in table.truth.covers():
        there = [one for one in table.truth.under(cover.id) if isinstance(one, Unit)]
        leaving = [one for one in there if one.id in chosen]
        if not leaving or len(leaving) == len(there):
            continue
        put_under(table, leaving, _part_of(table, cover))


def _part_of(table: AslTable, look: Cover) -> ShownId:
    """A new "?" for a part of what is under one, with the marks of that look."""
    own = table.kernel.new_id(Audience.PUBLIC, "c")
    table.world.add(replace(look, id=own))
    _attacked_as(table, look.id, own)
    return own


def _attacked_as(table: AslTable, before: ShownId, now: ShownId) -> None:
    """A8.22, A9.22: what Residual FP and Fire Lanes have attacked under a "?" they have attacked,
    whatever it is seen as since.
    """
    for residual in table.world.all(Residual):
        hit = tuple((now, *rest) for one, *rest in residual.attacked if one == before)
        if hit:
            table.world.change(residual, attacked=(*residual.attacked, *hit))
    for lane in table.world.all(FireLane):
        met = tuple((now, *rest) for one, *rest in lane.attacked if one == before)
        if met:
            table.world.change(lane, attacked=(*lane.attacked, *met))


def put_under(table: AslTable, units: Iterable[Unit], cover_id: ShownId) -> None:
    """Veiled units are under that "?" from now on, with what they have."""
    for unit in units:
        for one in table.truth.belongings_of(unit):
            table.put(one, under=cover_id)
        table.put(unit, under=cover_id, below_top=False)


def settle_covers(table: AslTable) -> None:
    """A12.11: a "?" is where its stack is, and is seen to do what that does. Who does otherwise
    than others that he was with has one of his own; of several in a Location that look alike one
    remains.
    """
    for cover in tuple(table.world.all(Cover)):
        _split(table, cover)
    alike: dict[Cover, ShownId] = {}
    alone = (cover for cover in table.world.all(Cover) if cover.type is None)
    for cover in sorted(alone, key=lambda one: id_order(one.id)):
        kept = alike.setdefault(replace(cover, id=ShownId("")), cover.id)
        if kept != cover.id:
            _merge(table, cover, kept)


def _split(table: AslTable, cover: Cover) -> None:
    """Those under a "?" who are seen to do the same stay together. It stays with those who do as
    before, if there are any, and the new ones come in the order of how they look: nothing of it
    depends on who they are.
    """
    looks: dict[Cover, list[Unit]] = {}
    for one in table.truth.under(cover.id):
        if isinstance(one, Unit):
            marks = {mark: getattr(one, mark) for mark in ("at", *COVER_MARKS)}
            looks.setdefault(replace(cover, **marks), []).append(one)
    first, *others = sorted(looks, key=lambda look: (look != cover, repr(look)))
    for look in others:
        put_under(table, looks[look], _part_of(table, look))
    if first != cover:
        table.world.change(cover, **{m: getattr(first, m) for m in ("at", *COVER_MARKS)})


def _merge(table: AslTable, cover: Cover, into: ShownId) -> None:
    there = [one for one in table.truth.under(cover.id) if isinstance(one, Unit)]
    put_under(table, there, into)
    table.world.drop(cover)


def drop_dummies(table: AslTable, cover_id: ShownId) -> None:
    """A12.153: the Dummies under a "?" go; where something real is there too, nobody but its owner
    is told.
    """
    drop_if_empty(table, cover_id)
    for one in table.truth.under(cover_id):
        if isinstance(one, Unit) and is_dummy(one):
            table.drop(one)


def drop_if_empty(table: AslTable, cover_id: ShownId) -> None:
    """A12.11: a "?" over nothing but Dummies goes, and they with it."""
    left = table.truth.under(cover_id)
    if not all(isinstance(counter, Unit) and is_dummy(counter) for counter in left):
        return
    cover = table.world.get(Cover, cover_id)
    table.tell(CoverRemoved(side=cover.side, at=cover.at))
    for one in left:
        table.drop(one)
    table.world.drop(cover)
