"""A2.5 Counters of the OB that wait off the map until they enter it.

None of them is a `Unit`: nobody fires at them or is seen by them (A2.51). Those of a group with "?"
are in envelopes, and everybody sees the stacks that they make off the map (A12.12).
"""

from rules.board.locations import HexId
from rules.forces.counter_kinds import CounterKind, kind_of_type
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public, Secret
from rules.kernel.view import Face

MARKS = 2
"""How many "?" a Dummy takes: one on top, one beneath it."""


class Reserve(Entity, frozen=True, kw_only=True, tag="reserve"):
    """A counter that is due on that Game Turn, at those hexes of the map's edge.

    `beside` is the hex before which it has been set up off the map, `back` how many hexes off the
    map there are between it and the one that touches that hex; None until its side sets it up. A
    support weapon has the `holder` that carries it then. Who is `used` has Deployed, or tried to
    (A2.52); who has declared `double_time` has two MF more and enters CX (A4.5); who was
    `kept_out` as he advanced has had his APh (B23.922). Who waits under a "?" is in the `stack`
    that is seen of him.
    """

    id: Public[ShownId]
    side: Public[Side]
    counter: Public[CounterId]
    type: Public[str]
    letter: Public[str]
    turn: Public[int]
    hexes: Public[tuple[HexId, ...]]
    beside: Public[HexId | None] = None
    back: Public[int] = 0
    holder: Public[ShownId | None] = None
    used: Public[bool] = False
    kept_out: Public[bool] = False
    stack: Public[ShownId | None] = None
    double_time: Public[bool] = False

    @property
    def counter_kind(self) -> CounterKind:
        """Of which kind it is."""
        return kind_of_type(self.type)


def dummy_ids(side: Side, concealment: int, after: int = 0) -> tuple[str, ...]:
    """A12.11: what the Dummies are called that so many "?" of a group make, two of them each; of a
    side that has `after` others already.
    """
    numbers = range(after + 1, after + concealment // MARKS + 1)
    return tuple(f"dummy-{side.value}-{number}" for number in numbers)


class SealedReserve(Entity, frozen=True, kw_only=True, tag="sealed_reserve"):
    """An envelope with somebody who waits off the map under a "?" (A12.12); both have the same id,
    of which nobody else is told.
    """

    owner: Public[Side]
    what: Secret[Reserve]


class StackOffMap(Entity, frozen=True, kw_only=True, tag="stack_off_map"):
    """A "?" off the map: what everybody sees of those who wait in one place, or are still to be set
    up. Its fields mean what they mean on a `Reserve`; there is at least one in it.
    """

    side: Public[Side]
    turn: Public[int]
    hexes: Public[tuple[HexId, ...]]
    beside: Public[HexId | None] = None
    back: Public[int] = 0


class StackOffMapFace(Face, frozen=True, kw_only=True, tag="stack_off_map"):
    """What everybody sees of it, in the colours of its side's main nation: `before` is the hex that
    it has been set up before.
    """

    side: Side
    nation: str
    turn: int
    before: HexId | None
    back: int


def stack_off_map_face(stack: StackOffMap, nation: str) -> StackOffMapFace:
    """A "?" off the map, for everybody."""
    return StackOffMapFace(
        id=stack.id,
        side=stack.side,
        nation=nation,
        turn=stack.turn,
        before=stack.beside,
        back=stack.back,
    )
