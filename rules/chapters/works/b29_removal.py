"""B29.5 What a DC does to roadblocks."""

from collections.abc import Callable

from rules.board.locations import LocationId, hex_of
from rules.chapters.fire.a07_fire import result_of
from rules.kernel.dice import Roll
from rules.position.asl_table import AslTable
from rules.position.roadblocks import roadblocks_of
from rules.tables import IftKind

_TEM = 2


def blow_up(
    table: AslTable,
    at: LocationId,
    sides: tuple[int, ...],
    roll: Roll,
    column: Callable[[Roll], int | None],
    drm: int,
) -> None:
    """B29.5: a DC removes roadblocks on those hexsides by a Final KIA against their TEM."""
    if result_of(column(roll), roll.total + drm + _TEM).kind is not IftKind.KIA:
        return
    for side, one in tuple(roadblocks_of(table.truth.view, table.board, hex_of(at))):
        if side in sides:
            table.world.drop(one)
            text = f"The DC removes the roadblock in {table.board.name(one.at)}"
            table.log("fire", text, rule="B29.5", at=(at,))
