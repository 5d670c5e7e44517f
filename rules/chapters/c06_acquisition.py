"""C6.5 Acquisition by light mortars: a counter on the hex that one fires at, shot after shot."""

from collections.abc import Iterator

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.a07_shot import Aim
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId
from rules.kernel.secret import Public
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.marker import MarkerFace
from rules.position.position import good_order

MOST = 2


class Acquired(Entity, frozen=True, kw_only=True, tag="acquired"):
    """A hex that a light mortar has acquired (C6.521); the id is the mortar's. `by` fired it, out
    of `origin`; `level` is what its next shot there gains.
    """

    at: Public[HexId]
    side: Public[Side]
    level: Public[int]
    by: Public[CounterId]
    origin: Public[LocationId]


def acquired_face(acquired: Acquired) -> MarkerFace:
    """What everybody sees of it."""
    called = f"acquired by a mortar, -{acquired.level}"
    letters = f"A-{acquired.level}"
    return MarkerFace(
        id=acquired.id, at=acquired.at, name=called, letters=letters, side=acquired.side
    )


def acquired(aim: Aim) -> Iterator[Modifier]:
    """C6.5: Case N, for a hex that this weapon has acquired."""
    for weapon_id in aim.shot.firers[0].weapons:
        found = aim.position.view.find(Acquired, weapon_id)
        if found is not None and found.at == hex_of(aim.shot.at):
            yield Modifier("C6.5", "acquired", -found.level)


def acquire(table: AslTable, weapon: Weapon, by: CounterId, at: LocationId) -> None:
    """C6.5, C6.53: a shot acquires its hex, or makes more of what it had there."""
    unit, before = table.unit(by), table.world.find(Acquired, weapon.id)
    level = 1
    if before is not None:
        level = min(MOST, before.level + 1) if before.at == hex_of(at) else 1
        table.world.drop(before)
    counter = Acquired(
        id=weapon.id, at=hex_of(at), side=unit.side, level=level, by=by, origin=unit.at
    )
    table.world.add(counter)


def lose_acquisition(table: AslTable) -> None:
    """C6.5: lost once the mortar malfunctions, is dm or changes hands, or its unit leaves, fires
    anything else or is no longer in Good Order.
    """
    for one in table.world.all(Acquired):
        if not _is_kept(table, one):
            table.world.drop(one)


def _is_kept(table: AslTable, acquired: Acquired) -> bool:
    weapon, unit = table.truth.view.find(Weapon, acquired.id), table.truth.counter(acquired.by)
    if weapon is None or unit is None or weapon.holder != unit.id:
        return False
    if weapon.malfunctioned or weapon.dm or not good_order(unit) or unit.at != acquired.origin:
        return False
    others = (gun for gun in table.truth.weapons_of(unit) if gun.id != weapon.id)
    return unit.fired_at is None and all(gun.fired_at is None for gun in others)
