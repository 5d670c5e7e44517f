"""Setup (A2.9): each side in the scenario's order places its counters, unseen until it is done, and
the side with mines records them (B28.1).

Every act of setup can be undone until the side seals it; nobody else hears of any.
"""

from collections.abc import Iterable
from typing import Any

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of
from rules.chapters.a05_stacking import within_limit
from rules.chapters.b28_minefields import (
    AP_STRENGTHS,
    NoMines,
    may_not_lay,
    presence_label,
    strength_label,
)
from rules.chapters.seals import seal_records
from rules.forces.entities import Minefield, Placement, SideState, Unit, Weapon
from rules.forces.halves import half_ids, with_other_half
from rules.forces.lookup import unit_type
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.unseal import unseal
from rules.kernel.view import Offer
from rules.play.activity import AslCommand, PieceNoun
from rules.play.carriers import strongest_first
from rules.play.checks import on_board
from rules.play.offers import (
    ButtonOffer,
    MinesOffer,
    PlaceGroup,
    PlaceOffer,
)
from rules.play.part import Part, always
from rules.play.sequence import begin_play
from rules.play.setup_activity import SetupActivity, SilentCommand, placed_by
from rules.play.setup_deploying import DEPLOY_AT_SETUP, deployed_as, refuse_split, split_up
from rules.play.setup_facts import SetupRevealed, Stand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.scenarios.types import Group, NoMinesIn, Piece, Scenario, SideCard


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


class RecordMines(SilentCommand, frozen=True, kw_only=True, tag="record_mines"):
    """Record an A-P minefield of that strength in a hex, or change the one recorded there."""

    words = "record mines {hex} {strength}"
    hex: HexId
    strength: int


class EraseMines(SilentCommand, frozen=True, kw_only=True, tag="erase_mines"):
    """Take a recorded minefield back."""

    words = "erase mines {hex}"
    hex: HexId


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
    _refuse_stacking(position, command.to, [p for p in there if not p.is_weapon])
    _refuse_carrying(there)


async def _place(scenario: Scenario, table: AslTable, side: Side, command: PlaceUnits) -> None:
    for piece_id in command.pieces:
        old = table.world.find(Placement, piece_id)
        at, nobody = Secret(command.to, side), Secret[str | None](None, side)
        if old is None:
            table.world.add(Placement(id=piece_id, owner=side, at=at, holder=nobody))
        else:
            table.world.change(old, at=at)
    _hand_out_weapons(table, scenario.sides[side])


def _mines_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    card = scenario.sides[side]
    if not card.mines:
        return
    why_not: dict[str, tuple[str, str]] = {}
    allowed: list[str] = []
    for hex_id in mine_hexes(card):
        bar = _bar(scenario, position.board, hex_id)
        if bar is None:
            allowed.append(hex_id)
        else:
            why_not[hex_id] = (bar.rule, bar.why)
    yield MinesOffer(
        verb="record_mines",
        label="Record a minefield",
        rule="B28.1",
        strengths=AP_STRENGTHS,
        left=card.mines - _factors(position, card.side),
        total=card.mines,
        hexes=tuple(allowed),
        why_not=why_not,
    )


def _bar(scenario: Scenario, board: Board, hex_id: HexId) -> NoMines | None:
    """B28.1 and the scenario's special rules: why a hex may not be mined."""
    for rule in scenario.ssr:
        if isinstance(rule, NoMinesIn) and hex_id in rule.hexes:
            return NoMines("SSR", rule.text)
    return may_not_lay(board, hex_id)


def _refuse_mines(
    scenario: Scenario, position: Knowledge, side: Side, command: RecordMines
) -> None:
    card = scenario.sides[side]
    if not card.mines:
        raise Refused("B28.1", "Your OB allots no minefields.")
    if command.strength not in AP_STRENGTHS:
        raise Refused("B28.1", "A-P minefields must have 6, 8 or 12 factors.")
    if not position.board.has(command.hex):
        raise Refused("", f"There is no hex {command.hex!r} on this board.")
    if command.hex not in mine_hexes(card):
        raise Refused("A2.9", "That hex is outside your setup area.")
    bar = _bar(scenario, position.board, command.hex)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    replaced = _records(position, card.side).get(command.hex, 0)
    used = _factors(position, card.side) - replaced + command.strength
    if used > card.mines:
        raise Refused("B28.1", f"{used} factors used, only {card.mines} available.")


def _seal_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    if not _in_tray(scenario, position, side):
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


def _in_tray(scenario: Scenario, position: Knowledge, side: Side) -> int:
    """How many counters the side has not placed yet."""
    placed = placed_by(position, side)
    return sum(one.id not in placed for one in deployed_as(scenario.sides[side].set_up, placed))


async def _seal(scenario: Scenario, table: AslTable, side: Side, command: SealSetup) -> None:
    card = scenario.sides[side]
    _reveal(table, card)
    if card.mines:
        seal_mines(table, card)
    table.world.change(table.world.get(SideState, side.value), sealed=True)
    order = scenario.setup
    if side is order[-1]:
        await begin_play(table)
    else:
        table.world.change(table.clock, active=order[order.index(side) + 1])


def mine_hexes(card: SideCard) -> tuple[HexId, ...]:
    """The hexes where a side may record mines: the areas of the groups that have factors."""
    return tuple(sorted({h for group in card.groups if group.mines for h in group.area}))


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
        yield SlotsOffer(verb="unplace", label="Back to the tray", key="Delete", slots=(slot,))


def _refuse_unplacing(
    scenario: Scenario, position: Knowledge, side: Side, command: UnplaceUnits
) -> None:
    placed = placed_by(position, side)
    _refuse_none_or_twice(command.pieces)
    for piece_id in command.pieces:
        if piece_id not in placed:
            raise Refused("A2.9", f"{piece_id!r} is not on the board.")


