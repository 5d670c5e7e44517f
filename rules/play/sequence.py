"""A3 The sequence of play: which part of which phase comes next, and what ends and begins with it.

`STEPS` is a Player Turn. A step that nobody could do anything in, as everybody can see, is left
out: the RPh without broken units, SW to Recover and the like, routing without routers, CC without
contested Locations. Nothing hidden is asked for that.
"""

from dataclasses import dataclass

from rules.chapters.blazes.b25_leaving import is_burning
from rules.chapters.close_combat.a11_melee import contested
from rules.chapters.concealment.a12_hidden import come_out
from rules.chapters.concealment.a12_inspection import might_have_unseen
from rules.chapters.concealment.covers import uncover
from rules.chapters.fire.a09_repair import broken_weapons
from rules.chapters.morale.a01_deployment import can_reorganize
from rules.chapters.morale.a10_rout import has_routs, may_break_voluntarily
from rules.chapters.morale.a10_shown_for_routs import show_for_routs
from rules.chapters.movement.a02_entry import sets_up
from rules.chapters.movement.a04_possession import may_transfer, recoverable
from rules.chapters.victory.a26_control import deny_control, put_control_right
from rules.chapters.victory.a26_victory import (
    any_met,
    control_counted,
    due_at_once,
    due_with_turn,
    winner,
)
from rules.forces.entities import Clock, Objective, SideState
from rules.forces.phases import Phase, Stage
from rules.forces.seen import Cover
from rules.kernel.audience import Side
from rules.play.combat.close_combat import fight_the_only_one
from rules.play.events import BEFORE_PLAY, BEGINNINGS, ENDS, happen
from rules.play.lifetimes import lift_marks
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import HIDDEN
from rules.position.real_control import as_seen, by_truth


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
    for event in BEFORE_PLAY:
        await event.run(table)
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
        await _set(table, STEPS[at], starts=at == 0 or STEPS[at - 1].phase is not STEPS[at].phase)
        if STEPS[at].phase is Phase.RTPH and not STEPS[at].breaking:
            await show_for_routs(table, table.clock.active)
        if not _is_idle(table.public, STEPS[at]):
            if STEPS[at].phase is Phase.CCPH:
                await fight_the_only_one(table)
            return
        if at + 1 == len(STEPS) or STEPS[at + 1].phase is not STEPS[at].phase:
            await _end(table, STEPS[at].phase)
        at += 1


async def _set(table: AslTable, step: Step, *, starts: bool) -> None:
    clock = table.clock
    active = clock.phasing if step.attacker else clock.phasing.enemy
    table.world.change(clock, phase=step.phase, active=active, breaking=step.breaking)
    if starts:
        await _start(table, step.phase)


def _is_idle(position: Knowledge, step: Step) -> bool:
    """Whether everybody can see that the active side has nothing to do in this step."""
    side = position.clock.active
    match step.phase:
        case Phase.RPH:
            return not _has_rph(position, side)
        case Phase.RTPH if step.breaking:
            return not (may_break_voluntarily(position, side) or is_burning(position, side))
        case Phase.RTPH:
            return not (has_routs(position, side) or is_burning(position, side))
        case Phase.CCPH:
            return not contested(position)
        case _:
            return False


def _has_rph(position: Knowledge, side: Side) -> bool:
    """Whether a side has anything to do in the RPh, as to set up those who are to enter (A2.51),
    and wants to be asked if that is only to Transfer, Deploy or Recombine, perhaps under a "?".
    """
    if sets_up(position, side):
        return True
    units = position.personnel(side)
    if any(u.broken or broken_weapons(position, u) or any(recoverable(position, u)) for u in units):
        return True
    if any(_might_recover(position, cover) for cover in position.covers(side)):
        return True
    state = position.view.get(SideState, side.value)
    if state.skips_rally:
        return False
    if state.asks_for_covers and might_have_unseen(position, side):
        return True
    return any(can_reorganize(position, u) or may_transfer(position, u) for u in units)


def _might_recover(position: Knowledge, cover: Cover) -> bool:
    """A4.44, A12.14: whether a weapon lies where somebody under a "?" might Recover it."""
    return any(one.holder is None and one.at == cover.at for one in position.weapons())


async def _start(table: AslTable, phase: Phase) -> None:
    """What happens as a phase begins."""
    table.log("phase", phase.value, side=table.clock.phasing, rule=_RULES[phase])
    await happen(table, BEGINNINGS, phase)


async def _end(table: AslTable, phase: Phase) -> None:
    """What happens as a phase ends."""
    await happen(table, ENDS, phase)
    lift_marks(table, phase)
    table.settle()
    _decide(table, due_at_once(table.truth), "its victory conditions are met")


def _end_player_turn(table: AslTable) -> None:
    """A3.8: the other side's Player Turn, the next Game Turn, or the end of the game."""
    clock = table.clock
    second = clock.phasing is not clock.first
    last = clock.turn == clock.turns
    due = due_with_turn(table.truth, clock.turn) if second else ()
    if _decide(table, due, f"its victory conditions of Game Turn {clock.turn} are met"):
        return
    if last and (second or clock.half_turn):
        _show_all(table)
        end_game(table, winner(table.truth), "the last turn is over")
    elif second:
        table.world.change(clock, turn=clock.turn + 1, phasing=clock.first)
    else:
        table.world.change(clock, phasing=clock.first.enemy)


def _decide(table: AslTable, due: tuple[Objective, ...], reason: str) -> bool:
    """A26.1, A26.15: end the game if one of the objectives that are due is met by the truth, and
    say whether it was. One that is only by what everybody sees is denied.
    """
    if any_met(table.truth, due, by_truth):
        _show_all(table)
        end_game(table, due[0].side, reason)
        return True
    seeming = tuple(one for one in due if any_met(table.truth, (one,), as_seen))
    if seeming:
        deny_control(table, due[0].side, control_counted(seeming))
        table.settle()
    return False


def _show_all(table: AslTable) -> None:
    """A26.15: who is hidden or under a "?" counts for Control as the game ends, and is shown, and
    Control is whose it really is.
    """
    come_out(table, (unit for unit in table.truth.pieces() if unit.under == HIDDEN))
    for cover in table.public.covers():
        uncover(table, cover.id)
    table.settle()
    put_control_right(table)


def end_game(table: AslTable, winner: Side | None, reason: str) -> None:
    """The game is over, and that side has won, or neither."""
    table.world.change(table.clock, stage=Stage.OVER, draw=None, winner=winner, reason=reason)
    text = f"wins: {reason}" if winner else f"A draw: {reason}"
    table.log("system", text, side=winner, rule="A26.1", result="the game is over")


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
