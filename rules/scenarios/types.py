"""What a scenario card says, typed: forces, areas, length, special rules and victory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rules.board.locations import HexId, LocationId, hex_of
from rules.forces.counter_kinds import UNIT, CounterKind
from rules.forces.entities import Ec, Goal, Wind
from rules.forces.halves import half_ids, squad_of
from rules.forces.lookup import unit_type
from rules.position.water import Current, Depth

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.kernel.audience import Side
    from rules.mapmaking.maps import MapPlan
    from rules.position.boats import BoatType

Role = Literal["attacks", "defends"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One counter of the OB.

    `id` is its type and running small letters (`ger-467-a`); `type` is the id of a type of its
    `kind`. `letter` tells like counters apart on the table: `A`, `B` … for MMC and SW, the name of
    a leader (`Lt. Brandt`).
    """

    id: str
    type: str
    kind: CounterKind
    letter: str


def halves_of(squad: Piece) -> tuple[Piece, Piece]:
    """A2.9: a squad as two HS. Raises KeyError if it has none."""
    half = unit_type(squad.type).half
    if half is None:
        raise KeyError(squad.id)
    first, second = (
        Piece(one, half, UNIT, f"{squad.letter}{mark}")
        for one, mark in zip(half_ids(squad.id), "ab", strict=True)
    )
    return first, second


@dataclass(frozen=True, slots=True)
class Fortifications:
    """The Fortifications of a group, which it sets up hidden (A12.33): how many of each kind,
    for how many squads there are foxholes (B27.12), and what is printed on its pillboxes (B30.1):
    `1+3+5` has room for one squad, and TEM 3 within its CA, 5 without. `charges` are DC that
    are Set before play (A23.7), `buildings` Fortified Building Locations (B23.9).
    """

    wire: int = 0
    foxholes: int = 0
    trenches: int = 0
    roadblocks: int = 0
    charges: int = 0
    buildings: int = 0
    pillboxes: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """What players read of them."""
        counted = {"Wire": self.wire, "trench": self.trenches, "roadblock": self.roadblocks}
        counted |= {"Set DC": self.charges, "Fortified Building Location": self.buildings}
        counted |= {f"{one} pillbox": self.pillboxes.count(one) for one in sorted(self.pillboxes)}
        room = f"foxholes for {self.foxholes} squads"
        listed = [f"{number} × {what}" for what, number in counted.items() if number]
        return (*listed, *([room] if self.foxholes else []))


NO_FORTIFICATIONS = Fortifications()


@dataclass(frozen=True, slots=True)
class Group:
    """Counters that are set up together, and where.

    `area_text` is the area as the file writes it, for players to read, `area` its hexes in board
    order. `mines` are the A-P factors of the OB (B28.1) that may be recorded in this area,
    `known_mines` those for Known Minefields (B28.45), `dummy_mines` the Dummy Minefield counters
    that it allots (B28.47), `concealment` its "?" (A12.12), `hidden`
    how many of its units may be set up hidden (A12.3), `fortifications` what it sets up hidden of
    them (A12.33). With a `turn` they enter on that Game
    Turn, and the area is where on the edge of the map (A2.5).
    """

    name: str
    area_text: str
    area: tuple[HexId, ...]
    pieces: tuple[Piece, ...]
    mines: int
    turn: int | None = None
    known_mines: int = 0
    dummy_mines: int = 0
    concealment: int = 0
    hidden: int = 0
    fortifications: Fortifications = NO_FORTIFICATIONS


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side of the card. `nations` are the ids of its counters' nations, the main one first,
    `name` is what players call the side; `elr` is its ELR (A19.1), `san` its SAN (A14.1), 0 for no
    Sniper.
    """

    side: Side
    nations: tuple[str, ...]
    name: str
    role: Role
    elr: int
    san: int
    groups: tuple[Group, ...]

    @property
    def nation(self) -> str:
        """Its main nation."""
        return self.nations[0]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The whole OB, group by group."""
        return tuple(piece for group in self.groups for piece in group.pieces)

    @property
    def at_start(self) -> tuple[Group, ...]:
        """The groups that are set up before play."""
        return tuple(group for group in self.groups if group.turn is None)

    @property
    def set_up(self) -> tuple[Piece, ...]:
        """The counters that are set up before play."""
        return tuple(piece for group in self.at_start for piece in group.pieces)

    def piece(self, piece_id: str) -> Piece:
        """The counter of that id, or a HS of it (A2.9). Raises KeyError."""
        for piece in self.pieces:
            if piece.id == piece_id:
                return piece
        squad = squad_of(piece_id)
        if squad is None:
            raise KeyError(piece_id)
        return next(half for half in halves_of(self.piece(squad)) if half.id == piece_id)

    @property
    def concealment(self) -> int:
        """The "?" of the whole OB (A12.12)."""
        return sum(group.concealment for group in self.at_start)

    @property
    def may_conceal(self) -> bool:
        """Whether counters of it may be set up under a "?" (A12.12) or hidden (A12.3, B30.7)."""
        groups = self.at_start
        return any(one.concealment or one.hidden or one.fortifications.pillboxes for one in groups)

    @property
    def mines(self) -> int:
        """The A-P mine factors of the whole OB."""
        return sum(group.mines for group in self.groups)

    @property
    def known_mines(self) -> int:
        """The Known Minefield factors of the whole OB (B28.45)."""
        return sum(group.known_mines for group in self.groups)

    @property
    def dummy_mines(self) -> int:
        """The Dummy Minefield counters that the OB allots (B28.47)."""
        return sum(group.dummy_mines for group in self.groups)


