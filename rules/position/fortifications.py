"""B26, B27, B30 Fortifications that everybody can see: entrenchments, Wire and pillboxes."""

import enum

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of, is_pillbox
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.memo import asked_once
from rules.kernel.secret import Public
from rules.kernel.world import View


class Dug(enum.StrEnum):
    """The kinds of entrenchments."""

    FOXHOLE = "foxhole"
    TRENCH = "trench"


class Entrenchment(Entity, frozen=True, kw_only=True, tag="entrenchment"):
    """The foxholes of a hex, or its trench, and for how many squads of each side there is room
    (B27.1, B27.5), and the side whose OB has granted it, if any has. Its id is the hex.
    """

    at: Public[HexId]
    dug: Public[Dug]
    squads: Public[int]
    side: Public[Side | None] = None


class Wire(Entity, frozen=True, kw_only=True, tag="wire"):
    """Wire all over a hex (B26.1). Its id is `wire` and the hex."""

    at: Public[HexId]


class FortifiedLocation(Entity, frozen=True, kw_only=True, tag="fortified"):
    """A Location of a building that is fortified (B23.9), and the hexsides with a Breach into it
    (B23.9221). Its id is `fortified` and the Location.
    """

    at: Public[LocationId]
    breaches: Public[tuple[int, ...]] = ()


class Pillbox(Entity, frozen=True, kw_only=True, tag="pillbox"):
    """The pillbox of a hex (B30.1): for how many squads there is room, its TEM within its Covered
    Arc and without, the vertex of its hex that the arc is around, and the side that Controls it.
    Its id is the hex. One that is `hidden` (A12.33) is in no world: who knows of it sees it so.
    """

    at: Public[HexId]
    squads: Public[int]
    ca: Public[int]
    nca: Public[int]
    facing: Public[int]
    side: Public[Side]
    hidden: Public[bool] = False


TRENCH_SQUADS = 3
MOST_SQUADS = 3  # of the foxholes of a hex (B27.12)
FREE_SMC = 4  # who find room besides, in an entrenchment or a pillbox (B27.1, B30.1)


def foxholes(hex_id: HexId, squads: int) -> Entrenchment:
    """The foxholes of a hex, for so many squads."""
    return Entrenchment(id=hex_id, at=hex_id, dug=Dug.FOXHOLE, squads=squads)


def trench(hex_id: HexId, side: Side | None = None) -> Entrenchment:
    """The trench of a hex, of a side's OB or of a special rule."""
    return Entrenchment(id=hex_id, at=hex_id, dug=Dug.TRENCH, squads=TRENCH_SQUADS, side=side)


def fortified(at: LocationId) -> FortifiedLocation:
    """A fortified Location, without a Breach."""
    return FortifiedLocation(id=fortified_id(at), at=at)


def fortified_at(view: View, board: Board, at: LocationId) -> FortifiedLocation | None:
    """B23.9: whether a Location is fortified; once it is no building any more it is not."""
    if not board.terrain(hex_of(at)).is_building:
        return None
    return view.find(FortifiedLocation, fortified_id(at))


def fortified_id(at: LocationId) -> str:
    """The id of the fortified Location that is there."""
    return f"fortified {at}"


def is_wired(view: View, hex_id: HexId) -> bool:
    """B26.1: whether there is Wire in a hex."""
    return any(wire.at == hex_id for wire in view.all(Wire))


def pillbox_in(view: View, hex_id: HexId) -> Pillbox | None:
    """The pillbox of a hex."""
    return next((one for one in view.all(Pillbox) if one.at == hex_id), None)


def pillbox_at(view: View, at: LocationId) -> Pillbox | None:
    """The pillbox that a Location is the inside of."""
    return pillbox_in(view, hex_of(at)) if is_pillbox(at) else None


@asked_once
def pillbox_hexes(view: View) -> frozenset[HexId]:
    """The hexes with pillboxes."""
    return frozenset(pillbox.at for pillbox in view.all(Pillbox))


def in_covered_arc(board: Board, pillbox: Pillbox, at: LocationId) -> bool:
    """B30.2: whether a Location is in the CA of a pillbox; what is in its own hex is not."""
    return hex_of(at) != pillbox.at and pillbox.facing in board.arcs(pillbox.at, hex_of(at))


def pillbox(
    hex_id: HexId, *, squads: int, tem: tuple[int, int], facing: int, side: Side
) -> Pillbox:
    """The pillbox of a hex, with its TEM within its CA and without."""
    ca, nca = tem
    return Pillbox(id=hex_id, at=hex_id, squads=squads, ca=ca, nca=nca, facing=facing, side=side)


def wire(hex_id: HexId) -> Wire:
    """The Wire of a hex."""
    return Wire(id=f"wire {hex_id}", at=hex_id)
