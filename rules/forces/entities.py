"""What is on the table: the entities of an ASL game and the words their fields use."""

import enum

from rules.board.locations import HexId, LocationId
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.seal import Leaf, Opening
from rules.kernel.secret import Public, Secret


class Stage(enum.StrEnum):
    """How far a game is."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"


class Phase(enum.StrEnum):
    """The eight phases of a Player Turn, in their order (A3)."""

    RPH = "RPh"
    PFPH = "PFPh"
    MPH = "MPh"
    DFPH = "DFPh"
    AFPH = "AFPh"
    RTPH = "RtPh"
    APH = "APh"
    CCPH = "CCPh"


class Fired(enum.StrEnum):
    """The fire mark on a unit (A7.1, A8.1): the value is the badge on the counter."""

    PREP = "prep"
    FIRST = "first"
    FINAL = "final"


class Clock(Entity, frozen=True, kw_only=True, tag="clock"):
    """Turn and phase, and whose part of the phase it is.

    `active` is the side that acts at rest: both have a part in the RPh and the RtPh. `breaking`
    is set while the RtPh is still at Voluntary Break (A10.41). `self_rally_open` says that the
    ATTACKER has not made a MMC Rally attempt yet this RPh (A18.11).
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
    winner: Public[Side | None] = None
    reason: Public[str] = ""


class Mission(Entity, frozen=True, kw_only=True, tag="mission"):
    """What wins: `side` must Control at least so many of the listed hexes when the game
    ends (A26).
    """

    side: Public[Side]
    at_least: Public[int]


class Unit(Entity, frozen=True, kw_only=True, tag="unit"):
    """A Personnel counter on the board.

    `counter` is the scenario's id for it, `type` its present values (a squad that is Reduced
    keeps its id and takes its HS's type). `mf_spent` counts half MF this MPh. `moving` is set
    from its first MF to the end of its own MPh, `assault` if that is Assault Movement (A4.61),
    `on_road` while it pays the road rate through other terrain (A4.132) or passes shellholes
    without their cover (B2.4); `off_road` once it has gone on otherwise than by road in this MPh,
    so that it has no road bonus (B3.4). `entered_from` is the Location that it left last in this
    phase (B10.31). `used` says that it has had its one RPh, RtPh or APh action, `moved` that its
    MPh is over, `cc_done` that it has had its round of CC this CCPh (A11.12). `fired_at` is where
    it fired in this phase, `director` the leader that directed it in First Fire.
    """

    side: Public[Side]
    counter: Public[str]
    type: Public[str]
    letter: Public[str]
    at: Public[LocationId]
    broken: Public[bool] = False
    dm: Public[bool] = False
    pinned: Public[bool] = False
    wounded: Public[bool] = False
    melee: Public[bool] = False
    wall_advantage: Public[bool] = False
    fired: Public[Fired | None] = None
    fired_at: Public[LocationId | None] = None
    director: Public[str | None] = None
    mf_spent: Public[int] = 0
    moving: Public[bool] = False
    moved: Public[bool] = False
    assault: Public[bool] = False
    on_road: Public[bool] = False
    entered_from: Public[LocationId | None] = None
    off_road: Public[bool] = False
    used: Public[bool] = False
    keeps_dm: Public[bool] = False
    cc_done: Public[bool] = False


class Weapon(Entity, frozen=True, kw_only=True, tag="weapon"):
    """A support weapon: carried by `holder`, or lying unpossessed at `at` (A4.43)."""

    side: Public[Side]
    counter: Public[str]
    type: Public[str]
    letter: Public[str]
    holder: Public[str | None]
    at: Public[LocationId]


class Placement(Entity, frozen=True, kw_only=True, tag="placement"):
    """Where a counter is set up, before its side's setup is revealed. Its id is the counter's."""

    owner: Public[Side]
    at: Secret[LocationId]
    holder: Secret[str | None]


class Minefield(Entity, frozen=True, kw_only=True, tag="mine_record"):
    """The owner's record of one A-P minefield (B28.1). `marker` is its counter once that is on
    the board.
    """

    owner: Public[Side]
    at: Secret[HexId]
    strength: Secret[int]
    marker: Secret[str | None]
    strength_known: Secret[bool]


class MineMarker(Entity, frozen=True, kw_only=True, tag="minefield"):
    """A minefield that everybody knows of; `strength` once it is revealed (B28.41, B28.48)."""

    at: Public[HexId]
    strength: Public[int | None]


class Control(Entity, frozen=True, kw_only=True, tag="control"):
    """Who Controls a hex that the scenario lists (A26.1). Its id is the hex."""

    side: Public[Side]


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
    """What a side has done in public before play. Its id is the side."""

    side: Public[Side]
    sealed: Public[bool] = False
    entropy: Public[str] = ""


class StandingOrder(Entity, frozen=True, kw_only=True, tag="order"):
    """What a side passes without being asked: its windows for the whole phase, or for the stack now
    moving; and Voluntary Break (A10.41).
    """

    owner: Public[Side]
    phase: Secret[bool]
    units: Secret[tuple[str, ...]]
    breaks: Secret[bool]


KINDS: tuple[type[Entity], ...] = (
    Clock,
    Mission,
    Unit,
    Weapon,
    Placement,
    Minefield,
    MineMarker,
    Control,
    Seal,
    Envelope,
    SideState,
    StandingOrder,
)
