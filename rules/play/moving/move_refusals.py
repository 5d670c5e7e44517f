"""Why a stack may not move as it was told to (A4.1), or a unit not move at all."""

from rules.board.locations import is_on_cliff
from rules.chapters.ground.b_barriers import barrier
from rules.chapters.ground.b_entry import Entry, mf_text
from rules.chapters.movement.a04_movement import (
    affordable,
    as_movers,
    barred,
    goes_on,
    having_gone,
    held_bar,
    may_assault,
    may_move,
    mf_left,
)
from rules.chapters.movement.a04_overrun import overrun_bar
from rules.chapters.movement.a04_portage import portaged_by_another
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.terms.a04_bypass import leads_on
from rules.forces.units import Unit
from rules.kernel.refused import Refused
from rules.play.checks import on_board
from rules.play.moving.errand import AnyErrand, ErrandCommand
from rules.play.moving.move_commands import Move, Overrun
from rules.play.moving.moves import errand_of, refused_entry
from rules.position.knowledge import Knowledge
from rules.position.position import acts_under, is_smc, name, weapon_values


def refuse_mover(position: Knowledge, unit: Unit) -> None:
    """Raise Refused, with the reason, if a unit may not start to move."""
    bar = what_bars(position, unit, Act.MOVE)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if unit.moved:
        raise Refused("A4.2", f"{name(unit)} has ended its move.")
    if not may_move(position, unit):
        raise Refused("A3.2", f"{name(unit)} has Prep Fired and may not move.")


def refuse_step(position: Knowledge, units: tuple[Unit, ...], command: Move) -> None:
    """Raise Refused if the stack may not enter that Location in that way."""
    to, units = on_board(position, command.to), as_movers(position, units)
    if len({acts_under(unit) for unit in units}) > 1:
        raise Refused("A12.11", "Those under a ? and those in the open do not move together.")
    where = position.board.name(to)
    bar = held_bar(position, units, to) or barrier(position.board, units[0].at, to)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if isinstance(command, Overrun):
        _refuse_overrun(position, units, command)
    elif barred(position, to, units[0].side):
        raise Refused("A4.14", f"An enemy unit bars {where} in the MPh.")
    if not leads_on(position.board, units[0], to):
        raise Refused("A4.3", f"{where} does not touch the hexsides that were bypassed.")
    for unit in units:
        _refuse_load(position, unit)
    entry = refused_entry(position, units, command)
    if not affordable(position.law, units, entry):
        _refuse_unled(position, units, entry)
        if entry.minimum:
            raise Refused("A4.134", f"{where} costs {entry.text}: only by a Minimum Move.")
        raise Refused("A4.1", f"{where} costs {entry.text}, more than is left.")
    if entry.sides and not _leads_on_from(position, units, entry):
        raise Refused("A4.3", f"There are no MF to go on from Bypass in {where}.")
    may = may_assault(position.law, units, entry) or any(unit.assault for unit in units)
    if command.assault and entry.sides:
        raise Refused("A4.61", "Bypass goes on from its hex, and is no Assault Movement.")
    if command.assault and not may:
        raise Refused("A4.61", "Assault Movement may not use all of a unit's MF.")


def _refuse_overrun(position: Knowledge, units: tuple[Unit, ...], command: Overrun) -> None:
    bar = overrun_bar(position, units, command.to)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.manner.sides:
        raise Refused("A4.15", "An OVR goes into the Location, and not round it.")


def _leads_on_from(position: Knowledge, units: tuple[Unit, ...], entry: Entry) -> bool:
    gone = tuple(having_gone(position.law, unit, entry) for unit in units)
    return goes_on(position, gone)


def _refuse_unled(position: Knowledge, units: tuple[Unit, ...], entry: Entry) -> None:
    """A4.12: say so, if with a SMC of the Location they could."""
    for other in position.personnel_at(units[0].at, units[0].side):
        if is_smc(other) and other not in units and may_move(position, other):
            stack = as_movers(position, (*units, other))
            if affordable(position.law, stack, entry):
                where = position.board.name(entry.to)
                why = f"{where} costs {entry.text}: more than is left without {name(other)}."
                raise Refused("A4.12", why)


def _refuse_load(position: Knowledge, unit: Unit) -> None:
    carried = portaged_by_another(position, unit)
    if carried is not None:
        what = weapon_values(carried).name
        raise Refused("A4.42", f"Another unit has portaged the {what} of {name(unit)} this phase.")


def refuse_errand(position: Knowledge, movers: tuple[Unit, ...], command: ErrandCommand) -> None:
    """Raise Refused if those who may move now may not do that, or have not the MF for it."""
    errand = errand_of(command)
    errand.refuse(position, movers, command)
    refuse_on_cliff(position, errand, command)
    halves = errand.halves_of(position, command)
    spenders = tuple(position.unit(unit_id) for unit_id in errand.spenders(command))
    for unit in as_movers(position, spenders):
        left = mf_left(position.law, unit)
        if halves > left:
            raise Refused("A4.1", f"It costs {mf_text(halves)} MF, more than is left.")
        if unit.assault and halves and halves == left:
            raise Refused("A4.61", "Assault Movement may not use all of a unit's MF.")


def refuse_on_cliff(position: Knowledge, errand: AnyErrand, command: ErrandCommand) -> None:
    """B11.43, E6.2: raise Refused if climbers would do anything but climb, if swimmers would do
    anything but move, or Cavalry what it must dismount for.
    """
    for unit_id in errand.spenders(command):
        if position.unit(unit_id).swims:
            raise Refused("E6.2", f"{name(position.unit(unit_id))} swims, and does nothing else.")
        if position.unit(unit_id).in_boat:
            text = f"{name(position.unit(unit_id))} is aboard a boat, and leaves it at most."
            raise Refused("E5.21", text)
    for unit_id in () if errand.on_horse else errand.spenders(command):
        rider = position.unit(unit_id)
        if rider.horse is not None:
            raise Refused("A13.1", f"{name(rider)} rides, and must dismount first.")
    for unit_id in () if errand.on_cliffs else errand.spenders(command):
        unit = position.unit(unit_id)
        if is_on_cliff(unit.at):
            raise Refused("B11.43", f"{name(unit)} climbs, and does nothing else.")
