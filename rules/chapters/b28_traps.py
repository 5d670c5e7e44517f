"""B28.9 Booby Traps: a TC of the enemy sets them off by its Original DR."""

from collections.abc import Iterator
from functools import partial

from rules.board.locations import LocationId, hex_of
from rules.chapters.a10_check import TASK_CHECK
from rules.chapters.a10_morale import leader_losses, losses_since, possible_losses
from rules.chapters.a17_wounds import casualty_reduction
from rules.chapters.a_random_selection import random_selection
from rules.chapters.b28_facts import BoobyTrapSprung
from rules.chapters.b28_ptc import TRAPS_ALONE
from rules.kernel.dice import Roll
from rules.kernel.table import Interrupt, Purpose
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.mines import BoobyTraps

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
    """B28.9: Casualty Reduction of one of the Personnel there by Random Selection, of either side
    (A7.302); ties all suffer, and nobody does where nobody is left.
    """
    table.tell(BoobyTrapSprung(at=at))
    there = tuple(unit for unit in table.truth.units_at(at) if unit.under is None)
    before = possible_losses(table.truth, there)
    for unit_id in random_selection(table, there, 1, "Booby Trap"):
        casualty_reduction(table, unit_id, "Booby Trap")
    await leader_losses(table, losses_since(table, before))
