"""B30.3 What a pillbox shelters those in it from: its TEM, by the side that it is fired at from."""

from rules.board.locations import LocationId, hex_of
from rules.kernel.view import Modifier
from rules.position.fortifications import in_covered_arc, pillbox_at
from rules.position.position import Position

CA, NCA = "pillbox, CA", "pillbox, NCA"


def faces(position: Position, at: LocationId, origin: LocationId) -> bool:
    """B30.3: whether a Location is in the CA of the pillbox that another is the inside of."""
    pillbox = pillbox_at(position.view, at)
    return pillbox is not None and in_covered_arc(position.board, pillbox, origin)


def pillbox_tem(position: Position, at: LocationId, origin: LocationId | None) -> Modifier | None:
    """B30.3: the TEM inside a pillbox against Direct Fire from a Location, the CA's or the NCA's;
    without one, against what comes from no direction. None elsewhere.
    """
    pillbox = pillbox_at(position.view, at)
    if pillbox is None:
        return None
    if origin is not None and in_covered_arc(position.board, pillbox, origin):
        return Modifier("B30.3", CA, pillbox.ca)
    return Modifier("B30.3", NCA, pillbox.nca)


def charge_tem(position: Position, at: LocationId, origin: LocationId) -> Modifier | None:
    """B30.34: the TEM inside a pillbox against a DC by where it comes from: that of the CA from its
    own hex too.
    """
    pillbox = pillbox_at(position.view, at)
    if pillbox is not None and hex_of(origin) == pillbox.at:
        return Modifier("B30.3", CA, pillbox.ca)
    return pillbox_tem(position, at, origin)
