"""B28.45-B28.47 Known Minefields: lines of them along a grain, and Dummies found out."""

from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import Final

from rules.board.board import Board
from rules.board.geometry import SIDES, STEPS
from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.concealment.seals import open_leaf
from rules.chapters.mines.b28_facts import DummyFound
from rules.chapters.mines.b28_minefields import presence_label, reveal_presence
from rules.chapters.mines.b28_trails import is_on_the_ground
from rules.forces.entities import Minefield, MineMarker
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.memo import asked_once
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.mines import AtMines, DummyMines, MineLine

_BESIDE: Final = tuple((side, (side + 1) % 6) for side in SIDES)
GRAINS: Final = (
    *((side, side) for side in SIDES),
    *(pair for one, other in _BESIDE for pair in ((one, other), (other, one))),
)
"""The hexsides taken in turn along each Hex Grain and Alternate Hex Grain (E12.11)."""


def lines_between(board: Board, one: HexId, other: HexId) -> tuple[tuple[HexId, ...], ...]:
    """B28.46: the lines of hexes that two counters may mark: the straight one of a Hex Grain, or
    those of an Alternate Hex Grain, which zigzag between two neighbouring directions (E12.11).
    None if the two lie on no grain.
    """
    return lines_from(board, one).get(other, ())


@asked_once
def lines_from(board: Board, one: HexId) -> Mapping[HexId, tuple[tuple[HexId, ...], ...]]:
    """B28.46: by the hex where they end, the lines that begin at one."""
    found: dict[HexId, list[tuple[HexId, ...]]] = {}
    for steps in GRAINS:
        line: tuple[HexId, ...] = (one,)
        for at in _walk(board, one, steps):
            line = (*line, at)
            if line not in found.setdefault(at, []):
                found[at].append(line)
    return {at: tuple(lines) for at, lines in found.items()}


def _walk(board: Board, one: HexId, steps: tuple[int, int]) -> Iterator[HexId]:
    """The hexes from one to the edge of the board, over two hexsides in turn."""
    q, r = board.cell(one)
    for side in cycle(steps):
        q, r = q + STEPS[side][0], r + STEPS[side][1]
        if (q, r) not in board.names.ids:
            return
        yield board.hex_at((q, r))


async def find_dummy(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, at: LocationId
) -> tuple[CounterId, ...]:
    """B28.47: a Dummy Minefield is announced as soon as a unit enters its Location, in whichever
    way.
    """
    if table.alive(unit_ids) and is_on_the_ground(table.board, at):
        for side in Side:
            announce_dummy(table, side, hex_of(at))
    return unit_ids


def announce_dummy(table: AslTable, side: Side, at: HexId) -> None:
    """B28.47: a single counter goes; in a line of Known mines the hex is marked as a Dummy. The
    seal stays closed where HE may have made it one (B28.45).
    """
    counter = _counter_without_mines(table, side, at)
    if counter is None:
        return
    as_sealed = True
    for record in table.world.all(DummyMines):
        if record.owner is side and unseal(record.at) == at:
            as_sealed = as_sealed and record.as_sealed
            table.world.drop(record)
    if is_in_a_line(table, side, at):
        table.world.change(counter, dummy=True)
    else:
        table.world.drop(counter)
    table.tell(DummyFound(hex=at, side=side))
    if as_sealed:
        open_leaf(table, side, presence_label(at))


def _counter_without_mines(table: AslTable, side: Side, at: HexId) -> MineMarker | None:
    """The counter of a side's Known mines in a hex where it has none, until that is found out."""
    records = [record for record in table.world.all(Minefield) if unseal(record.at) == at]
    if any(record.owner is side for record in records) or not _claims(table, side, at):
        return None
    of_mines = {unseal(record.marker) for record in records}
    here = (one for one in table.world.all(MineMarker) if one.at == at and not one.dummy)
    return next((one for one in here if one.id not in of_mines and one.side in {side, None}), None)


def _claims(table: AslTable, side: Side, at: HexId) -> bool:
    dummies = (one for one in table.world.all(DummyMines) if one.owner is side)
    return is_in_a_line(table, side, at) or any(unseal(one.at) == at for one in dummies)


def is_in_a_line(table: AslTable, side: Side, at: HexId) -> bool:
    """B28.46: whether a hex lies on a side's line of Known mines."""
    lines = (line for line in table.world.all(MineLine) if line.owner is side)
    return any(at in unseal(line.hexes) for line in lines)


def prove_known(table: AslTable, side: Side, at: HexId) -> None:
    """A12.152: the counter of a side's Known mines in a hex is found to be no Dummy."""
    for record in table.world.all(Minefield):
        if record.owner is side and record.known and unseal(record.at) == at:
            reveal_presence(table, record.id)


def are_hidden(table: AslTable, side: Side, at: HexId) -> bool:
    """A12.152: whether a side has hidden mines in a hex, whatever their kind."""
    at_mines = (one for one in table.world.all(AtMines) if not one.in_view)
    hidden: tuple[Minefield | AtMines, ...] = (*table.world.all(Minefield), *at_mines)
    return any(one.owner is side and unseal(one.at) == at for one in hidden)
