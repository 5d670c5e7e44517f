"""A12.32 Hidden units that are placed on the map to deny their enemy concealment."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_hidden import come_under_cover, hidden_at
from rules.forces.entities import SideState
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option, places
from rules.position.knowledge import Knowledge
from rules.position.position import Position, is_hidden
from rules.position.seeing import eye_of, los_outwards

NOTHING = "nothing"

Gainers: TypeAlias = Callable[[Position, Side], tuple[Unit, ...]]
"""The units of a side that would gain a "?" now, for all that everybody can see."""


async def deny_by_hidden(table: AslTable, side: Side, gainers: Gainers) -> None:
    """A12.32: before a side gains concealment its enemy may place those whom he has hidden in a
    Location under a "?", if they see somebody who would gain it. He is asked whether he has any or
    not, if his OB lets him hide units.
    """
    while _is_asked(table.public, side, gainers):
        own = tuple(_options(table, side, gainers(table.public, side)))
        answer = await table.decide(_decision(side.enemy), own)
        if answer == NOTHING:
            return
        come_under_cover(table, hidden_at(table, LocationId(answer), side.enemy))


def _is_asked(public: Knowledge, side: Side, gainers: Gainers) -> bool:
    """Whether, for all that everybody knows, somebody hidden could deny something."""
    return public.view.get(SideState, side.enemy.value).hides and bool(gainers(public, side))


def _decision(owner: Side) -> Decision:
    return Decision(
        side=owner,
        rule="A12.32",
        label="Deny concealment",
        ours="Do you place hidden units under a ?, to deny concealment in their LOS?",
        theirs="may place hidden units, to deny concealment.",
        options=(Option(value=NOTHING, label="Nobody"),),
        units=(),
    )


def _options(table: AslTable, side: Side, gaining: tuple[Unit, ...]) -> Iterator[Option]:
    """The Locations where those are hidden who see one that would gain it."""
    known = table.known(side.enemy)
    hidden = (unit for unit in known.pieces(side.enemy) if is_hidden(unit))
    able = (unit for unit in hidden if any(_sees(known, unit, one) for one in gaining))
    yield from places(table.board, sorted({unit.at for unit in able}))


def _sees(position: Knowledge, unit: Unit, other: Unit) -> bool:
    return not unit.broken and not los_outwards(position, eye_of(unit), other).blocked
