"""B28.6, B24.74 Minefield Clearance: where its Trail Break leads, and Sappers (B28.8)."""

from collections.abc import Callable
from itertools import combinations
from typing import TypeAlias

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.mines.b28_trails import break_trail
from rules.chapters.terms.a04_bypass import hexside_names
from rules.forces.entities import Minefield, MineMarker
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.law import NamedQuestion, Rule
from rules.position.mines import AtMines
from rules.position.position import Position
from rules.position.trail_breaks import TrailBreak, partial_of, trail_sides

IsSapper: TypeAlias = Callable[[Unit], bool]


def _nobody(unit: Unit) -> bool:
    """B28.8: no unit is one unless a special rule says so."""
    return False


SAPPERS: NamedQuestion[IsSapper] = NamedQuestion("SAPPERS", (Rule("B28.8", _nobody),))
"""Whether a MMC are Sappers: if any rule says so."""


def is_sapper(position: Position, unit: Unit) -> bool:
    """B28.8: whether a unit are Sappers."""
    return any(ask(unit) for ask in position.law.asks(SAPPERS))


async def trail_through(
    table: AslTable, side: Side, at: LocationId, ids: tuple[CounterId, ...], rule: str = "B24.74"
) -> bool:
    """B24.71, B24.74: the clearers' side chooses two hexsides, one of them that of their partial
    Trail Break; those that are joined already are no choice. Whether all hexsides are joined now.
    """
    pairs = _pairs(table, at, ids)
    options = tuple(Option(value=_word(pair), label=_label(table, at, pair)) for pair in pairs)
    chosen = options[0].value
    if len(options) > 1:
        chosen = await table.decide(_question(table, side, at, options, ids, rule))
    sides = next(pair for pair in pairs if _word(pair) == chosen)
    text = f"A Trail Break leads through {table.board.name(at)} over {_label(table, at, sides)}"
    table.log("move", text, side=side, rule=rule, at=(at,))
    return break_trail(table, hex_of(at), sides)


def _pairs(
    table: AslTable, at: LocationId, ids: tuple[CounterId, ...]
) -> tuple[tuple[int, ...], ...]:
    view, hex_id = table.world, hex_of(at)
    joined = trail_sides(view, hex_id)
    partials = (partial_of(view, unit) for unit in table.alive(ids))
    came = {one.side for one in partials if one is not None}
    every = [side for side, _ in table.board.neighbours(hex_id)]
    must = came - joined
    found = (pair for pair in combinations(every, 2) if must <= {*pair} or len(must) > 1)
    return tuple(pair for pair in found if not joined >= {*pair})


def _word(sides: tuple[int, ...]) -> str:
    return "-".join(map(str, sides))


def _label(table: AslTable, at: LocationId, sides: tuple[int, ...]) -> str:
    return hexside_names(table.board, at, sides)


def _question(
    table: AslTable,
    side: Side,
    at: LocationId,
    options: tuple[Option, ...],
    ids: tuple[CounterId, ...],
    rule: str,
) -> Decision:
    return Decision(
        side=side,
        rule=rule,
        label="Trail Break",
        ours="Over which hexsides does your Trail Break lead?",
        theirs="chooses the hexsides of its Trail Break.",
        options=options,
        units=table.truth.shown(table.alive(ids)),
        at=at,
    )


def remove_mines(table: AslTable, hex_id: HexId) -> None:
    """B24.74: all mines of the hex are gone, and its Trail Breaks with them."""
    for record in table.world.all(Minefield):
        if unseal(record.at) == hex_id:
            table.world.drop(record)
    for at_mines in table.world.all(AtMines):
        if unseal(at_mines.at) == hex_id:
            table.world.drop(at_mines)
    for marker in table.world.all(MineMarker):
        if marker.at == hex_id:
            table.world.drop(marker)
    table.world.drop(table.world.get(TrailBreak, hex_id))
    text = f"No mines are left in {table.board.name(hex_id)}"
    table.log("move", text, rule="B24.74")
