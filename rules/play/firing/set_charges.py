"""A23.7 DC that are Set, in play."""

from collections.abc import Iterable

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_stripping import strip_acting
from rules.chapters.fire.a23_demolition import is_dc
from rules.chapters.fire.a23_set_charges import (
    begin_setting,
    charges_of,
    detonation_bar,
    helping_leaders,
    set_off,
    setting_bar,
)
from rules.chapters.movement.a04_movement import as_movers, mf_left
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value, filler
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun, WeaponNoun
from rules.play.checks import on_board, own_unit
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name

ONE_MF = 2  # in halves


class SetCharge(ErrandCommand, frozen=True, kw_only=True, tag="set_charge"):
    """Set a Demolition Charge in the Location, with all MF, perhaps with a leader's help."""

    words = "set charge {weapon} by {unit} [with {leader}]"
    guise = Guise.UNSEEN
    weapon: WeaponNoun
    unit: UnitNoun
    leader: UnitNoun | None = None


class SetOff(AslCommand, frozen=True, kw_only=True, tag="set_off"):
    """Set off a Set Demolition Charge."""

    words = "set off {at} by {unit}"
    guise = Guise.UNSEEN
    attacks = ("at",)
    at: LocationId
    unit: UnitNoun


def _set_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    for unit in units:
        able = tuple(
            weapon.id
            for weapon in filter(is_dc, position.weapons_of(unit))
            if setting_bar(position, unit, weapon) is None
        )
        if not able:
            continue
        helpers = [one.id for one in helping_leaders(position, unit) if one in units]
        slots = (
            Slot(name="unit", kind="unit", of=(filler(unit.id),)),
            Slot(name="weapon", kind="option", of=tuple(_weapon(unit, one) for one in able)),
            Slot(name="leader", kind="unit", of=tuple(map(filler, helpers)), empty="alone"),
        )
        label = "Set a DC here, all MF"
        yield SlotsOffer(verb="set_charge", label=label, rule="A23.7", slots=slots)


def _weapon(unit: Unit, weapon_id: ShownId) -> Filler:
    return Filler(value=weapon_id, label=f"DC of {name(unit)}", unit=weapon_id)


def _refuse_setting(position: Knowledge, movers: tuple[Unit, ...], command: SetCharge) -> None:
    unit = one_of_movers(movers, command.unit)
    weapon = position.view.find(Weapon, command.weapon)
    if weapon is None or not is_dc(weapon) or weapon.holder != unit.id:
        raise Refused("A4.43", f"{name(unit)} does not have that DC.")
    bar = setting_bar(position, unit, weapon)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.leader is None:
        return
    leader = one_of_movers(movers, command.leader)
    if leader not in helping_leaders(position, unit):
        raise Refused("A23.7", f"{name(leader)} may not help {name(unit)}.")


def _setters(command: SetCharge) -> tuple[ShownId, ...]:
    return (command.unit,) if command.leader is None else (command.unit, command.leader)


def _rest(position: Knowledge, command: SetCharge) -> tuple[Modifier, ...]:
    """All that is left to the one with the fewest MF."""
    units = tuple(position.unit(unit_id) for unit_id in _setters(command))
    left = min(mf_left(position.law, unit) for unit in as_movers(position, units))
    return (Modifier("A23.7", "the rest of the MF", left - ONE_MF),) if left > ONE_MF else ()


async def _set(table: AslTable, command: SetCharge) -> None:
    leader = None if command.leader is None else table.counter(command.leader)
    begin_setting(table, command.weapon, leader)


SETTING = Errand(
    SetCharge,
    _set_offers,
    _refuse_setting,
    _setters,
    (Modifier("A23.7", "a DC is Set", ONE_MF),),
    _set,
    _rest,
    takes_all=True,
)
"""A23.7: in the MPh for all MF, before any are spent."""


def _off_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able: dict[ShownId, tuple[LocationId, ...]] = {}
    for unit in position.personnel(side):
        places = sorted({charge.at for charge in charges_of(position, unit)})
        there = tuple(at for at in places if detonation_bar(position, unit, at) is None)
        if there:
            able[unit.id] = there
    if not able:
        return
    of = [
        Filler(value=at, label=position.board.name(at), at=at)
        for at in sorted({at for there in able.values() for at in there})
    ]
    allows: dict[str, tuple[Value | bool, ...]] = dict(able.items())
    slots = (
        Slot(name="unit", kind="unit", of=tuple(map(filler, able))),
        Slot(name="at", kind="place", of=tuple(of), by="unit", allows=allows),
    )
    label = "Set off a DC, 36 FP"
    yield SlotsOffer(verb="set_off", label=label, rule="A23.7", slots=slots)


def _refuse_off(position: Knowledge, side: Side, command: SetOff) -> None:
    unit = own_unit(position, side, command.unit)
    bar = detonation_bar(position, unit, on_board(position, command.at))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _set_off(table: AslTable, side: Side, command: SetOff) -> None:
    unit = table.counter(command.unit)
    await strip_acting(table, unit)
    await set_off(table, unit, command.at)


SET_OFF = Activity(SetOff, _off_offers, _refuse_off, _set_off)
