"""A3 The sequence of play: which part of which phase comes next, and what ends and begins with it.

`STEPS` is a Player Turn. A step that nobody could do anything in, as everybody can see, is left
out: rallying without broken units, routing without routers, CC without contested Locations.
Nothing hidden is asked for that.
"""

from dataclasses import dataclass

from rules.chapters.a10_rally import end_of_rally_phase
from rules.chapters.a10_rout import (
    end_of_rout_phase,
    has_routs,
    may_break_voluntarily,
    start_of_rout_phase,
)
from rules.chapters.a11_melee import contested, end_of_close_combat_phase
from rules.chapters.a26_victory import winner
from rules.forces.asl_table import AslTable
from rules.forces.entities import Clock, Phase, Stage
from rules.forces.position import Position
from rules.kernel.audience import Side
from rules.play.orders import clear_phase_order


@dataclass(frozen=True)
class Step:
    """A part of a phase: the ATTACKER's or the DEFENDER's; `breaking` for Voluntary Break
    (A10.41).
    """

    phase: Phase
    attacker: bool
    breaking: bool = False


STEPS: tuple[Step, ...] = (
    Step(Phase.RPH, attacker=True),
    Step(Phase.RPH, attacker=False),
    Step(Phase.PFPH, attacker=True),
    Step(Phase.MPH, attacker=True),
    Step(Phase.DFPH, attacker=False),
    Step(Phase.AFPH, attacker=True),
    Step(Phase.RTPH, attacker=True, breaking=True),
    Step(Phase.RTPH, attacker=False, breaking=True),
    Step(Phase.RTPH, attacker=True),
    Step(Phase.RTPH, attacker=False),
    Step(Phase.APH, attacker=True),
    Step(Phase.CCPH, attacker=True),
)


async def begin_play(table: AslTable) -> None:
    """Both sides have set up: the first Player Turn begins."""
    table.world.change(table.clock, stage=Stage.PLAY, turn=1, phasing=table.clock.first)
    await _enter(table, 0)


async def end_phase(table: AslTable) -> None:
    """The active side is done with its part: go on to the next step in which something can
    be done.
    """
    at = current_step(table.clock)
    if at + 1 == len(STEPS) or STEPS[at + 1].phase is not STEPS[at].phase:
        await _end(table, STEPS[at].phase)
    await _enter(table, at + 1)


def current_step(clock: Clock) -> int:
    """Where in the Player Turn the clock stands."""
    now = Step(clock.phase, clock.active is clock.phasing, clock.breaking)
    return STEPS.index(now)


async def _enter(table: AslTable, at: int) -> None:
    """Go to a step, or past it if it is idle; past the last one the Player Turn is over."""
    while table.clock.stage is Stage.PLAY:
        if at == len(STEPS):
            _end_player_turn(table)
            at = 0
            continue
        _set(table, STEPS[at], starts=at == 0 or STEPS[at - 1].phase is not STEPS[at].phase)
        if not _is_idle(table.position, STEPS[at]):
            return
        if at + 1 == len(STEPS) or STEPS[at + 1].phase is not STEPS[at].phase:
            await _end(table, STEPS[at].phase)
        at += 1


def _set(table: AslTable, step: Step, *, starts: bool) -> None:
    clock = table.clock
    active = clock.phasing if step.attacker else clock.phasing.enemy
    table.world.change(clock, phase=step.phase, active=active, breaking=step.breaking)
    if starts:
        _start(table, step.phase)


def _is_idle(position: Position, step: Step) -> bool:
    """Whether everybody can see that the active side has nothing to do in this step."""
    side = position.clock.active
    match step.phase:
        case Phase.RPH:
            return not any(unit.broken for unit in position.units(side))
        case Phase.RTPH if step.breaking:
            return not may_break_voluntarily(position, side)
        case Phase.RTPH:
            return not has_routs(position, side)
        case Phase.CCPH:
            return not contested(position)
        case _:
            return False


def _start(table: AslTable, phase: Phase) -> None:
    """What happens as a phase begins."""
    table.log("phase", phase.value, side=table.clock.phasing, rule=_RULES[phase])
    if phase is Phase.RPH:
        table.world.change(table.clock, self_rally_open=True)
    if phase is Phase.RTPH:
        start_of_rout_phase(table)


async def _end(table: AslTable, phase: Phase) -> None:
    """What happens as a phase ends."""
    match phase:
        case Phase.RPH:
            end_of_rally_phase(table)
        case Phase.MPH:
            _end_movement(table)
        case Phase.DFPH:
            _remove_marks(table, table.clock.phasing.enemy)
        case Phase.AFPH:
            _remove_marks(table, table.clock.phasing)
        case Phase.RTPH:
            await end_of_rout_phase(table)
        case Phase.CCPH:
            await end_of_close_combat_phase(table)
        case _:
            pass
    _end_actions(table)


def _end_movement(table: AslTable) -> None:
    """A3.3: the MPh of every unit is over, and so are the DEFENDER's standing orders."""
    for unit in table.position.units(table.clock.phasing):
        table.change(unit.id, mf_spent=0, moving=False, moved=False, assault=False)
        table.change(unit.id, on_road=False, off_road=False)
    clear_phase_order(table, table.clock.phasing.enemy)


def _remove_marks(table: AslTable, side: Side) -> None:
    """A3.4, A3.5: First and Final Fire marks leave with the DFPh, Prep Fire marks with the AFPh."""
    for unit in table.position.units(side):
        if unit.fired is not None or unit.director is not None:
            table.change(unit.id, fired=None, director=None)


def _end_actions(table: AslTable) -> None:
    """What is kept for one phase only: targets fired at, where one came from, and actions used up;
    those of the APh last to the CCPh.
    """
    keeps_actions = table.clock.phase is Phase.APH
    for unit in table.position.units():
        used = unit.used and keeps_actions
        if unit.fired_at is not None or unit.entered_from is not None or unit.used != used:
            table.change(unit.id, fired_at=None, entered_from=None, used=used)


def _end_player_turn(table: AslTable) -> None:
    """A3.8: pins go; then the other side's Player Turn, the next Game Turn, or the end of
    the game.
    """
    for unit in table.position.units():
        if unit.pinned:
            table.change(unit.id, pinned=False)
    clock = table.clock
    second = clock.phasing is not clock.first
    last = clock.turn == clock.turns
    if last and (second or clock.half_turn):
        end_game(table, winner(table.position), "the last turn is over")
    elif second:
        table.world.change(clock, turn=clock.turn + 1, phasing=clock.first)
    else:
        table.world.change(clock, phasing=clock.first.enemy)


def end_game(table: AslTable, side: Side, reason: str) -> None:
    """The game is over and that side has won."""
    table.world.change(table.clock, stage=Stage.OVER, winner=side, reason=reason)
    table.log("system", f"wins: {reason}", side=side, rule="A26.1", result="the game is over")


_RULES: dict[Phase, str] = {
    Phase.RPH: "A3.1",
    Phase.PFPH: "A3.2",
    Phase.MPH: "A3.3",
    Phase.DFPH: "A3.4",
    Phase.AFPH: "A3.5",
    Phase.RTPH: "A3.6",
    Phase.APH: "A3.7",
    Phase.CCPH: "A3.8",
}
