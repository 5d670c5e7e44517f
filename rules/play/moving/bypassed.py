"""A12.151 Who ends his MPh in Bypass where enemies are concealed: all of them are seen, and may
fire at him before he is in what he has bypassed.
"""

from collections.abc import Iterator

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_hidden import hidden_at
from rules.chapters.concealment.a12_loss import come_out_all_at
from rules.chapters.movement.passage import Ids
from rules.chapters.movement.relocation import relocate
from rules.chapters.terms.a04_bypass import is_bypassing
from rules.chapters.works.b23_fortified import fortified_bar
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.play.reaction import reaction_window
from rules.position.asl_table import AslTable
from rules.position.position import is_dummy, names


async def meet_the_bypassed(table: AslTable, side: Side) -> None:
    """A12.151: those of a side who move no farther, and are in Bypass of a Location with a "?" or
    hidden units: all there come into the open and may fire at them, as at who moves; Dummies go.
    Who may not be in there with them then is back where he came from.
    """
    for at, sides in sorted({(unit.at, unit.sides) for unit in _ended(table, side)}):
        ended = tuple(unit for unit in _ended(table, side) if (unit.at, unit.sides) == (at, sides))
        if not _is_held(table, at, side.enemy):
            continue
        if all(is_dummy(unit) for unit in ended):
            come_out_all_at(table, at, side)
            continue
        come_out_all_at(table, at, side.enemy)
        if table.public.personnel_at(at, side.enemy):
            come_out_all_at(table, at, side)
            movers = tuple(unit.counter for unit in ended)
            await reaction_window(table, side.enemy, movers, within=True)
            _go_back(table, movers, at)


def _ended(table: AslTable, side: Side) -> Iterator[Unit]:
    """The units of a side whose move has just ended in Bypass."""
    return (one for one in table.truth.pieces(side) if one.moving and is_bypassing(one))


def _is_held(table: AslTable, at: LocationId, side: Side) -> bool:
    """Whether somebody of a side is there who was concealed until now: nobody enters a Bypass past
    others, but past those who bar nothing (A4.14).
    """
    covered = any(cover.at == at for cover in table.public.covers(side))
    found = any(not (one.unarmed or one.disrupted) for one in table.public.personnel_at(at, side))
    return covered or found or bool(hidden_at(table, at, side))


def _go_back(table: AslTable, movers: Ids, at: LocationId) -> None:
    """A12.151, B23.922: whom a fortified Location does not let in goes back."""
    for unit in table.alive(movers):
        origin = unit.entered_from
        if origin is None or fortified_bar(table.truth, unit.side, origin, at) is None:
            continue
        relocate(table, (unit.counter,), origin)
        text = f"{names((unit,))} must go back to {table.board.name(origin)}"
        table.log("move", text, side=unit.side, rule="A12.151", at=(origin, at))
