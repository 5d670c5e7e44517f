"""How a command looks to those who did not give it: what they would hear at the moment it is made.

The secrecy check pairs the commands of two worlds by this: equal descriptions must lead to equal
bytes unless a Fact is told. A command nobody else hears of has none.
"""

from rules.kernel.audience import Audience, Side
from rules.kernel.ruleset import Command
from rules.kernel.view import wire
from rules.kernel.world import World
from rules.play.commands import (
    AddEntropy,
    AskBreaks,
    EndPhase,
    EraseMines,
    NeverBreak,
    Pass,
    PassPhase,
    PassUnit,
    PlaceUnits,
    RecordMines,
    UnplaceUnits,
)


def describe(world: World, side: Side, command: Command, audience: Audience) -> str | None:
    """What an audience hears of a command; None for nothing."""
    if audience is side.audience:
        return wire(command).decode()
    match command:
        case PlaceUnits() | UnplaceUnits() | RecordMines() | EraseMines() | AskBreaks():
            return None
        case PassUnit() | PassPhase():
            return wire(Pass()).decode()
        case NeverBreak():
            return wire(EndPhase()).decode()
        case AddEntropy():
            return f"entropy {command.line}"
        case _:
            return wire(command).decode()
