"""A drawn move that goes on by itself (`plans`).

Each further step is a command of its own, which is given, and judged, when the units are asked how
they go on. The plan lasts until something comes between: the DEFENDER does anything but pass, the
enemy or one of his counters comes into view or goes out of it, not all units can go on, or the side
does something else or halts it.
"""

from collections.abc import Iterator
from typing import Final

from rules.forces.entities import MineMarker
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.play.checks import on_board
from rules.play.moving.move_commands import EndMove, Going, NextStep, Overrun
from rules.play.moving.moves import Spending
from rules.play.moving.plans import PlannedMove, forget_plan, plan_of
from rules.position.asl_table import AslTable
from rules.position.fortifications import Entrenchment, FortifiedLocation, Pillbox, Wire
from rules.position.knowledge import Knowledge
from rules.position.roadblocks import Roadblock

MOST_STEPS: Final = 40


def refuse_plan(position: Knowledge, command: Going) -> None:
    """Raise Refused if the rest of a drawn path is none. Whether each step can be made is judged
    when it is.
    """
    if command.then and isinstance(command, Overrun):
        raise Refused("A4.15", "After an Infantry OVR nobody goes on by himself.")
    *steps, last = command.then or (EndMove(),)
    steps += [] if isinstance(last, EndMove) else [last]
    if len(steps) > MOST_STEPS:
        raise Refused("A4.2", f"A path has {MOST_STEPS} steps at most after the first.")
    before = command
    for step in steps:
        if isinstance(step, EndMove):
            raise Refused("A4.2", "A path ends where the units stop.")
        _refuse_next(position, before, step)
        before = step


def _refuse_next(position: Knowledge, before: Going, step: Going) -> None:
    if step.then:
        raise Refused(
            "A4.2", "The steps of a path follow one another, and none has a path of its own."
        )
    if step.goers != before.goers:
        raise Refused("A4.2", "The same units make all steps of a path.")
    if position.range(before.leads_to, on_board(position, step.leads_to)) > 1:
        raise Refused("A4.1", "Each step of a path leads into a hex beside the last.")


def follow(table: AslTable, side: Side, step: Spending | EndMove) -> None:
    """Note the path that comes with a step; or that a step of the path has been made; or that
    something else is done.
    """
    plan = plan_of(table.known(side), side)
    if isinstance(step, Going) and step.then:
        forget_plan(table, side)
        table.world.add(_plan(side, step))
    elif plan is not None and isinstance(step, Going) and step == next_step(plan, side):
        commands = plan.commands.for_(side) or ()
        table.world.change(plan, commands=plan.commands.with_value(commands[1:]))
    else:
        forget_plan(table, side)


def _plan(side: Side, step: Going) -> PlannedMove:
    return PlannedMove(
        id=side.value,
        owner=side,
        units=Secret(step.goers, side),
        commands=Secret(step.then, side),
    )


def next_step(plan: PlannedMove, side: Side) -> NextStep | None:
    """What comes next by a plan, or None at its end."""
    return next(iter(plan.commands.for_(side) or ()), None)


Met = frozenset[tuple[str, str, str]]


def met(table: AslTable, side: Side) -> Met:
    """What a side sees of its enemy: what is new in it stops a drawn path."""
    return frozenset(_met(table.known(side), side))


_FORTIFICATIONS = (Entrenchment, Wire, FortifiedLocation, Pillbox, Roadblock)


def _met(position: Knowledge, side: Side) -> Iterator[tuple[str, str, str]]:
    for piece in position.pieces(side.enemy):
        yield "piece", piece.id, piece.at
    for cover in position.covers(side.enemy):
        yield "cover", cover.id, cover.at
    for marker in position.view.all(MineMarker):
        yield "mines", marker.id, str(marker.strength)
    for kind in _FORTIFICATIONS:
        for one in position.view.all(kind):
            yield kind.__name__, one.id, ""
