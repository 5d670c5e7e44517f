"""A12.152 Searching: who may, the dr, which hexes, and what is found in them.

What a Search may cost is in `a12_search_casualties`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.board.locations import HexId, LocationId, hex_of, is_on_cliff
from rules.chapters.close_combat.a11_ambush import lax_units
from rules.chapters.concealment.a12_finding import find_fortifications
from rules.chapters.concealment.a12_hidden import come_under_cover, hidden_in
from rules.chapters.concealment.a12_searched_mines import find_mines
from rules.chapters.concealment.a12_unseen_tries import Attempt, as_told, tell_of_try
from rules.chapters.concealment.covers import uncover
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.adjacency import accessible_from
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, places
from rules.position.position import (
    Position,
    best_leader,
    good_order,
    is_dummy,
    is_hero,
    is_smc,
    leadership,
    name,
    names,
    values,
)

_AWAY = frozenset({Posture.ON_WIRE, Posture.BYPASS})
"""Where in its Location nobody is who Searches it: he ends his move elsewhere, or is above Wire."""


@dataclass(frozen=True)
class Finder:
    """What a Search finds of one kind, in hexes where that side has it hidden."""

    rule: str
    find: Callable[[AslTable, Side, tuple[HexId, ...]], None]


def find_units(table: AslTable, side: Side, hexes: tuple[HexId, ...]) -> None:
    """A12.152: what is under a "?" loses it, Dummies go, and the hidden come under a "?"."""
    hidden = hidden_in(table, hexes, side)
    for cover in table.public.covers(side):
        if hex_of(cover.at) in hexes:
            uncover(table, cover.id)
    come_under_cover(table, hidden)


FINDERS: tuple[Finder, ...] = (
    Finder("A12.152", find_units),
    Finder("A12.33", find_fortifications),
    Finder("B28.48", find_mines),
)
"""What a Search finds, in the order in which it is told."""


def searcher_bar(unit: Unit) -> Barrier | None:
    """A12.152: why a unit may not Search, or None if it may."""
    fit = good_order(unit) and not unit.pinned and not unit.ti and not is_dummy(unit)
    if not fit or unit.posture in _AWAY or is_on_cliff(unit.at):
        return Barrier("A12.152", f"{name(unit)} is in no state to Search.")
    if unit.assault:
        return Barrier("A12.152", f"{name(unit)} has used Assault Movement.")
    return None


def party_bar(units: tuple[Unit, ...]) -> Barrier | None:
    """A12.152: why units may not Search together, or None if they may."""
    if all(is_smc(unit) for unit in units):
        return Barrier("A12.152", "It takes a MMC to Search.")
    return next((bar for bar in map(searcher_bar, units) if bar is not None), None)


def hexes_beside(position: Position, at: LocationId) -> tuple[HexId, ...]:
    """A12.152: the other hexes that have a Location Accessible from one, by hexside."""
    found = (hex_of(to) for to in accessible_from(position.board, at))
    return tuple(there for there in dict.fromkeys(found) if there != hex_of(at))


def search_drm(units: tuple[Unit, ...]) -> Iterator[Modifier]:
    """A12.152: the drm of a Search: who Searches, how many, and who leads them."""
    stealthy = sum(1 for unit in units if is_hero(unit))
    if stealthy:
        yield Modifier("A11.17", "Stealthy", -stealthy)
    more = half_squads(units) - 1
    if more > 0:
        yield Modifier("A12.152", "more than one HS", -more)
    leader = best_leader(units)
    if leader is not None and leadership(leader):
        yield Modifier("A10.72", f"{name(leader)} leads", leadership(leader))
    lax = len(lax_units(units))
    if lax:
        yield Modifier("A11.18", "Lax", lax)
    weary = sum(1 for unit in units if unit.cx)
    if weary:
        yield Modifier("A12.152", "CX", weary)


def half_squads(units: tuple[Unit, ...]) -> int:
    """How many HS-equivalents units are; SMC are none."""
    return sum(values(unit).halves for unit in units if not is_smc(unit))


async def search(table: AslTable, unit_ids: tuple[CounterId, ...]) -> tuple[HexId, ...]:
    """A12.152: units are TI and have ended their move; a dr says how many of the hexes beside them
    they miss, and their side which. Returns the hexes that they Search: their own first. Those who
    keep a "?" the enemy is shown (A12.16).
    """
    for unit in table.alive(unit_ids):
        table.change(unit.counter, ti=True, moved=True)
    units = table.alive(unit_ids)
    at, side = units[0].at, units[0].side
    mods, where = as_told(units, search_drm(units), "A12.152"), table.board.name(at)
    tell_of_try(table, units, Attempt.SEARCH, 0, mods)
    roll = table.roll(Purpose("search", f"Search dr in {where}", "A12.152", side))
    final = roll.total + sum(mod.value for mod in mods)
    around = hexes_beside(table.public, at)
    missed = min(max(final, 0), len(around))
    table.log(
        "check", f"{names(units)}: Search of {where}", side=side, rule="A12.152", at=(at,),
        roll=roll, mods=mods, result=f"Final {final}: {missed} of {len(around)} hexes missed",
    )  # fmt: skip
    left_out = await _leave_out(table, side, units, around, missed)
    hexes = (hex_of(at), *(there for there in around if there not in left_out))
    searched = ", ".join(table.board.name(there) for there in hexes)
    text = f"Searched: {searched}"
    table.log("check", text, side=side, rule="A12.152", at=_grounds(table, hexes))
    return hexes


async def _leave_out(
    table: AslTable, side: Side, units: tuple[Unit, ...], around: tuple[HexId, ...], missed: int
) -> tuple[HexId, ...]:
    """A12.152: which hexes are not Searched: asked hex by hex, unless it is all or none."""
    if missed == len(around):
        return around
    left_out: tuple[HexId, ...] = ()
    while len(left_out) < missed:
        free = tuple(there for there in around if there not in left_out)
        answer = await table.decide(
            Decision(
                side=side,
                rule="A12.152",
                label="Not Searched",
                ours=f"Which hex is not Searched ({missed - len(left_out)} to choose)?",
                theirs="chooses which hexes are not Searched.",
                options=places(table.board, _grounds(table, free)),
                units=table.truth.shown(units),
                at=units[0].at,
            )
        )
        left_out = (*left_out, hex_of(LocationId(answer)))
    return left_out


def _grounds(table: AslTable, hexes: tuple[HexId, ...]) -> tuple[LocationId, ...]:
    return tuple(table.board.locations(there)[0] for there in hexes)


def find(table: AslTable, side: Side, hexes: tuple[HexId, ...]) -> None:
    """A12.152: all that a side has hidden in hexes that are Searched comes out."""
    for finder in FINDERS:
        finder.find(table, side, hexes)
