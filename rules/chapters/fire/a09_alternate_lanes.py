"""A9.221 Fire Lanes on an Alternate Hex Grain: a line that leaves along a hexspine of the MG's hex.

It passes the centre of every second hex, where its counter may go. In between it runs along a
hexside, and takes either always the hex to the left of that or always the one to the right.
"""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.geometry import opposite
from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.terms.a07_shot import Firing
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option

SIDES = range(6)
LEFT, RIGHT = "left", "right"


def alternate_lines(board: Board, own: HexId, to: HexId) -> Iterator[tuple[HexId, tuple[int, int]]]:
    """The Alternate Hex Grains out of a hex that have a target on them or beside them: the first
    hex at or beyond it whose centre the line passes, and the two steps to each further one.
    """
    for vertex in SIDES:
        sides = ((vertex - 1) % 6, vertex)
        if board.alternate_grain(own, to) == vertex:
            yield to, sides
        for side, other in (sides, sides[::-1]):
            beyond = dict(board.neighbours(to)).get(other)
            if beyond is not None and is_beside(board, own, beyond, to, side):
                yield beyond, sides


def is_beside(board: Board, own: HexId, end: HexId, to: HexId, beside: int | None) -> bool:
    """Whether a hex is in a Fire Lane on the Alternate Hex Grain from a hex to its end, which takes
    the hexes across `beside`; however far away it is.
    """
    vertex = board.alternate_grain(own, end)
    if vertex is None or beside not in {(vertex - 1) % 6, vertex}:
        return False
    if board.alternate_grain(own, to) == vertex:
        return True
    before = dict(board.neighbours(to)).get(opposite(beside))
    return before is not None and (before == own or board.alternate_grain(own, before) == vertex)


async def choose_side(table: AslTable, gun: Firing, end: LocationId) -> int | None:
    """A9.221: the hexside across which the hexes lie that it takes: those of its target, or else
    the left or right ones as its side likes. None on a Hex Grain.
    """
    board, own, to = table.board, hex_of(gun.unit.at), hex_of(gun.shot.at)
    vertex = board.alternate_grain(own, hex_of(end))
    if vertex is None:
        return None
    left, right = (vertex - 1) % 6, vertex
    if board.alternate_grain(own, to) != vertex:
        return left if is_beside(board, own, hex_of(end), to, left) else right
    answer = await table.decide(_question(gun, gun.unit.side, end))
    return left if answer == LEFT else right


def _question(gun: Firing, side: Side, end: LocationId) -> Decision:
    return Decision(
        side=side,
        rule="A9.221",
        label=f"Fire Lane of the {gun.label}",
        ours="The Fire Lane runs along hexsides: does it take the hexes on their left or right?",
        theirs="may choose the hexes that a Fire Lane takes.",
        options=(
            Option(value=LEFT, label="Those on the left"),
            Option(value=RIGHT, label="Those on the right"),
        ),
        units=(gun.unit.id,),
        at=end,
    )