@dataclass(frozen=True, slots=True)
class SpecialRule:
    """A special rule; `text` is what players read. Each kind is a class of its own, and a line in
    `special.KINDS`.
    """

    text: str


@dataclass(frozen=True, slots=True)
class FordingLineAlong(SpecialRule):
    """A special rule: a side has strung a fording line along that hexrow (E6.6)."""

    side: Side
    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class BoatsAt(SpecialRule):
    """A special rule: a side has boats of a type, each at a hex and a bank: Beached in that water
    (E5.23), or, without a bank, ashore in that hex of land (E5.2). `first` is the number of the
    first of them.
    """

    side: Side
    type: BoatType
    at: tuple[tuple[HexId, HexId | None], ...]
    first: int = 1


@dataclass(frozen=True, slots=True)
class UntrainedCrews(SpecialRule):
    """A special rule: the crews of a side's boats are untrained (E5.34)."""

    side: Side


@dataclass(frozen=True, slots=True)
class AreCavalry(SpecialRule):
    """A special rule: a side's units of these types, and the HS of such squads, begin the game
    mounted (A13.1).
    """

    side: Side
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rafting(SpecialRule):
    """A special rule: units of a side raft (E6.41): those of some types in any case, or without
    them all whose coloured die is below their ELR.
    """

    side: Side
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NoMinesIn(SpecialRule):
    """A special rule: nobody may record mines in these hexes."""

    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class NoConcealment(SpecialRule):
    """A special rule: nobody gains a "?" (A12.12)."""


@dataclass(frozen=True, slots=True)
class InspectionByLos(SpecialRule):
    """A special rule: nobody looks into a stack in the open without a LOS to it (A12.16)."""


@dataclass(frozen=True, slots=True)
class Sappers(SpecialRule):
    """A special rule: the squads of these types, and their HS, are Sappers (B28.8)."""

    side: Side
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DaisyChains(SpecialRule):
    """A special rule: the OB of a side has Daisy Chains of so many A-T mines together (B28.531)."""

    side: Side
    factors: int


@dataclass(frozen=True, slots=True)
class StrengthByEffect(SpecialRule):
    """A special rule: whatever mines do to a unit reveals their strength (B28.41)."""


@dataclass(frozen=True, slots=True)
class TrapsAllowed(SpecialRule):
    """A special rule: a side may buy Booby Traps whatever it needs to win (B28.9)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Foxholes(SpecialRule):
    """A special rule: foxholes for so many squads lie in each of these hexes."""

    hexes: tuple[HexId, ...]
    squads: int


@dataclass(frozen=True, slots=True)
class Trenches(SpecialRule):
    """A special rule: these hexes have trenches."""

    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class WireIn(SpecialRule):
    """A special rule: there is Wire in these hexes."""

    hexes: tuple[HexId, ...]


@dataclass(frozen=True, slots=True)
class RoadblockAt(SpecialRule):
    """A special rule: there is a roadblock on that hexside of these hexes."""

    hexes: tuple[HexId, ...]
    side: int


@dataclass(frozen=True, slots=True)
class Pillboxes(SpecialRule):
    """A special rule: a side has pillboxes in these hexes, with room for so many squads, these TEM
    within their CA and without, and their CA around that vertex (B30.1).
    """

    hexes: tuple[HexId, ...]
    squads: int
    tem: tuple[int, int]
    facing: int
    side: Side


@dataclass(frozen=True, slots=True)
class Molotovs(SpecialRule):
    """A special rule: a side has MOL (A22.6)."""

    side: Side


@dataclass(frozen=True, slots=True)
class FortifiedBuildings(SpecialRule):
    """A special rule: these Locations of buildings are fortified."""

    locations: tuple[LocationId, ...]


@dataclass(frozen=True, slots=True)
class AreAlpine(SpecialRule):
    """A special rule: the hills are Alpine (B10.211)."""


@dataclass(frozen=True, slots=True)
class Mud(SpecialRule):
    """A special rule: entering Open Ground off the roads costs so many MF more."""

    mf: int


@dataclass(frozen=True, slots=True)
class BuildingTem(SpecialRule):
    """A special rule: buildings have these TEM instead of those of B23.3."""

    wooden: int
    stone: int


@dataclass(frozen=True, slots=True)
class AmmunitionShortage(SpecialRule):
    """A special rule: this side is short of ammunition (A19.131)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Note(SpecialRule):
    """A special rule in words alone: it changes nothing that the server enforces."""


