"""A8.15 Snap Shots: at units as they come over a hexside, whether or not they are seen in a hex."""

from collections.abc import Iterable, Iterator, Mapping

from rules.board.locations import LocationId
from rules.chapters.a06_vertices import Aspect
from rules.chapters.a07_direction import eligible_directors
from rules.chapters.a07_eligibility import targets_for
from rules.chapters.a07_firers import fp_alone, usual_firer
from rules.chapters.a07_shot import FireKind, Shot
from rules.chapters.a09_two_smc import possible_mates
from rules.forces.entities import Unit
from rules.kernel.ids import ShownId
from rules.kernel.slots import Slot, SlotsOffer, Value, filler
from rules.kernel.view import Offer
from rules.play.activity import AslCommand, Guise, UnitNoun, WeaponNoun
from rules.play.fire import Fire
from rules.play.two_smc import FireTogether
from rules.position.knowledge import Knowledge
from rules.position.position import weapon_values

LEAST = 2
"""The FP that is halved to one."""


class SnapShot(AslCommand, frozen=True, kw_only=True, tag="snap_shot"):
    """Fire at the moving units as they cross the hexside over which they have just come."""

    words = (
        "snap shot {units} [served by {mate}] [with {weapons}] [weapons only]"
        " [director {directors}]"
    )
    guise = Guise.UNSEEN
    units: tuple[UnitNoun, ...]
    weapons: tuple[WeaponNoun, ...] | None = None
    weapons_only: bool = False
    directors: tuple[UnitNoun, ...] = ()
    mate: UnitNoun | None = None

    def at(self, at: LocationId) -> Fire:
        """The attack that it is, at the Location entered; with a `mate` of a SMC's MG (A9.12)."""
        if self.mate is not None:
            return FireTogether(units=self.units, mate=self.mate, at=at, directors=self.directors)
        return Fire(
            units=self.units,
            at=at,
            weapons=self.weapons,
            weapons_only=self.weapons_only,
            directors=self.directors,
        )


def snap_offers(
    position: Knowledge, firers: Iterable[Unit], at: LocationId, side: int
) -> Iterable[Offer]:
    """One offer for each Location with units that see all of the hexside and do not stand beyond
    it.
    """
    groups: dict[LocationId, list[ShownId]] = {}
    for unit in firers:
        if _may_snap(position, unit, at, Aspect(crossed=side)):
            groups.setdefault(unit.at, []).append(unit.id)
    for origin, ids in sorted(groups.items()):
        yield _offer(position, origin, tuple(ids), at)


def _may_snap(position: Knowledge, unit: Unit, at: LocationId, aspect: Aspect) -> bool:
    """A8.15: whether a unit has the LOS, and FP enough by itself."""
    if unit.at == at or not targets_for(position, unit, FireKind.FIRST, (at,), aspect):
        return False
    return fp_alone(position, unit.id, at, FireKind.FIRST) >= LEAST


def _offer(
    position: Knowledge, origin: LocationId, ids: tuple[ShownId, ...], at: LocationId
) -> SlotsOffer:
    led = _directors(position, origin, ids, at)
    leaders = tuple(dict.fromkeys(one for some in led.values() for one in some))
    slots = [Slot(name="units", kind="units", of=tuple(map(filler, ids)))]
    if leaders:
        allows: dict[str, tuple[Value | bool, ...]] = {
            unit_id: (None, *some) for unit_id, some in led.items()
        }
        slots.append(
            Slot(
                name="directors",
                kind="units",
                label="director",
                of=tuple(map(filler, leaders)),
                empty="nobody",
                by="units",
                allows=allows,
            )
        )
    slots += _served(position, ids)
    label = f"Snap Shot from {position.board.name(origin)}"
    return SlotsOffer(verb="snap_shot", label=label, rule="A8.15", slots=tuple(slots))


def _served(position: Knowledge, ids: tuple[ShownId, ...]) -> Iterator[Slot]:
    """A9.12: with whom a SMC may fire his MG."""
    units = [position.unit(unit_id) for unit_id in ids]
    mates = {
        unit.id: tuple(one.id for one in possible_mates(position, unit, FireKind.FIRST))
        for unit in units
        if any(weapon_values(gun).kind.is_mg for gun in position.weapons_of(unit))
    }
    there = tuple(dict.fromkeys(one for some in mates.values() for one in some))
    if there:
        allows: dict[str, tuple[Value | bool, ...]] = {
            unit_id: (None, *mates.get(unit_id, ())) for unit_id in ids
        }
        of = tuple(map(filler, there))
        yield Slot(
            name="mate", kind="unit", label="with", of=of, by="units", allows=allows, empty="alone"
        )


def _directors(
    position: Knowledge, origin: LocationId, ids: tuple[ShownId, ...], at: LocationId
) -> Mapping[ShownId, tuple[ShownId, ...]]:
    """The leaders who may direct each unit; one at most is offered, the first."""
    found: dict[ShownId, tuple[ShownId, ...]] = {}
    for unit_id in ids:
        firer = usual_firer(position, unit_id, at, FireKind.FIRST)
        shot = Shot(FireKind.FIRST, (firer,), at, ())
        leaders = eligible_directors(position, shot, origin)
        found[unit_id] = tuple(one.id for one in leaders if one.id not in ids)[:1]
    return found
