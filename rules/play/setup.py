"""Setup (A2.9): each side in the scenario's order places its counters, unseen until it is done, and
the side with mines records them (B28.1).

Every act of setup can be undone until the side seals it; nobody else hears of any.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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
from rules.forces.asl_table import AslTable
from rules.forces.entities import Minefield, Placement, SideState, Stage, Unit, Weapon
from rules.forces.lookup import unit_type
from rules.forces.position import Position
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine, Offer
from rules.play.checks import on_board, place
from rules.play.commands import (
    AddEntropy,
    EraseMines,
    PlaceUnits,
    RecordMines,
    SealSetup,
    UnplaceUnits,
)
from rules.play.offers import (
    ButtonOffer,
    EraseMinesOffer,
    LineOffer,
    MinesOffer,
    PlaceGroup,
    PlaceOffer,
    UnplaceOffer,
)
from rules.play.part import not_now
from rules.play.sequence import begin_play
from rules.play.setup_facts import SetupRevealed
from rules.scenarios.types import Group, NoMinesIn, Piece, Scenario, SideCard

MAX_LINE = 80


@dataclass(frozen=True)
class SetupPart:
    """The setup of the side whose turn it is to set up."""

    scenario: Scenario

    def offers(self, position: Position, side: Side) -> Sequence[Offer]:
        card = self.scenario.sides[side]
        placed = _placed(position, side)
        offers: list[Offer] = [_place_offer(position.board, card, placed)]
        if placed:
            offers.append(_unplace_offer(placed))
        if card.mines:
            offers.append(self._mines_offer(position, card))
        records = _records(position, side)
        if records:
            offers.append(_erase_offer(records))
        left = len(card.pieces) - len(placed)
        hint = f"{left} still in the tray" if left else "Everything is placed."
        if not left:
            offers.append(
                ButtonOffer(
                    verb="seal_setup", label="Seal my setup", hint=hint, rule="A2.9", primary=True
                )
            )
        return offers

    def refuse(self, position: Position, side: Side, command: Command) -> None:
        card = self.scenario.sides[side]
        match command:
            case PlaceUnits():
                self._refuse_placing(position, card, command)
            case UnplaceUnits():
                placed = _placed(position, side)
                for piece_id in command.pieces:
                    if piece_id not in placed:
                        raise Refused("A2.9", f"{piece_id!r} is not on the board.")
            case RecordMines():
                self._refuse_mines(position, card, command)
            case EraseMines():
                if command.hex not in _records(position, side):
                    raise Refused("B28.1", "No minefield is recorded there.")
            case SealSetup():
                left = len(card.pieces) - len(_placed(position, side))
                if left:
                    raise Refused("A2.9", f"{left} counters are still in the tray.")
            case _:
                raise not_now(command, "A2.9")

    async def begin(self, table: AslTable, side: Side, command: Command) -> None:
        match command:
            case PlaceUnits():
                self._place(table, side, command)
            case UnplaceUnits():
                _unplace(table, side, command.pieces)
            case RecordMines():
                _record(table, side, command)
            case EraseMines():
                table.world.drop(_record_at(table, side, command.hex))
            case SealSetup():
                await self._seal(table, side)
            case _:
                raise TypeError(f"{command.verb} is no part of setup")

    def sentence(self, position: Position) -> tuple[str, str]:
        return "Set up your side, then seal it.", "sets up, unseen."

    # -- placing --------------------------------------------------------------------------------

    def _refuse_placing(self, position: Position, card: SideCard, command: PlaceUnits) -> None:
        to = on_board(position, command.to)
        if not command.pieces or len(set(command.pieces)) != len(command.pieces):
            raise Refused("A2.9", "Choose one or more different counters.")
        for piece_id in command.pieces:
            group = _group_of(card, piece_id)
            if hex_of(to) not in group.area:
                raise Refused("A2.9", f"{group.name} sets up {group.area_text}.")
        if not may_set_up_in(position.board, to):
            raise Refused("B21.4", "Nobody sets up in water.")
        there = _pieces_after(position, card, command)
        _refuse_stacking([p for p in there if not p.is_weapon])
        _refuse_carrying(there)

    def _place(self, table: AslTable, side: Side, command: PlaceUnits) -> None:
        for piece_id in command.pieces:
            old = table.world.find(Placement, piece_id)
            at, nobody = Secret(command.to, side), Secret[str | None](None, side)
            if old is None:
                table.world.add(Placement(id=piece_id, owner=side, at=at, holder=nobody))
            else:
                table.world.change(old, at=at)
        _hand_out_weapons(table, self.scenario.sides[side])

    # -- mines ----------------------------------------------------------------------------------

    def _mines_offer(self, position: Position, card: SideCard) -> MinesOffer:
        why_not: dict[str, tuple[str, str]] = {}
        allowed: list[str] = []
        for hex_id in mine_hexes(card):
            bar = self._bar(position.board, hex_id)
            if bar is None:
                allowed.append(hex_id)
            else:
                why_not[hex_id] = (bar.rule, bar.why)
        return MinesOffer(
            verb="record_mines",
            label="Record a minefield",
            rule="B28.1",
            strengths=AP_STRENGTHS,
            left=card.mines - _factors(position, card.side),
            total=card.mines,
            hexes=tuple(allowed),
            why_not=why_not,
        )

    def _bar(self, board: Board, hex_id: HexId) -> NoMines | None:
        """B28.1 and the scenario's special rules: why a hex may not be mined."""
        for rule in self.scenario.ssr:
            if isinstance(rule, NoMinesIn) and hex_id in rule.hexes:
                return NoMines("SSR", rule.text)
        return may_not_lay(board, hex_id)

    def _refuse_mines(self, position: Position, card: SideCard, command: RecordMines) -> None:
        if not card.mines:
            raise Refused("B28.1", "Your OB allots no minefields.")
        if command.strength not in AP_STRENGTHS:
            raise Refused("B28.1", "A-P minefields must have 6, 8 or 12 factors.")
        if not position.board.has(command.hex):
            raise Refused("", f"There is no hex {command.hex!r} on this board.")
        if command.hex not in mine_hexes(card):
            raise Refused("A2.9", "That hex is outside your setup area.")
        bar = self._bar(position.board, command.hex)
        if bar is not None:
            raise Refused(bar.rule, bar.why)
        replaced = _records(position, card.side).get(command.hex, 0)
        used = _factors(position, card.side) - replaced + command.strength
        if used > card.mines:
            raise Refused("B28.1", f"{used} factors used, only {card.mines} available.")

    # -- sealing --------------------------------------------------------------------------------

    async def _seal(self, table: AslTable, side: Side) -> None:
        card = self.scenario.sides[side]
        _reveal(table, card)
        if card.mines:
            seal_records(table, side, _leaves(table, card))
        table.world.change(table.world.get(SideState, side.value), sealed=True)
        order = self.scenario.setup
        if side is order[-1]:
            await begin_play(table)
        else:
            table.world.change(table.clock, active=order[order.index(side) + 1])


