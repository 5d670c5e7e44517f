"""A12.121, A12.2 Cavalry under a "?": its own row of the table by which one is lost.

Outside Concealment Terrain an enemy need but see it, at any range; in it, see it spend MF. What
everybody sees of its "?" is what he sees of any: it neither rides nor spends a horse's MF.
"""

from collections.abc import Iterable

from rules.chapters.concealment.a12_hidden import come_out
from rules.chapters.concealment.a12_watchers import as_enemies_see, watchers
from rules.chapters.concealment.covers import into_the_open
from rules.chapters.ground.a12_terrain import is_in_concealment_terrain
from rules.forces.phases import Phase, Stage
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import HIDDEN

RIDERS_US = 4
"""A12.122: the US# of who possesses a Horse counter, which is a 5/8" one (docs/rulings.md)."""


def notice_riders(table: AslTable) -> None:
    """A12.121, case H: concealed and hidden Cavalry outside Concealment Terrain comes into the open
    as soon as a Good Order enemy sees it; those on foot under the same "?" do not.
    """
    if table.clock.stage is not Stage.PLAY:
        return
    riders = (unit for unit in table.truth.pieces() if is_veiled_rider(unit))
    outside = tuple(unit for unit in riders if not is_in_concealment_terrain(table.truth, unit))
    _show_watched(table, outside)


def lose_by_riding(table: AslTable, unit_ids: Iterable[CounterId]) -> None:
    """A12.121, case B: Cavalry that spends MF in the LOS of a Good Order enemy, at any range and
    wherever it is, comes into the open.
    """
    if table.clock.phase is Phase.MPH:
        going = table.alive(tuple(unit_ids))
        _show_watched(table, tuple(unit for unit in going if is_veiled_rider(unit)))


def _show_watched(table: AslTable, riders: tuple[Unit, ...]) -> None:
    truth = table.truth
    seen = (unit for unit in riders if watchers(truth, as_enemies_see(truth, unit)))
    show_riders(table, (unit.counter for unit in seen))


def show_riders(table: AslTable, unit_ids: Iterable[CounterId]) -> None:
    """A12.2: those of the units that ride under a "?", or hidden, are placed in the open."""
    coming = [unit for unit in table.alive(tuple(unit_ids)) if is_veiled_rider(unit)]
    into_the_open(table, (unit.id for unit in coming if unit.under != HIDDEN))
    come_out(table, (unit for unit in coming if unit.under == HIDDEN))


def is_veiled_rider(unit: Unit) -> bool:
    """Whether a unit rides, and only its side knows."""
    return unit.horse is not None and unit.under is not None
