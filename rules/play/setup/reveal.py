"""A2.9 What becomes of a setup when it is sealed: what is in the open goes on the board, the rest
into envelopes.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from rules.chapters.concealment.a12_fortifications import occupy
from rules.chapters.concealment.a12_inspection import keep_below
from rules.chapters.concealment.covers import add_cover, add_dummy, looks, put_up
from rules.chapters.works.b30_contents import unseen_inside
from rules.forces.counter_kinds import COUNTER_KINDS, UNIT
from rules.forces.entities import Placement
from rules.forces.lookup import dummy_type
from rules.forces.sealed import Sealed
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.unseal import unseal
from rules.kernel.world import id_order
from rules.play.setup.concealment import taken_up
from rules.play.setup.crest import take_crests
from rules.play.setup.deploying import deployed_as
from rules.play.setup.facts import AtTheCrest, SetupRevealed, StacksOpened, Stand
from rules.play.setup.fortifications import shelters
from rules.play.setup.hiding import forget_hiding, hidden_pieces
from rules.position.asl_table import AslTable
from rules.position.position import HIDDEN
from rules.scenarios.types import Piece, SideCard

_UNSEEN: Final = "s"
"""How ids begin of what has been in no audience's document but its side's."""


def reveal_setup(table: AslTable, card: SideCard) -> None:
    """A2.9: a side has sealed its setup. Of those in the open the enemy sees the counter on top of
    each Location, as nobody looks into a stack before play; the rest stays on the record. Others go
    under their "?" (A12.12), as does who is in a pillbox, or stay off the map (A12.3), as does who
    is in a hidden one (B30.7).
    """
    pieces, stands = _set_up(table, card)
    marks, hidden = taken_up(table, card.side), _hidden(table, card.side)
    covers = {at: add_cover(table, card.side, at) for at in marks}
    inside = shelters(table, card.side)
    hidden |= {one for one, stand in stands.items() if stand.at in inside}
    there_in_view = {s.at for one, s in stands.items() if (s.holder or one) not in hidden}
    for at in unseen_inside(table.law, there_in_view - covers.keys()):
        covers[at] = add_cover(table, card.side, at)
    under = {
        one: HIDDEN if (stand.holder or one) in hidden else covers.get(stand.at)
        for one, stand in stands.items()
    }
    tops = _tops(pieces, stands, under)
    seen = tuple(stands[one] for one in under if one in tops)
    now = [piece for piece in pieces if piece.id in tops or under[piece.id] is not None]
    _put_up(table, card.side, now, stands, under)
    for at, count in marks.items():
        for _ in range(count - 1):
            add_dummy(table, card.side, at, covers[at], dummy_type(card.nation))
    crests = take_crests(table, card.side)
    occupy(table, card.side)
    in_view = {stand.at for stand in seen} | set(covers)
    at_the_crest = tuple(AtTheCrest(at, crests[at]) for at in sorted(in_view & set(crests)))
    table.tell(SetupRevealed(side=card.side, stands=seen, crests=at_the_crest))


def stand_up(table: AslTable, card: SideCard) -> None:
    """A2.9: what lies beneath the top of a side's stacks goes on the board as well, by ids that are
    its side's alone until it has been seen: how many there are must not show in others.
    """
    pieces, stands = _set_up(table, card)
    _put_up(table, card.side, pieces, stands, dict.fromkeys(stands), unseen=True)
    take_crests(table, card.side)
    occupy(table, card.side)


def open_stacks(table: AslTable) -> None:
    """A2.9, A12.12: whoever has no "?" as play begins is seen by everybody, or by those who have a
    LOS to him (A12.16).
    """
    keep_below(table, [u for u in table.world.all(Unit) if u.id.startswith(_UNSEEN)])
    _give_ids(table)
    public = table.public
    for side in Side:
        units = public.personnel(side)
        stands = [Stand(unit.counter, unit.at) for unit in units]
        held = [(one, unit) for unit in units for one in public.belongings_of(unit)]
        held.sort(key=lambda one: id_order(one[0].id))
        stands += (Stand(one.counter, unit.at, unit.counter) for one, unit in held)
        if stands:
            table.tell(StacksOpened(side=side, stands=tuple(stands)))


def _give_ids(table: AslTable) -> None:
    """Those that nobody else has seen so far are known by ids of everybody's from now on, in the
    order of how they look.
    """
    for unit in sorted(table.world.all(Unit), key=looks):
        if unit.id.startswith(_UNSEEN):
            id_ = table.kernel.new_id(Audience.PUBLIC, "u")
            for one in table.truth.belongings_of(unit):
                table.put(one, holder=id_)
            table.world.drop(unit)
            table.world.add(replace(unit, id=id_))
    for kind in (kind for kind in COUNTER_KINDS if kind.is_held):
        for held in sorted(table.world.all(kind.entity), key=looks):
            if held.id.startswith(_UNSEEN):
                table.world.drop(held)
                id_ = table.kernel.new_id(Audience.PUBLIC, kind.id_letter)
                table.world.add(replace(held, id=id_))


def _set_up(table: AslTable, card: SideCard) -> tuple[tuple[Piece, ...], dict[str, Stand]]:
    """The counters on a side's record in the order of the OB, and where they stand."""
    there = {one.id for one in table.world.all(Placement) if one.owner is card.side}
    known = there | {unit.counter for unit in table.truth.pieces(card.side)}
    pieces = tuple(one for one in deployed_as(card.set_up, known) if one.id in there)
    return pieces, {piece.id: _stand(table, piece) for piece in pieces}


def _tops(
    pieces: Iterable[Piece], stands: Mapping[str, Stand], under: Mapping[str, ShownId | None]
) -> frozenset[str]:
    """The unit on top of each stack in the open: the first in the OB."""
    found: dict[str, str] = {}
    for piece in pieces:
        if piece.kind is UNIT and under[piece.id] is None:
            found.setdefault(stands[piece.id].at, piece.id)
    return frozenset(found.values())


def _put_up(
    table: AslTable,
    side: Side,
    pieces: Iterable[Piece],
    stands: Mapping[str, Stand],
    under: Mapping[str, ShownId | None],
    *,
    unseen: bool = False,
) -> None:
    """Counters come off the record into the game: units first, then what they have."""
    for piece in sorted(pieces, key=lambda one: one.kind is not UNIT):
        stand = stands[piece.id]
        table.world.drop(table.world.get(Placement, piece.id))
        counter = _counter(table, side, piece, stand, under[piece.id])
        if unseen:
            table.world.add(replace(counter, id=table.kernel.new_id(side.audience, _UNSEEN)))
        else:
            put_up(table, counter)


def _hidden(table: AslTable, side: Side) -> frozenset[str]:
    """A12.3: the units that are set up hidden; the records have done their work."""
    hidden = hidden_pieces(table.known(side), side)
    forget_hiding(table, side, hidden)
    return hidden


def _counter(
    table: AslTable, side: Side, piece: Piece, stand: Stand, under: ShownId | None
) -> Sealed:
    """A counter of the OB, which has no id yet; what a unit has, with who has it."""
    held: dict[str, Any] = {}
    if stand.holder is not None:
        held["holder"] = table.unit(CounterId(stand.holder)).id
    return piece.kind.entity(
        id=ShownId(""),
        side=side,
        counter=CounterId(piece.id),
        type=piece.type,
        letter=piece.letter,
        at=stand.at,
        under=under,
        **held,
    )


def _stand(table: AslTable, piece: Piece) -> Stand:
    placement = table.world.get(Placement, piece.id)
    return Stand(piece.id, unseal(placement.at), unseal(placement.holder))
