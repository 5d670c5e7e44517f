"""The face of a counter that is neither a unit nor a weapon: a Sniper, a SMOKE counter, a wreck."""

from rules.board.locations import HexId, LocationId
from rules.kernel.audience import Side
from rules.kernel.view import Face


class MarkerFace(Face, frozen=True, kw_only=True, tag="marker"):
    """A counter by what stands on it: `letters`, at most five, and its whole `name` for readers.

    `picture` names a drawing of the page's own behind them. `status` are words for what is so of it
    now; `side` is whose it is, None for nobody's, and `nation` gives it its colours. Of a `secret`
    one nobody sees anything but its owner. `along` are the hexes from end to end of what lies over
    several, as a rope does.
    """

    at: HexId | LocationId
    name: str
    letters: str
    side: Side | None = None
    nation: str = ""
    status: tuple[str, ...] = ()
    picture: str = ""
    secret: bool = False
    along: tuple[HexId, ...] = ()
