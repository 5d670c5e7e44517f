"""A7.4, A12.3 Locations that look empty, where somebody could be hidden for all that everybody
knows.
"""

from rules.board.locations import LocationId
from rules.chapters.ground.a12_terrain import is_concealment_terrain
from rules.forces.entities import SideState
from rules.kernel.audience import Side
from rules.kernel.memo import asked_once
from rules.position.position import Position


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
