"""B24.7 Clearance: declared by the ATTACKER in the MPh, by the DEFENDER in the DFPh."""

from collections.abc import Iterable

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_stripping import strip_acting
from rules.chapters.movement.a04_movement import as_movers, mf_left
from rules.chapters.rubble.b24_clearance import (
    LIMIT,
    Task,
    begin_clearing,
    clearing_drm,
    crew_bar,
    task_bar,
    worker_bar,
)
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Activity, Guise, UnitNoun
from rules.play.checks import own_stack
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge

ONE_MF = 2  # in halves


class Clear(ErrandCommand, frozen=True, kw_only=True, tag="clear_away"):
    """Begin to clear something of the Location, as a Flame or Wire: the DR comes later."""

    words = "clear {task} with {units}"
    guise = Guise.UNSEEN
    task: Task
    units: tuple[UnitNoun, ...]


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    """One offer for each Location and each thing that can be cleared there."""
    for at in sorted({unit.at for unit in units}):
        for task in Task:
            there = tuple(
                one for one in units if one.at == at and worker_bar(position, one, task) is None
            )
            if not there or crew_bar(there) is not None:
                continue
            if task_bar(position, at, there[0].side, task) is None:
                yield _offer(position, at, there, task)


def _offer(position: Knowledge, at: LocationId, units: tuple[Unit, ...], task: Task) -> SlotsOffer:
    needs = LIMIT - sum(mod.value for mod in clearing_drm(position, at, units, task))
    what = f"{task.words} in {position.board.name(at)}"
    slots = (
        Slot(name="task", kind="option", of=(Filler(value=task, label=what),)),
        Slot(name="units", kind="units", of=tuple(filler(unit.id) for unit in units)),
    )
    label = f"Clear the {what}, with all DR {needs} or less"
    return SlotsOffer(verb="clear_away", label=label, rule="B24.7", slots=slots)


def _refuse(position: Knowledge, units: tuple[Unit, ...], command: Clear) -> None:
    bars = (worker_bar(position, unit, command.task) for unit in units)
    bar = (
        task_bar(position, units[0].at, units[0].side, command.task)
        or next((bar for bar in bars if bar is not None), None)
        or crew_bar(units)
    )
    if bar is not None:
        raise Refused(bar.rule, bar.why)


def _refuse_errand(position: Knowledge, movers: tuple[Unit, ...], command: Clear) -> None:
    units = tuple(one_of_movers(movers, unit_id) for unit_id in command.units)
    if not units or len({*command.units}) < len(units) or len({unit.at for unit in units}) > 1:
        raise Refused("A4.2", "Choose different units of one Location.")
    _refuse(position, units, command)


def _rest(position: Knowledge, command: Clear) -> tuple[Modifier, ...]:
    """All that is left to the one with the fewest MF."""
    units = as_movers(position, tuple(position.unit(unit_id) for unit_id in command.units))
    more = min(mf_left(position.law, unit) for unit in units) - ONE_MF
    return (Modifier("B24.7", "the rest of the MF", more),) if more > 0 else ()


async def _act(table: AslTable, command: Clear) -> None:
    begin_clearing(table, table.counters(command.units), command.task)


CLEARING = Errand(
    Clear,
    _offers,
    _refuse_errand,
    lambda command: command.units,
    (Modifier("B24.7", "Clearance", ONE_MF),),
    _act,
    _rest,
    takes_all=True,
)
"""B24.7: in the MPh for all MF, before any are spent."""


def _offers_in_dfph(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _offers(position, position.personnel(side))


def _refuse_in_dfph(position: Knowledge, side: Side, command: Clear) -> None:
    _refuse(position, own_stack(position, side, command.units), command)


async def _begin_in_dfph(table: AslTable, side: Side, command: Clear) -> None:
    units = table.counters(command.units)
    await strip_acting(table, *units)
    begin_clearing(table, units, command.task)


CLEAR = Activity(Clear, _offers_in_dfph, _refuse_in_dfph, _begin_in_dfph)
