"""A2.9 What becomes of a setup when it is sealed: what is in the open goes on the board, the rest
into envelopes.
"""

from rules.chapters.a12_fortifications import occupy
from rules.chapters.b30_contents import unseen_inside
from rules.chapters.covers import add_cover, add_dummy, put_up
from rules.forces.entities import Placement, Unit, Weapon
from rules.forces.lookup import dummy_type
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.unseal import unseal
from rules.play.setup_concealment import taken_up
from rules.play.setup_crest import take_crests
from rules.play.setup_deploying import deployed_as
from rules.play.setup_facts import AtTheCrest, SetupRevealed, Stand
from rules.play.setup_fortifications import shelters
from rules.play.setup_hiding import forget_hiding, hidden_pieces
from rules.position.asl_table import AslTable
from rules.position.position import HIDDEN
from rules.scenarios.types import Piece, SideCard


def reveal_setup(table: AslTable, card: SideCard) -> None:
    """A2.9: what is set up in the open goes on the board, counters in the order of the OB under new
    ids; the rest goes under its "?" (A12.12), as does who is in a pillbox, or stays off the map
    (A12.3), as does who is in a hidden one (B30.7).
    """
    there = {placement.id for placement in table.world.all(Placement)}
    pieces = deployed_as(card.set_up, there)
    stands = {piece.id: _take(table, piece) for piece in pieces}
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
    units: dict[str | None, ShownId] = {}
    for piece in (p for p in pieces if not p.is_weapon):
        unit = _unit(card.side, piece, stands[piece.id], under[piece.id])
        units[piece.id] = put_up(table, unit)
    for piece in (p for p in pieces if p.is_weapon):
        stand = stands[piece.id]
        put_up(table, _weapon(card.side, piece, stand, under[piece.id], units[stand.holder]))
    for at, count in marks.items():
        for _ in range(count - 1):
            add_dummy(table, card.side, at, covers[at], dummy_type(card.nation))
    seen = tuple(stand for one, stand in stands.items() if under[one] is None)
    crests = take_crests(table, card.side)
    occupy(table, card.side)
    in_view = {stand.at for stand in seen} | set(covers)
    at_the_crest = tuple(AtTheCrest(at, crests[at]) for at in sorted(in_view & set(crests)))
    table.tell(SetupRevealed(side=card.side, stands=seen, crests=at_the_crest))


def _hidden(table: AslTable, side: Side) -> frozenset[str]:
    """A12.3: the units that are set up hidden; the records have done their work."""
    hidden = hidden_pieces(table.known(side), side)
    forget_hiding(table, side, hidden)
    return hidden


def _unit(side: Side, piece: Piece, stand: Stand, under: ShownId | None) -> Unit:
    """The unit of a counter of the OB, which has no id yet."""
    return Unit(
        id=ShownId(""),
        side=side,
        counter=CounterId(piece.id),
        type=piece.type,
        letter=piece.letter,
        at=stand.at,
        under=under,
    )


def _weapon(
    side: Side, piece: Piece, stand: Stand, under: ShownId | None, holder: ShownId
) -> Weapon:
    """The same of a support weapon, which a unit has."""
    return Weapon(
        id=ShownId(""),
        side=side,
        counter=CounterId(piece.id),
        type=piece.type,
        letter=piece.letter,
        holder=holder,
        at=stand.at,
        under=under,
    )


def _take(table: AslTable, piece: Piece) -> Stand:
    placement = table.world.get(Placement, piece.id)
    table.world.drop(placement)
    return Stand(piece.id, unseal(placement.at), unseal(placement.holder))
