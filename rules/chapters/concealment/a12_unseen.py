"""A12.14, A12.141 Who may act under his "?": whom no enemy near enough sees do it."""

from collections.abc import Iterable

from rules.chapters.concealment.a12_hidden import come_under_cover
from rules.chapters.concealment.a12_watchers import NEAR, as_enemies_see, nearest, watchers
from rules.forces.units import Unit
from rules.position.asl_table import AslTable
from rules.position.position import HIDDEN, Position


def is_watched(position: Position, unit: Unit) -> bool:
    """A12.121, cases C and D: whether what a concealed unit does costs it its "?": before an enemy
    in the open and in Good Order who has a LOS to it within 16 hexes, to Cavalry at any range.
    """
    return seen_by(position, unit) is not None


def seen_by(position: Position, unit: Unit) -> Unit | None:
    """The nearest of them."""
    reach = NEAR if unit.horse is None else None
    return nearest(position, unit.at, watchers(position, as_enemies_see(position, unit), reach))


def watched_of(table: AslTable, named: Iterable[str]) -> list[str]:
    """Of the counters that are told to act those that are watched, or lay beneath the top of a
    stack (A12.16). Of the others those that were hidden are under a "?" from now on
    (docs/rulings.md).
    """
    truth = table.truth
    acting = acting_of(truth, named)
    watched = {one.id for one in acting if one.below_top or is_watched(truth, one)}
    come_under_cover(table, (u for u in acting if u.under == HIDDEN and u.id not in watched))
    return sorted(watched)


def acting_of(position: Position, named: Iterable[str]) -> tuple[Unit, ...]:
    """The concealed and hidden units that are named, or have a counter that is."""
    chosen = set(named)
    veiled = (one for one in position.pieces() if one.under is not None)
    return tuple(one for one in veiled if chosen & {one.id, *_held(position, one)})


def _held(position: Position, unit: Unit) -> tuple[str, ...]:
    return tuple(one.id for one in position.belongings_of(unit))
