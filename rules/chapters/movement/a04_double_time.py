"""A4.5-A4.51 Double Time, and CX: how units come by it, what it does to fire, and when it goes."""

from collections.abc import Iterable

import msgspec

from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.terms.a07_shot import Aim
from rules.forces.fired import Fired
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import name, names

AT_THE_START, ON_THE_WAY = 4, 2  # two MF and one, in halves


def double_time_bar(unit: Unit) -> Barrier | None:
    """A4.5: why a unit that may move may not use Double Time, or None if it may."""
    if unit.horse is not None:
        return Barrier("A13.36", f"{name(unit)} rides: it gallops.")
    if unit.double_time:
        return Barrier("A4.5", f"{name(unit)} is under Double Time already.")
    if unit.cx or unit.was_cx:
        return Barrier("A4.51", f"{name(unit)} is CX, or was as it began this MPh.")
    if unit.wounded:
        return Barrier("A17.2", f"{name(unit)} is wounded.")
    if unit.tried_wire or unit.posture is Posture.ON_WIRE:
        return Barrier("B26.46", f"{name(unit)} has to do with Wire in this MPh.")
    return None


def extra_mf(unit: Unit) -> int:
    """A4.5: two MF, in halves, for who has spent none yet, one for who declares it later."""
    return ON_THE_WAY if unit.mf_spent else AT_THE_START


def doubling(unit: Unit) -> Unit:
    """A4.5: a unit as Double Time leaves it."""
    return msgspec.structs.replace(unit, double_time=extra_mf(unit), cx=True)


def double_time(table: AslTable, unit_ids: tuple[CounterId, ...]) -> None:
    """A4.5: the units have more MF in this MPh, and are CX."""
    units = table.alive(unit_ids)
    for unit in units:
        new = doubling(unit)
        table.change(unit.counter, double_time=new.double_time, cx=new.cx)
    text = f"{names(units)}: Double Time"
    table.log("move", text, side=units[0].side, rule="A4.5", at=(units[0].at,), result="CX")


def setting_out(unit: Unit) -> Unit:
    """A4.51: a unit as its next MF leaves it: with its first of a MPh an old CX is gone, and only
    bars Double Time.
    """
    if unit.mf_spent or unit.double_time or not unit.cx:
        return unit
    return msgspec.structs.replace(unit, cx=False, was_cx=True)


def rest_after_prep_fire(table: AslTable) -> None:
    """A4.51: who was CX and has Prep Fired is so no longer."""
    for unit in table.truth.pieces(table.clock.phasing):
        weapons = table.truth.weapons_of(unit)
        if unit.cx and Fired.PREP in {unit.fired, *(weapon.fired for weapon in weapons)}:
            table.change(unit.counter, cx=False)


def rest_in_the_mph(table: AslTable) -> None:
    """A4.51: a CX that is older than this MPh goes with it at the latest."""
    for unit in table.truth.pieces(table.clock.phasing):
        if setting_out(unit) is not unit:
            table.change(unit.counter, cx=False)


def cx_drm(aim: Aim) -> Iterable[Modifier]:
    """A4.51: an attack in which somebody CX joins, or that he directs, has a DRM of +1."""
    for unit_id in aim.shot.takers:
        unit = aim.position.unit(unit_id)
        if unit.cx:
            return (Modifier("A4.51", f"{name(unit)} is CX", 1),)
    return ()
