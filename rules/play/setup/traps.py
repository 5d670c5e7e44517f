"""B28.9 Booby Traps at setup: hidden minefield factors are spent on them, board by board."""

from collections.abc import Iterable

from rules.forces.entities import Goal
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.unseal import unseal
from rules.kernel.view import Offer
from rules.play.page.mine_records import fitting, spent, traps
from rules.play.setup.activity import SetupActivity, SilentCommand
from rules.play.setup.mines import trap_boards
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.mines import BoobyTraps, TrapLevel
from rules.scenarios.types import Scenario, TrapsAllowed

_TERRAIN = frozenset({Goal.HEX, Goal.BUILDING, Goal.LOCATION, Goal.EXIT})


class BuyTraps(SilentCommand, frozen=True, kw_only=True, tag="buy_traps"):
    """Spend factors on the Booby Traps of a board, by its id, or change their level."""

    words = "booby traps {level} on {board}"
    level: TrapLevel
    board: str


class ReturnTraps(SilentCommand, frozen=True, kw_only=True, tag="return_traps"):
    """Take the factors back."""

    words = "no booby traps on {board}"
    board: str


def may_have_traps(scenario: Scenario, position: Knowledge, side: Side, board: str) -> bool:
    """B28.9: whether a side could have bought Booby Traps for a board, as everybody can tell."""
    card = scenario.sides[side]
    enough = card.mines >= TrapLevel.C.factors and board in trap_boards(position.board, card)
    return enough and (_by_rule(scenario, side) or _is_entitled(scenario, position, side, board))


def boards_of_traps(scenario: Scenario, position: Knowledge, side: Side) -> tuple[str, ...]:
    """All boards for which it could have."""
    boards = trap_boards(position.board, scenario.sides[side])
    return tuple(one for one in boards if may_have_traps(scenario, position, side, one))


def _by_rule(scenario: Scenario, side: Side) -> bool:
    return any(isinstance(rule, TrapsAllowed) and rule.side is side for rule in scenario.ssr)


def _is_entitled(scenario: Scenario, position: Knowledge, side: Side, board: str) -> bool:
    """B28.9: it sets up on some part of the board, and may win without taking terrain or leaving
    the map.
    """
    victory = scenario.victory
    kinds = {condition.kind for condition in victory.conditions}
    must_take = victory.side is side and kinds <= _TERRAIN
    area = {at for group in scenario.sides[side].at_start for at in group.area}
    return not must_take and any(board in position.board.boards(at) for at in area)


def _offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    card, has = scenario.sides[side], traps(position, side)
    left = card.mines - spent(position, side)
    boards = (b for b in trap_boards(position.board, card) if b not in has)
    free = tuple(b for b in boards if may_have_traps(scenario, position, side, b))
    levels = tuple(level for level in TrapLevel if level.factors <= left)
    if free and levels:
        slots = (
            Slot(name="board", kind="option", of=tuple(Filler(value=b, label=b) for b in free)),
            Slot(name="level", kind="option", of=tuple(map(_level, levels))),
        )
        label = f"Buy Booby Traps ({left} factors left)"
        yield SlotsOffer(verb="buy_traps", label=label, rule="B28.9", slots=slots)


def _level(level: TrapLevel) -> Filler:
    return Filler(value=level, label=f"Level {level}, {level.factors} factors")


def _refuse(scenario: Scenario, position: Knowledge, side: Side, command: BuyTraps) -> None:
    card = scenario.sides[side]
    if not card.mines:
        bought = "Known Minefield factors buy no Booby Traps." if card.known_mines else ""
        raise Refused("B28.9", bought or "Your OB allots no minefields.")
    if command.board not in trap_boards(position.board, card):
        raise Refused("B28.9", f"There is no board {command.board!r} on this map.")
    if not (_by_rule(scenario, side) or _is_entitled(scenario, position, side, command.board)):
        raise Refused("B28.9", "Your victory conditions or setup bar Booby Traps on this board.")
    had = traps(position, side).get(command.board)
    others = spent(position, side) - (had.factors if had else 0)
    used = others + command.level.factors
    if used > card.mines:
        would = fitting(card.mines - others, {f"Level {one}": one.factors for one in TrapLevel})
        raise Refused("B28.9", f"{used} factors used, only {card.mines} available: {would}.")


async def _buy(scenario: Scenario, table: AslTable, side: Side, command: BuyTraps) -> None:
    old = _record(table, side, command.board)
    if old is not None:
        table.world.change(old, level=old.level.with_value(command.level))
        return
    table.world.add(
        BoobyTraps(
            id=table.kernel.drawn_id(side.audience, "b"),
            owner=side,
            board=Secret(command.board, side),
            level=Secret(command.level, side),
        )
    )


def _record(table: AslTable, side: Side, board: str) -> BoobyTraps | None:
    own = (one for one in table.world.all(BoobyTraps) if one.owner is side)
    return next((one for one in own if unseal(one.board) == board), None)


def _return_offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    boards = tuple(sorted(traps(position, side)))
    if boards:
        of = tuple(Filler(value=board, label=board) for board in boards)
        slots = (Slot(name="board", kind="option", of=of),)
        label = "Take back the Booby Traps"
        yield SlotsOffer(verb="return_traps", label=label, rule="B28.9", slots=slots)


def _refuse_return(
    scenario: Scenario, position: Knowledge, side: Side, command: ReturnTraps
) -> None:
    if command.board not in traps(position, side):
        raise Refused("B28.9", "You have bought no Booby Traps for that board.")


async def _return(scenario: Scenario, table: AslTable, side: Side, command: ReturnTraps) -> None:
    record = _record(table, side, command.board)
    if record is not None:
        table.world.drop(record)


TRAP_SETUP = (
    SetupActivity(BuyTraps, _offers, _refuse, _buy),
    SetupActivity(ReturnTraps, _return_offers, _refuse_return, _return),
)
"""What is done about Booby Traps at setup."""
