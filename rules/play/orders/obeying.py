"""What a side's standing orders say now (`orders`): judged by what that side knows and by nothing
else.
"""

from collections.abc import Callable
from typing import Any

from rules.chapters.fire.a07_fire import shares, total_fp
from rules.chapters.terms.a06_vertices import los_to
from rules.forces.entities import FireOrder
from rules.forces.phases import Stage
from rules.kernel.audience import Side
from rules.kernel.command import Command
from rules.kernel.procedure import Question
from rules.play.firing.first_fires import movers_of
from rules.play.moving.movement import ContinueMove, goes_on_by_itself
from rules.play.orders.standing import order_of
from rules.play.page.odds import chance_of_harm
from rules.play.phase_end import EndPhase
from rules.play.phases import nothing_left
from rules.play.reaction import FireWindow, Pass
from rules.position.eyes import Eye
from rules.position.knowledge import Knowledge

ROLLS = 36
"""Of two dice."""


def ordered(
    knowledge: Callable[[Side], Knowledge], active: Side, question: Question[Any] | None
) -> tuple[Side, Command] | None:
    """The command that a standing order gives to the open question, or to the active side at rest;
    None if a player decides.
    """
    if isinstance(question, ContinueMove):
        step = goes_on_by_itself(knowledge(question.side), question)
        return (question.side, step) if step else None
    if isinstance(question, FireWindow):
        is_passed = passes(knowledge(question.side), question)
        return (question.side, Pass()) if is_passed else None
    is_done = question is None and is_idle(knowledge(active), active)
    return (active, EndPhase()) if is_done else None


def passes(position: Knowledge, window: FireWindow) -> bool:
    """Whether the DEFENDER has ordered that he passes at this expenditure (A8.1)."""
    side = window.side
    order = order_of(position, side)
    if order is None:
        return False
    if order.phase.for_(side) or set(window.movers.units) <= set(order.units.for_(side) or ()):
        return True
    fire = order.fire.for_(side)
    return fire is not None and not _is_asked(position, window, fire)


def _is_asked(position: Knowledge, window: FireWindow, fire: FireOrder) -> bool:
    """Whether anything has come about of what the DEFENDER waits for."""
    return (
        _is_near(position, window, fire)
        or _is_guarded(position, window, fire)
        or _is_watched(position, window, fire)
        or _is_worth_it(position, window, fire)
    )


def _is_near(position: Knowledge, window: FireWindow, fire: FireOrder) -> bool:
    if not fire.near:
        return False
    able = (unit for unit in position.personnel(window.side) if not unit.broken)
    places = window.movers.places
    return any(position.range(unit.at, at) <= fire.near for unit in able for at in places)


def _is_guarded(position: Knowledge, window: FireWindow, fire: FireOrder) -> bool:
    guarded = fire.guards
    return guarded is not None and any(
        position.range(guarded, at) <= 1 for at in window.movers.places
    )


def _is_watched(position: Knowledge, window: FireWindow, fire: FireOrder) -> bool:
    if fire.watches is None:
        return False
    eye = Eye(fire.watches)
    lines = (
        los_to(position, eye, group.at, group.aspect, movers_of(position, group))
        for group in window.groups
    )
    return any(not los.blocked for los in lines)


def _is_worth_it(position: Knowledge, window: FireWindow, fire: FireOrder) -> bool:
    """Whether he could attack with so much FP or chance of harm, or in a way of which neither is
    known before: To Hit, with a FT, a DC or a MOL.
    """
    if not fire.fp and not fire.chance:
        return False
    return any(window.otherwise(position)) or any(
        (fire.fp and total_fp(shares(position, shot)) >= fire.fp)
        or (fire.chance and chance_of_harm(position, shot) * 100 >= fire.chance * ROLLS)
        for shot in window.attacks(position)
    )


def is_idle(position: Knowledge, side: Side) -> bool:
    """Whether a side has ordered that its part of this phase ends, since nothing is left to it; or
    that it is not asked about Voluntary Break (A10.41).
    """
    order, clock = order_of(position, side), position.clock
    if order is None or clock.stage is not Stage.PLAY:
        return False
    if clock.breaking:
        return bool(order.breaks.for_(side))
    return clock.phase in (order.idle.for_(side) or ()) and nothing_left(position, side)
