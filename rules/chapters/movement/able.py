"""What a unit's state keeps it from doing, whatever it would do it to: one list of states.

Who is broken neither fires nor moves; who swims, climbs, or is unarmed will have lines of their
own. What depends on the act alone, such as having fired already, stays with the act.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.board.locations import is_on_cliff
from rules.chapters.close_combat.a20_guards import is_outnumbered
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.fired import Fired
from rules.forces.manner import Posture
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.position.boats import is_afloat
from rules.position.daisy_chains import has_prep_laid
from rules.position.position import Position, is_armed, name


class Act(Enum):
    """What a unit may do of its own will; the value says it in a refusal."""

    __hash__ = object.__hash__  # a part of many keys, and that of enumerations is slow

    FIRE = "fire"
    MOVE = "move"
    ADVANCE = "advance"


@dataclass(frozen=True)
class State:
    """A state of units, the rule that makes it a bar, what it bars, and how it is said."""

    rule: str
    is_so: Callable[[Position, Unit], bool]
    bars: frozenset[Act]
    words: str


def _prep_fired_weapon(position: Position, unit: Unit) -> bool:
    return any(weapon.fired is Fired.PREP for weapon in position.weapons_of(unit))


def _prep_laid(position: Position, unit: Unit) -> bool:
    return has_prep_laid(position.view, position.clock, unit)


def _awaits_opportunity(position: Position, unit: Unit) -> bool:
    """A7.25: under a Bounding Fire counter before the AFPh."""
    return unit.fired is Fired.BOUNDING and position.clock.phase is not Phase.AFPH


_GOING = frozenset({Act.MOVE, Act.ADVANCE})


def _is_on_wire(position: Position, unit: Unit) -> bool:
    """B26.4: nobody comes off Wire in the APh."""
    return unit.posture is Posture.ON_WIRE


def _is_defenceless(position: Position, unit: Unit) -> bool:
    """A20.54: unarmed and without a SW that functions."""
    return not is_armed(position, unit)


def _is_not_yet_to_fire(position: Position, unit: Unit) -> bool:
    """A15.42: the berserk never Prep Fire."""
    return unit.berserk and position.clock.phase is Phase.PFPH


def _climbs(position: Position, unit: Unit) -> bool:
    """B11.42: who climbs fires in the AFPh alone."""
    return is_on_cliff(unit.at) and position.clock.phase is not Phase.AFPH


def _is_afloat(position: Position, unit: Unit) -> bool:
    """E5.32: one leaves a boat only where it is Beached."""
    return is_afloat(position.view, unit)


def _is_moving_afloat(position: Position, unit: Unit) -> bool:
    """E5.4: what is afloat is in motion, and neither Prep Fires nor takes Opportunity Fire."""
    return position.clock.phase is Phase.PFPH and is_afloat(position.view, unit)


STATES: tuple[State, ...] = (
    State("A10.4", lambda position, unit: unit.broken, frozenset(Act), "is broken"),
    State("A7.8", lambda position, unit: unit.pinned, _GOING, "is pinned"),
    State("A4.8", lambda position, unit: unit.ti, frozenset(Act), "is TI"),
    State("B26.4", _is_on_wire, frozenset({Act.ADVANCE}), "is on top of Wire"),
    State("A3.2", _prep_fired_weapon, frozenset({Act.MOVE}), "has Prep Fired a weapon"),
    State("B28.531", _prep_laid, frozenset({Act.MOVE}), "has laid a Daisy Chain in the PFPh"),
    State(
        "A7.25",
        _awaits_opportunity,
        frozenset({Act.FIRE, Act.MOVE}),
        "is to take Opportunity Fire",
    ),
    State("A20.5", lambda position, unit: unit.guard is not None, frozenset(Act), "is a prisoner"),
    State("A20.54", _is_defenceless, frozenset({Act.FIRE}), "is unarmed"),
    State("A20.52", is_outnumbered, frozenset({Act.FIRE}), "guards more than its own US#"),
    State("A15.42", _is_not_yet_to_fire, frozenset({Act.FIRE}), "is berserk and waits to charge"),
    State("A15.42", lambda position, unit: unit.berserk, frozenset({Act.ADVANCE}), "is berserk"),
    State("A15.43", lambda position, unit: unit.berserk, frozenset({Act.MOVE}), "charges"),
    State("B11.42", _climbs, frozenset({Act.FIRE}), "climbs"),
    State("E6.2", lambda position, unit: unit.swims, frozenset({Act.FIRE}), "swims"),
    State("E6.6", lambda position, unit: unit.on_line, frozenset({Act.FIRE}), "fords along a line"),
    State("E5.32", _is_afloat, _GOING, "is in a boat that is not Beached"),
    State("E5.4", _is_moving_afloat, frozenset({Act.FIRE}), "is in a boat that is not Beached"),
    State(
        "E6.1",
        lambda position, unit: unit.balked,
        frozenset({Act.MOVE}),
        "failed its swimming TC this MPh",
    ),
    State("A11.15", lambda position, unit: unit.melee, frozenset(Act), "is held in Melee"),
)


def by_act(states: Iterable[State]) -> Mapping[Act, tuple[State, ...]]:
    """The states that bar each act, in their order."""
    listed = tuple(states)
    return {act: tuple(state for state in listed if act in state.bars) for act in Act}


BARRING: Final = by_act(STATES)


def is_able(position: Position, unit: Unit, act: Act) -> bool:
    """Whether no state of a unit keeps it from an act."""
    return not any(state.is_so(position, unit) for state in BARRING[act])


def what_bars(position: Position, unit: Unit, act: Act) -> Barrier | None:
    """The first state that keeps a unit from an act, or None if none does."""
    for state in BARRING[act]:
        if state.is_so(position, unit):
            return Barrier(state.rule, f"{name(unit)} {state.words} and may not {act.value}.")
    return None
