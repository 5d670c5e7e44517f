"""A drawn move that goes on by itself: what its side has planned, kept as a secret of that side's.

Each further step is a command of its own, given by the side's word at the question how the units
go on. It lasts until something comes between: the DEFENDER does anything but pass, the enemy or
one of his counters comes into view or goes out of it, not all units can go on, or the side does
something else or halts it.
"""

from collections.abc import Iterator
from typing import Final

from rules.forces.entities import MineMarker, PlannedMove, Stride
from rules.forces.manner import Manner
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.play.checks import on_board
from rules.play.moves import EndMove, Move, Overrun, Spending
from rules.play.orders import forget_plan, plan_of
from rules.position.asl_table import AslTable
from rules.position.fortifications import Entrenchment, FortifiedLocation, Pillbox, Wire
from rules.position.knowledge import Knowledge
from rules.position.roadblocks import Roadblock

MOST_LEGS: Final = 40


def refuse_plan(position: Knowledge, command: Move) -> None:
    """Raise Refused if the rest of a drawn path is none. What it costs is judged step by step."""
    if command.on and isinstance(command, Overrun):
        raise Refused("A4.15", "After an Infantry OVR nobody goes on by himself.")
    if len(command.on) > MOST_LEGS or len(command.on_by) not in {0, len(command.on)}:
        raise Refused("A4.2", f"A path has {MOST_LEGS} steps at most, each with its way or none.")
    before = command.to
    for to in command.on:
        if position.range(before, on_board(position, to)) > 1:
            raise Refused("A4.1", "Each step of a path leads into a hex beside the last.")
        before = to


def follow(table: AslTable, side: Side, step: Spending | EndMove) -> None:
    """Note the path that comes with a step; or that a step of the path has been made; or that
    something else is done.
    """
    plan = plan_of(table.known(side), side)
    if isinstance(step, Move) and (step.on or step.then_stop):
        forget_plan(table, side)
        table.world.add(_plan(side, step))
    elif plan is not None and _goes_by(plan, side, step):
        legs = plan.legs.for_(side) or ()
        table.world.change(plan, legs=plan.legs.with_value(legs[1:]))
    else:
        forget_plan(table, side)


def _plan(side: Side, step: Move) -> PlannedMove:
    ways = step.on_by or (Manner.TERRAIN,) * len(step.on)
    legs = tuple(Stride(to=to, by=by) for to, by in zip(step.on, ways, strict=True))
    return PlannedMove(
        id=side.value,
        owner=side,
        units=Secret(step.units, side),
        legs=Secret(legs, side),
        stops=Secret(step.then_stop, side),
    )


def _goes_by(plan: PlannedMove, side: Side, step: Spending | EndMove) -> bool:
    return step == next_step(plan, side) and isinstance(step, Move)


def next_step(plan: PlannedMove, side: Side) -> Move | EndMove | None:
    """What comes next by a plan, or None at its end."""
    legs = plan.legs.for_(side) or ()
    if legs:
        return Move(units=plan.units.for_(side) or (), to=legs[0].to, manner=legs[0].by)
    return EndMove() if plan.stops.for_(side) else None


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
