"""Setup (A2.9): each side in the scenario's order places its counters, unseen until it is done, and
the side with mines records them (`setup_mines`).

Every act of setup can be undone until the side seals it; nobody else hears of any.
"""

from collections.abc import Iterable
from typing import Any

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.a05_stacking import within_limit
from rules.forces.counter_kinds import UNIT
from rules.forces.entities import Placement, SideState
from rules.forces.halves import half_ids, with_other_half
from rules.forces.lookup import unit_type
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import Slot, SlotsOffer, filler
from rules.kernel.unseal import unseal
from rules.kernel.view import Offer
from rules.play.activity import AslCommand, PieceNoun
from rules.play.checks import on_board
from rules.play.page.offers import (
    ButtonOffer,
    PlaceGroup,
    PlaceOffer,
)
from rules.play.part import Part, always
from rules.play.sequence import begin_play
from rules.play.setup.activity import SetupActivity, SilentCommand, placed_by
from rules.play.setup.carriers import strongest_first
from rules.play.setup.concealment import CONCEALMENT_SETUP, lone_mark
from rules.play.setup.crest import CREST_SETUP
from rules.play.setup.deploying import DEPLOY_AT_SETUP, deployed_as, refuse_split, split_up
from rules.play.setup.fortifications import FORTIFYING_SETUP
from rules.play.setup.hiding import HIDING_SETUP, forget_hiding
from rules.play.setup.mines import (
    MINE_SETUP,
    put_known_mines,
    why_not_sealed,
)
from rules.play.setup.more_dummies import MORE_DUMMIES
from rules.play.setup.reveal import reveal_setup, stand_up
from rules.play.setup.seals import seal_setup
from rules.play.setup.traps import TRAP_SETUP, boards_of_traps
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.scenarios.types import Group, Piece, Scenario, SideCard


class PlaceUnits(SilentCommand, frozen=True, kw_only=True, tag="place"):
    """Set counters up in a Location; a support weapon goes to the first unit there that can carry
    it.
    """

    words = "place {pieces} in {to}"
    pieces: tuple[PieceNoun, ...]
    to: LocationId


class UnplaceUnits(SilentCommand, frozen=True, kw_only=True, tag="unplace"):
    """Take counters back into the tray."""

    words = "unplace {pieces}"
    pieces: tuple[PieceNoun, ...]


class SealSetup(AslCommand, frozen=True, kw_only=True, tag="seal_setup"):
    """Declare one's setup done: it is sealed and cannot be changed."""

    words = "seal setup"


_SURE = "Seal your setup? Nothing can be moved or recorded afterwards. The tray is empty."


def _place_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    card, board = scenario.sides[side], position.board
    where = placed_by(position, side)
    groups = tuple(
        PlaceGroup(
            pieces=tuple(piece.id for piece in deployed_as(group.pieces, where)),
            area=setup_area(board, group.area),
        )
        for group in card.at_start
    )
    split = {piece.id: where[half_ids(piece.id)[0]] for piece in split_up(card.set_up, where)}
    placed: dict[str, str] = {**where, **split}
    yield PlaceOffer(verb="place", label="Place", rule="A2.9", groups=groups, placed=placed)


def _refuse_none_or_twice(pieces: tuple[PieceNoun, ...]) -> None:
    if not pieces or len(set(pieces)) != len(pieces):
        raise Refused("A2.9", "Choose one or more different counters.")


def _refuse_placing(
    scenario: Scenario, position: Knowledge, side: Side, command: PlaceUnits
) -> None:
    card, to = scenario.sides[side], on_board(position, command.to)
    _refuse_none_or_twice(command.pieces)
    refuse_split(position, side, command.pieces)
    for piece_id in command.pieces:
        group = _group_of(card, piece_id)
        if hex_of(to) not in group.area:
            raise Refused("A2.9", f"{group.name} sets up {group.area_text}.")
    if not may_set_up_in(position.board, to):
        raise Refused("B21.4", "Nobody sets up in water.")
    there = _pieces_after(position, card, command)
    _refuse_stacking(position, command.to, [p for p in there if p.kind is UNIT])
    _refuse_carrying(there)


async def _place(scenario: Scenario, table: AslTable, side: Side, command: PlaceUnits) -> None:
    for piece_id in command.pieces:
        old = table.world.find(Placement, piece_id)
        at, nobody = Secret(command.to, side), Secret[str | None](None, side)
        if old is None:
            table.world.add(Placement(id=piece_id, owner=side, at=at, holder=nobody))
        else:
            table.world.change(old, at=at)
    forget_hiding(table, side, command.pieces)
    _hand_out_weapons(table, scenario.sides[side])


def _seal_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    mines = why_not_sealed(scenario.sides[side], position)
    if not _in_tray(scenario, position, side) and not mines:
        yield ButtonOffer(
            verb="seal_setup",
            label="Seal my setup",
            hint="Everything is placed.",
            rule="A2.9",
            primary=True,
            sure=_SURE,
            stands="last",
        )


def _refuse_sealing(
    scenario: Scenario, position: Knowledge, side: Side, command: SealSetup
) -> None:
    left = _in_tray(scenario, position, side)
    if left:
        raise Refused("A2.9", f"{left} counters are still in the tray.")
    mistake = _mistake(scenario, position, side)
    if mistake is not None:
        raise Refused(mistake.rule, mistake.why)


def _mistake(scenario: Scenario, position: Knowledge, side: Side) -> Barrier | None:
    """What is wrong with a setup in which everything is placed, or None if nothing is."""
    lone = lone_mark(position, side)
    if lone is not None:
        where = position.board.name(lone)
        return Barrier("A12.11", f"The lone ? in {where} stands for nothing: a Dummy takes two.")
    why = why_not_sealed(scenario.sides[side], position)
    return Barrier("B28.47", why) if why else None


