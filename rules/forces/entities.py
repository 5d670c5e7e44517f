"""What is on the table: the entities of an ASL game and the words their fields use."""

import enum
from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias

import msgspec

from rules.board.locations import HexId, LocationId
from rules.forces.goer import Goer
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.seal import Leaf, Opening
from rules.kernel.secret import Public, Secret


class Stage(enum.StrEnum):
    """How far a game is."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


class Phase(enum.StrEnum):
    """The eight phases of a Player Turn, in their order (A3)."""

    __hash__ = str.__hash__  # a part of many keys, and that of enumerations is slow

    RPH = "RPh"
    PFPH = "PFPh"
    MPH = "MPh"
    DFPH = "DFPh"
    AFPH = "AFPh"
    RTPH = "RtPh"
    APH = "APh"
    CCPH = "CCPh"


class Manner(enum.StrEnum):
    """In which way a Location is entered."""

    TERRAIN = "terrain"
    ROAD = "road"  # B3.4: at the road rate
    SHELLHOLES = "shellholes"  # B2.4: past them, for 1 MF
    BYPASS_0 = "bypass 0"  # A4.3: along a hexside, or two that meet
    BYPASS_1 = "bypass 1"
    BYPASS_2 = "bypass 2"
    BYPASS_3 = "bypass 3"
    BYPASS_4 = "bypass 4"
    BYPASS_5 = "bypass 5"
    BYPASS_0_1 = "bypass 0-1"
    BYPASS_1_2 = "bypass 1-2"
    BYPASS_2_3 = "bypass 2-3"
    BYPASS_3_4 = "bypass 3-4"
    BYPASS_4_5 = "bypass 4-5"
    BYPASS_5_0 = "bypass 5-0"
    TRENCH = "trench"  # B27.5: through a trench out of the next
    UP_TRENCH = "up-trench"  # B27.6: from lower ground into a trench
    CREST = "crest"  # B20.9: straight into Crest status, over no Depression hexside
    TRAIL = "trail"  # B28.61: along a Trail Break through mines
    WOODS_TRAIL = "woods-trail"  # B13.421: along one through woods, but not past the mines
    CLEARING = "clearing"  # B24.74: to clear mines, by a partial Trail Break
    RUBBLE_TRAIL = "rubble-trail"  # B24.71: along a Trail Break through rubble
    CLEARING_RUBBLE = "clearing-rubble"  # B24.71: to clear rubble

    @property
    def exposed(self) -> bool:
        """A4.132, B2.4: whether the hex gives no cover to who enters it so."""
        return self is Manner.ROAD or self is Manner.SHELLHOLES or bool(self.sides)

    @property
    def sides(self) -> tuple[int, ...]:
        """A4.3: the hexsides of the hex along which it leads, clockwise; none if not in Bypass."""
        way, _, sides = self.value.partition(" ")
        return tuple(map(int, sides.split("-"))) if way == "bypass" else ()

    @property
    def posture(self) -> "Posture | None":
        """How who has come so is in the hex: in Bypass, in its trench (B27.5), or in Crest status
        (B20.9).
        """
        if self in {Manner.TRENCH, Manner.UP_TRENCH}:
            return Posture.BENEATH
        if self is Manner.CREST:
            return Posture.CREST
        return Posture.BYPASS if self.sides else None


class Facing(enum.StrEnum):
    """The middle one of the three hexsides that a unit in Crest status faces (B20.9)."""

    NORTH = "north"
    NORTHEAST = "northeast"
    SOUTHEAST = "southeast"
    SOUTH = "south"
    SOUTHWEST = "southwest"
    NORTHWEST = "northwest"

    @property
    def front(self) -> tuple[int, ...]:
        """The three hexsides, clockwise."""
        middle = tuple(Facing).index(self)
        return ((middle - 1) % 6, middle, (middle + 1) % 6)


class Fired(enum.StrEnum):
    """The fire mark on a unit or a support weapon (A7.1, A8.1): the value is the badge on the
    counter. Who is to take Opportunity Fire is under a Bounding Fire counter (A7.25).
    """

    __hash__ = str.__hash__  # a part of many keys, and that of enumerations is slow

    PREP = "prep"
    BOUNDING = "bounding"
    FIRST = "first"
    FINAL = "final"


class Posture(enum.StrEnum):
    """Where in its Location a unit is, if not simply there: in its foxhole or trench (B27), on top
    of Wire (B26), in Bypass of its obstacle (A4.3), or in Crest status in its Depression (B20.9).
    """

    BENEATH = "beneath"
    ON_WIRE = "on wire"
    BYPASS = "bypass"
    CREST = "at the crest"


class Horse(enum.StrEnum):
    """Whom a Horse counter bears (A13.1): a squad, a HS or crew, or one SMC."""

    SQUAD = "squad"
    HALF = "half squad"
    SMC = "SMC"


class Ec(enum.StrEnum):
    """The Environmental Conditions: how wet the ground is (B25.5)."""

    SNOW = "snow"
    MUD = "mud"
    WET = "wet"
    MOIST = "moist"
    MODERATE = "moderate"
    DRY = "dry"
    VERY_DRY = "very dry"


class Wind(enum.StrEnum):
    """The force of the wind (B25.63)."""

    NONE = "none"
    MILD_BREEZE = "mild breeze"
    HEAVY_WINDS = "heavy winds"


class Clock(Entity, frozen=True, kw_only=True, tag="clock"):
    """Turn and phase, and whose part of the phase it is.

    `active` is the side that acts at rest: both have a part in the RPh and the RtPh. `breaking`
    is set while the RtPh is still at Voluntary Break (A10.41). `self_rally_open` says that the
    ATTACKER has not made a MMC Rally attempt yet this RPh (A18.11), `fighting` is the Location
    whose round of CC is under way, `placed` are those in which hidden units came under a "?" as
    the CCPh began (A11.19). `draw` is the side that offers a draw; once the game is over
    `winner` is None if it was drawn.
    """

    stage: Public[Stage]
    turn: Public[int]
    turns: Public[int]
    first: Public[Side]
    half_turn: Public[bool]
    phase: Public[Phase]
    phasing: Public[Side]
    active: Public[Side]
    breaking: Public[bool] = False
    self_rally_open: Public[bool] = True
    fighting: Public[LocationId | None] = None
    placed: Public[tuple[LocationId, ...]] = ()
    draw: Public[Side | None] = None
    winner: Public[Side | None] = None
    reason: Public[str] = ""


class Goal(enum.StrEnum):
    """What an objective counts: what its side Controls (A26.1), its CVP (A26.21), or its Exit VP
    (A26.2).
    """

    HEX = "hex"
    BUILDING = "building"
    LOCATION = "location"
    CVP = "cvp"
    EXIT = "exit"


class Objective(Entity, frozen=True, kw_only=True, tag="objective"):
    """One of the ways to win of the one side that has any (A26): at least so much of its kind, of
    what it lists by the ids of their Control; of Exit VP that are the hexes to leave the map from,
    any if there are none. With `turn` it is looked at as that Game Turn
    ends and never again, otherwise when the game ends; `at_once` ends the game whenever it is met.
    """

    side: Public[Side]
    counts: Public[Goal]
    at_least: Public[int]
    of: Public[tuple[str, ...]] = ()
    turn: Public[int | None] = None
    at_once: Public[bool] = False


class Conditions(Entity, frozen=True, kw_only=True, tag="conditions"):
    """When the game takes place, apart from the month, which is the board's; how wet it is, and how
    the wind blows: `wind_to` is the hexside to which it does, None if there is none (B25.64).
    With `deep_snow` the snow lies deep (E3.73). `changes` says that a Wind Change DR is made in
    each RPh (B25.65), `gusts_to` where the Gusts of this Player Turn blow to (B25.651).
    """

    year: Public[int]
    ec: Public[Ec]
    wind: Public[Wind]
    wind_to: Public[int | None]
    changes: Public[bool] = False
    gusts_to: Public[int | None] = None
    deep_snow: Public[bool] = False


_NEW_THERE: Final[Mapping[str, Any]] = {
    "posture": None,
    "sides": (),
    "wall_advantage": False,
    "aboard": None,
    "water_line": False,
}
"""What no longer holds of a unit that has come into another Location: where in it it was, its Wall
Advantage (B9.41).
"""


class Unit(Goer, frozen=True, kw_only=True, tag="unit"):
    """A Personnel counter on the board: what of it is not that of whatever goes (`Goer`).

    `counter` is the scenario's id for it, `type` its present values (a squad that is Reduced keeps
    its id and takes its HS's type). `mf_spent` counts half MF this MPh. `assault` says that it
    moves by Assault Movement (A4.61), `manner` is how it has entered its Location, which may give
    it no cover (A4.132, B2.4); `off_road` once it has gone on otherwise than by road in this MPh,
    so that it has no road bonus (B3.4). `used` says that it has had its one RPh, RtPh or APh
    action; with `rallying` or `recombining` a leader may do more of that (A3.1). `repaired` says
    the same of one who has tried to repair a weapon, which may be secret (A9.72). `cc_done` says
    that it has had its round of CC this CCPh (A11.12), or has struck back at an OVR in this MPh
    (A4.152). `fired_at` is where it fired in this phase, `director` the leader that directed it in
    First Fire. `unled` says that it is Green and has no unbroken leader with it (A19.3). It is
    `under` something only in an envelope (`Veiled`), never while it is itself on the board.

    `fired` is the mark of its inherent FP: its weapons have their own. `serving` is a SMC that has
    fired a weapon with its possessor (A9.12). `inherent_lost` says that they have cost it that
    (A7.351). `heroic` is a leader that a hero was made of, `guard` the enemy that holds an unarmed
    unit prisoner (A20.5), `carried_by` the MMC that carries a wounded SMC in this MPh (A17.2).
    `mf_bonus` is what going with a leader and carrying too much change of its MF (A4.12, A4.42),
    `double_time` what Double Time adds (A4.5), both in halves; `was_cx` says that its CX went as it
    began this MPh. `dash_to` is where its Dash is to end (A4.63), and with `min_move` it is pinned
    and CX once it was shot at (A4.134). `sides` are the hexsides along which it is in Bypass, or
    the three that it faces in Crest status, clockwise (B20.9). `tried_smoke` says that it has tried
    to place a grenade in this MPh (A24.1), `used_special` that it has used a FT or DC in this
    Player Turn (A22.1), `used_mol` that it has made a MOL Check (A22.611), `scrounged` that it has
    looked for weapons in this MPh (A20.55), `tried_wire` that it has tried to come off Wire in it
    (B26.46), `acted` that it has fired or moved in an earlier phase of this Player Turn (A14.4).
    `swims` says that it is in the water by swimming, `on_line` that it fords by a fording line
    alone, `swam` that it swam until it came to that (E6.2, E6.6), and `balked` that it failed its
    swimming TC in this MPh (E6.1). `aboard` is the boat whose Passenger it is, `ferried` says that
    it has been one in this phase (E5.21), and `water_line` that its Beached boat was sunk under it:
    it stands at the edge of the water until it leaves (E5.531). `clears` is the Task of the
    Clearance in its Location that it takes part in (B24.7), `horse` the Horse counter that it rides
    as Cavalry (A13.1); `thrown` says that this is lost, and that it is about to Bail Out (A13.51).
    `partial` is the partial Trail Break by which it came there (B24.74), `charge` the DC that it is
    placing, or Setting, or is helping to Set (A23.3, A23.7); `has_set` are those that it has Set,
    or what it was made of has. `below_top` is one set up beneath the top of a stack in the open
    that others have not looked into yet: it is kept as the hidden are (A12.16).
    """

    type: Public[str]
    letter: Public[str]
    broken: Public[bool] = False
    dm: Public[bool] = False
    pinned: Public[bool] = False
    wounded: Public[bool] = False
    melee: Public[bool] = False
    wall_advantage: Public[bool] = False
    unled: Public[bool] = False
    fired: Public[Fired | None] = None
    fired_at: Public[LocationId | None] = None
    director: Public[ShownId | None] = None
    serving: Public[bool] = False
    mf_spent: Public[int] = 0
    assault: Public[bool] = False
    manner: Public[Manner] = Manner.TERRAIN
    off_road: Public[bool] = False
    used: Public[bool] = False
    repaired: Public[bool] = False
    rallying: Public[bool] = False
    recombining: Public[bool] = False
    keeps_dm: Public[bool] = False
    cc_done: Public[bool] = False
    cx: Public[bool] = False
    ti: Public[bool] = False
    berserk: Public[bool] = False
    fanatic: Public[bool] = False
    disrupted: Public[bool] = False
    heroic: Public[bool] = False
    unarmed: Public[bool] = False
    guard: Public[CounterId | None] = None
    inherent_lost: Public[bool] = False
    carried_by: Public[CounterId | None] = None
    mf_bonus: Public[int] = 0
    double_time: Public[int] = 0
    was_cx: Public[bool] = False
    dash_to: Public[LocationId | None] = None
    min_move: Public[bool] = False
    hazardous: Public[bool] = False
    posture: Public[Posture | None] = None
    sides: Public[tuple[int, ...]] = ()
    tried_smoke: Public[bool] = False
    used_special: Public[bool] = False
    scrounged: Public[bool] = False
    used_mol: Public[bool] = False
    tried_wire: Public[bool] = False
    acted: Public[bool] = False
    swims: Public[bool] = False
    swam: Public[bool] = False
    on_line: Public[bool] = False
    balked: Public[bool] = False
    aboard: Public[ShownId | None] = None
    water_line: Public[bool] = False
    ferried: Public[bool] = False
    clears: Public[str | None] = None
    partial: Public[ShownId | None] = None
    charge: Public[ShownId | None] = None
    has_set: Public[tuple[ShownId, ...]] = ()
    below_top: Public[bool] = False
    horse: Public[Horse | None] = None
    thrown: Public[bool] = False

    @property
    def in_boat(self) -> bool:
        """E5.21: whether it is the Passenger of a boat."""
        return self.aboard is not None

    @property
    def mounted(self) -> bool:
        """A13.1: whether it rides."""
        return self.horse is not None

    @property
    def is_halted(self) -> bool:
        return self.broken or self.pinned

    @property
    def new_there(self) -> Mapping[str, Any]:
        return {
            **super().new_there,
            **_NEW_THERE,
            "ferried": self.ferried or self.in_boat,
        }


class Weapon(Entity, frozen=True, kw_only=True, tag="weapon"):
    """A support weapon: carried by `holder`, or lying unpossessed at `at` (A4.43). `under` as of a
    unit.

    `fired` is set once it can fire no more without Sustained Fire (A9.2, A9.3), `fired_at` where it
    fired last in this phase (A9.21). `charge` is the DC that is being placed or Set, and is still
    this weapon until it is. `handled` says that it was Recovered or Transferred in this
    phase (A4.431), `portaged_by` who has portaged it: all MPh long, even if he drops it (A4.42),
    `tried_by` who has failed to Recover it (A4.44). `laid` says that it is a Daisy Chain which lies
    across a road, as everybody knows (B28.531).
    """

    id: Public[ShownId]
    side: Public[Side]
    counter: Public[CounterId]
    type: Public[str]
    letter: Public[str]
    holder: Public[ShownId | None]
    at: Public[LocationId]
    under: Public[ShownId | None] = None
    fired: Public[Fired | None] = None
    fired_at: Public[LocationId | None] = None
    malfunctioned: Public[bool] = False
    dm: Public[bool] = False
    handled: Public[bool] = False
    portaged_by: Public[CounterId | None] = None
    tried_by: Public[tuple[CounterId, ...]] = ()
    charge: Public[ShownId | None] = None
    laid: Public[bool] = False


Sealed: TypeAlias = Unit | Weapon
"""What an envelope may hold."""


class Veiled(Entity, frozen=True, kw_only=True, tag="veiled"):
    """An envelope with a concealed or hidden counter in it, whole (ADR 0016).

    Both have the same id, from the owner's sequence: nobody else is ever shown it. In the open the
    counter is an entity of its own again, under an id that nobody has seen before.
    """

    owner: Public[Side]
    what: Secret[Sealed]


class Cover(Entity, frozen=True, kw_only=True, tag="cover"):
    """A "?" on the board: where a stack is, and what everybody can see it do.

    At least one counter is under it; nothing here may depend on how many there are, or which. The
    marks mean what they mean on a `Unit`. In CC one unit alone is under it, whose `type` has been
    shown (A11.19).
    """

    broken: ClassVar[bool] = False
    pinned: ClassVar[bool] = False
    melee: ClassVar[bool] = False

    id: Public[ShownId]
    side: Public[Side]
    at: Public[LocationId]
    moving: Public[bool] = False
    moved: Public[bool] = False
    assault: Public[bool] = False
    manner: Public[Manner] = Manner.TERRAIN
    entered_from: Public[LocationId | None] = None
    posture: Public[Posture | None] = None
    sides: Public[tuple[int, ...]] = ()
    used: Public[bool] = False
    mf_here: Public[int] = 0
    attacked_by: Public[tuple[ShownId, ...]] = ()
    cc_done: Public[bool] = False
    hazardous: Public[bool] = False
    clears: Public[str | None] = None
    partial: Public[ShownId | None] = None
    charge: Public[ShownId | None] = None
    type: Public[str | None] = None


COVER_MARKS: Final = (
    "moving",
    "moved",
    "assault",
    "manner",
    "entered_from",
    "posture",
    "sides",
    "used",
    "mf_here",
    "attacked_by",
    "cc_done",
    "hazardous",
    "clears",
    "partial",
    "charge",
)
"""The marks that a "?" shares with all that is under it."""


class Placement(Entity, frozen=True, kw_only=True, tag="placement"):
    """Where a counter is set up, before its side's setup is revealed. Its id is the counter's."""

    owner: Public[Side]
    at: Secret[LocationId]
    holder: Secret[str | None]


class Minefield(Entity, frozen=True, kw_only=True, tag="mine_record"):
    """The owner's record of one A-P minefield (B28.1), hidden or Known (B28.45). `marker` is its
    counter once that is on the board, `as_sealed` says that HE has not worn it down (B28.62).
    """

    owner: Public[Side]
    at: Secret[HexId]
    strength: Secret[int]
    marker: Secret[str | None]
    strength_known: Secret[bool]
    known: Public[bool] = False
    as_sealed: Public[bool] = True


class MineMarker(Entity, frozen=True, kw_only=True, tag="minefield"):
    """A minefield that everybody knows of; `strength` once it is revealed (B28.41, B28.48). What a
    hex of a line of Known mines proved not to hold is `dummy` (B28.47). `side` is who set it up as
    a Known Minefield (B28.45), None for mines that were met; until it has attacked it is not
    `proved` to be one.
    """

    at: Public[HexId]
    strength: Public[int | None]
    dummy: Public[bool] = False
    side: Public[Side | None] = None
    proved: Public[bool] = True


class Residual(Entity, frozen=True, kw_only=True, tag="residual"):
    """Residual FP in a Location (A8.2), whose id it has: its strength, and whom it attacked with
    which strength and at which sum of DRM (A8.22).
    """

    at: Public[LocationId]
    fp: Public[int]
    attacked: Public[tuple[tuple[ShownId, int, int], ...]] = ()


class FireLane(Entity, frozen=True, kw_only=True, tag="fire_lane"):
    """A Fire Lane (A9.22): its id is that of its MG, which is at `origin`; its counter is `at` the
    far end. `attacked` says whom it attacked where, at which sum of DRM. One along an Alternate Hex
    Grain takes the hexes across `beside` of those whose centres it passes (A9.221).
    """

    origin: Public[LocationId]
    at: Public[LocationId]
    attacked: Public[tuple[tuple[ShownId, LocationId, int], ...]] = ()
    beside: Public[int | None] = None


class Ring(Entity, frozen=True, kw_only=True, tag="ring"):
    """What a side has fired at last in this phase, and where its LOS came in, as points on the
    outline of the hex (A7.7). Its id is the side.
    """

    side: Public[Side]
    at: Public[LocationId]
    entries: Public[tuple[int, ...]]


class Encirclement(Entity, frozen=True, kw_only=True, tag="encirclement"):
    """A Location whose units of a side are Encircled (A7.7)."""

    at: Public[LocationId]
    side: Public[Side]


class Control(Entity, frozen=True, kw_only=True, tag="control"):
    """Who Controls what the scenario lists (A26.1). Its id is the hex, the Location, or that of the
    building (`a26_control.control_id`). `side` has it by what everybody sees; by the truth it may
    be his enemy's (`RealControl`).
    """

    side: Public[Side]
    of: Public[Goal] = Goal.HEX


class Seal(Entity, frozen=True, kw_only=True, tag="seal"):
    """The public side of a sealed record: its root, and what has been opened since. Its id is the
    side.
    """

    side: Public[Side]
    root: Public[str]
    opened: Public[tuple[Opening, ...]] = ()


class Envelope(Entity, frozen=True, kw_only=True, tag="envelope"):
    """The leaves behind a seal, in their shuffled order. Its id is the side."""

    owner: Public[Side]
    leaves: Secret[tuple[Leaf, ...]]


class SideState(Entity, frozen=True, kw_only=True, tag="side"):
    """What everybody knows of a side: whether its setup is sealed, its ELR (A19.1) and its SAN
    (A14.1), as they are now, whether it gives No Quarter (A20.3), whether its unarmed were
    massacred (A20.4), whether a RPh is left out in which it has nobody to rally (A3.1), or kept if
    somebody under a "?" might Deploy (A12.14), its CVP for what it has eliminated (A26.21), its
    Exit VP, and the VP of captives that it has taken off the map (A26.2); `traps` are the boards
    for which its OB could have bought Booby Traps (B28.9), and `entrenches` says that it grants
    foxholes or trenches, which may be hidden (A12.33), `bars_roads` the same of roadblocks,
    `fortifies` of Fortified Building Locations (B23.9), `hides` that units of it may be hidden
    (A12.3, B30.7), `hideouts` the hexes in which its OB lets it hide them (A12.3), `unseen` that it
    may fire from where nobody sees anything of it, so that it is asked at every expenditure of MF
    (A8.1). Its id is the side.
    """

    side: Public[Side]
    sealed: Public[bool] = False
    elr: Public[int]
    san: Public[int]
    no_quarter: Public[bool] = False
    massacred: Public[bool] = False
    skips_rally: Public[bool] = False
    asks_for_covers: Public[bool] = False
    cvp: Public[int] = 0
    exit_vp: Public[int] = 0
    carried_off: Public[int] = 0
    traps: Public[tuple[str, ...]] = ()
    entrenches: Public[bool] = False
    bars_roads: Public[bool] = False
    fortifies: Public[bool] = False
    hides: Public[bool] = False
    hideouts: Public[tuple[HexId, ...]] = ()
    unseen: Public[bool] = True


class FireOrder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """When a side is asked about First Fire: as soon as one of these holds, and never if none is
    set.

    `fp` is the least FP of an attack that it could make, `chance` the least chance of harm in per
    cent, `near` the distance in hexes to a unit of its own that is not broken; `guards` is a
    Location into which or next to which the movers come, `watches` one from which they are in LOS.
    """

    fp: int = 0
    chance: int = 0
    near: int = 0
    guards: LocationId | None = None
    watches: LocationId | None = None


class StandingOrder(Entity, frozen=True, kw_only=True, tag="order"):
    """What a side passes without being asked: its windows for the whole phase, or for the stack now
    moving, or but for what a `FireOrder` says; Voluntary Break (A10.41); and phases in which
    nothing is left for it to do.
    """

    owner: Public[Side]
    phase: Secret[bool]
    units: Secret[tuple[ShownId, ...]]
    breaks: Secret[bool]
    fire: Secret[FireOrder | None]
    idle: Secret[tuple[Phase, ...]]
