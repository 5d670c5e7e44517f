"""Leaks about Searching, and about CC with the concealed, that the check must find."""

from msgspec.structs import replace

from rules.board.locations import HexId, hex_of
from rules.chapters.close_combat.a11_concealed import StrengthShown
from rules.chapters.concealment import a12_searching
from rules.chapters.concealment.covers import put_under
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.position.asl_table import AslTable

_leave_out = a12_searching._leave_out


async def leave_out_the_empty(
    table: AslTable, side: Side, units: tuple[Unit, ...], around: tuple[HexId, ...], missed: int
) -> tuple[HexId, ...]:
    """Asks only where something is hidden or concealed beside those who Search."""
    held = {hex_of(one.at) for one in table.truth.pieces(side.enemy) if one.under is not None}
    if not held.intersection(around):
        return around[:missed]
    return await _leave_out(table, side, units, around, missed)


def parted_by_id(table: AslTable, cover: Cover) -> None:
    """Shows Strength Factors in the order of their owner's ids."""
    for unit in (one for one in table.truth.under(cover.id) if isinstance(one, Unit)):
        id_ = table.kernel.new_id(Audience.PUBLIC, "c")
        table.world.add(replace(cover, id=id_, type=unit.type))
        put_under(table, (unit,), id_)
        table.tell(StrengthShown(side=cover.side, at=cover.at, type=unit.type))
    table.world.drop(cover)
