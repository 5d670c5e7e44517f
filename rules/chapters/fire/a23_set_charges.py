"""A23.7 DC that are Set: with all MF in one's own Location, and set off from afar later on."""

from collections.abc import Callable, Iterator
from functools import partial

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_hidden import show_fortification
from rules.chapters.concealment.a12_unseen_facts import show_to_enemy
from rules.chapters.concealment.a12_unseen_tries import Attempt, tell_how_it_is_read, tell_of_try
from rules.chapters.concealment.a12_unseen_weapons import tell_of_charge
from rules.chapters.concealment.covers import set_apart
from rules.chapters.fire.a07_fire import result_of
from rules.chapters.fire.a07_struck import all_there, everybody_at, movers_alone
from rules.chapters.fire.a07_target_drm import target_drm
from rules.chapters.fire.a22_flamethrowers import hands_bar, special_bar
from rules.chapters.fire.a22_special_attacks import (
    Blow,
    Ledger,
    strike,
    x_number,
    x_printed,
)
from rules.chapters.fire.a23_demolition import busy_with, let_go, weapon_of
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.morale.a10_check import TASK_CHECK, Check, Checking, check_modifiers, make_check
from rules.chapters.morale.a10_morale_level import morale_level
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.movement.b06_bridges import is_on_bridge, strike_spans
from rules.chapters.terms.a07_shot import KIND_OF_PHASE, MARK_OF_KIND
from rules.chapters.works.b26_wire import blow_up_wire
from rules.chapters.works.b29_removal import blow_up
from rules.chapters.works.b30_demolition import PLACED, demolish
from rules.forces.fired import Fired
from rules.forces.manner import Posture
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.eyes import Eye
from rules.position.hidden_fortifications import HiddenFortification, built, known_hidden
from rules.position.knowledge import Knowledge
from rules.position.position import (
    Position,
    good_order,
    is_leader,
    leadership,
    name,
    values,
    weapon_values,
)
from rules.position.seeing import sees
from rules.position.set_charges import SetCharge
from rules.tables import IftKind, ift_column

SET_FP = 36
NEAREST, FARTHEST = 2, 6
_IFT_COLUMN = ift_column(SET_FP)
_DRM = Modifier("A23.71", "Set DC", -3)


# -- Setting it -----------------------------------------------------------------------------------


def setting_bar(position: Knowledge, unit: Unit, weapon: Weapon) -> Barrier | None:
    """A23.7: why a unit may not Set its DC in its Location, or None if it may: with all MF, so none
    are spent yet.
    """
    bar = special_bar(position, unit, weapon) or _worker_bar(unit)
    if bar is not None:
        return bar
    if unit.posture is Posture.ON_WIRE:
        return Barrier("B26.32", f"{name(unit)} is on top of Wire.")
    return None


def helping_leaders(position: Knowledge, unit: Unit) -> tuple[Unit, ...]:
    """A23.7: the leaders of its Location who may help a unit to Set a DC, by id."""
    mates = position.personnel_at(unit.at, unit.side)
    return tuple(one for one in mates if one != unit and _may_help(position, one))


def _may_help(position: Knowledge, unit: Unit) -> bool:
    free = what_bars(position, unit, Act.FIRE) is None and not unit.pinned
    return is_leader(unit) and free and _worker_bar(unit) is None


def _worker_bar(unit: Unit) -> Barrier | None:
    if not good_order(unit):
        return Barrier("A23.7", f"{name(unit)} is not in Good Order.")
    if unit.mf_spent or unit.moved or unit.posture is Posture.BYPASS:
        return Barrier("A23.7", f"{name(unit)} cannot spend all its MF on it any more.")
    return None


def begin_setting(table: AslTable, weapon_id: ShownId, leader_id: CounterId | None) -> None:
    """A23.7: it takes all MF, and is Hazardous Movement. Of those who do it under a "?" the enemy
    is shown who they are (A12.16).
    """
    weapon = table.truth.view.get(Weapon, weapon_id)
    unit = table.truth.unit(weapon.holder or ShownId(""))
    charge = SetCharge(
        id=table.kernel.new_id(Audience.PUBLIC, "x"),
        side=unit.side,
        at=unit.at,
        type=weapon_values(weapon).id,
        x=x_number(unit, weapon),
        turn=table.clock.turn,
        phasing=table.clock.phasing,
        unseen=unit.under is not None,
    )
    table.world.add(charge)
    table.put(weapon, charge=charge.id)
    busy = table.alive((unit.counter, *(() if leader_id is None else (leader_id,))))
    for worker in busy:
        table.change(worker.counter, moved=True, hazardous=True, charge=charge.id)
    table.change(unit.counter, used_special=True)
    text = f"{name(unit)} begins to Set a DC in {table.board.name(unit.at)}"
    table.log("move", text, side=unit.side, rule="A23.7", at=(unit.at,))
    show_to_enemy(table, busy, (weapon_id,))


