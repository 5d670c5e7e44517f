"""A22.6 Molotov Cocktails in play: an attack in which a unit throws one."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from rules.board.locations import LocationId
from rules.chapters.fire.a07_direction import eligible_directors
from rules.chapters.fire.a07_eligibility import locations_of_targets
from rules.chapters.fire.a07_groups import fired_from, refuse_second_group
from rules.chapters.fire.a22_molotovs import (
    CHECK,
    check_drm,
    check_molotov,
    has_molotovs,
    molotov_bar,
)
from rules.chapters.terms.a07_shot import KIND_OF_PHASE, FireKind, Firer, Shot
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Kind, Slot, SlotsOffer, Value, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.after_fire import fire_shot
from rules.play.checks import own_unit
from rules.play.firing.fire import Fire, checked_shot, chosen_firers, declared_shot
from rules.play.firing.first_fires import FirstFire, Movers
from rules.position.asl_table import AslTable
from rules.position.goers import is_personnel
from rules.position.knowledge import Knowledge
from rules.position.position import Position, name

Targets: TypeAlias = tuple[ShownId, ...] | None
Choices: TypeAlias = tuple[ShownId, ...]


class ThrowMolotov(AslCommand, frozen=True, kw_only=True, tag="throw_molotov"):
    """Fire at a Location with a unit that throws a MOL, and perhaps with others."""

    words = "molotov {at} by {unit} [with {others}] [director {director}]"
    guise = Guise.UNSEEN
    attacks = ("at",)
    at: LocationId
    unit: UnitNoun
    others: tuple[UnitNoun, ...] = ()
    director: UnitNoun | None = None


def _fire(command: ThrowMolotov) -> Fire:
    """The attack that it is a part of; nothing but inherent FP throws."""
    directors = () if command.director is None else (command.director,)
    return Fire(units=(command.unit, *command.others), at=command.at, directors=directors)


def _with_molotov(shot: Shot, unit_id: ShownId) -> Shot:
    """The same attack with the MOL in it, which its user throws with its hands free."""
    firers = tuple(Firer(unit_id) if one.unit == unit_id else one for one in shot.firers)
    return replace(shot, firers=firers, mol=unit_id)


def _checked(
    position: Knowledge, side: Side, command: ThrowMolotov, kind: FireKind, movers: Targets
) -> Shot:
    """The attack that a command declares. Raises Refused."""
    unit = own_unit(position, side, command.unit)
    shot = checked_shot(position, side, kind, _fire(command), movers)
    bar = molotov_bar(position, unit, command.at, kind, position.targets(shot.targets))
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    return _with_molotov(shot, unit.id)


def _may(
    position: Knowledge, side: Side, command: ThrowMolotov, kind: FireKind, movers: Targets
) -> bool:
    try:
        shot = _checked(position, side, command, kind, movers)
        if movers is None:
            refuse_second_group(position, shot, fired_from(position, shot))
    except Refused:
        return False
    return True


def _offers(
    position: Knowledge, side: Side, kind: FireKind, places: Iterable[LocationId], movers: Targets
) -> Iterable[Offer]:
    """One offer for each target: who throws, who joins, who directs."""
    if not has_molotovs(position, side):
        return
    for at in places:
        near = (unit for unit in position.personnel(side) if position.within_reach(unit.at, at))
        throwers = {
            unit.id: _company(position, unit, at, kind, movers)
            for unit in near
            if _may(position, side, ThrowMolotov(at=at, unit=unit.id), kind, movers)
        }
        if throwers:
            yield _offer(position, at, throwers)


def _company(
    position: Knowledge, unit: Unit, at: LocationId, kind: FireKind, movers: Targets
) -> tuple[Choices, Choices]:
    """Who of its Location may fire with who throws a MOL, and who may direct it."""
    mates = (one.id for one in position.personnel_at(unit.at, unit.side) if one != unit)
    joins = tuple(
        one
        for one in mates
        if _may(position, unit.side, ThrowMolotov(at=at, unit=unit.id, others=(one,)), kind, movers)
    )
    shot = _checked(position, unit.side, ThrowMolotov(at=at, unit=unit.id), kind, movers)
    leaders = (one.id for one in eligible_directors(position, shot, unit.at))
    return joins, tuple(one for one in leaders if one not in joins)


def _offer(
    position: Knowledge, at: LocationId, throwers: Mapping[ShownId, tuple[Choices, Choices]]
) -> SlotsOffer:
    """`throwers` are those who may throw, each with who may join and who may direct."""
    notes = {one: _called(position, one) for one in throwers}
    slots = [
        Slot(name="at", kind="place", of=(Filler(value=at, at=at),)),
        Slot(
            name="unit",
            kind="unit",
            of=tuple(Filler(value=one, label=notes[one], unit=one) for one in throwers),
        ),
        *_more("others", "units", "with", "alone", {k: v[0] for k, v in throwers.items()}),
        *_more(
            "director", "unit", "under", "nobody directs", {k: v[1] for k, v in throwers.items()}
        ),
    ]
    where = position.board.name(at)
    return SlotsOffer(
        verb="throw_molotov", label=f"MOL at {where}, 4 FP", rule="A22.6", slots=tuple(slots)
    )


def _called(position: Knowledge, unit_id: ShownId) -> str:
    """Who throws, and the highest dr that passes the MOL Check."""
    unit = position.unit(unit_id)
    best = CHECK - sum(mod.value for mod in check_drm(unit))
    return f"{name(unit)}, dr {best} or less" if best > 0 else f"{name(unit)}, no dr passes"


def _more(
    field: str, kind: Kind, label: str, empty: str, choices: Mapping[ShownId, Choices]
) -> Iterable[Slot]:
    """A slot that may stay empty, if anybody is there to fill it."""
    there = sorted({one for ids in choices.values() for one in ids})
    if there:
        allows: dict[str, tuple[Value | bool, ...]] = {k: (None, *v) for k, v in choices.items()}
        of = tuple(map(filler, there))
        yield Slot(name=field, kind=kind, label=label, of=of, empty=empty, by="unit", allows=allows)


# -- in a fire phase ------------------------------------------------------------------------------


def _kind(position: Position) -> FireKind:
    return KIND_OF_PHASE[position.clock.phase]


def _phase_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _offers(position, side, _kind(position), locations_of_targets(position, side), None)


def _refuse(position: Knowledge, side: Side, command: ThrowMolotov) -> None:
    shot = _checked(position, side, command, _kind(position), None)
    refuse_second_group(position, shot, fired_from(position, shot))


async def _throw(table: AslTable, side: Side, command: ThrowMolotov) -> None:
    await _carry_out(table, side, command, _kind(table.truth), None)


async def _carry_out(
    table: AslTable, side: Side, command: ThrowMolotov, kind: FireKind, movers: Targets
) -> None:
    fire = _fire(command)
    firers = chosen_firers(table.known(side), kind, fire)
    shot = _with_molotov(declared_shot(table.truth, kind, fire, firers, movers), command.unit)
    thrown = check_molotov(table, shot)
    if thrown is not None:
        await fire_shot(table, thrown)


THROW_MOLOTOV = Activity(ThrowMolotov, _phase_offers, _refuse, _throw)


# -- at movers ------------------------------------------------------------------------------------


def _window_offers(position: Knowledge, movers: Movers) -> Iterable[Offer]:
    for group in movers.groups:
        at, first = (group.at,), FireKind.FIRST
        yield from _offers(position, movers.side, first, at, group.units)


def _refuse_in_window(position: Knowledge, movers: Movers, command: ThrowMolotov) -> None:
    group = movers.there(command.at)
    _checked(position, movers.side, command, FireKind.FIRST, group.units)


async def _throw_at_movers(table: AslTable, movers: Movers, command: ThrowMolotov) -> None:
    group = movers.there(command.at)
    await _carry_out(table, movers.side, command, FireKind.FIRST, group.units)


MOLOTOV_AT_MOVERS = FirstFire(
    ThrowMolotov, is_personnel, _window_offers, _refuse_in_window, _throw_at_movers
)
