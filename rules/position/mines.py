"""B28 What lies hidden besides A-P minefields, what of it is in view, and what is seen of each.

A-P minefields and the counters of what everybody knows of are with the entities of the game
(`rules/forces/entities.py`).
"""

import enum

from rules.board.locations import HexId, hex_name
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.secret import Public, Secret
from rules.kernel.view import Face
from rules.position.marker import MarkerFace


class MineKind(enum.StrEnum):
    """What may lie in a hex besides hidden A-P mines: hidden A-T mines (B28.5), A-T mines in view
    on a hard surface (B28.53), a Known Minefield (B28.45) or a Dummy one (B28.47).
    """

    AT = "at"
    VISIBLE = "visible"
    KNOWN = "known"
    DUMMY = "dummy"

    @property
    def words(self) -> str:
        """What it is called."""
        return {
            "at": "A-T mines",
            "visible": "A-T mines in view",
            "known": "a Known Minefield",
            "dummy": "a Dummy Minefield",
        }[self.value]


class TrapLevel(enum.StrEnum):
    """B28.9: the levels of Booby Traps: A goes off on an Original 11 and 12, B on 11, C on 12."""

    A = "A"
    B = "B"
    C = "C"

    @property
    def factors(self) -> int:
        """The minefield factors that it costs."""
        return {"A": 30, "B": 20, "C": 10}[self.value]

    def goes_off(self, dr: int) -> bool:
        """Whether it does on that Original DR of a TC."""
        return dr in {"A": (11, 12), "B": (11,), "C": (12,)}[self.value]


class AtMines(Entity, frozen=True, kw_only=True, tag="at_mines"):
    """The owner's record of the A-T mines of a hex (B28.5); `in_view` says that their counter is
    set up on a hard surface (B28.53), `as_sealed` that HE has not worn them down (B28.62).
    """

    owner: Public[Side]
    at: Secret[HexId]
    factors: Secret[int]
    in_view: Public[bool] = False
    as_sealed: Public[bool] = True


class DummyMines(Entity, frozen=True, kw_only=True, tag="dummy_mines"):
    """The owner's record of a Dummy Minefield counter (B28.47), until it is found out; `as_sealed`
    says that no HE can have made it one (B28.45).
    """

    owner: Public[Side]
    at: Secret[HexId]
    as_sealed: Public[bool] = True


class MoreDummies(Entity, frozen=True, kw_only=True, tag="more_dummies"):
    """How many Dummy Minefields a side has besides, by its Secret dr (B28.47). Its id is the
    side.
    """

    owner: Public[Side]
    number: Secret[int]


class MineLine(Entity, frozen=True, kw_only=True, tag="mine_line"):
    """The owner's record of a Known minefield of several hexes, from end to end (B28.46)."""

    owner: Public[Side]
    hexes: Secret[tuple[HexId, ...]]


class BoobyTraps(Entity, frozen=True, kw_only=True, tag="booby_traps"):
    """B28.9: what Booby Traps a side has on one board of the map."""

    owner: Public[Side]
    board: Secret[str]
    level: Secret[TrapLevel]


class MineArrow(Entity, frozen=True, kw_only=True, tag="mine_arrow"):
    """One of the two counters that point at each other along a Known minefield (B28.46)."""

    side: Public[Side]
    at: Public[HexId]
    other: Public[HexId]


class AtMarker(Entity, frozen=True, kw_only=True, tag="at_marker"):
    """A-T mines in view on a hard surface (B28.53); `factors` once they are revealed."""

    side: Public[Side]
    at: Public[HexId]
    factors: Public[int | None] = None


class FoundMines(Entity, frozen=True, kw_only=True, tag="found_mines"):
    """Mines that a Search has found in a hex: of which kind is not known (A12.152)."""

    at: Public[HexId]


class AtRemoval(Entity, frozen=True, kw_only=True, tag="at_removal"):
    """A unit has spent a MF on clearing the A-T mines of a hard surface away (B28.53)."""

    at: Public[HexId]
    by: Public[CounterId]


class TrapsFace(Face, frozen=True, kw_only=True, tag="booby_traps"):
    """The Booby Traps of a side on a board of the map, for that side's eyes alone."""

    side: Side
    board: str
    level: str


class MoreDummiesFace(Face, frozen=True, kw_only=True, tag="more_dummies"):
    """What its Secret dr for more Dummies has brought, for that side's eyes alone."""

    side: Side
    number: int


def at_mines_face(record: AtMines, side: Side | None) -> MarkerFace | None:
    """A-T mines as their owner sees his record."""
    at, factors = record.at.for_(side), record.factors.for_(side)
    if at is None or factors is None:
        return None
    name = f"your record: {factors} A-T mine factors"
    return MarkerFace(
        id=ShownId(record.id),
        at=at,
        name=name,
        letters=f"AT {factors}",
        side=record.owner,
        secret=True,
    )


def dummy_mines_face(record: DummyMines, side: Side | None) -> MarkerFace | None:
    """A Dummy Minefield as its owner sees his record."""
    at = record.at.for_(side)
    if at is None:
        return None
    name = "your record: Dummy Minefield"
    return MarkerFace(
        id=ShownId(record.id), at=at, name=name, letters="Dum", side=record.owner, secret=True
    )


def mine_line_face(record: MineLine, side: Side | None) -> MarkerFace | None:
    """A line as its owner sees his record, at one end of it."""
    hexes = record.hexes.for_(side)
    if hexes is None:
        return None
    name = f"your record: a line of Known mines from {hex_name(hexes[0])} to {hex_name(hexes[-1])}"
    return MarkerFace(id=ShownId(record.id), at=hexes[0], name=name, letters="Line", secret=True)


def booby_traps_face(record: BoobyTraps, side: Side | None) -> TrapsFace | None:
    """What their owner sees of his Booby Traps."""
    board, level = record.board.for_(side), record.level.for_(side)
    if board is None or level is None:
        return None
    return TrapsFace(id=record.id, side=record.owner, board=board, level=level.value)


def more_dummies_face(record: MoreDummies, side: Side | None) -> MoreDummiesFace | None:
    """What its owner sees of it."""
    number = record.number.for_(side)
    return (
        None if number is None else MoreDummiesFace(id=record.id, side=record.owner, number=number)
    )


def arrow_face(arrow: MineArrow) -> MarkerFace:
    """An arrow counter, by where it points to."""
    name = f"Known minefield from {hex_name(arrow.at)} to {hex_name(arrow.other)}"
    return MarkerFace(id=ShownId(arrow.id), at=arrow.at, name=name, letters="Arrow")


def at_marker_face(marker: AtMarker) -> MarkerFace:
    """A-T mines in view."""
    shown = "" if marker.factors is None else f", {marker.factors} factors"
    return MarkerFace(id=ShownId(marker.id), at=marker.at, name=f"A-T mines{shown}", letters="A-T")


def found_mines_face(found: FoundMines) -> MarkerFace:
    """What everybody sees of it."""
    return MarkerFace(id=ShownId(found.id), at=found.at, name="mines, found", letters="MINES")


def at_removal_face(removal: AtRemoval) -> MarkerFace:
    """What everybody sees of it."""
    name = "A-T mines are being cleared away"
    return MarkerFace(id=ShownId(removal.id), at=removal.at, name=name, letters="CLR")
