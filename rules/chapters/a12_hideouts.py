"""A7.4, A12.3 Locations that look empty, where somebody could be hidden for all that everybody
knows; and who is hidden in a Location that is attacked.
"""

from rules.board.locations import LocationId
from rules.chapters.a12_hidden import hidden_at
from rules.chapters.a12_terrain import is_concealment_terrain
from rules.forces.entities import SideState
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.memo import asked_once
from rules.position.asl_table import AslTable
from rules.position.position import ANY_DUMMY, HIDDEN, Position


@asked_once
def hideouts(position: Position, side: Side) -> tuple[LocationId, ...]:
    """A7.4, A12.3: the Locations in which nobody is seen, and units of a side could be hidden:
    Concealment Terrain where its OB lets it hide them, sorted.
    """
    hexes = position.view.get(SideState, side.value).hideouts
    taken = {unit.at for unit in position.pieces()} | {cover.at for cover in position.covers()}
    places = (at for hex_id in hexes for at in position.board.locations(hex_id))
    found = {at for at in places if at not in taken and is_concealment_terrain(position, at)}
    return tuple(sorted(found))


def nobody_seen(at: LocationId, side: Side) -> Unit:
    """Who stands in for whoever of a side may be hidden in a Location: what an attack on one that
    looks empty has for FP and DRM is asked of him.
    """
    return Unit(
        id=ShownId(HIDDEN),
        side=side,
        counter=CounterId(HIDDEN),
        type=ANY_DUMMY,
        letter="",
        at=at,
        under=HIDDEN,
    )


def all_hidden_at(table: AslTable, at: LocationId) -> tuple[Unit, ...]:
    """A12.3: who is hidden in a Location, of both sides."""
    return tuple(unit for side in Side for unit in hidden_at(table, at, side))
