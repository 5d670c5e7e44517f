"""A12.3 Hidden setup: units that are not on the map until something brings them there."""

from collections.abc import Iterable

from rules.chapters.ground.a12_terrain import is_concealment_terrain
from rules.forces.counter_kinds import UNIT
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.activity import PieceNoun
from rules.play.setup.activity import SetupActivity, SilentCommand, placed_by
from rules.position.asl_table import AslTable
from rules.position.coverings import Hiding
from rules.position.knowledge import Knowledge
from rules.scenarios.types import Group, Scenario, SideCard


class Hide(SilentCommand, frozen=True, kw_only=True, tag="hide"):
    """Set units that are placed up hidden."""

    words = "hide {pieces}"
    pieces: tuple[PieceNoun, ...]


class Unhide(SilentCommand, frozen=True, kw_only=True, tag="unhide"):
    """Set them up on the map after all."""

    words = "unhide {pieces}"
    pieces: tuple[PieceNoun, ...]


def hidden_pieces(position: Knowledge, side: Side) -> frozenset[str]:
    """The units that a side sets up hidden, as that side knows."""
    own = (one.piece.for_(side) for one in position.view.all(Hiding) if one.owner is side)
    return frozenset(piece for piece in own if piece is not None)


def _groups(card: SideCard) -> Iterable[tuple[Group, frozenset[str]]]:
    for group in card.at_start:
        if group.hidden:
            yield group, frozenset(piece.id for piece in group.pieces if piece.kind is UNIT)


def _may_hide(position: Knowledge, card: SideCard, piece: str) -> bool:
    """A12.3: whether a unit is in Concealment Terrain, and its group has leave to hide one more."""
    hidden, at = hidden_pieces(position, card.side), placed_by(position, card.side).get(piece)
    return at is not None and any(
        piece in units and is_concealment_terrain(position, at)
        for group, units in _groups(card)
        if len(hidden & units) < group.hidden
    )


def _offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    card, hidden = scenario.sides[side], hidden_pieces(position, side)
    able = [one for one in sorted(placed_by(position, side)) if one not in hidden]
    return _offer("hide", "Hide", (one for one in able if _may_hide(position, card, one)))


def _offers_back(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    return _offer("unhide", "No longer hide", sorted(hidden_pieces(position, side)))


def _offer(verb: str, label: str, pieces: Iterable[str]) -> Iterable[Offer]:
    of = tuple(map(filler, pieces))
    if of:
        slot = Slot(name="pieces", kind="pieces", of=of)
        yield SlotsOffer(verb=verb, label=label, rule="A12.3", slots=(slot,))


def _refuse(scenario: Scenario, position: Knowledge, side: Side, command: Hide) -> None:
    card, placed = scenario.sides[side], placed_by(position, side)
    hidden, pieces = hidden_pieces(position, side), set(command.pieces)
    groups = list(_groups(card))
    for piece in command.pieces:
        at = placed.get(piece)
        if at is None:
            raise Refused("A2.9", f"{piece!r} is not on the board.")
        if not any(piece in units for _, units in groups):
            raise Refused("A12.3", f"{piece!r} has no leave to hide.")
        if not is_concealment_terrain(position, at):
            where = position.board.name(at)
            raise Refused("A12.3", f"{where} is no Concealment Terrain.")
    for group, units in groups:
        if len((hidden | pieces) & units) > group.hidden:
            raise Refused("A12.3", f"{group.name} may hide {group.hidden} units, no more.")


async def _hide(scenario: Scenario, table: AslTable, side: Side, command: Hide) -> None:
    hidden = hidden_pieces(table.known(side), side)
    for piece in (one for one in command.pieces if one not in hidden):
        id_ = table.kernel.drawn_id(side.audience, "h")
        table.world.add(Hiding(id=id_, owner=side, piece=Secret(piece, side)))


def _refuse_unhiding(scenario: Scenario, position: Knowledge, side: Side, command: Unhide) -> None:
    if not set(command.pieces) <= hidden_pieces(position, side):
        raise Refused("A12.3", "It is not set up hidden.")


async def _unhide(scenario: Scenario, table: AslTable, side: Side, command: Unhide) -> None:
    forget_hiding(table, side, command.pieces)


def forget_hiding(table: AslTable, side: Side, pieces: Iterable[str]) -> None:
    """Drop the records of those units, if there are any."""
    gone = set(pieces)
    for one in table.world.all(Hiding):
        if one.owner is side and one.piece.for_(side) in gone:
            table.world.drop(one)


HIDING_SETUP = (
    SetupActivity(Hide, _offers, _refuse, _hide),
    SetupActivity(Unhide, _offers_back, _refuse_unhiding, _unhide),
)
"""What is done about hidden units at setup."""
