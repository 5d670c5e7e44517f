"""When the marks on counters go: one list, instead of a reset wherever a phase ends.

A mark is a field of a counter that says something for a time only; when it goes the field has the
value it began with. What stays until something happens to the counter (broken, CX, malfunctioned)
is no mark, and what follows from the position (`settling`) is none either.
"""

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable


class Whose(enum.Enum):
    """Whose counters lose a mark at that time; a weapon is its possessor's."""

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    ANYBODY = enum.auto()
    ATTACKER = enum.auto()
    DEFENDER = enum.auto()


@dataclass(frozen=True)
class Mark:
    """A field that lasts until the end of the first of those phases, and the rule that says so; of
    units, or of the kind that is named.
    """

    field: str
    rule: str
    until: tuple[Phase, ...]
    whose: Whose = Whose.ANYBODY
    of: type[Sealed] = Unit


ANY_PHASE = tuple(Phase)
PLAYER_TURN = (Phase.CCPH,)
MPH = (Phase.MPH,)
TO_THE_CCPH = tuple(phase for phase in Phase if phase is not Phase.APH)
"""Any phase, but that what comes of an advance lasts to the CCPh."""

MARKS: tuple[Mark, ...] = (
    Mark("keeps_dm", "A10.62", (Phase.RPH,)),
    Mark("repaired", "A9.72", (Phase.RPH,)),
    Mark("rallying", "A3.1", (Phase.RPH,)),
    Mark("recombining", "A3.1", (Phase.RPH,)),
    Mark("mf_spent", "A3.3", MPH, Whose.ATTACKER),
    Mark("moving", "A3.3", MPH, Whose.ATTACKER),
    Mark("moved", "A3.3", MPH, Whose.ATTACKER),
    Mark("assault", "A4.61", MPH, Whose.ATTACKER),
    Mark("manner", "A4.132", MPH, Whose.ATTACKER),
    Mark("off_road", "B3.4", MPH, Whose.ATTACKER),
    Mark("fired", "A3.4", (Phase.DFPH,), Whose.DEFENDER),
    Mark("director", "A7.531", (Phase.DFPH,), Whose.DEFENDER),
    Mark("serving", "A9.12", (Phase.DFPH,), Whose.DEFENDER),
    Mark("fired", "A3.5", (Phase.AFPH,), Whose.ATTACKER),
    Mark("director", "A7.531", (Phase.AFPH,), Whose.ATTACKER),
    Mark("serving", "A9.12", (Phase.AFPH,), Whose.ATTACKER),
    Mark("fired_at", "A7.55", ANY_PHASE),
    Mark("entered_from", "B10.31", TO_THE_CCPH),
    Mark("used", "A3", TO_THE_CCPH),
    Mark("cc_done", "A11.12", (Phase.MPH, Phase.CCPH)),
    Mark("pinned", "A7.8", PLAYER_TURN),
    Mark("ti", "A4.8", PLAYER_TURN),
    Mark("hazardous", "A4.62", PLAYER_TURN),
    Mark("clears", "B24.7", PLAYER_TURN),
    Mark("inherent_lost", "A7.351", (Phase.APH,)),
    Mark("mf_bonus", "A4.12", MPH, Whose.ATTACKER),
    Mark("carried_by", "A17.2", MPH, Whose.ATTACKER),
    Mark("double_time", "A4.5", MPH, Whose.ATTACKER),
    Mark("was_cx", "A4.51", MPH, Whose.ATTACKER),
    Mark("mf_here", "A8.3", MPH, Whose.ATTACKER),
    Mark("attacked_by", "A8.3", MPH, Whose.ATTACKER),
    Mark("dash_to", "A4.63", MPH, Whose.ATTACKER),
    Mark("min_move", "A4.134", MPH, Whose.ATTACKER),
    Mark("used_special", "A22.1", PLAYER_TURN),
    Mark("used_mol", "A22.611", PLAYER_TURN),
    Mark("acted", "A14.4", PLAYER_TURN),
    Mark("tried_smoke", "A24.1", MPH, Whose.ATTACKER),
    Mark("scrounged", "A20.55", MPH, Whose.ATTACKER),
    Mark("tried_wire", "B26.46", MPH, Whose.ATTACKER),
    Mark("balked", "E6.1", MPH, Whose.ATTACKER),
    Mark("ferried", "E5.21", ANY_PHASE),
    Mark("fired", "A3.4", (Phase.DFPH,), Whose.DEFENDER, of=Weapon),
    Mark("fired", "A3.5", (Phase.AFPH,), Whose.ATTACKER, of=Weapon),
    Mark("fired_at", "A9.21", ANY_PHASE, of=Weapon),
    Mark("handled", "A4.431", ANY_PHASE, of=Weapon),
    Mark("tried_by", "A4.44", MPH, of=Weapon),
    Mark("portaged_by", "A4.41", (Phase.AFPH, Phase.RTPH, Phase.APH), of=Weapon),
)
"""The one action of a RPh, RtPh or APh (`used`) lasts to the CCPh if it was an advance: an Ambush
depends on it (A11.4), and on where it came from the CC of those in Crest status (B20.94). What was
portaged is known until the AFPh, in which some of it may not fire.
"""

_KINDS: Mapping[type[Sealed], tuple[Mark, ...]] = {
    kind: tuple(mark for mark in MARKS if mark.of is kind)
    for kind in dict.fromkeys(mark.of for mark in MARKS)
}

_UNMARKED: Mapping[type[Sealed], Mapping[str, Any]] = {
    kind: {field.name: field.default for field in msgspec.structs.fields(kind)} for kind in _KINDS
}


def lift_marks(table: AslTable, phase: Phase) -> None:
    """Take off what lasts no longer than to the end of that phase."""
    for kind, marks in _KINDS.items():
        due = tuple(mark for mark in marks if phase in mark.until)
        for counter in table.truth.view.all(kind) if due else ():
            _lift(table, counter, due)


def _lift(table: AslTable, counter: Sealed, due: tuple[Mark, ...]) -> None:
    side = table.truth.possessing(counter) if isinstance(counter, Weapon) else counter.side
    gone = dict(_marked(counter, side, due, table.clock))
    if gone:
        table.put(counter, **gone)


def _marked(
    counter: Sealed, side: Side, due: tuple[Mark, ...], clock: Clock
) -> Iterator[tuple[str, Any]]:
    """The marks that go, each with the value that its field began with."""
    own = Whose.ATTACKER if side is clock.phasing else Whose.DEFENDER
    unmarked = _UNMARKED[type(counter)]
    for mark in due:
        if mark.whose in {Whose.ANYBODY, own}:
            without = unmarked[mark.field]
            if getattr(counter, mark.field) != without:
                yield mark.field, without