def finish_setting(table: AslTable) -> None:
    """A23.7: as the MPh ends, who is still there unhurt has Set it by a dr of his US# or less."""
    for charge in table.world.all(SetCharge):
        if charge.sure:
            continue
        weapon = weapon_of(table, charge.id)
        unhurt = [one for one in busy_with(table, charge.id) if _is_unhurt(one, charge.at)]
        unit = next((one for one in unhurt if weapon and one.id == weapon.holder), None)
        leader = next((one for one in unhurt if one != unit), None)
        done = unit is not None and weapon is not None and _is_set(table, charge, unit, leader)
        let_go(table, charge.id)
        if unit is not None and weapon is not None and done:
            table.drop(table.truth.view.get(Weapon, weapon.id))
            table.change(unit.counter, has_set=(*unit.has_set, charge.id))
            table.world.change(charge, sure=True)
        else:
            table.world.drop(charge)


def _is_unhurt(unit: Unit, at: LocationId) -> bool:
    return unit.at == at and good_order(unit) and not unit.pinned


def _is_set(table: AslTable, charge: SetCharge, unit: Unit, leader: Unit | None) -> bool:
    helps = leader is not None and leadership(leader)
    mods = (Modifier("A23.7", name(leader), leadership(leader)),) if leader and helps else ()
    where, needed = table.board.name(charge.at), values(unit).us_number
    tell_how_it_is_read(table, (unit,), Attempt.SET_DC, needed, mods)
    purpose = Purpose("set DC", f"{name(unit)} Sets a DC in {where}", "A23.7", unit.side)
    roll = table.roll(purpose)
    done = roll.total + sum(mod.value for mod in mods) <= needed
    text = f"{name(unit)} Sets a DC in {where} (US# {needed})"
    table.log(
        "roll", text, side=unit.side, rule="A23.7", at=(charge.at,), roll=roll, mods=mods,
        result="Set" if done else "keeps it",
    )  # fmt: skip
    return done


# -- Setting it off -------------------------------------------------------------------------------


def charges_of(position: Position, unit: Unit) -> tuple[SetCharge, ...]:
    """A23.7: the DC that a unit, or the squad that it came from, has Set in an earlier Player Turn
    or before play, by id; the hidden last.
    """
    now = (position.clock.turn, position.clock.phasing)
    shown = (
        charge
        for charge in position.view.all(SetCharge)
        if charge.sure and charge.id in unit.has_set and (charge.turn, charge.phasing) != now
    )
    return (*shown, *(charge for _, charge in _hidden_of(position, unit)))


def _hidden_of(position: Position, unit: Unit) -> Iterator[tuple[HiddenFortification, SetCharge]]:
    """A23.7: the DC that a unit may set off which was Set before play, and which nobody has been
    shown yet, as its side knows.
    """
    for record, what in known_hidden(position.view, lambda secret: secret.for_(unit.side)):
        charge = built(what, record.owner)
        if isinstance(charge, SetCharge) and unit.counter in (record.inside.for_(unit.side) or ()):
            yield record, charge


def detonation_bar(position: Knowledge, unit: Unit, at: LocationId) -> Barrier | None:
    """A23.7: why a unit may not set off its DC there now, or None if it may."""
    bar = what_bars(position, unit, Act.FIRE)
    if bar is not None:
        return bar
    where = position.board.name(at)
    if all(charge.at != at for charge in charges_of(position, unit)):
        return Barrier("A23.7", f"{name(unit)} has Set no DC in {where} in an earlier Player Turn.")
    if not good_order(unit):
        return Barrier("A23.7", f"{name(unit)} is in no state to set it off.")
    if unit.used_special or _has_fired_before(position, unit):
        return Barrier("A23.1", f"{name(unit)} has fired, or used a FT or DC, already.")
    return _out_of_reach(position, unit, at) or hands_bar(position, unit)


