"""A4.134 The Minimum Move of units that lack the MF for the next Location."""

from collections.abc import Iterable

from rules.board.locations import LocationId
from rules.chapters.ground.b_barriers import barrier
from rules.chapters.movement.a04_minimum import (
    begin_minimum_move,
    end_minimum_move,
    minimum_entries,
    minimum_entry,
    minimum_move_bar,
)
from rules.chapters.movement.a04_movement import barred, may_move
from rules.forces.manner import Manner
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, UnitNoun
from rules.play.checks import on_board, own_stack
from rules.play.moving.move_commands import Move
from rules.play.moving.move_refusals import refuse_mover
from rules.play.moving.spending import move_one_step
from rules.play.page.offers import Nouns, UnitsTo
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class MinimumMove(AslCommand, frozen=True, kw_only=True, tag="minimum_move"):
    """Move units one Location farther than their MF reach; they end pinned and CX."""

    words = "minimum move {units} to {to}"
    units: tuple[UnitNoun, ...]
    to: LocationId


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    nouns: Nouns = {}
    for unit in position.personnel(side):
        ways = minimum_entries(position, unit) if may_move(position, unit) else ()
        if ways:
            nouns[unit.id] = {way.to: f"{way.text}; Pin, CX" for way in ways}
    if nouns:
        yield UnitsTo(verb="minimum_move", label="Minimum Move", rule="A4.134", units=nouns)


def _refuse(position: Knowledge, side: Side, command: MinimumMove) -> None:
    units = own_stack(position, side, command.units)
    for unit in units:
        refuse_mover(position, unit)
    to = on_board(position, command.to)
    bar = barrier(position.board, units[0].at, to) or minimum_move_bar(position, units)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    where = position.board.name(to)
    if barred(position, to, side):
        raise Refused("A4.14", f"An enemy unit bars {where} in the MPh.")
    if minimum_entry(position, units, to) is None:
        raise Refused("A4.134", f"{where} needs no Minimum Move, or cannot be entered.")


async def _begin(table: AslTable, side: Side, command: MinimumMove) -> None:
    movers = table.counters(command.units)
    entry = minimum_entry(table.known(side), table.alive(movers), command.to)
    begin_minimum_move(table, movers)
    manner = Manner.TERRAIN if entry is None else entry.manner
    await move_one_step(table, side, Move(units=command.units, to=command.to, manner=manner))
    end_minimum_move(table, movers)


MINIMUM_MOVE = Activity(MinimumMove, _offers, _refuse, _begin)