def _in_tray(scenario: Scenario, position: Knowledge, side: Side) -> int:
    """How many counters the side has not placed yet."""
    placed = placed_by(position, side)
    return sum(one.id not in placed for one in deployed_as(scenario.sides[side].set_up, placed))


async def _seal(scenario: Scenario, table: AslTable, side: Side, command: SealSetup) -> None:
    card = scenario.sides[side]
    reveal_setup(table, card)
    put_known_mines(table, card)
    seal_setup(table, card)
    possible = boards_of_traps(scenario, table.public, side)
    table.world.change(table.world.get(SideState, side.value), sealed=True, traps=possible)
    order = scenario.setup
    if side is order[-1]:
        for one in order:
            stand_up(table, scenario.sides[one])
        await begin_play(table)
    else:
        table.world.change(table.clock, active=order[order.index(side) + 1])


def may_set_up_in(board: Board, at: LocationId) -> bool:
    """A2.9, B21.4: units set up in any Location of their hexes, on upper levels and bridges too,
    but not in water.
    """
    return board.kind(at) is not LocationKind.WATER


def setup_area(board: Board, hexes: Iterable[HexId]) -> tuple[LocationId, ...]:
    """The Locations of some hexes in which units may set up, hex by hex from the ground up."""
    every = (at for hex_id in hexes for at in board.locations(hex_id))
    return tuple(at for at in every if may_set_up_in(board, at))


def _unplace_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    pieces = tuple(sorted(placed_by(position, side)))
    if pieces:
        slot = Slot(name="pieces", kind="pieces", of=tuple(map(filler, pieces)))
        yield SlotsOffer(
            verb="unplace", label="Back to the tray", key="Delete", rule="A2.9", slots=(slot,)
        )


def _refuse_unplacing(
    scenario: Scenario, position: Knowledge, side: Side, command: UnplaceUnits
) -> None:
    placed = placed_by(position, side)
    _refuse_none_or_twice(command.pieces)
    for piece_id in command.pieces:
        if piece_id not in placed:
            raise Refused("A2.9", f"{piece_id!r} is not on the board.")


def _group_of(card: SideCard, piece_id: str) -> Group:
    for group in card.at_start:
        if any(piece_id in {piece.id, *half_ids(piece.id)} for piece in group.pieces):
            return group
    raise Refused("A2.9", f"{piece_id!r} is no counter of yours.")


def _pieces_after(position: Knowledge, card: SideCard, command: PlaceUnits) -> list[Piece]:
    """The counters in a Location once the command's are there too."""
    there = {p for p, at in placed_by(position, card.side).items() if at == command.to}
    return [card.piece(piece_id) for piece_id in sorted(there | set(command.pieces))]


def _refuse_stacking(position: Knowledge, at: LocationId, units: list[Piece]) -> None:
    if not within_limit(position, at, [unit_type(piece.type) for piece in units]):
        raise Refused("A5.1", "A Location holds three squads and four SMC; no more at setup.")


def _refuse_carrying(pieces: list[Piece]) -> None:
    weapons = [piece for piece in pieces if piece.kind.is_held]
    if len(weapons) > len(strongest_first(pieces)):
        raise Refused("A4.43", "A support weapon is set up with a unit that carries it.")


def _hand_out_weapons(table: AslTable, card: SideCard) -> None:
    """Give each weapon to a MMC of its Location, the strongest first; one without goes back to the
    tray.
    """
    by_place: dict[LocationId, list[Piece]] = {}
    for placement in table.world.all(Placement):
        if placement.owner is card.side:
            by_place.setdefault(unseal(placement.at), []).append(card.piece(placement.id))
    for pieces in by_place.values():
        carriers = strongest_first(pieces)
        weapons = [piece for piece in pieces if piece.kind.is_held]
        for weapon, carrier in zip(weapons, carriers, strict=False):
            placement = table.world.get(Placement, weapon.id)
            table.world.change(placement, holder=placement.holder.with_value(carrier.id))
        for weapon in weapons[len(carriers) :]:
            table.world.drop(table.world.get(Placement, weapon.id))


async def _unplace(scenario: Scenario, table: AslTable, side: Side, command: UnplaceUnits) -> None:
    """Take counters back, a HS with its other half as the squad that they were; a weapon whose
    carrier goes, goes back as well.
    """
    pieces = {both for one in command.pieces for both in with_other_half(one)}
    forget_hiding(table, side, pieces)
    for piece_id in sorted(pieces):
        placement = table.world.find(Placement, piece_id)
        if placement is not None:
            table.world.drop(placement)
    for placement in table.world.all(Placement):
        holder = unseal(placement.holder)
        if placement.owner is side and holder in pieces:
            table.world.drop(placement)


SETUP: tuple[SetupActivity[Any], ...] = (
    SetupActivity(PlaceUnits, _place_offers, _refuse_placing, _place),
    DEPLOY_AT_SETUP,
    SetupActivity(UnplaceUnits, _unplace_offers, _refuse_unplacing, _unplace),
    *MINE_SETUP,
    MORE_DUMMIES,
    *TRAP_SETUP,
    *CONCEALMENT_SETUP,
    *HIDING_SETUP,
    *FORTIFYING_SETUP,
    *CREST_SETUP,
    SetupActivity(SealSetup, _seal_offers, _refuse_sealing, _seal),
)


def setup_part(scenario: Scenario) -> Part:
    """What a side may do when it is its turn to set up."""
    return Part(
        tuple(activity.of(scenario) for activity in SETUP),
        always("Set up your side, then seal it.", "sets up, unseen."),
        rule="A2.9",
    )