def add_entropy(table: AslTable, side: Side, command: AddEntropy) -> None:
    """A line of a player's own goes into every roll (design: dice nobody can doubt)."""
    table.world.change(table.world.get(SideState, side.value), entropy=command.line)
    table.log("system", "adds a line of his own to the dice", side=side)


def refuse_entropy(position: Position, side: Side, command: AddEntropy) -> None:
    """Raise Refused if the dice have begun to roll, or if it is no line."""
    if position.clock.stage is not Stage.SETUP:
        raise Refused("", "Lines can be added to the dice only before play.")
    if not 0 < len(command.line) <= MAX_LINE or not command.line.isprintable():
        raise Refused("", f"A line has 1 to {MAX_LINE} printable characters.")
    if position.view.get(SideState, side.value).entropy:
        raise Refused("", "You have added your line already.")


def entropy_offer(position: Position, side: Side) -> list[Offer]:
    """The offer to add a line to the dice, until it is made or play begins."""
    if position.clock.stage is not Stage.SETUP or position.view.get(SideState, side.value).entropy:
        return []
    return [LineOffer(verb="entropy", label="Add a line to the dice", max=MAX_LINE)]


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


def _place_offer(board: Board, card: SideCard, placed: dict[str, LocationId]) -> PlaceOffer:
    groups = tuple(
        PlaceGroup(
            pieces=tuple(piece.id for piece in group.pieces),
            area=setup_area(board, group.area),
        )
        for group in card.groups
    )
    return PlaceOffer(verb="place", label="Place", rule="A2.9", groups=groups, placed=dict(placed))


def _unplace_offer(placed: dict[str, LocationId]) -> UnplaceOffer:
    return UnplaceOffer(verb="unplace", label="Back into the tray", pieces=tuple(sorted(placed)))


def _erase_offer(records: dict[HexId, int]) -> EraseMinesOffer:
    return EraseMinesOffer(
        verb="erase_mines",
        label="Take a minefield back",
        rule="B28.1",
        hexes=tuple(sorted(records)),
    )


def _placed(position: Position, side: Side) -> dict[str, LocationId]:
    """Where a side's counters are, as that side knows."""
    found = {}
    for placement in position.view.all(Placement):
        at = placement.at.for_(side)
        if placement.owner is side and at is not None:
            found[placement.id] = at
    return found


def _records(position: Position, side: Side) -> dict[HexId, int]:
    """A side's minefields and their strengths, as that side knows."""
    found = {}
    for record in position.view.all(Minefield):
        at, strength = record.at.for_(side), record.strength.for_(side)
        if record.owner is side and at is not None and strength is not None:
            found[at] = strength
    return found


def _factors(position: Position, side: Side) -> int:
    return sum(_records(position, side).values())


