"""A26 Victory: whose victory conditions are met."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules.chapters.victory.a26_points import casualty_points, exit_points
from rules.forces.entities import Control, Goal, Objective
from rules.kernel.audience import Side
from rules.kernel.world import View
from rules.position.position import Position
from rules.position.real_control import as_seen

Judge: TypeAlias = Callable[[View, Control], Side]
"""Who has Control: `as_seen`, or by the truth."""


def controlled(position: Position, side: Side, judge: Judge = as_seen) -> tuple[str, ...]:
    """What a side Controls of all that counts, by id."""
    view = position.view
    return tuple(c.id for c in view.all(Control) if judge(view, c) is side)


def had_of(
    position: Position, objective: Objective, *, at_end: bool, judge: Judge = as_seen
) -> int:
    """A26.1: how much its side has of what an objective counts."""
    match objective.counts:
        case Goal.CVP:
            return casualty_points(position, objective.side, at_end=at_end)
        case Goal.EXIT:
            return exit_points(position, objective.side, at_end=at_end)
        case _:
            return len(set(controlled(position, objective.side, judge)) & set(objective.of))


def winner(position: Position) -> Side:
    """A26.1, A26.3: who wins if the game ends now: the side with the objectives if one of those
    that count to the end is met, else its enemy.
    """
    objectives = position.view.all(Objective)
    side = objectives[0].side
    met = any_met(position, _of_turn(objectives, None), as_seen, at_end=True)
    return side if met else side.enemy


def due_with_turn(position: Position, turn: int) -> tuple[Objective, ...]:
    """A26.1: the objectives that are looked at as that Game Turn ends."""
    return _of_turn(position.view.all(Objective), turn)


def due_at_once(position: Position) -> tuple[Objective, ...]:
    """A26.1: the objectives that end the game whenever one is met."""
    return tuple(one for one in position.view.all(Objective) if one.at_once)


def _of_turn(objectives: Iterable[Objective], turn: int | None) -> tuple[Objective, ...]:
    return tuple(one for one in objectives if one.turn == turn)


def control_counted(objectives: Iterable[Objective]) -> tuple[str, ...]:
    """The ids of the Control that some objectives count, each once."""
    counting = (one for one in objectives if one.counts not in {Goal.CVP, Goal.EXIT})
    return tuple(dict.fromkeys(id_ for one in counting for id_ in one.of))


def any_met(
    position: Position, objectives: tuple[Objective, ...], judge: Judge, *, at_end: bool = False
) -> bool:
    """A26.1: whether its side has what one of some objectives asks for."""
    return any(
        had_of(position, one, at_end=at_end, judge=judge) >= one.at_least for one in objectives
    )