@dataclass(frozen=True, slots=True)
class Condition:
    """At least so much of a kind, of these hexes, buildings (by their first hex) or Locations; as
    that Game Turn ends, `at_once`, or else when the game ends.
    """

    kind: Goal
    at_least: int
    of: tuple[str, ...] = ()
    turn: int | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Victory:
    """`side` wins if any of the conditions is met when it counts (A26.1); otherwise the other side
    does (A26.3).
    """

    side: Side
    conditions: tuple[Condition, ...]
    text: str

    @property
    def hexes(self) -> tuple[HexId, ...]:
        """The hexes that the conditions are about."""
        places = [place for one in self.conditions for place in one.of]
        hexes = (hex_of(LocationId(place)) if "/" in place else HexId(place) for place in places)
        return tuple(dict.fromkeys(hexes))


@dataclass(frozen=True, slots=True)
class Weather:
    """The Environmental Conditions (B25.5), the wind with the hexside it blows to (B25.63), whether
    it may change (B25.65), and whether snow lies deep (E3.73).
    """

    ec: Ec = Ec.MODERATE
    wind: Wind = Wind.NONE
    wind_to: int | None = None
    changes: bool = False
    deep_snow: bool = False


FAIR = Weather()
"""That of a card that says nothing of it."""


@dataclass(frozen=True, slots=True)
class Water:
    """The water of a scenario (B21.12): its Current, with the hexsides that it goes to by hex, how
    deep it is, and whether it is frigid.
    """

    current: Current | None = None
    depth: Depth = Depth.DEEP
    frigid: bool = False
    flows: tuple[tuple[HexId, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Measured:
    """How so many games between two simulated players came out: the wins of each side, the others
    were drawn.
    """

    games: int
    wins: Mapping[Side, int]


@dataclass(frozen=True, slots=True)
class Designer:
    """What the designer of a card says of it, for players to read; "" and None where nothing is."""

    length: str = ""
    note: str = ""
    measured: Measured | None = None


SILENT = Designer()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario card.

    `water` is None where the card says nothing of it.
    `board` is a board's id, or those of a map with `+` between; `plan` says how the boards lie and
    what of them is changed, None for a board as it is. `month` is 1-12. `weather` is that of the
    start. `turns` counts Game Turns;
    with `half_turn` only the side `first` has a Player Turn in the last of them (A3.9). `setup` are
    the sides in the order in which they set up. With `every_window` the DEFENDER is asked at every
    expenditure of MF, though everybody can see that nobody could fire. With `by_los` those who made
    the game have chosen that stacks are looked into by LOS alone (`options`).
    """

    id: str
    title: str
    date: str
    place: str
    intro: str
    board: str
    month: int
    year: int
    turns: int
    half_turn: bool
    first: Side
    setup: tuple[Side, ...]
    sides: Mapping[Side, SideCard]
    ssr: tuple[SpecialRule, ...]
    victory: Victory
    balance: Mapping[Side, str]
    balanced: Side | None = None
    by_los: bool = False
    plan: MapPlan | None = None
    weather: Weather = FAIR
    designer: Designer = SILENT
    water: Water | None = None
    every_window: bool = False

    @property
    def no_mines(self) -> frozenset[HexId]:
        """The hexes where special rules forbid mines."""
        rules = (rule for rule in self.ssr if isinstance(rule, NoMinesIn))
        return frozenset(hex_id for rule in rules for hex_id in rule.hexes)