def _out_of_reach(position: Position, unit: Unit, at: LocationId) -> Barrier | None:
    """A23.7: two to six hexes, and a LOS."""
    where = position.board.name(at)
    if not NEAREST <= position.range(unit.at, at) <= FARTHEST:
        return Barrier("A23.7", f"{where} is not two to six hexes away.")
    if not sees(position, Eye(unit.at, unit), at):
        return Barrier("A6.1", f"{name(unit)} has no LOS to there.")
    return None


def _has_fired_before(position: Position, unit: Unit) -> bool:
    """A3.5, A8.4: whether a unit has fired in an earlier phase, and not for Opportunity Fire."""
    late = position.clock.phase in {Phase.DFPH, Phase.AFPH}
    return late and unit.fired not in {None, Fired.BOUNDING} and unit.fired_at is None


async def set_off(table: AslTable, unit_id: CounterId, at: LocationId) -> None:
    """A23.7: after a NTC it goes off, unless it malfunctions. The attempt shows where it is; who
    does it under a "?" the enemy is shown (A12.16).
    """
    unit = table.unit(unit_id)
    for record, hidden in tuple(_hidden_of(table.truth, unit)):
        if hidden.at == at:
            show_fortification(table, record)
    unit = table.unit(unit_id)
    charge = next(one for one in charges_of(table.truth, unit) if one.at == at)
    set_apart(table, (unit.id,))
    mark = MARK_OF_KIND[KIND_OF_PHASE[table.clock.phase]]
    table.change(unit_id, used_special=True, fired=mark if unit.fired is None else unit.fired)
    unit = table.unit(unit_id)
    mates = table.truth.personnel_at(unit.at, unit.side)
    mods = check_modifiers(Checking(table.truth, unit, mates))
    check = Check(TASK_CHECK, unit_id, "Detonation NTC", mods, rule="A23.7")
    level = morale_level(table.truth, unit)
    tell_of_try(table, (unit,), Attempt.DETONATION, level, mods)
    if (await make_check(table, check, ())).passed:
        await strike(table, _blow(table, charge, table.unit(unit_id)))


def _blow(table: AslTable, charge: SetCharge, unit: Unit) -> Blow:
    position = table.truth
    spared = is_on_bridge(position.board, charge.at)
    struck = (
        movers_alone((), charge.at, charge.side)
        if spared
        else all_there(table, everybody_at(position, charge.at), charge.at, charge.side, Side)
    )

    def drm(struck: Unit) -> Ledger:
        return (_DRM, *target_drm(table.truth, struck))

    ledgers = struck.each_seen(table, drm)
    enemies = position.foes_at(charge.at, charge.side)
    fails_from = _x(charge, unit) - sum(enemy.under is None for enemy in enemies)
    type_ = charge.type if charge.unseen or unit.under is not None else None
    tell_of_charge(table, charge, type_, unit.at, fails_from, SET_FP, ledgers)

    def column(roll: Roll) -> int | None:
        return None if roll.total >= fails_from else _IFT_COLUMN

    return Blow(
        charge.side,
        "A23.7",
        f"Set DC in {table.board.name(charge.at)}",
        charge.at,
        unit.at,
        struck,
        ledgers,
        column,
        best=_IFT_COLUMN,
        after=partial(_destroy, charge, column),
        sets_fire=frozenset({IftKind.KIA}),
        fire_rule="B25.13",
        rubbles=lambda roll: result_of(column(roll), roll.total + _DRM.value),
        alone=lambda one: (_DRM,),
        hidden=struck.each_hidden(drm),
    )


def _x(charge: SetCharge, unit: Unit) -> int:
    """A23.2: from which DR on it does not go off; before play it was Set by who sets it off."""
    return charge.x if charge.turn else x_printed(unit, charge.x)


def _destroy(
    charge: SetCharge, column: Callable[[Roll], int | None], table: AslTable, roll: Roll
) -> None:
    """A23.7, B26.51, B30.92: it is gone; a Final KIA takes the Wire and roadblocks with it, or the
    pillbox in which it was.
    """
    lies = table.world.find(SetCharge, charge.id)
    if lies is not None:
        table.world.drop(lies)
    blow_up(table, charge.at, tuple(range(6)), roll, column, _DRM.value)
    result = result_of(column(roll), roll.total + _DRM.value)
    demolish(table, charge.at, result, None, PLACED)
    if result.kind is IftKind.KIA:
        blow_up_wire(table, charge.at)
    strike_spans(table, charge.side, charge.at, result)
