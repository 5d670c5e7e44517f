"""A2.5 Counters of the OB that wait off the map until they enter it.

None of them is a `Unit`: nobody sees them, fires at them or is seen by them (A2.51).
"""

from rules.board.locations import HexId
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public


class Reserve(Entity, frozen=True, kw_only=True, tag="reserve"):
    """A counter that is due on that Game Turn, at those hexes of the map's edge.

    `beside` is the hex before which it has been set up off the map, `back` how many hexes off the
    map there are between it and the one that touches that hex; None until its side sets it up. A
    support weapon has the `holder` that carries it then. Who is `used` has Deployed, or tried to
    (A2.52); who has declared `double_time` has two MF more and enters CX (A4.5).
    """

    id: Public[ShownId]
    side: Public[Side]
    counter: Public[CounterId]
    type: Public[str]
    letter: Public[str]
    is_weapon: Public[bool] = False
    turn: Public[int]
    hexes: Public[tuple[HexId, ...]]
    beside: Public[HexId | None] = None
    back: Public[int] = 0
    holder: Public[ShownId | None] = None
    used: Public[bool] = False
    double_time: Public[bool] = False
