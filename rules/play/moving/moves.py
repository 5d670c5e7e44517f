"""The way of entry that a player means by a move (A4.1, A4.3, A4.15), and what else MF go for."""

from typing import Final, TypeAlias

from rules.chapters.ground.b_entry import Entry
from rules.chapters.movement.a04_movement import affordable, bypass_entries, entries, missing_way
from rules.chapters.movement.a04_overrun import overrun_way
from rules.chapters.terms.a04_bypass import spoken
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.play.errands import ERRANDS
from rules.play.moving.errand import AnyErrand, ErrandCommand
from rules.play.moving.move_commands import Move, Overrun
from rules.position.knowledge import Knowledge

CHEAPER_WAYS: Final = {
    Manner.ROAD: ("Stay on the road", "B3.4"),
    Manner.SHELLHOLES: ("Past the shellholes, without their cover", "B2.4"),
    Manner.CREST: ("Into Crest status", "B20.9"),
    Manner.UP_TRENCH: ("Into the trench above", "B27.6"),
    Manner.TRAIL: ("Along the trail break, past the mines", "B28.61"),
    Manner.WOODS_TRAIL: ("Through the woods by the trail break, into the mines", "B13.421"),
    Manner.CLEARING: ("To clear the mines, for all MF", "B24.74"),
    Manner.RUBBLE_TRAIL: ("Along the trail break through the rubble", "B24.71"),
    Manner.CLEARING_RUBBLE: ("To clear the rubble, for all MF", "B24.71"),
    **{way: (f"Bypass along the {spoken(way.sides)}", "A4.3") for way in Manner if way.sides},
}
"""The ways that are cheaper, past the cover or the bottom of the hex: what is said of each, and its
rule.
"""


NO_SUCH_WAY: Final = {
    Manner.ROAD: ("B3.4", "No road leads there."),
    Manner.SHELLHOLES: ("B2.4", "There are no shellholes to pass there."),
    Manner.CREST: ("B20.9", "No way leads straight into Crest status there."),
    Manner.UP_TRENCH: ("B27.6", "No way leads from lower ground into a trench of theirs there."),
    Manner.TRAIL: ("B28.61", "No trail break leads through mines there."),
    Manner.WOODS_TRAIL: ("B13.421", "No trail break leads through woods there."),
    Manner.CLEARING: ("B24.74", "These units cannot set out to clear Known mines there."),
    Manner.RUBBLE_TRAIL: ("B24.71", "No trail break leads through rubble there."),
    Manner.CLEARING_RUBBLE: ("B24.71", "These units cannot set out to clear rubble there."),
    **{
        way: ("A4.3", f"No Bypass leads along its {spoken(way.sides)} from there.")
        for way in Manner
        if way.sides
    },
}


APART: Final = frozenset(
    {
        Manner.CREST,
        Manner.UP_TRENCH,
        Manner.TRAIL,
        Manner.WOODS_TRAIL,
        Manner.CLEARING,
        Manner.RUBBLE_TRAIL,
        Manner.CLEARING_RUBBLE,
    }
)
"""The ways that only those go who say so."""


Spending: TypeAlias = Move | ErrandCommand
"""What MF are spent on."""


def spenders(step: Spending) -> tuple[ShownId, ...]:
    """The units that spend MF on that."""
    return step.units if isinstance(step, Move) else errand_of(step).spenders(step)


def errand_of(command: ErrandCommand) -> AnyErrand:
    """What that command is about."""
    return next(errand for errand in ERRANDS if errand.command is type(command))


def refused_entry(position: Knowledge, units: tuple[Unit, ...], command: Move) -> Entry:
    """The way of entry that a command means. Raises Refused if there is no such way."""
    entry = chosen_entry(position, units, command)
    if entry is None and entries(position, units, command.to):
        rule, why = NO_SUCH_WAY[command.manner]
        raise Refused(rule, why)
    if entry is None:
        missing = missing_way(position, units, command.to)
        raise Refused(missing.rule, missing.why)
    return entry


def chosen_entry(position: Knowledge, units: tuple[Unit, ...], command: Move) -> Entry | None:
    """The way of entry that a command means, or None if there is no such way. Who names none goes
    the usual way, or by what he can still pay for.
    """
    ask = bypass_entries if command.manner.sides else entries
    ways = ask(position, units, command.to)
    fitting = [way for way in ways if way.manner is command.manner]
    others = [way for way in ways if way.manner not in APART]
    usual = [*fitting, *others]
    paid = [way for way in usual if affordable(position.law, units, way)] or usual
    chosen = next(iter(fitting if command.manner in CHEAPER_WAYS else paid), None)
    if chosen is None or not isinstance(command, Overrun):
        return chosen
    return overrun_way(chosen)
