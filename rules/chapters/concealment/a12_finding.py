"""A12.33 How hidden Fortifications are found: by the LOS of a Good Order enemy, by who is in them,
and, of a roadblock, by the LOS that it blocks.
"""

from collections.abc import Collection

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.concealment.a12_fortifications import ground_of
from rules.chapters.concealment.a12_hidden import show_fortification
from rules.chapters.concealment.a12_watchers import NEAR
from rules.chapters.ground.a12_terrain import is_concealment_terrain
from rules.forces.phases import Stage
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.memo import asked_once
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.eyes import Eye
from rules.position.hidden_fortifications import (
    Fortification,
    FortificationKind,
    HiddenFortification,
)
from rules.position.position import Position, good_order, is_dummy
from rules.position.roadblocks import Roadblock, barred_by, roadblock
from rules.position.seeing import eye_of, sees

_UNSEEN = frozenset({FortificationKind.CHARGE, FortificationKind.BUILDING})


def notice_fortifications(table: AslTable) -> None:
    """A12.33: those are shown that are found now, in the order of where they are; a Set DC is not
    found so, nor is a Fortified Building Location (B23.9).
    """
    records = table.world.all(HiddenFortification)
    if table.clock.stage is not Stage.PLAY or not records:
        return
    for record in sorted(records, key=_in_order):
        if unseal(record.what).kind in _UNSEEN:
            continue
        if _is_given_away(table, record) or _is_found(table.truth, record):
            show_fortification(table, record)


def find_fortifications(table: AslTable, side: Side, hexes: Collection[HexId]) -> None:
    """A12.152: what a side has hidden in hexes that are Searched is shown, though SMOKE has hidden
    it from LOS.
    """
    for record in sorted(table.world.all(HiddenFortification), key=_in_order):
        if record.owner is side and unseal(record.what).at in hexes:
            show_fortification(table, record)


def _in_order(record: HiddenFortification) -> tuple[str, str, str, int]:
    what = unseal(record.what)
    return record.owner, what.at, what.kind, what.facing + what.level


def _is_given_away(table: AslTable, record: HiddenFortification) -> bool:
    """A12.33: whether somebody in it is in the open."""
    return any(unit.under is None for unit in table.alive(unseal(record.inside)))


def _is_found(position: Position, record: HiddenFortification) -> bool:
    """A12.33: whether any Good Order enemy sees it, a concealed or hidden one too."""
    what = unseal(record.what)
    enemies = position.pieces(record.owner.enemy)
    return any(_finds(position, one, what) for one in enemies if good_order(one))


def _finds(position: Position, enemy: Unit, what: Fortification) -> bool:
    """In Concealment Terrain within 16 hexes, elsewhere at any range. A Dummy finds nothing."""
    at, eye = ground_of(position.board, what), eye_of(enemy)
    if is_dummy(enemy):
        return False
    if what.kind is FortificationKind.ROADBLOCK and _is_barred(position, eye, what):
        return True
    near = position.range(enemy.at, at) <= NEAR or not is_concealment_terrain(position, at)
    return near and sees(position, eye, at)


def _is_barred(position: Position, eye: Eye, what: Fortification) -> bool:
    """Whether a LOS to any Location that is there would be blocked by a roadblock alone."""
    one = roadblock(what.at, what.facing)
    behind = _behind(position.board, eye.at, one)
    return any(sees(position, eye, at) for at in behind)


@asked_once
def _behind(board: Board, source: LocationId, one: Roadblock) -> tuple[LocationId, ...]:
    """B29.2: the Locations to which it bars the LOS from one, whatever else does."""
    places = (at for hex_id in board.hexes for at in board.locations(hex_id))
    return tuple(
        at
        for at in places
        if hex_of(at) != hex_of(source) and barred_by(board, one, source, at) is not None
    )
