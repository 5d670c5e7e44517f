"""B30.7 Who is in a pillbox is not seen from outside, until somebody attacks out of it."""

from collections.abc import Iterable

from rules.board.locations import LocationId, hex_of, is_pillbox
from rules.chapters.concealment.a12_gain import is_in_use
from rules.chapters.concealment.a12_loss import come_out_all_at
from rules.chapters.concealment.a12_watchers import NEAR
from rules.chapters.fire.a07_attack import Attack
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.law import Law
from rules.position.position import Position, good_order
from rules.position.seeing import eye_of, sees


def unseen_inside(law: Law, places: Iterable[LocationId]) -> list[LocationId]:
    """B30.7: of the Locations in which units are set up the pillboxes, where they lie under a "?"
    unless there is no concealment at all.
    """
    return sorted(filter(is_pillbox, places)) if is_in_use(law) else []


async def seen_firing(table: AslTable, attack: Attack) -> None:
    """B30.7: after an attack out of a pillbox all in it are in the open."""
    for side in sorted({unit.side for unit in table.alive(attack.units)}):
        show_attackers(table, side, attack.origins)


def show_attackers(table: AslTable, side: Side, origins: Iterable[LocationId]) -> None:
    """B30.7: all in a pillbox out of which somebody has attacked, or placed SMOKE, come into the
    open before a Good Order enemy in the open within 16 hexes who has a LOS to its hex.
    """
    for at in sorted(filter(is_pillbox, set(origins))):
        if _is_seen(table.truth, at, side.enemy):
            come_out_all_at(table, at, side)


def _is_seen(position: Position, at: LocationId, enemy: Side) -> bool:
    """Outside its CA too, where nothing is seen of what is in it."""
    ground = position.board.locations(hex_of(at))[0]
    return any(
        unit.under is None
        and good_order(unit)
        and position.range(unit.at, ground) <= NEAR
        and sees(position, eye_of(unit), ground)
        for unit in position.personnel(enemy)
    )
