"""B24.74 Trail Breaks through minefields: which hexsides of a hex they join, and partial ones."""

from rules.board.locations import HexId, location
from rules.forces.units import Unit
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.secret import Public
from rules.kernel.world import View
from rules.position.marker import MarkerFace

_SIDES = ("north", "northeast", "southeast", "south", "southwest", "northwest")


class TrailBreak(Entity, frozen=True, kw_only=True, tag="trail_break"):
    """The Trail Breaks of a mined hex, by the hexsides that they lead to. Its id is the hex."""

    at: Public[HexId]
    sides: Public[tuple[int, ...]]


class PartialBreak(Entity, frozen=True, kw_only=True, tag="partial_break"):
    """A Trail Break that leads into a mined hex and no farther: for those who made it
    (`Unit.partial`), over the hexside by which they came.
    """

    at: Public[HexId]
    side: Public[int]


def trail_sides(view: View, hex_id: HexId) -> frozenset[int]:
    """The hexsides of a hex that Trail Breaks lead to."""
    found = view.find(TrailBreak, hex_id)
    return frozenset() if found is None else frozenset(found.sides)


def partial_of(view: View, unit: Unit) -> PartialBreak | None:
    """The partial Trail Break by which a unit has come into its hex."""
    return None if unit.partial is None else view.find(PartialBreak, unit.partial)


def trail_break_face(one: TrailBreak) -> MarkerFace:
    """What everybody sees of it."""
    sides = ", ".join(_SIDES[side] for side in one.sides)
    name = f"Trail Break, {sides}"
    return MarkerFace(id=ShownId(one.id), at=location(one.at, 0), name=name, letters="TB")


def partial_break_face(one: PartialBreak) -> MarkerFace:
    """What everybody sees of it."""
    name = f"partial Trail Break, {_SIDES[one.side]}"
    return MarkerFace(id=ShownId(one.id), at=location(one.at, 0), name=name, letters="TB ½")
