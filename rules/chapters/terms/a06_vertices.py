"""A6.12 LOS that goes to vertices: to who is in Bypass (A4.34), or crosses a hexside (A8.15); and
to the Crest of a Depression (B20.9).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.board.locations import LocationId, crest_of, hex_of
from rules.board.los import Los
from rules.chapters.ground.b09_walls import hexside_tem
from rules.chapters.terms.a04_bypass import vertices_of
from rules.forces.goer import Goer
from rules.forces.manner import Posture
from rules.kernel.audience import Side
from rules.position.eyes import Eye
from rules.position.goers import is_personnel
from rules.position.position import Position
from rules.position.seeing import limited


@dataclass(frozen=True, slots=True)
class Aspect:
    """Where on its hex a target is seen: in its Location; in Bypass along `sides` too; in Crest
    status at the `crest` too; or, for a Snap Shot, as it comes over the hexside `crossed`, and
    nowhere else. `entered` is the hexside over which he has just come into his Location.
    """

    sides: tuple[int, ...] = ()
    crossed: int | None = None
    crest: bool = False
    entered: int | None = None

    @property
    def met(self) -> frozenset[int]:
        """The hexsides of the hex that he has just crossed or goes along."""
        over = () if self.entered is None else (self.entered,)
        return frozenset((*self.sides, *over))


IN_PLACE = Aspect()
AT_THE_CREST = Aspect(crest=True)


def aspect_of(goer: Goer) -> Aspect:
    """Where on its hex something that goes is seen: a unit in Bypass or in Crest status too."""
    if not is_personnel(goer):
        return IN_PLACE
    in_crest = goer.posture is Posture.CREST
    return AT_THE_CREST if in_crest else Aspect(goer.sides)


def aspect_at(
    position: Position, origins: Iterable[LocationId], at: LocationId, side: Side
) -> Aspect:
    """B20.9: where on its hex firers see a side's units: those in Crest status alone, unless all of
    their lines go INTO the hex.
    """
    if not any(unit.posture is Posture.CREST for unit in position.personnel_at(at, side)):
        return IN_PLACE
    into = all(not position.line(origin, at).blocked for origin in origins)
    return IN_PLACE if into else AT_THE_CREST


def los_to(
    position: Position, eye: Eye, at: LocationId, aspect: Aspect, who: Iterable[Goer] = ()
) -> Los:
    """The LOS of who looks to those who are seen so in a Location, or to whoever is there."""
    return limited(position, eye, line_to(position, eye.at, at, aspect), at, who)


def line_to(position: Position, origin: LocationId, at: LocationId, aspect: Aspect) -> Los:
    """The line to a target: in Bypass to the centre of the hex or any vertex of its hexsides,
    whichever is the best for who looks (A4.34); to all of a hexside, which is the worse of its
    vertices (A8.15); to the Crest, or else INTO the hex (B20.9).
    """
    central = position.line(origin, at)
    if hex_of(origin) == hex_of(at):
        return central
    if aspect.crest:
        over = position.line(origin, crest_of(at))
        return central if over.blocked else over
    if aspect.crossed is not None:
        ends = _corners(position, origin, at, (aspect.crossed,))
        return max(ends, key=lambda los: _against(position, origin, at, los))
    corners = _corners(position, origin, at, aspect.sides)
    if not corners:
        return central
    return min((central, *corners), key=lambda los: _against(position, origin, at, los))


def _corners(
    position: Position, origin: LocationId, at: LocationId, sides: Iterable[int]
) -> tuple[Los, ...]:
    vertices = sorted(vertices_of(sides))
    return tuple([position.line_to_vertex(origin, at, vertex) for vertex in vertices])


def _against(position: Position, origin: LocationId, at: LocationId, los: Los) -> tuple[bool, int]:
    """What speaks against a LOS: that it is blocked, then what it adds to the DRM."""
    wall = hexside_tem(position, at, origin, los)
    return los.blocked, los.hindrance + (0 if wall is None else wall.value)
