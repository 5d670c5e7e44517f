"""A10.533, A12.32 Concealed and hidden units that become Known to affect the routs of an enemy."""

from collections.abc import Iterator
from functools import partial

from rules.chapters.concealment.a12_hidden import come_out
from rules.chapters.concealment.a12_inspection import open_who
from rules.chapters.concealment.known_enemies import RANGE_LIMIT
from rules.chapters.morale.a10_interdiction import is_exposed_to
from rules.forces.entities import SideState
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.knowledge import Knowledge
from rules.position.position import (
    Position,
    good_order,
    is_dummy,
    name,
    stand_in,
)
from rules.position.seeing import eye_of, los_outwards

NOTHING = "nothing"


async def show_for_routs(table: AslTable, side: Side) -> None:
    """A10.533, A12.32: before the broken of a side rout, its enemy may place concealed and hidden
    units in the open, one after the other, who count against their routs from then on. He is asked
    if a "?" sees one of them, or his OB lets him hide units. Who lies unseen beneath the top of a
    stack, and alone has one of them rout, is seen (A12.16).
    """
    _open_who_drive(table, side)
    while _is_asked(table.public, side):
        own = tuple(
            Option(value=unit.id, label=name(unit), unit=unit.id)
            for unit in _able(table.known(side.enemy), side)
        )
        answer = await table.decide(_decision(side.enemy), own)
        if answer == NOTHING:
            return
        come_out(table, (one for one in table.truth.pieces(side.enemy) if one.id == answer))
        table.settle()


def _open_who_drive(table: AslTable, side: Side) -> None:
    """A10.5, A12.16: a broken unit must rout before whoever it is exposed to."""
    position = table.truth
    for router in tuple(_routers(position, side)):
        if not any(is_exposed_to(position, router, one) for one in position.foes(side)):
            open_who(table, side.enemy, partial(is_exposed_to, position, router))
    table.settle()


def _routers(position: Position, side: Side) -> Iterator[Unit]:
    """Those whom an enemy could drive away, or bar the way."""
    return (unit for unit in position.personnel(side) if unit.broken and not unit.melee)


def _is_asked(public: Knowledge, side: Side) -> bool:
    """Whether, for all that everybody knows, somebody concealed or hidden could affect a rout."""
    if public.view.get(SideState, side.enemy.value).hides and any(_routers(public, side)):
        return True
    return any(_sees_any(public, stand_in(one), side) for one in public.covers(side.enemy))


def _able(position: Knowledge, side: Side) -> Iterator[Unit]:
    for unit in position.pieces(side.enemy):
        real = unit.under is not None and not is_dummy(unit)
        if real and good_order(unit) and _sees_any(position, unit, side):
            yield unit


def _sees_any(position: Position, unit: Unit, side: Side) -> bool:
    return any(
        position.range(unit.at, one.at) <= RANGE_LIMIT
        and not los_outwards(position, eye_of(unit), one).blocked
        for one in _routers(position, side)
    )


def _decision(owner: Side) -> Decision:
    return Decision(
        side=owner,
        rule="A10.533",
        label="Show a unit before the enemy routs",
        ours="Does a concealed unit become Known, to affect the routs?",
        theirs="may show concealed units, to affect the routs.",
        options=(Option(value=NOTHING, label="Nobody"),),
        units=(),
    )
