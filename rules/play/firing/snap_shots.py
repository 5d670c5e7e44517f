"""A8.15 Snap Shots: at units as they come over a hexside, whether or not they are seen in a hex."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rules.board.locations import LocationId
from rules.chapters.fire.a07_direction import eligible_directors
from rules.chapters.fire.a07_eligibility import targets_for
from rules.chapters.fire.a07_firers import fp_alone, usual_firer
from rules.chapters.fire.a09_two_smc import possible_mates
from rules.chapters.terms.a06_vertices import Aspect
from rules.chapters.terms.a07_shot import FireKind, Shot
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value, filler
from rules.kernel.view import Offer
from rules.play.activity import AslCommand, Guise, UnitNoun, WeaponNoun
from rules.play.firing.fire import Fire, checked_shot
from rules.play.firing.fire_at_movers import carry_out
from rules.play.firing.first_fires import FirstFire, Group, Movers, Shots
from rules.play.firing.two_smc import FireTogether
from rules.position.asl_table import AslTable
from rules.position.goers import is_personnel
from rules.position.knowledge import Knowledge
from rules.position.position import weapon_values

LEAST = 2
"""The FP that is halved to one."""


class SnapShot(AslCommand, frozen=True, kw_only=True, tag="snap_shot"):
    """Fire at the moving units as they cross the hexside over which they have just come; `at` says
    whose, if several have come into different Locations.
    """

    words = (
        "snap shot {units} [at {at}] [served by {mate}] [with {weapons}] [weapons only]"
        " [director {directors}]"
    )
    guise = Guise.UNSEEN
    units: tuple[UnitNoun, ...]
    weapons: tuple[WeaponNoun, ...] | None = None
    weapons_only: bool = False
    directors: tuple[UnitNoun, ...] = ()
    mate: UnitNoun | None = None
    at: LocationId | None = None

    def fire(self, at: LocationId) -> Fire:
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


def _offers(position: Knowledge, movers: Movers) -> Iterable[Offer]:
    """One offer for each Location with units that see all of a hexside and do not stand beyond it;
    none for those who have made their Snap Shot.
    """
    came = _over_hexsides(movers)
    for group in came:
        able = (u for u in position.personnel(movers.side) if u.id not in movers.snapped)
        for offer in _offers_at(position, able, group.at, Aspect(crossed=group.crossed)):
            yield offer if len(came) == 1 else _naming(position, offer, group.at)


def _naming(position: Knowledge, offer: SlotsOffer, at: LocationId) -> SlotsOffer:
    """The same that says at whom."""
    slot = Slot(
        name="at", kind="place", of=(Filler(value=at, label=position.board.name(at), at=at),)
    )
    return msgspec.structs.replace(offer, slots=(*offer.slots, slot))


def _offers_at(
    position: Knowledge, firers: Iterable[Unit], at: LocationId, aspect: Aspect
) -> Iterable[SlotsOffer]:
    groups: dict[LocationId, list[ShownId]] = {}
    for unit in firers:
        if _may_snap(position, unit, at, aspect):
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


def _refuse(position: Knowledge, movers: Movers, command: SnapShot) -> None:
    """A8.15: once from each unit, by who has all of the hexside in LOS and is not beyond it."""
    group = _group(movers, command)
    if set(command.units) & set(movers.snapped):
        raise Refused("A8.15", "It has made its Snap Shot at that hexside.")
    fire, aspect = command.fire(group.at), Aspect(crossed=group.crossed)
    shot = checked_shot(position, movers.side, FireKind.FIRST, fire, group.units, aspect)
    if group.at in shot.places(position):
        raise Refused("A8.15", "Who enters one's own hex is not under a Snap Shot.")


def _over_hexsides(movers: Movers) -> tuple[Group, ...]:
    return tuple(group for group in movers.groups if group.crossed is not None)


def _group(movers: Movers, command: SnapShot) -> Group:
    came = _over_hexsides(movers)
    if not came:
        raise Refused("A8.15", "Nobody has just come over a hexside.")
    meant = [group for group in came if command.at in {group.at, None}]
    if len(meant) != 1:
        raise Refused("A8.15", "Say at which of those who have just come over a hexside.")
    return meant[0]


async def _snap(table: AslTable, movers: Movers, command: SnapShot) -> Shots:
    group = _group(movers, command)
    crossing = dataclasses.replace(group, aspect=Aspect(crossed=group.crossed))
    await carry_out(table, crossing, command.fire(group.at))
    return Shots(snapped=command.units)


SNAP_SHOT = FirstFire(SnapShot, is_personnel, _offers, _refuse, _snap, within=True)