def _group_of(card: SideCard, piece_id: str) -> Group:
    for group in card.groups:
        if any(piece.id == piece_id for piece in group.pieces):
            return group
    raise Refused("A2.9", f"{piece_id!r} is no counter of yours.")


def _pieces_after(position: Position, card: SideCard, command: PlaceUnits) -> list[Piece]:
    """The counters in a Location once the command's are there too."""
    there = {p for p, at in _placed(position, card.side).items() if at == command.to}
    return [card.piece(piece_id) for piece_id in sorted(there | set(command.pieces))]


def _refuse_stacking(units: list[Piece]) -> None:
    if not within_limit([unit_type(piece.type) for piece in units]):
        raise Refused("A5.1", "A Location holds three squads and four SMC; no more at setup.")


def _refuse_carrying(pieces: list[Piece]) -> None:
    weapons = [piece for piece in pieces if piece.is_weapon]
    if len(weapons) > len(_carriers(pieces)):
        raise Refused("A4.43", "A support weapon is set up with a unit that carries it.")


def _carriers(pieces: list[Piece]) -> list[Piece]:
    """The MMC among counters: each may carry one support weapon."""
    return [p for p in pieces if not p.is_weapon and not unit_type(p.type).cls.is_smc]


def _hand_out_weapons(table: AslTable, card: SideCard) -> None:
    """Give each weapon to a MMC of its Location, the strongest first; one without goes back to the
    tray.
    """
    by_place: dict[LocationId, list[Piece]] = {}
    for placement in table.world.all(Placement):
        if placement.owner is card.side:
            by_place.setdefault(unseal(placement.at), []).append(card.piece(placement.id))
    for pieces in by_place.values():
        carriers = sorted(_carriers(pieces), key=lambda p: (-unit_type(p.type).fp, p.id))
        weapons = [piece for piece in pieces if piece.is_weapon]
        for weapon, carrier in zip(weapons, carriers, strict=False):
            placement = table.world.get(Placement, weapon.id)
            table.world.change(placement, holder=placement.holder.with_value(carrier.id))
        for weapon in weapons[len(carriers) :]:
            table.world.drop(table.world.get(Placement, weapon.id))


def _unplace(table: AslTable, side: Side, pieces: tuple[str, ...]) -> None:
    """Take counters back; a weapon whose carrier goes is handed on, or goes back as well."""
    for piece_id in pieces:
        placement = table.world.find(Placement, piece_id)
        if placement is not None:
            table.world.drop(placement)
    for placement in table.world.all(Placement):
        holder = unseal(placement.holder)
        if placement.owner is side and holder in pieces:
            table.world.drop(placement)


def _record(table: AslTable, side: Side, command: RecordMines) -> None:
    strength = Secret(command.strength, side)
    if command.hex in _records(table.position, side):
        table.world.change(_record_at(table, side, command.hex), strength=strength)
        return
    table.world.add(
        Minefield(
            id=table.kernel.new_id(side.audience, "r"),
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


def _leaves(table: AslTable, card: SideCard) -> dict[str, str]:
    """Two leaves for every hex that could be mined: presence and strength, each to be
    opened alone.
    """
    records = _records(table.position, card.side)
    leaves = {}
    for hex_id in mine_hexes(card):
        strength = records.get(hex_id)
        leaves[presence_label(hex_id)] = "A-P" if strength else "none"
        leaves[strength_label(hex_id)] = str(strength or 0)
    return leaves


def _reveal(table: AslTable, card: SideCard) -> None:
    """A2.9: what is set up in the open goes on the board: counters in the order of the OB, under
    new ids.
    """
    units: dict[str, str] = {}
    for piece in (p for p in card.pieces if not p.is_weapon):
        at = _take(table, piece)
        units[piece.id] = table.kernel.new_id(Audience.PUBLIC, "u")
        table.world.add(
            Unit(
                id=units[piece.id],
                side=card.side,
                counter=piece.id,
                type=piece.type,
                letter=piece.letter,
                at=at,
            )
        )
    for piece in (p for p in card.pieces if p.is_weapon):
        holder = unseal(table.world.get(Placement, piece.id).holder)
        at = _take(table, piece)
        table.world.add(
            Weapon(
                id=table.kernel.new_id(Audience.PUBLIC, "w"),
                side=card.side,
                counter=piece.id,
                type=piece.type,
                letter=piece.letter,
                holder=units[holder or ""],
                at=at,
            )
        )
    position = table.position
    places = ", ".join(sorted({place(position, unit.at) for unit in position.units(card.side)}))
    line = LogLine(
        kind="setup", side=card.side, text="has set up and sealed its records", rule="A2.9"
    )
    table.tell(SetupRevealed(side=card.side, places=places), line)


def _take(table: AslTable, piece: Piece) -> LocationId:
    placement = table.world.get(Placement, piece.id)
    table.world.drop(placement)
    return unseal(placement.at)
