"""One expenditure of MF or MP (A8.1), whatever goes: pay, act, what attacks those who spend there,
the DEFENDER's window.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.board.locations import LocationId, hex_of
from rules.chapters.concealment.a12_under_attack import left_behind
from rules.chapters.concealment.covers import in_order, set_apart, veiled_of
from rules.chapters.movement.passage import Ids, after_spending
from rules.chapters.terms.a04_bypass import is_bypassing
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.procedure import Procedure
from rules.play.orders.standing import clear_unit_orders
from rules.play.reaction import Crossed, reaction_window
from rules.position.asl_table import AslTable
from rules.position.goers import is_personnel

Places: TypeAlias = Mapping[CounterId, LocationId]


@dataclass(frozen=True)
class Spent:
    """What came of an expenditure. `here` are those who have done what they spent it on, be they
    alive or not; `stopped` were kept where they had been, and have spent it there. With `entered`
    those here have come into the Location.
    """

    here: Ids
    stopped: Ids = ()
    entered: bool = False


@dataclass(frozen=True)
class Expenditure:
    """What a stack spends MF or MP on. It is paid for whatever follows; what is done for it settles
    what follows from that, as `go` does.
    """

    goers: Ids
    pay: Callable[[], None]
    act: Callable[[], Procedure[Spent]]


async def expend(table: AslTable, expenditure: Expenditure) -> Ids:
    """A8.1: one expenditure; returns those who may go on."""
    origins = places_of(table, expenditure.goers)
    veiled = veiled_of(table, expenditure.goers)
    expenditure.pay()
    spent = await expenditure.act()
    await under_fire(table, spent, origins)
    return able_to_go_on(table, in_order(table, spent.here, veiled))


def places_of(table: AslTable, ids: Ids) -> Places:
    """Where they are now."""
    return {goer.counter: goer.at for goer in table.goers(ids)}


async def under_fire(table: AslTable, spent: Spent, origins: Places) -> None:
    """A8.22, B28.412: what attacks those who have spent it there, then the DEFENDER's window; and
    his window for those too who were stopped by what they were leaving. `origins` is where they
    were before.
    """
    defender = table.clock.phasing.enemy
    for origin, ids in _by_origin(spent.here, origins).items():
        await after_spending(table, ids, origin)
    if spent.here:
        crossed = _crossed(table, spent.here, origins)
        entered = spent.entered or bool(crossed)
        await reaction_window(table, defender, spent.here, crossed, entered=entered)
    if spent.stopped:
        await reaction_window(table, defender, spent.stopped)


def _by_origin(ids: Ids, origins: Places) -> Mapping[LocationId, Ids]:
    stacks: dict[LocationId, Ids] = {}
    for one in ids:
        stacks[origins[one]] = (*stacks.get(origins[one], ()), one)
    return stacks


def _crossed(table: AslTable, gone: Ids, origins: Places) -> Crossed:
    """A8.15: over which hexside of their hex they have just come from another Location; not by its
    vertices in Bypass (A4.3).
    """
    found: dict[LocationId, int] = {}
    for first in {goer.at: goer for goer in reversed(table.goers(gone))}.values():
        if is_personnel(first) and is_bypassing(first):
            continue
        side = table.board.side_between(hex_of(first.at), hex_of(origins[first.counter]))
        if side is not None:
            found[first.at] = side
    return found


def able_to_go_on(table: AslTable, ids: Ids) -> Ids:
    """Those that are still there and may go on; the others' MPh is over, under a "?" of their own
    if they keep one (A12.11).
    """
    there = (goer for goer in table.goers(ids) if not goer.moved)
    free = tuple(goer.counter for goer in there if not goer.is_halted)
    able = left_behind(table, ids, free)
    stopped = tuple(one for one in ids if one not in able)
    set_apart(table, (goer.id for goer in table.goers(stopped)))
    end_move_of(table, stopped)
    return able


def end_move_of(table: AslTable, ids: Ids) -> None:
    """Their MPh is over."""
    for goer in table.goers(ids):
        table.mark(goer.counter, moved=True)


def end_action(table: AslTable, side: Side) -> None:
    """The action is over: nobody is the moving target of the next expenditure any more, and what
    the enemy said of these movers holds for no others.
    """
    nobody_moves(table, side)
    clear_unit_orders(table, side.enemy)


def nobody_moves(table: AslTable, side: Side) -> None:
    """Nothing of a side is the moving target of the next expenditure any more."""
    for goer in table.truth.goers(side):
        if goer.moving:
            table.mark(goer.counter, moving=False)
