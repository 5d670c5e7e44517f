"""A12.11, A12.12 The "?" of the OB at setup: units are concealed with them, Dummies are made."""

from collections.abc import Iterable, Mapping

from rules.board.locations import LocationId, hex_of
from rules.forces.entities import Placement
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.view import Offer
from rules.play.checks import on_board
from rules.play.setup.activity import SetupActivity, SilentCommand
from rules.play.setup.bocage import takes_concealment
from rules.play.setup.hiding import hidden_pieces
from rules.position.asl_table import AslTable
from rules.position.coverings import Covering
from rules.position.fortifications import pillbox_at
from rules.position.knowledge import Knowledge
from rules.scenarios.types import Scenario, SideCard

DUMMIES_FROM = 2
"""How many "?" make a Dummy: one on top, one at least beneath it."""


class PlaceConcealment(SilentCommand, frozen=True, kw_only=True, tag="place_concealment"):
    """Put so many "?" of the OB in a Location, instead of those that are there."""

    words = "conceal {at} with {count}"
    at: LocationId
    count: int


class TakeConcealment(SilentCommand, frozen=True, kw_only=True, tag="take_concealment"):
    """Take the "?" of a Location back."""

    words = "uncover {at}"
    at: LocationId


def coverings(position: Knowledge, side: Side) -> Mapping[LocationId, int]:
    """How many "?" a side has put where, as that side knows."""
    found = {}
    for one in position.view.all(Covering):
        at, count = one.at.for_(side), one.count.for_(side)
        if one.owner is side and at is not None and count is not None:
            found[at] = count
    return found


def lone_mark(position: Knowledge, side: Side) -> LocationId | None:
    """A12.11: a Location with a single "?" over nobody, which stands for nothing; None if there is
    none.
    """
    stands = seen_stands(position, side)
    marks = coverings(position, side)
    return next((at for at, n in marks.items() if n < DUMMIES_FROM and at not in stands), None)


def seen_stands(position: Knowledge, side: Side) -> frozenset[LocationId]:
    """Where counters of a side are that are not set up hidden, nor in a hidden unit's hands."""
    hidden = hidden_pieces(position, side)
    own = (one for one in position.view.all(Placement) if one.owner is side)
    seen = (one.at.for_(side) for one in own if (one.holder.for_(side) or one.id) not in hidden)
    return frozenset(at for at in seen if at is not None)


def _left(position: Knowledge, card: SideCard) -> int:
    return card.concealment - sum(coverings(position, card.side).values())


def _places(position: Knowledge, card: SideCard) -> Iterable[LocationId]:
    """A12.12: the Concealment Terrain where a side sets up with "?", and what is behind bocage."""
    board = position.board
    hexes = {h for group in card.at_start if group.concealment for h in group.area}
    for at in (at for hex_id in sorted(hexes) for at in board.locations(hex_id)):
        if takes_concealment(position, at) and not _is_hidden_pillbox(position, at):
            yield at


def _is_hidden_pillbox(position: Knowledge, at: LocationId) -> bool:
    """B30.7: a hidden pillbox hides all that is in it: no "?" lies there."""
    pillbox = pillbox_at(position.view, at)
    return pillbox is not None and pillbox.hidden


def _offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    card = scenario.sides[side]
    left, there = _left(position, card), coverings(position, side)
    places = tuple(at for at in _places(position, card) if at not in there)
    if left and places:
        counts = tuple(Filler(value=n, label=str(n)) for n in range(1, left + 1))
        slots = (
            Slot(name="at", kind="place", of=tuple(Filler(value=a, at=a) for a in places)),
            Slot(name="count", kind="number", label="how many", of=counts),
        )
        label = f"Put ? ({left} of {card.concealment} left)"
        yield SlotsOffer(verb="place_concealment", label=label, rule="A12.12", slots=slots)


def _refuse(scenario: Scenario, position: Knowledge, side: Side, command: PlaceConcealment) -> None:
    card, at = scenario.sides[side], on_board(position, command.at)
    if not card.concealment:
        raise Refused("A12.12", "Your OB allots no ?.")
    area = {h for group in card.at_start if group.concealment for h in group.area}
    if hex_of(at) not in area:
        raise Refused("A2.9", "That hex is outside the setup area of your ?.")
    if not takes_concealment(position, at):
        raise Refused("A12.12", f"{position.board.name(at)} is no Concealment Terrain.")
    if _is_hidden_pillbox(position, at):
        raise Refused("B30.7", "What is in a hidden pillbox is hidden by it.")
    free = _left(position, card) + coverings(position, side).get(at, 0)
    if not 1 <= command.count <= free:
        raise Refused("A12.12", f"Put 1 to {free} ? there.")


async def _place(
    scenario: Scenario, table: AslTable, side: Side, command: PlaceConcealment
) -> None:
    old, count = _record(table, side, command.at), Secret(command.count, side)
    if old is not None:
        table.world.change(old, count=count)
        return
    id_ = table.kernel.drawn_id(side.audience, "k")
    table.world.add(Covering(id=id_, owner=side, at=Secret(command.at, side), count=count))


def _record(table: AslTable, side: Side, at: LocationId) -> Covering | None:
    own = (one for one in table.world.all(Covering) if one.owner is side)
    return next((one for one in own if one.at.for_(side) == at), None)


def _take_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    there = tuple(sorted(coverings(position, side)))
    if there:
        slot = Slot(name="at", kind="place", of=tuple(Filler(value=a, at=a) for a in there))
        label = "Take ? back"
        yield SlotsOffer(verb="take_concealment", label=label, rule="A12.12", slots=(slot,))


def _refuse_taking(
    scenario: Scenario, position: Knowledge, side: Side, command: TakeConcealment
) -> None:
    if command.at not in coverings(position, side):
        raise Refused("A12.12", "There is no ? of yours there.")


async def _take(scenario: Scenario, table: AslTable, side: Side, command: TakeConcealment) -> None:
    record = _record(table, side, command.at)
    if record is not None:
        table.world.drop(record)


def taken_up(table: AslTable, side: Side) -> Mapping[LocationId, int]:
    """How many "?" lie where, as the setup is revealed: the records have done their work."""
    found = coverings(table.known(side), side)
    for one in table.world.all(Covering):
        if one.owner is side:
            table.world.drop(one)
    return dict(sorted(found.items()))


CONCEALMENT_SETUP = (
    SetupActivity(PlaceConcealment, _offers, _refuse, _place),
    SetupActivity(TakeConcealment, _take_offers, _refuse_taking, _take),
)
"""What is done about "?" at setup."""
