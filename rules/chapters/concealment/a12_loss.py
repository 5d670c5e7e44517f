"""A12.14, A12.141 How a stack loses its "?" by what it does, or by what is done to it."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_hidden import come_out, hidden_at
from rules.chapters.concealment.a12_riders import lose_by_riding
from rules.chapters.concealment.a12_watchers import NEAR, nearest, say_who_saw, watchers
from rules.chapters.concealment.covers import covers_of, uncover
from rules.chapters.ground.b_posture import has_ffnam
from rules.chapters.morale.a10_interdiction import is_open_to
from rules.chapters.movement.a05_stacking import is_crowded
from rules.forces.phases import Phase, Stage
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.position.asl_table import AslTable
from rules.position.law import NamedQuestion, Rule
from rules.position.position import HIDDEN, Position, stand_in


def lose_all(table: AslTable, unit_ids: Iterable[CounterId]) -> None:
    """A12.14, A12.31: the "?" of all those units are lost, with whatever else is under them; the
    hidden among them are placed in the open.
    """
    units = table.alive(tuple(unit_ids))
    for cover_id in covers_of(table, (unit.counter for unit in units)):
        uncover(table, cover_id)
    come_out(table, (unit for unit in units if unit.under == HIDDEN))


async def lose_by_going(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, to: LocationId
) -> tuple[CounterId, ...]:
    """A12.141, cases A, B and E: a "?" is lost by Non-Assault Movement, or by going into Open
    Ground, in the LOS of an enemy within 16 hexes; that of Cavalry by any MF, at any range.
    """
    for cover_id in covers_of(table, unit_ids):
        at = table.world.get(Cover, cover_id).at
        watcher = nearest(table.truth, at, _before_whom(table, cover_id))
        if watcher is not None:
            uncover(table, cover_id)
            say_who_saw(table, watcher, at)
    lose_by_riding(table, unit_ids)
    return unit_ids


def _before_whom(table: AslTable, cover_id: ShownId) -> tuple[Unit, ...]:
    """Who sees a "?" go so that it is lost: judged by what everybody sees of the stack, but for
    overstacking, which costs it its "?" at any range.
    """
    stack = stand_in(table.world.get(Cover, cover_id))
    if _is_crowded(table, stack):
        return watchers(table.truth, stack)
    seen_by = watchers(table.truth, stack, NEAR)
    return tuple(enemy for enemy in seen_by if costs_going(table.truth, stack, enemy))


def _goes_openly(position: Position, stack: Unit, enemy: Unit) -> bool:
    """A12.141, cases A and B: by Non-Assault Movement, or in Open Ground."""
    non_assault = position.clock.phase is Phase.MPH and has_ffnam(stack)
    return non_assault or is_open_to(position, stack, enemy)


Costs: TypeAlias = Callable[[Position, Unit, Unit], bool]
"""Whether what a stack has done costs it its "?" before an enemy who sees it."""

GOING_COSTS: NamedQuestion[Costs] = NamedQuestion("GOING_COSTS", (Rule("A12.141", _goes_openly),))
"""Whether the way a stack goes costs it its "?" before an enemy near who sees it: any of these."""


def costs_going(position: Position, stack: Unit, enemy: Unit) -> bool:
    """A12.141: whether the way a stack goes costs it its "?" before an enemy near who sees it."""
    return any(ask(position, stack, enemy) for ask in position.law.asks(GOING_COSTS))


def lose_by_crowding(table: AslTable) -> None:
    """A12.14, A12.121: where too many are in a Location a "?" is lost as soon as a Good Order enemy
    has a LOS to it, and the hidden come into the open; in their MPh those who move there are the
    ones too many (A5.13).
    """
    if table.clock.stage is not Stage.PLAY:
        return
    _uncover_crowded(table)
    for side in Side:
        if not _may_be_passing(table, side):
            _show_crowded(table, side)


def _uncover_crowded(table: AslTable) -> None:
    for cover in tuple(table.public.covers()):
        stack = stand_in(cover)
        if _may_be_passing(table, cover.side) or not _is_crowded(table, stack):
            continue
        watcher = nearest(table.truth, cover.at, watchers(table.truth, stack))
        if watcher is not None:
            uncover(table, cover.id)
            say_who_saw(table, watcher, cover.at)


def _show_crowded(table: AslTable, side: Side) -> None:
    hidden = (one for one in table.truth.pieces(side) if one.under == HIDDEN)
    for at in sorted({one.at for one in hidden}):
        there = hidden_at(table, at, side)
        if not there or not _is_crowded(table, there[0]):
            continue
        watcher = nearest(table.truth, at, watchers(table.truth, there[0]))
        if watcher is not None:
            come_out(table, there)
            say_who_saw(table, watcher, at)


def _may_be_passing(table: AslTable, side: Side) -> bool:
    return table.clock.phase is Phase.MPH and table.clock.phasing is side


def come_out_among_enemies(table: AslTable) -> None:
    """A11.19, A12.151: where both sides are as the CCPh begins, or as the MPh ends, every "?" is
    lost, and the hidden come out (docs/rulings.md).
    """
    hidden = [one for one in table.truth.pieces() if one.under == HIDDEN]
    come_out(table, (u for u in hidden if table.public.seen_at(u.at, u.side.enemy)))
    public = table.public
    for cover in public.covers():
        if public.seen_at(cover.at, cover.side.enemy):
            uncover(table, cover.id)


def come_out_all_at(table: AslTable, at: LocationId, side: Side) -> None:
    """A12.151: every "?" of a side in a Location is lost, and its hidden units there come out."""
    come_out(table, hidden_at(table, at, side))
    for cover in table.public.covers(side):
        if cover.at == at:
            uncover(table, cover.id)


def come_out_at(table: AslTable, at: LocationId) -> None:
    """Every "?" in a Location is lost."""
    for cover in table.public.covers():
        if cover.at == at:
            uncover(table, cover.id)


def _is_crowded(table: AslTable, stack: Unit) -> bool:
    position = table.truth
    covers = (cover for cover in position.covers(stack.side) if cover.at == stack.at)
    veiled = [unit for cover in covers for unit in position.shown_by(cover.id)]
    veiled += hidden_at(table, stack.at, stack.side)
    return is_crowded(position, stack.at, stack.side, veiled)
