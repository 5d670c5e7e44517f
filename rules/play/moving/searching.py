"""A12.152 Searching at the end of a move, and the Casualty dr of the enemy (A12.154)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.board.locations import HexId, LocationId
from rules.chapters.concealment.a12_search_casualties import (
    Searched,
    begin,
    has_traps,
    is_entitled,
    make_casualty_dr,
    may_have_traps,
)
from rules.chapters.concealment.a12_searching import find, party_bar, search, searcher_bar
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.command import Command
from rules.kernel.procedure import ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public
from rules.kernel.slots import Filler, Slot, SlotsOffer, choice, filler
from rules.kernel.view import Modifier, Now, Offer
from rules.play.activity import Guise, UnitNoun
from rules.play.checks import place
from rules.play.choices import Choose
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.play.part import AslQuestion, not_now
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import is_smc

ONE_MF = 2  # in halves


class Search(ErrandCommand, frozen=True, kw_only=True, tag="search"):
    """Search the hex that units are in, and hexes beside it: they are TI."""

    words = "search with {units}"
    guise = Guise.UNSEEN
    units: tuple[UnitNoun, ...]


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    """One offer for each Location."""
    for at in sorted({unit.at for unit in units}):
        there = tuple(one for one in units if one.at == at and searcher_bar(one) is None)
        if any(not is_smc(one) for one in there):
            slot = Slot(name="units", kind="units", of=tuple(filler(one.id) for one in there))
            hint = "1 MF, then TI: a dr says how many of the hexes beside it are missed."
            yield SlotsOffer(
                verb="search", label="Search", hint=hint, rule="A12.152", slots=(slot,)
            )


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: Search) -> None:
    units = tuple(one_of_movers(movers, unit_id) for unit_id in command.units)
    if not units or len({*command.units}) < len(units) or len({unit.at for unit in units}) > 1:
        raise Refused("A4.2", "Choose different units of one Location.")
    bar = party_bar(units)
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _search(table: AslTable, command: Search) -> None:
    units = table.counters(command.units)
    side = table.alive(units)[0].side
    hexes = await search(table, units)
    searched = begin(table, units, hexes)
    find(table, side.enemy, hexes)
    await casualties(table, searched)


SEARCHING = Errand(
    Search,
    _offers,
    _refuse,
    lambda command: command.units,
    (Modifier("A12.152", "Search", ONE_MF),),
    _search,
    on_horse=True,
)
"""A12.152: for one MF, with which their move is over."""


async def casualties(table: AslTable, searched: Searched) -> None:
    """A12.154: the enemy is asked whether he makes a Casualty dr, if everybody sees that he may, or
    if he could have Booby Traps there.
    """
    entitled = is_entitled(table.public, searched)
    if not entitled and not may_have_traps(table.public, searched):
        return
    enemy = searched.side.enemy
    question = ChooseCasualtyDr(side=enemy, at=searched.at, hexes=searched.hexes, entitled=entitled)
    if await ask(question):
        await make_casualty_dr(table, searched)


_MAKE, _NONE = "casualty-dr", "none"


@dataclass(frozen=True, kw_only=True)
class ChooseCasualtyDr(AslQuestion[bool]):
    """Whether to make a Casualty dr against those who have Searched these hexes (A12.154). If
    nothing else entitles to it only who has Booby Traps there may, which others do not know.
    """

    answers: ClassVar = (Choose,)
    at: Public[LocationId]
    hexes: Public[tuple[HexId, ...]]
    entitled: Public[bool]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        make = (Filler(value=_MAKE, label="make a Casualty dr"),) if self._may(position) else ()
        none = Filler(value=_NONE, label="make none")
        return (choice("choose", "Casualty dr", "A12.154", (*make, none)),)

    def _may(self, own: Knowledge) -> bool:
        return self.entitled or has_traps(own, self.side, self.hexes)

    def refuse(self, position: Knowledge, command: Command) -> None:
        if not isinstance(command, Choose):
            raise not_now(command, "A12.154")
        if command.option not in (_MAKE, _NONE):
            raise Refused("A12.154", "That is none of the options.")
        if command.option == _MAKE and not self._may(position):
            raise Refused("A12.154", "You have no Booby Traps there.")

    def answer(self, command: Command) -> bool:
        return isinstance(command, Choose) and command.option == _MAKE

    def now(self, position: Knowledge, audience: Audience) -> Now:
        where = place(position, self.at)
        mine = audience is self.side.audience
        ours = f"Make a Casualty dr against the Search of {where}?"
        return Now(
            side=self.side,
            kind="choice",
            text=ours if mine else f"decides on a Casualty dr against the Search of {where}.",
            focus=(self.at,),
            units=(),
            rule="A12.154",
        )
