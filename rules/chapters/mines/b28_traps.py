"""B28.9 Booby Traps: a TC of the enemy sets them off by its Original DR."""

from collections.abc import Iterator
from functools import partial

from rules.board.locations import LocationId, hex_of
from rules.chapters.concealment.a12_hidden import come_out
from rules.chapters.concealment.a12_inspection import open_stacks_at
from rules.chapters.concealment.covers import in_secret_order, looks
from rules.chapters.mines.b28_facts import BoobyTrapSprung, TrapDr
from rules.chapters.mines.b28_ptc import TRAPS_ALONE
from rules.chapters.morale.a10_check import TASK_CHECK
from rules.chapters.morale.a10_morale import leader_losses, losses_since, possible_losses
from rules.chapters.morale.a17_wounds import casualty_reduction
from rules.chapters.morale.a_random_selection import random_selection, selected_unseen
from rules.forces.entities import SideState
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Interrupt, Purpose
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.mines import BoobyTraps
from rules.position.position import HIDDEN, is_dummy

_BY = frozenset({TASK_CHECK.purpose, TRAPS_ALONE})


def sprung(table: AslTable, purpose: Purpose, roll: Roll) -> Iterator[Interrupt]:
    """B28.9: the attack that a TC sets off, if the enemy of who takes it has traps on a board of
    its hex that go off on its Original DR.
    """
    if purpose.kind not in _BY or not purpose.at:
        return
    at = LocationId(purpose.at)
    boards = table.board.boards(hex_of(at))
    having = (one for one in table.world.all(BoobyTraps) if one.owner is purpose.by.enemy)
    if any(
        unseal(one.board) in boards and unseal(one.level).goes_off(roll.total) for one in having
    ):
        yield partial(strike, table, at)


async def strike(table: AslTable, at: LocationId) -> None:
    """B28.9: Casualty Reduction of one of the Personnel there by Random Selection, of either side,
    concealed and hidden too (A7.302); ties all suffer, and nobody does where nobody is left.
    """
    table.tell(BoobyTrapSprung(at=at))
    open_stacks_at(table, (at,))
    there = tuple(one for one in table.truth.pieces() if one.at == at and not is_dummy(one))
    before = possible_losses(table.truth, there)
    for unit_id in _struck(table, at, there):
        come_out(table, (one for one in table.alive((unit_id,)) if one.under == HIDDEN))
        casualty_reduction(table, unit_id, "Booby Trap")
    await leader_losses(table, losses_since(table, before))


def _struck(table: AslTable, at: LocationId, there: tuple[Unit, ...]) -> list[CounterId]:
    """Those selected: who is in the open first, then the others as they look. The dr of one who
    comes out is told: whether others tie with it depends on it.
    """
    seen = tuple(unit for unit in there if unit.under is None)
    if not _may_be_unseen(table.public, at):
        return random_selection(table, seen, 1, "Booby Trap")
    unseen = in_secret_order(table, (unit for unit in there if unit.under is not None))
    struck, dr = selected_unseen(table, seen, unseen, "Booby Trap")
    if any(table.unit(one).under is not None for one in struck):
        table.tell(TrapDr(at=at, dr=dr))
    return sorted(struck, key=lambda one: _place(table.unit(one)))


def _place(unit: Unit) -> tuple[bool, tuple[str, ...]]:
    return unit.under is not None, looks(unit)


def _may_be_unseen(public: Knowledge, at: LocationId) -> bool:
    """Whether, for all that everybody knows, somebody concealed or hidden is in a Location."""
    if any(public.view.get(SideState, side.value).hides for side in Side):
        return True
    return any(cover.at == at for cover in public.covers())