def _erase_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    hexes = tuple(sorted(_records(position, side)))
    if hexes:
        of = tuple(Filler(value=hex_id, label="Take back") for hex_id in hexes)
        yield SlotsOffer(
            verb="erase_mines",
            label="Take back the minefield",
            rule="B28.1",
            slots=(Slot(name="hex", kind="hex", of=of),),
        )


def _refuse_erasing(
    scenario: Scenario, position: Knowledge, side: Side, command: EraseMines
) -> None:
    if command.hex not in _records(position, side):
        raise Refused("B28.1", "No minefield is recorded there.")


async def _erase(scenario: Scenario, table: AslTable, side: Side, command: EraseMines) -> None:
    table.world.drop(_record_at(table, side, command.hex))


def _records(position: Knowledge, side: Side) -> dict[HexId, int]:
    """A side's minefields and their strengths, as that side knows."""
    found = {}
    for record in position.view.all(Minefield):
        at, strength = record.at.for_(side), record.strength.for_(side)
        if record.owner is side and at is not None and strength is not None:
            found[at] = strength
    return found


def _factors(position: Knowledge, side: Side) -> int:
    return sum(_records(position, side).values())


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
    weapons = [piece for piece in pieces if piece.is_weapon]
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
        weapons = [piece for piece in pieces if piece.is_weapon]
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
    for piece_id in sorted(pieces):
        placement = table.world.find(Placement, piece_id)
        if placement is not None:
            table.world.drop(placement)
    for placement in table.world.all(Placement):
        holder = unseal(placement.holder)
        if placement.owner is side and holder in pieces:
            table.world.drop(placement)


async def _record(scenario: Scenario, table: AslTable, side: Side, command: RecordMines) -> None:
    strength = Secret(command.strength, side)
    if command.hex in _records(table.known(side), side):
        table.world.change(_record_at(table, side, command.hex), strength=strength)
        return
    table.world.add(
        Minefield(
            id=table.kernel.drawn_id(side.audience, "r"),
            owner=side,
            at=Secret(command.hex, side),
            strength=strength,
            marker=Secret[str | None](None, side),
            strength_known=Secret(False, side),
        )
    )


def _record_at(table: AslTable, side: Side, hex_id: HexId) -> Minefield:
    records = (r for r in table.world.all(Minefield) if r.owner is side)
    return next(record for record in records if unseal(record.at) == hex_id)


def seal_mines(table: AslTable, card: SideCard) -> None:
    """Commit to a side's minefields, those it has and those it has not."""
    seal_records(table, card.side, _leaves(table, card))


def _leaves(table: AslTable, card: SideCard) -> dict[str, str]:
    """Two leaves for every hex that could be mined: presence and strength, each to be
    opened alone.
    """
    records = _records(table.known(card.side), card.side)
    leaves = {}
    for hex_id in mine_hexes(card):
        strength = records.get(hex_id)
        leaves[presence_label(hex_id)] = "A-P" if strength else "none"
        leaves[strength_label(hex_id)] = str(strength or 0)
    return leaves


def sealed_labels(card: SideCard) -> tuple[str, ...]:
    """What a side's seal says something of, whatever it records: fixed by the scenario."""
    if not card.mines:
        return ()
    labels = ((presence_label(at), strength_label(at)) for at in mine_hexes(card))
    return tuple(label for pair in labels for label in pair)


def _reveal(table: AslTable, card: SideCard) -> None:
    """A2.9: what is set up in the open goes on the board: counters in the order of the OB, under
    new ids.
    """
    units: dict[str, ShownId] = {}
    stands: list[Stand] = []
    there = {placement.id for placement in table.world.all(Placement)}
    pieces = deployed_as(card.set_up, there)
    for piece in (p for p in pieces if not p.is_weapon):
        stands.append(_take(table, piece))
        units[piece.id] = table.kernel.new_id(Audience.PUBLIC, "u")
        table.world.add(
            Unit(
                id=units[piece.id],
                side=card.side,
                counter=CounterId(piece.id),
                type=piece.type,
                letter=piece.letter,
                at=stands[-1].at,
            )
        )
    for piece in (p for p in pieces if p.is_weapon):
        stands.append(_take(table, piece))
        table.world.add(
            Weapon(
                id=table.kernel.new_id(Audience.PUBLIC, "w"),
                side=card.side,
                counter=CounterId(piece.id),
                type=piece.type,
                letter=piece.letter,
                holder=units[stands[-1].holder or ""],
                at=stands[-1].at,
            )
        )
    table.tell(SetupRevealed(side=card.side, stands=tuple(stands)))


def _take(table: AslTable, piece: Piece) -> Stand:
    placement = table.world.get(Placement, piece.id)
    table.world.drop(placement)
    return Stand(piece.id, unseal(placement.at), unseal(placement.holder))


SETUP: tuple[SetupActivity[Any], ...] = (
    SetupActivity(PlaceUnits, _place_offers, _refuse_placing, _place),
    DEPLOY_AT_SETUP,
    SetupActivity(UnplaceUnits, _unplace_offers, _refuse_unplacing, _unplace),
    SetupActivity(RecordMines, _mines_offers, _refuse_mines, _record),
    SetupActivity(EraseMines, _erase_offers, _refuse_erasing, _erase),
    SetupActivity(SealSetup, _seal_offers, _refuse_sealing, _seal),
)


def setup_part(scenario: Scenario) -> Part:
    """What a side may do when it is its turn to set up."""
    return Part(
        tuple(activity.of(scenario) for activity in SETUP),
        always("Set up your side, then seal it.", "sets up, unseen."),
        rule="A2.9",
    )
