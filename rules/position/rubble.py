"""B24 Rubble that has come in play: where it lies, and the board that there is with it."""

from rules.board.board import Board
from rules.board.locations import HexId
from rules.board.rubble import Heap
from rules.board.terrain import Terrain
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.memo import asked_once
from rules.kernel.secret import Public
from rules.kernel.world import View
from rules.position.fortifications import pillbox_hexes
from rules.position.marker import MarkerFace
from rules.position.water import fords_now


class Rubble(Entity, frozen=True, kw_only=True, tag="rubble"):
    """Rubble of a material in a hex, from a level up, 0 or 2 or more: of the building that stood
    there, or `fallen` from the next hex (B24.121) or the bridge above (B6.33). Of a bridge deep
    water leaves none: then it is of the terrain that there was. Its id is `rubble` and the hex.
    """

    at: Public[HexId]
    material: Public[Terrain]
    fallen: Public[bool] = False
    level: Public[int] = 0


def rubble(hex_id: HexId, material: Terrain, *, fallen: bool = False, level: int = 0) -> Rubble:
    """The rubble of a hex, from a level up."""
    id_ = f"rubble {hex_id}"
    return Rubble(id=id_, at=hex_id, material=material, fallen=fallen, level=level)


@asked_once
def rubbled_hexes(view: View) -> frozenset[tuple[HexId, Heap]]:
    """The hexes that rubble has come to in play, each with what lies there."""
    return frozenset((one.at, Heap(one.material, one.level)) for one in view.all(Rubble))


def board_now(view: View, board: Board) -> Board:
    """The board as who has this view knows it: with the rubble, the pillboxes and the fordable
    water in it (ADR 0018).
    """
    return board.standing(rubbled_hexes(view), pillbox_hexes(view), fords_now(view, board))


def rubble_face(one: Rubble) -> MarkerFace:
    """What everybody sees of it."""
    if one.material not in _TEM:
        named = "destroyed bridge"
        return MarkerFace(id=ShownId(one.id), at=one.at, name=named, letters="GONE")
    if one.level:
        named = f"{one.material.value} from level {one.level} up; 3 MF onto the ground below"
        return MarkerFace(id=ShownId(one.id), at=one.at, name=named, letters=f"RUBL{one.level}")
    fallen = "fallen " if one.fallen else ""
    called = f"{fallen}{one.material.value}, TEM +{_TEM[one.material]}, 3 MF"
    picture = one.material.value.replace(" ", "-")
    return MarkerFace(id=ShownId(one.id), at=one.at, name=called, letters="RUBL", picture=picture)


_TEM = {Terrain.WOODEN_RUBBLE: 2, Terrain.STONE_RUBBLE: 3}
"""B24.3, as the counter says it."""
