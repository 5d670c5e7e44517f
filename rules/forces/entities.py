"""What is on the table besides the counters: the clock, the sides, what lies on the map."""

import enum

import msgspec

from rules.board.locations import HexId, LocationId
from rules.forces.phases import Phase, Stage
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from rules.kernel.seal import Leaf, Opening
from rules.kernel.secret import Public, Secret


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
