"""What players can tell the server to do, as sent by the browser (docs/wire.md §5)."""

from rules.board.locations import HexId, LocationId
from rules.kernel.ruleset import Command


class PlaceUnits(Command, frozen=True, kw_only=True, tag="place"):
    """Set counters up in a Location; a support weapon goes to the first unit there that can carry
    it.
    """

    pieces: tuple[str, ...]
    to: LocationId


class UnplaceUnits(Command, frozen=True, kw_only=True, tag="unplace"):
    """Take counters back into the tray."""

    pieces: tuple[str, ...]


class RecordMines(Command, frozen=True, kw_only=True, tag="record_mines"):
    """Record an A-P minefield of that strength in a hex, or change the one recorded there."""

    hex: HexId
    strength: int


class EraseMines(Command, frozen=True, kw_only=True, tag="erase_mines"):
    """Take a recorded minefield back."""

    hex: HexId


class SealSetup(Command, frozen=True, kw_only=True, tag="seal_setup"):
    """Declare one's setup done: it is sealed and cannot be changed."""


class AddEntropy(Command, frozen=True, kw_only=True, tag="entropy"):
    """Add a line of one's own to the dice, before the first roll."""

    line: str


class Rally(Command, frozen=True, kw_only=True, tag="rally"):
    """Try to rally a broken unit, by a leader or by itself."""

    unit: str
    leader: str | None = None


class KeepDm(Command, frozen=True, kw_only=True, tag="keep_dm"):
    """Keep the DM counter on a unit at the end of this RPh (A10.62)."""

    unit: str


class EndPhase(Command, frozen=True, kw_only=True, tag="end_phase"):
    """Be done with one's part of the phase."""


class Fire(Command, frozen=True, kw_only=True, tag="fire"):
    """Attack a Location with units of one Location, which use their support weapons too."""

    units: tuple[str, ...]
    at: LocationId
    director: str | None = None


class Move(Command, frozen=True, kw_only=True, tag="move"):
    """Move units of one Location into an adjacent one. `assault` is declared at the first hex and
    holds for the move; `road` chooses the cheaper way without cover: by road, or past shellholes.
    """

    units: tuple[str, ...]
    to: LocationId
    assault: bool = False
    road: bool = False


class EndMove(Command, frozen=True, kw_only=True, tag="end_move"):
    """Stop the units that are moving."""


class Pass(Command, frozen=True, kw_only=True, tag="pass"):
    """Do not fire at this expenditure."""


class PassUnit(Command, frozen=True, kw_only=True, tag="pass_unit"):
    """Do not fire at the units now moving any more."""


class PassPhase(Command, frozen=True, kw_only=True, tag="pass_phase"):
    """Do not fire any more in this MPh."""


class BreakVoluntarily(Command, frozen=True, kw_only=True, tag="break_voluntarily"):
    """Voluntary Break at the start of the RtPh (A10.41)."""

    unit: str


class NeverBreak(Command, frozen=True, kw_only=True, tag="never_break"):
    """Go on without Voluntary Break, now and whenever it could be asked about."""


class AskBreaks(Command, frozen=True, kw_only=True, tag="ask_breaks"):
    """Be asked about Voluntary Break again."""


class Rout(Command, frozen=True, kw_only=True, tag="rout"):
    """Rout a unit into an adjacent Location: its first step or a further one."""

    units: tuple[str, ...]
    to: LocationId
    low_crawl: bool = False
    with_leader: bool = False


class EndRout(Command, frozen=True, kw_only=True, tag="end_rout"):
    """Stop the unit that is routing."""


class Advance(Command, frozen=True, kw_only=True, tag="advance"):
    """Advance units of one Location into an adjacent one."""

    units: tuple[str, ...]
    to: LocationId


class CcAttack(Command, frozen=True, kw_only=True, tag="cc_attack"):
    """Declare a CC attack of some units against some, directed by a leader who attacks
    with them.
    """

    units: tuple[str, ...]
    targets: tuple[str, ...]
    leader: str | None = None


class CcPass(Command, frozen=True, kw_only=True, tag="cc_pass"):
    """Declare no further CC attack in this Location."""


class Withdraw(Command, frozen=True, kw_only=True, tag="withdraw"):
    """Withdraw units from Melee, or from an Ambush, into an adjacent Location."""

    units: tuple[str, ...]
    to: LocationId


class Choose(Command, frozen=True, kw_only=True, tag="choose"):
    """Choose one of several options that the rules leave to a side."""

    option: str


class Resign(Command, frozen=True, kw_only=True, tag="resign"):
    """Give the game up."""


COMMANDS: tuple[type[Command], ...] = (
    PlaceUnits,
    UnplaceUnits,
    RecordMines,
    EraseMines,
    SealSetup,
    AddEntropy,
    Rally,
    KeepDm,
    EndPhase,
    Fire,
    Move,
    EndMove,
    Pass,
    PassUnit,
    PassPhase,
    BreakVoluntarily,
    NeverBreak,
    AskBreaks,
    Rout,
    EndRout,
    Advance,
    CcAttack,
    CcPass,
    Withdraw,
    Choose,
    Resign,
)
