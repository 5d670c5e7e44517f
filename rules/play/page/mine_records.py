"""B28.1 What a side has recorded at setup, as it knows itself, and what it has spent on that."""

from collections.abc import Mapping

from rules.board.board import Board
from rules.board.locations import HexId
from rules.chapters.mines.b28_minefields import NoMines, may_not_lay
from rules.forces.entities import Minefield
from rules.kernel.audience import Side
from rules.position.knowledge import Knowledge
from rules.position.mines import (
    AtMines,
    BoobyTraps,
    DummyMines,
    MineLine,
    MoreDummies,
    TrapLevel,
)
from rules.scenarios.types import NoMinesIn, Scenario, SideCard

AP_FOR_AT = 3
"""B28.5: the A-P factors forfeited for an A-T factor."""
KNOWN_FOR_DUMMY = 24
"""B28.47: the Known factors that bring a Dummy counter where none are allotted."""


def mine_hexes(card: SideCard) -> tuple[HexId, ...]:
    """The hexes where a side may record mines: the areas of the groups that have factors."""
    having = (one for one in card.groups if one.mines or one.known_mines or one.dummy_mines)
    return tuple(sorted({at for group in having for at in group.area}))


def terrain_bar(scenario: Scenario, board: Board, hex_id: HexId) -> NoMines | None:
    """B28.1 and the scenario's special rules: why a hex may not be mined."""
    return rule_bar(scenario, hex_id) or may_not_lay(board, hex_id)


def rule_bar(scenario: Scenario, hex_id: HexId) -> NoMines | None:
    """The special rule that forbids mines in a hex."""
    for rule in scenario.ssr:
        if isinstance(rule, NoMinesIn) and hex_id in rule.hexes:
            return NoMines("SSR", rule.text)
    return None


def ap_records(position: Knowledge, side: Side, *, known: bool = False) -> dict[HexId, int]:
    """A side's hidden A-P minefields, or its Known Minefields, and their strengths."""
    found = {}
    for record in position.view.all(Minefield):
        at, strength = record.at.for_(side), record.strength.for_(side)
        if record.owner is side and record.known is known and at is not None:
            found[at] = strength or 0
    return found


def at_records(position: Knowledge, side: Side, *, in_view: bool = False) -> dict[HexId, int]:
    """A side's A-T mines, hidden ones or those in view, and their factors."""
    found = {}
    for record in position.view.all(AtMines):
        at, factors = record.at.for_(side), record.factors.for_(side)
        if record.owner is side and record.in_view is in_view and at is not None:
            found[at] = factors or 0
    return found


def dummies(position: Knowledge, side: Side) -> tuple[HexId, ...]:
    """The hexes of a side's Dummy Minefield counters."""
    records = (one for one in position.view.all(DummyMines) if one.owner is side)
    found = (record.at.for_(side) for record in records)
    return tuple(sorted(at for at in found if at is not None))


def lines(position: Knowledge, side: Side) -> tuple[tuple[HexId, ...], ...]:
    """A side's lines of Known mines, hex by hex."""
    records = (one for one in position.view.all(MineLine) if one.owner is side)
    found = (record.hexes.for_(side) for record in records)
    return tuple(sorted(hexes for hexes in found if hexes is not None))


def traps(position: Knowledge, side: Side) -> dict[str, TrapLevel]:
    """The levels of a side's Booby Traps by board."""
    found = {}
    for record in position.view.all(BoobyTraps):
        board, level = record.board.for_(side), record.level.for_(side)
        if record.owner is side and board is not None and level is not None:
            found[board] = level
    return found


def spent(position: Knowledge, side: Side) -> int:
    """B28.5, B28.9: the hidden factors that a side has spent: on A-P mines, at three for each A-T
    factor, and on Booby Traps.
    """
    at_factors = (at_records(position, side, in_view=seen) for seen in (False, True))
    return (
        sum(ap_records(position, side).values())
        + AP_FOR_AT * sum(sum(found.values()) for found in at_factors)
        + sum(level.factors for level in traps(position, side).values())
    )


def fitting(left: int, costs: Mapping[str, int]) -> str:
    """What could be had for the factors that are left, as a refusal says it."""
    found = [name for name, cost in costs.items() if cost <= left]
    return f"{' or '.join(found)} would do" if found else f"{left} left, too few for any"


def known_spent(position: Knowledge, side: Side) -> int:
    """B28.45: the Known factors that a side has set up."""
    return sum(ap_records(position, side, known=True).values())


def dummies_received(card: SideCard, position: Knowledge) -> int:
    """B28.47: the Dummy counters that the OB allots, or else one for every 24 Known factors set
    up.
    """
    return card.dummy_mines or known_spent(position, card.side) // KNOWN_FOR_DUMMY


def more_dummies(position: Knowledge, side: Side) -> int | None:
    """B28.47: those that its Secret dr has brought a side, or None if it has not made it."""
    records = (one for one in position.view.all(MoreDummies) if one.owner is side)
    return next((record.number.for_(side) for record in records), None)


def dummies_allowed(card: SideCard, position: Knowledge) -> int:
    """B28.47: all of them; who has received none has none by a dr either."""
    received = dummies_received(card, position)
    return received and received + (more_dummies(position, card.side) or 0)
