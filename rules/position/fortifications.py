"""B26, B27 Fortifications that everybody can see: entrenchments and Wire."""

import enum

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of
from rules.kernel.entity import Entity
from rules.kernel.secret import Public
from rules.kernel.world import View


class Dug(enum.StrEnum):
    """The kinds of entrenchments."""

    FOXHOLE = "foxhole"
    TRENCH = "trench"


class Entrenchment(Entity, frozen=True, kw_only=True, tag="entrenchment"):
    """The foxholes of a hex, or its trench, and for how many squads of each side there is room
    (B27.1, B27.5). Its id is the hex.
    """

    at: Public[HexId]
    dug: Public[Dug]
    squads: Public[int]


class Wire(Entity, frozen=True, kw_only=True, tag="wire"):
    """Wire all over a hex (B26.1). Its id is `wire` and the hex."""

    at: Public[HexId]


class FortifiedLocation(Entity, frozen=True, kw_only=True, tag="fortified"):
    """A Location of a building that is fortified (B23.9), and the hexsides with a Breach into it
    (B23.9221). Its id is `fortified` and the Location.
    """

    at: Public[LocationId]
    breaches: Public[tuple[int, ...]] = ()


TRENCH_SQUADS = 3


def foxholes(hex_id: HexId, squads: int) -> Entrenchment:
    """The foxholes of a hex, for so many squads."""
    return Entrenchment(id=hex_id, at=hex_id, dug=Dug.FOXHOLE, squads=squads)


def trench(hex_id: HexId) -> Entrenchment:
    """The trench of a hex."""
    return Entrenchment(id=hex_id, at=hex_id, dug=Dug.TRENCH, squads=TRENCH_SQUADS)


def fortified(at: LocationId) -> FortifiedLocation:
    """A fortified Location, without a Breach."""
    return FortifiedLocation(id=_fortified_id(at), at=at)


def fortified_at(view: View, board: Board, at: LocationId) -> FortifiedLocation | None:
    """B23.9: whether a Location is fortified; once it is no building any more it is not."""
    if not board.terrain(hex_of(at)).is_building:
        return None
    return view.find(FortifiedLocation, _fortified_id(at))


def _fortified_id(at: LocationId) -> str:
    return f"fortified {at}"


def wire(hex_id: HexId) -> Wire:
    """The Wire of a hex."""
    return Wire(id=f"wire {hex_id}", at=hex_id)
