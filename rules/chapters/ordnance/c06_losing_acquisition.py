"""C6.5 When an acquisition is lost."""

from rules.chapters.ordnance.c02_kinds import find_ordnance
from rules.chapters.ordnance.c06_acquisition import Acquired
from rules.position.asl_table import AslTable
from rules.position.position import good_order


def lose_acquisition(table: AslTable) -> None:
    """C6.5: lost once the piece malfunctions, is dm or changes hands, or who mans it leaves, fires
    anything else or is no longer in Good Order.
    """
    for one in table.world.all(Acquired):
        if not _is_kept(table, one):
            table.world.drop(one)


def _is_kept(table: AslTable, acquired: Acquired) -> bool:
    position = table.truth
    ordnance, unit = find_ordnance(position, acquired.id), position.counter(acquired.by)
    if ordnance is None or unit is None or unit.id not in {one.id for one in ordnance.crew}:
        return False
    if not ordnance.works or not good_order(unit) or unit.at != acquired.origin:
        return False
    others = (gun for gun in position.weapons_of(unit) if gun.id != acquired.id)
    return unit.fired_at is None and all(gun.fired_at is None for gun in others)
