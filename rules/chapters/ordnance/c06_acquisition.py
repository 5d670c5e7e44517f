"""C6.5 Acquisition by light mortars: a counter on the hex that one fires at, shot after shot."""

from collections.abc import Iterator

from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.ordnance.c02_ordnance import Ordnance, OrdnanceAim
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import CounterId
from rules.kernel.secret import Public
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.marker import MarkerFace

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


def acquired(aim: OrdnanceAim) -> Iterator[Modifier]:
    """C6.5: Case N, for a hex that this piece has acquired."""
    found = aim.position.view.find(Acquired, aim.ordnance.id)
    if found is not None and found.at == hex_of(aim.shot.at):
        yield Modifier("C6.5", "acquired", -found.level)


def acquire(table: AslTable, ordnance: Ordnance, at: LocationId) -> None:
    """C6.5, C6.53: a shot acquires its hex, or makes more of what it had there."""
    before = table.world.find(Acquired, ordnance.id)
    level = 1
    if before is not None:
        level = min(MOST, before.level + 1) if before.at == hex_of(at) else 1
        table.world.drop(before)
    (by,) = ordnance.crew
    counter = Acquired(
        id=ordnance.id,
        at=hex_of(at),
        side=ordnance.side,
        level=level,
        by=by.counter,
        origin=ordnance.at,
    )
    table.world.add(counter)
