"""The fire phases: PFPh, DFPh and AFPh (A3.2, A3.4, A3.5); and the checks of any declared
attack.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules.board.locations import LocationId
from rules.chapters.fire.a07_direction import eligible_directors, refuse_direction
from rules.chapters.fire.a07_eligibility import (
    locations_of_targets,
    out_of_sight,
    refuse_firer,
    refuse_target,
    targets_for,
)
from rules.chapters.fire.a07_exposed import all_hit, movers_hit
from rules.chapters.fire.a07_fire import attack_column, shares, total_fp
from rules.chapters.fire.a07_firers import (
    firing_parts,
    fp_alone,
    refuse_firer_parts,
    told_firer,
    usual_firer,
)
from rules.chapters.fire.a07_groups import fired_from, refuse_group, refuse_second_group
from rules.chapters.fire.a07_spraying import may_spray, places_beside, refuse_spraying
from rules.chapters.fire.a07_struck import by_fire
from rules.chapters.fire.a08_again import refuse_shots
from rules.chapters.fire.a09_fire_lanes import lane_ends, refuse_lane
from rules.chapters.fire.a09_two_smc import paired_firer, refuse_mates
from rules.chapters.terms.a06_vertices import IN_PLACE, Aspect, aspect_at
from rules.chapters.terms.a07_shot import KIND_OF_PHASE, FireKind, Firer, Shot
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun, WeaponNoun
from rules.play.after_fire import fire_shot
from rules.play.checks import on_board, own_group, own_unit, place
from rules.play.page.offers import FireOffer
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, values, vantage


class Fire(AslCommand, frozen=True, kw_only=True, tag="fire"):
    """Attack a Location with units of one Location or of a chain of ADJACENT ones.

    `weapons` are the support weapons that they fire, all that the rules allow if it is left out;
    `weapons_only` keeps their inherent FP out of it (A7.33). Spraying Fire attacks another Location
    too (A7.34). `lane` is where the counter of a Fire Lane goes (A9.22).
    """

    words = (
        "fire {units} at {at} [with {weapons}] [weapons only] [director {directors}]"
        " [spraying {also}] [lane {lane}]"
    )
    guise = Guise.UNSEEN
    attacks = ("at", "also")
    units: tuple[UnitNoun, ...]
    at: LocationId
    weapons: tuple[WeaponNoun, ...] | None = None
    weapons_only: bool = False
    directors: tuple[UnitNoun, ...] = ()
    also: LocationId | None = None
    lane: LocationId | None = None

    @property
    def served_by(self) -> ShownId | None:
        """A9.12: the SMC with whom another fires his MG."""
        return None

    @property
    def firing(self) -> tuple[ShownId, ...]:
        """All who fire; who is served by another is the first of them."""
        return self.units

    @property
    def seen_as(self) -> Guise:
        """A9.22: everybody sees whose MG has laid a Fire Lane."""
        return self.guise if self.lane is None else Guise.OPEN


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    targets = locations_of_targets(position, side)
    fire = fire_offer(position, position.personnel(side), _kind(position), targets)
    return [fire] if fire else []


def _refuse(position: Knowledge, side: Side, command: Fire) -> None:
    shot = checked_shot(position, side, _kind(position), command)
    refuse_second_group(position, shot, fired_from(position, shot))


def _begin(table: AslTable, side: Side, command: Fire) -> Procedure[None]:
    kind = _kind(table.truth)
    firers = chosen_firers(table.known(side), kind, command)
    return fire_shot(table, declared_shot(table.truth, kind, command, firers))


def _kind(position: Position) -> FireKind:
    """The kind of attack that is made in the present phase."""
    return KIND_OF_PHASE[position.clock.phase]


FIRE = Activity(Fire, _offers, _refuse, _begin)


def chosen_firers(position: Knowledge, kind: FireKind, command: Fire) -> tuple[Firer, ...]:
    """A7.33: who fires what by a command."""
    named, mate = command.weapons, command.served_by
    served = () if mate is None else (paired_firer(position, command.units[0], mate),)
    return served + tuple(
        told_firer(position, unit_id, command.at, kind, named, weapons_only=command.weapons_only)
        for unit_id in command.firing[len(served) :]
    )


def declared_shot(
    position: Position,
    kind: FireKind,
    command: Fire,
    firers: tuple[Firer, ...],
    movers: tuple[ShownId, ...] | None = None,
    aspect: Aspect | None = None,
) -> Shot:
    """The attack that a command declares: in First Fire at the movers alone (A8.1), with their
    captives, else at all in the Location (A7.4), or at those in Crest status there (B20.9).
    """
    side = position.unit(command.units[0]).side
    units = tuple(position.unit(unit_id) for unit_id in command.firing)
    seen = aspect or aspect_at(position, map(vantage, units), command.at, side.enemy)
    hit = (
        _all_hit(position, side, command.at, seen)
        if movers is None
        else movers_hit(position, movers)
    )
    hit = _in_sight(position, units, hit)
    shot = Shot(kind, firers, command.at, hit, command.directors, lane=command.lane, aspect=seen)
    if command.also is None:
        return shot
    also_hit = _all_hit(position, side, command.also, IN_PLACE) if movers is None else ()
    return replace(shot, also=command.also, also_targets=also_hit)


def _in_sight(
    position: Position, units: tuple[Unit, ...], hit: tuple[ShownId, ...]
) -> tuple[ShownId, ...]:
    """B27.2: those whom all firers see, where some are beneath an entrenchment."""
    unseen = {u.id for u in position.targets(hit) if out_of_sight(position, units, u)}
    return tuple(one for one in hit if one not in unseen)


def _all_hit(position: Position, side: Side, at: LocationId, aspect: Aspect) -> tuple[ShownId, ...]:
    shown = all_hit(position, side, at)
    if aspect.crest:
        crests = {one.id for one in position.targets(shown) if one.posture is Posture.CREST}
        return tuple(one for one in shown if one in crests)
    return shown


def checked_shot(
    position: Knowledge,
    side: Side,
    kind: FireKind,
    command: Fire,
    movers: tuple[ShownId, ...] | None = None,
    aspect: Aspect | None = None,
) -> Shot:
    """The attack that a command declares. Raises Refused if it may not; every firer is asked by
    itself.
    """
    units = own_group(position, side, command.firing)
    if command.served_by is not None:
        own_unit(position, side, command.served_by)
        if len(command.units) != 1:
            raise Refused("A9.12", "A MG has one possessor.")
    if command.at not in locations_of_targets(position, side):
        raise Refused("A7.4", f"There is no enemy in {place(position, command.at)}.")
    for unit in units:
        refuse_firer(position, unit)
        paired = command.served_by is not None and unit.id in command.units
        refuse_target(position, unit, command.at, kind, aspect, paired=paired)
    if len({*(command.weapons or ())}) < len(command.weapons or ()):
        raise Refused("A7.33", "Choose different weapons.")
    held = {weapon.id for unit in units for weapon in position.weapons_of(unit)}
    if not set(command.weapons or ()) <= held:
        raise Refused("A7.33", "None of the firers possesses that weapon.")
    firers = chosen_firers(position, kind, command)
    shot = declared_shot(position, kind, command, firers, movers, aspect)
    if (
        position.seen_at(shot.at, side.enemy)
        and not shot.targets
        and not by_fire(position, shot).unmanned
    ):
        raise Refused("B27.2", "All of them are beneath an entrenchment, out of sight of a firer.")
    _refuse_also(position, side, shot)
    refuse_mates(position, shot)
    for firer in firers:
        for one in (shot, shot.turned):
            if one is not None:
                refuse_firer_parts(position, firer, one)
    refuse_lane(position, shot, shot.firings(position))
    refuse_group(position, units)
    refuse_direction(position, shot)
    refuse_shots(position, shot)
    if attack_column(position, shot, total_fp(shares(position, shot)), cowers=False) is None:
        raise Refused("A7.3", "Less than 1 FP is no attack.")
    return shot


def _refuse_also(position: Knowledge, side: Side, shot: Shot) -> None:
    """A7.34: outside First Fire the second Location of Spraying Fire has an enemy in it too."""
    if shot.also is None:
        return
    on_board(position, shot.also)
    if shot.kind is not FireKind.FIRST and shot.also not in locations_of_targets(position, side):
        raise Refused("A7.4", f"There is no enemy in {place(position, shot.also)}.")
    refuse_spraying(position, shot, shot.firings(position))


def fire_offer(
    position: Knowledge,
    firers: tuple[Unit, ...],
    kind: FireKind,
    candidates: tuple[LocationId, ...],
    movers: tuple[ShownId, ...] = (),
    aspect: Aspect | None = None,
) -> FireOffer | None:
    """Those of the units that may fire at one of those Locations, with what, and their leaders; at
    movers who are seen there as `aspect` says.
    """
    units: dict[ShownId, tuple[LocationId, ...]] = {}
    for unit in firers:
        targets = targets_for(position, unit, kind, candidates, aspect)
        open_ = tuple(at for at in targets if _may_declare(position, unit, at, kind, movers))
        if open_:
            units[unit.id] = open_
    if not units:
        return None
    weapons = {unit_id: _weapons(position, unit_id, kind, ats) for unit_id, ats in units.items()}
    return FireOffer(
        verb="fire",
        label=kind.value,
        key="f",
        rule="A7",
        primary=True,
        units=dict(units),
        weapons={unit_id: guns for unit_id, guns in weapons.items() if guns},
        directors=_directors(position, kind, units),
        sprays=_sprays(position, kind, units),
        lanes=_lanes(position, kind, units),
    )


def _may_declare(
    position: Knowledge, unit: Unit, at: LocationId, kind: FireKind, movers: tuple[ShownId, ...]
) -> bool:
    """Whether a unit may fire there with what it has, and whether that is no less than one FP; less
    helps only others.
    """
    shot = Shot(kind, (usual_firer(position, unit.id, at, kind),), at, movers)
    if movers and not _in_sight(position, (unit,), movers):
        return False
    try:
        refuse_shots(position, shot)
        if kind is not FireKind.FIRST:
            refuse_second_group(position, shot, fired_from(position, shot))
    except Refused:
        return False
    return fp_alone(position, unit.id, at, kind) >= 1


def _weapons(
    position: Knowledge, unit_id: ShownId, kind: FireKind, targets: tuple[LocationId, ...]
) -> tuple[str, ...]:
    unit = position.unit(unit_id)
    parts = (part for at in targets for part in firing_parts(position, unit, at, kind))
    return tuple(sorted({part.id for part in parts if part.weapon is not None}))


def _sprays(
    position: Knowledge, kind: FireKind, units: dict[ShownId, tuple[LocationId, ...]]
) -> dict[ShownId, tuple[str, ...]]:
    """A7.34: for each unit the second Locations of Spraying Fire; in First Fire any that is beside
    the movers' own, else another with an enemy in it.
    """
    found: dict[ShownId, tuple[str, ...]] = {}
    for unit_id, targets in units.items():
        unit = position.unit(unit_id)
        if not values(unit).spraying_fire and not position.weapons_of(unit):
            continue
        pairs = (
            (at, also)
            for at in targets
            for also in places_beside(position, at)
            if kind is FireKind.FIRST or also in targets
        )
        others = {also for at, also in pairs if _may_spray(position, unit, kind, at, also)}
        if others:
            found[unit_id] = tuple(sorted(others))
    return found


def _lanes(
    position: Knowledge, kind: FireKind, units: dict[ShownId, tuple[LocationId, ...]]
) -> dict[ShownId, tuple[str, ...]]:
    """A9.22: for each unit with a MG where the counter of a Fire Lane may go, in First Fire."""
    found: dict[ShownId, tuple[str, ...]] = {}
    for unit_id, targets in units.items() if kind is FireKind.FIRST else ():
        guns = (
            part
            for part in firing_parts(position, position.unit(unit_id), targets[0], kind)
            if part.weapon is not None
        )
        ends = {end for gun in guns for end in lane_ends(gun)}
        if ends:
            found[unit_id] = tuple(sorted(ends))
    return found


def _may_spray(
    position: Knowledge, unit: Unit, kind: FireKind, at: LocationId, also: LocationId
) -> bool:
    parts = firing_parts(position, unit, at, kind)
    shot = Shot(kind, (usual_firer(position, unit.id, at, kind),), at, (), also=also)
    beyond = {part.id for part in firing_parts(position, unit, also, kind)}
    return may_spray(position, shot, tuple(part for part in parts if part.id in beyond))


def _directors(
    position: Knowledge, kind: FireKind, units: dict[ShownId, tuple[LocationId, ...]]
) -> dict[ShownId, tuple[ShownId, ...]]:
    directors: dict[ShownId, list[ShownId]] = {}
    for unit_id, targets in units.items():
        shot = Shot(kind, (usual_firer(position, unit_id, targets[0], kind),), targets[0], ())
        for leader in eligible_directors(position, shot, vantage(position.unit(unit_id))):
            directors.setdefault(leader.id, []).append(unit_id)
    return {leader: tuple(ids) for leader, ids in sorted(directors.items())}
