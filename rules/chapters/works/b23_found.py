"""B23.9 How a hidden Fortified Building Location is found: by who would enter it, by fire that it
matters to, and by who secures its building.
"""

from collections.abc import Collection, Iterable, Iterator

from rules.board.locations import HexId, LocationId, location
from rules.chapters.concealment.a12_hidden import show_fortification
from rules.chapters.concealment.a12_loss import lose_all
from rules.chapters.concealment.a12_under_attack import fewest_points
from rules.chapters.concealment.covers import into_the_open
from rules.chapters.works.b23_fortified import SQUAD, breach_side, holds
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.fortifications import fortified_at
from rules.position.hidden_fortifications import FortificationKind, HiddenFortification
from rules.position.position import Position, is_dummy, names, values


async def keep_out(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, to: LocationId
) -> tuple[CounterId, ...]:
    """B23.922: who advances or charges into a Fortified Location that the enemy holds, hidden or
    under a "?" as it or they may be, stays where he is, and has ended his phase. What keeps him out
    is shown. In the MPh others meet the "?" first (A12.15).
    """
    units = table.alive(unit_ids)
    if not units or all(is_dummy(unit) for unit in units) or not _would_enter(table, units):
        return unit_ids
    enemy = units[0].side.enemy
    if not bars_by_fortress(table, enemy, origin, to):
        return unit_ids
    lose_all(table, unit_ids)
    for unit in table.alive(unit_ids):
        table.change(unit.counter, used=True)
    text = f"{names(table.alive(unit_ids))} must stay: {table.board.name(to)} is fortified and held"
    table.log("move", text, side=enemy.enemy, rule="B23.922", at=(origin, to))
    return ()


def bars_by_fortress(
    table: AslTable, side: Side, origin: LocationId | None, to: LocationId
) -> bool:
    """B23.922: whether a side holds a Fortified Location against those who come from another, or
    onto the map; if so what keeps them out is shown.
    """
    record = hidden_building(table, to, side)
    if record is None and not _is_open_fortress(table.truth, origin, to):
        return False
    holders = _holders(table.truth, to, side)
    if holders is None:
        return False
    if record is not None:
        show_fortification(table, record)
    into_the_open(table, (one.id for one in holders if one.under is not None))
    return True


def _would_enter(table: AslTable, units: tuple[Unit, ...]) -> bool:
    return table.clock.phase is Phase.APH or any(unit.berserk for unit in units)


def _is_open_fortress(position: Position, origin: LocationId | None, to: LocationId) -> bool:
    """Whether everybody knows that it is fortified, and no Breach leads in from there."""
    known = fortified_at(position.view, position.board, to)
    if known is None or origin is None:
        return known is not None
    return breach_side(position, origin, to) not in known.breaches


def _holders(position: Position, at: LocationId, side: Side) -> tuple[Unit, ...] | None:
    """The least of a side's units in a Location that make a squad and may bar it, those in the open
    first; None if there are not enough.
    """
    there = [one for one in position.pieces(side) if one.at == at and holds(position, one)]
    chosen: list[Unit] = []
    for unit in _in_turn(there):
        if sum(values(one).halves for one in chosen) < SQUAD:
            chosen.append(unit)
    enough = sum(values(one).halves for one in chosen) >= SQUAD
    return tuple(chosen) if enough else None


def _in_turn(units: Iterable[Unit]) -> Iterator[Unit]:
    left = list(units)
    open_first = [one for one in left if one.under is None]
    yield from open_first
    veiled = [one for one in left if one.under is not None]
    squads = [one for one in veiled if values(one).halves >= SQUAD]
    while squads:
        best = fewest_points(squads)
        squads.remove(best)
        yield best
    yield from (one for one in veiled if values(one).halves < SQUAD)


def hidden_building(table: AslTable, at: LocationId, side: Side) -> HiddenFortification | None:
    """The record of a side that says that a Location is fortified."""
    for record in table.world.all(HiddenFortification):
        what = unseal(record.what)
        is_building = what.kind is FortificationKind.BUILDING
        if record.owner is side and is_building and location(what.at, what.level) == at:
            return record
    return None


def show_buildings(table: AslTable, side: Side, hexes: Collection[HexId]) -> None:
    """A12.153: those of a side in a building that Mopping Up has secured are shown."""
    records = table.world.all(HiddenFortification)
    for record in sorted(records, key=lambda one: (unseal(one.what).at, unseal(one.what).level)):
        what = unseal(record.what)
        here = record.owner is side and what.at in hexes
        if here and what.kind is FortificationKind.BUILDING:
            show_fortification(table, record)
