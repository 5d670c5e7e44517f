"""A12.154 What a Search or Mopping Up may cost: one Casualty dr, if the enemy likes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.close_combat.a11_ambush import lax_units
from rules.chapters.concealment.a12_searching import half_squads
from rules.chapters.morale.a10_morale import leader_losses, losses_since, possible_losses
from rules.chapters.morale.a17_wounds import casualty_reduction
from rules.chapters.morale.a_random_selection import random_selection
from rules.forces.entities import MineMarker, Residual, SideState
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import LogLine, Modifier, SeenRoll
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.mines import BoobyTraps, FoundMines
from rules.position.position import (
    Position,
    best_leader,
    good_order,
    is_armed,
    is_dummy,
    is_hero,
    leadership,
)

LIMIT = 1
"""A12.154: the highest Final Casualty dr that Reduces one of those who Search."""


class SearchCasualty(AslFact, frozen=True, kw_only=True, tag="SearchCasualty"):
    """What the Casualty dr of those did who are still under a "?". Where it was made and the dr are
    public; they stand here because the line says them.
    """

    rule: ClassVar[str] = "A12.154"
    tells: ClassVar[tuple[str, ...]] = ("hit",)
    gives_away: ClassVar[str] = (
        "the result of one Casualty dr, from which its drm may be guessed, and so who is there"
    )
    side: Side
    at: LocationId
    roll: SeenRoll
    hit: bool

    def line(self, position: Knowledge) -> LogLine:
        return LogLine(
            kind="check",
            side=self.side,
            text=_called(position, self.at),
            rule="A12.154",
            at=(self.at,),
            roll=self.roll,
            result=_result(hit=self.hit),
        )


def _called(position: Position, at: LocationId) -> str:
    return f"Casualty dr against the Search of {position.board.name(at)}"


def _result(*, hit: bool) -> str:
    return "one of those who Search is Reduced" if hit else "no effect"


@dataclass(frozen=True)
class Searched:
    """A Search that was made: by whom, from where, in which hexes; and the drm of the enemies who
    were concealed there as it began, and who they were.
    """

    units: tuple[CounterId, ...]
    side: Side
    at: LocationId
    hexes: tuple[HexId, ...]
    mods: tuple[Modifier, ...]
    lurkers: tuple[CounterId, ...]


def begin(table: AslTable, unit_ids: tuple[CounterId, ...], hexes: tuple[HexId, ...]) -> Searched:
    """A12.154: a Search of those hexes, as they are before anything is found there."""
    first = table.alive(unit_ids)[0]
    there = tuple(
        one
        for one in table.truth.pieces(first.side.enemy)
        if one.under is not None and not is_dummy(one) and hex_of(one.at) in hexes
    )
    return Searched(
        units=unit_ids,
        side=first.side,
        at=first.at,
        hexes=hexes,
        mods=tuple(casualty_drm(there)),
        lurkers=tuple(one.counter for one in there),
    )


def casualty_drm(concealed: tuple[Unit, ...]) -> Iterator[Modifier]:
    """A12.154: the drm of those who were concealed as the Search began."""
    stealthy = sum(1 for unit in concealed if is_hero(unit))
    if stealthy:
        yield Modifier("A11.17", "Stealthy", -stealthy)
    more = half_squads(concealed) - 1
    if more > 0:
        yield Modifier("A12.154", "more than one HS", -more)
    leader = best_leader(concealed) if len(concealed) > 1 else None
    if leader is not None and leadership(leader):
        yield Modifier("A10.72", "their leader", leadership(leader))
    lax = len(lax_units(concealed))
    if lax:
        yield Modifier("A11.18", "Lax", lax)


def is_entitled(public: Position, searched: Searched) -> bool:
    """A12.154: whether everybody can see that the enemy may make a Casualty dr, now that all is
    found: by armed Good Order units or a "?" in what was Searched, by mines, by Residual FP.
    """
    hexes, enemy = searched.hexes, searched.side.enemy
    units = (unit for at in hexes for unit in public.personnel_in(at, enemy))
    mined = {one.at for one in public.view.all(MineMarker) if one.proved and not one.dummy}
    mined |= {one.at for one in public.view.all(FoundMines)}
    burning = {hex_of(one.at) for one in public.view.all(Residual)}
    return (
        any(good_order(unit) and is_armed(public, unit) for unit in units)
        or any(hex_of(cover.at) in hexes for cover in public.covers(enemy))
        or any(at in mined | burning for at in hexes)
    )


def may_have_traps(public: Position, searched: Searched) -> bool:
    """B28.9: whether the enemy could have bought Booby Traps for a board that was Searched."""
    possible = public.view.get(SideState, searched.side.enemy.value).traps
    return any(board in possible for board in _boards(public, searched.hexes))


def has_traps(own: Knowledge, side: Side, hexes: tuple[HexId, ...]) -> bool:
    """A12.154: whether a side knows that it has Booby Traps on a board of those hexes."""
    boards = _boards(own, hexes)
    mine = (one for one in own.view.all(BoobyTraps) if one.owner is side)
    return any(one.board.for_(side) in boards for one in mine)


def _boards(position: Position, hexes: tuple[HexId, ...]) -> set[str]:
    return {board for at in hexes for board in position.board.boards(at)}


async def make_casualty_dr(table: AslTable, searched: Searched) -> None:
    """A12.154: a low dr Reduces one of those who Searched, by Random Selection. Of the drm only
    their side is told while any of those who bring it is still concealed.
    """
    by, at = searched.side.enemy, searched.at
    called = _called(table.public, at)
    roll = table.roll(Purpose("casualty", called, "A12.154", by))
    final = roll.total + sum(mod.value for mod in searched.mods)
    hit = final <= LIMIT
    mods, result = searched.mods, f"Final {final}: {_result(hit=hit)}"
    if any(unit.under is not None for unit in table.alive(searched.lurkers)):
        table.tell(SearchCasualty(side=by, at=at, roll=roll.seen, hit=hit))
        own = by.audience
        table.log("check", called, side=by, rule="A12.154", mods=mods, result=result, to=own)
    else:
        table.log(
            "check", called, side=by, rule="A12.154", at=(at,), roll=roll, mods=mods, result=result
        )
    if hit:
        await _reduce_one(table, table.alive(searched.units))


async def _reduce_one(table: AslTable, units: tuple[Unit, ...]) -> None:
    before = possible_losses(table.truth, units)
    unseen = any(unit.under is not None for unit in units)
    to = units[0].side.audience if unseen else Audience.PUBLIC
    for unit_id in random_selection(table, units, 1, "Search Casualty", to):
        casualty_reduction(table, unit_id, "Search Casualty")
    await leader_losses(table, losses_since(table, before))
