"""A14.2-A14.22 Whom a Sniper attacks: who can be hit, in which hex, and in which of its Locations.

All of it goes by what everybody can see: a "?" is one target, whatever is under it (A14.23), and
the hidden are none.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.board.geometry import Cell, distance
from rules.board.locations import LocationId, hex_of, location
from rules.chapters.fire.a24_smoke import in_smoke, smoke_within
from rules.chapters.ground.b_terrain import ENTRENCHED, in_hex_tem, location_tem
from rules.forces.manner import Posture
from rules.forces.seen import Cover
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.position.knowledge import Knowledge
from rules.position.snipers import sniper_of


@dataclass(frozen=True)
class Target:
    """Something that a Sniper may hit: a unit in the open, or a "?", by the id it is shown by."""

    id: ShownId
    at: LocationId
    cover: bool


def is_out_of_sight(position: Knowledge, at: LocationId) -> bool:
    """A14.22: nobody is hit in a Location of an Interior Building Hex."""
    return position.board.interior_building_hex(hex_of(at))


def targets(public: Knowledge, side: Side) -> tuple[Target, ...]:
    """A14.22: all whom that side's Sniper may hit: its enemies, prisoners apart."""
    found = (
        *(Target(unit.id, unit.at, cover=False) for unit in public.foes(side)),
        *(Target(cover.id, cover.at, cover=True) for cover in public.covers(side.enemy)),
    )
    return tuple(one for one in found if not is_out_of_sight(public, one.at))


def targets_at(public: Knowledge, side: Side, at: LocationId) -> tuple[Target, ...]:
    """Those of them in a Location."""
    return tuple(one for one in targets(public, side) if one.at == at)


def target_places(public: Knowledge, side: Side, origin: Cell) -> tuple[LocationId, ...]:
    """A14.2, A14.21: the Locations that may be attacked: those with targets in the hex of that
    cell, on the map or off it, or else in the nearest hex; of several hexes as near those with the
    lowest TEM. The enemy's Sniper counts as a target on the ground of its hex if it is alone there.
    """
    return tuple(_least_sheltered(public, side, nearest_places(public, side, origin)))


def nearest_places(public: Knowledge, side: Side, origin: Cell) -> tuple[LocationId, ...]:
    """A14.21: all of those Locations of the nearest hexes, before their TEM is compared."""
    at = dict.fromkeys(one.at for one in targets(public, side))
    other = sniper_of(public.view, side.enemy)
    if other is not None and other.at not in {hex_of(one) for one in at}:
        at[location(other.at, 0)] = None
    away = {one: distance(origin, public.board.cell(hex_of(one))) for one in at}
    least = min(away.values(), default=0)
    return tuple(sorted(one for one in at if away[one] == least))


def _least_sheltered(
    public: Knowledge, side: Side, nearest: tuple[LocationId, ...]
) -> Iterator[LocationId]:
    """A14.21: all Locations of one hex; of several hexes those with the lowest TEM."""
    if len({hex_of(at) for at in nearest}) == 1:
        yield from nearest
        return
    tems = {at: lowest_tem(public, side, at) for at in nearest}
    lowest = min(tems.values(), default=0)
    yield from (at for at in nearest if tems[at] == lowest)


def lowest_tem(public: Knowledge, side: Side, at: LocationId) -> int:
    """A14.21: the lowest in-hex TEM, with SMOKE, that any target in a Location has now; never below
    0. Where the Sniper alone is, that of the hex.
    """
    found = [_tem(public, one) for one in targets_at(public, side, at)]
    return max(0, min(found, default=_of_location(public, at)))


def _tem(public: Knowledge, target: Target) -> int:
    if target.cover:
        return _of_cover(public, public.view.get(Cover, target.id))
    unit = public.view.get(Unit, target.id)
    tem = in_hex_tem(public, unit, public.line(unit.at, unit.at))
    smoke = sum(one.value for one in smoke_within(public, unit))
    return smoke + (0 if tem is None else tem.value)


def _of_cover(public: Knowledge, cover: Cover) -> int:
    """What a Location gives a "?", or its entrenchment if everybody sees that it is in one."""
    tem = _of_location(public, cover.at)
    return max(tem, ENTRENCHED.value) if cover.posture is Posture.BENEATH else tem


def _of_location(public: Knowledge, at: LocationId) -> int:
    """The TEM of a Location for whoever is in it, as far as everybody can see."""
    tem = location_tem(public, at)
    smoke = public.line(at, at).hindrance if in_smoke(public, at) else 0
    return smoke + (0 if tem is None else tem.value)
