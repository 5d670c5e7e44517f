"""A4.3 What units in Bypass may do in their hex: go on along it, or into the obstacle."""

from collections.abc import Iterable, Iterator

from rules.chapters.concealment.a12_detection import find
from rules.chapters.ground.b_entry import Entry, mf_text
from rules.chapters.movement.a04_movement import as_movers, goes_on, having_gone, mf_left
from rules.chapters.terms.a04_bypass import (
    OPEN_PART,
    enter_obstacle,
    further,
    hexside_names,
    is_bypassing,
    obstacle_cost,
    spoken,
)
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Modifier, Offer
from rules.play.activity import UnitNoun
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import is_dummy, name, names

_LEAST = 2  # half MF


class BypassOn(ErrandCommand, frozen=True, kw_only=True, tag="bypass_on"):
    """Go on in Bypass along further hexsides of the hex."""

    words = "bypass on {units} by {manner}"
    units: tuple[UnitNoun, ...]
    manner: Manner


class EnterObstacle(ErrandCommand, frozen=True, kw_only=True, tag="enter_obstacle"):
    """Go from Bypass into the woods or the building of the hex."""

    words = "enter obstacle {units}"
    units: tuple[UnitNoun, ...]


def _stack(movers: tuple[Unit, ...], unit_ids: tuple[ShownId, ...]) -> tuple[Unit, ...]:
    """Different units of one stack in Bypass that may spend MF now. Raises Refused."""
    units = tuple(one_of_movers(movers, unit_id) for unit_id in unit_ids)
    together = len({(unit.at, unit.sides) for unit in units}) == 1
    if not together or len({*unit_ids}) < len(units):
        raise Refused("A4.2", "Choose different units of one stack.")
    for unit in units:
        if not is_bypassing(unit):
            raise Refused("A4.3", f"{name(unit)} is not in Bypass.")
    return units


# -- along further hexsides ----------------------------------------------------------------------


def _ways_on(position: Knowledge, stack: tuple[Unit, ...]) -> Iterator[Manner]:
    """The stretches along which a stack may go on, with MF left to go on from there."""
    movers = as_movers(position, stack)
    for way in further(position, stack[0]):
        entry = Entry(stack[0].at, (OPEN_PART,), way)
        if goes_on(position, tuple(having_gone(position.law, unit, entry) for unit in movers)):
            yield way


def _on_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = tuple(unit for unit in units if is_bypassing(unit))
    found = {unit.id: tuple(_ways_on(position, (unit,))) for unit in able}
    found = {unit_id: ways for unit_id, ways in found.items() if ways}
    if not found:
        return
    named = dict.fromkeys(way for ways in found.values() for way in ways)
    slots = (
        Slot(name="units", kind="units", of=tuple(map(filler, found))),
        Slot(
            name="manner",
            kind="option",
            label="along",
            of=tuple(Filler(value=way, label=spoken(way.sides)) for way in named),
            by="units",
            allows=dict(found.items()),
        ),
    )
    yield SlotsOffer(verb="bypass_on", label="Bypass on, 1 MF", rule="A4.3", slots=slots)


def _refuse_on(position: Knowledge, movers: tuple[Unit, ...], command: BypassOn) -> None:
    stack = _stack(movers, command.units)
    if command.manner not in further(position, stack[0]):
        raise Refused("A4.3", f"No Bypass leads on along its {spoken(command.manner.sides)}.")
    if command.manner not in _ways_on(position, stack):
        raise Refused("A4.3", "There are no MF to go on from there.")


async def _bypass_on(table: AslTable, command: BypassOn) -> None:
    units = table.alive(table.counters(command.units))
    for unit in units:
        table.change(unit.counter, sides=command.manner.sides, manner=command.manner)
    along = hexside_names(table.board, units[0].at, command.manner.sides)
    text = f"{names(units)} on in Bypass along {along} (1 MF)"
    table.log("move", text, side=units[0].side, rule="A4.3", at=(units[0].at,))


BYPASSING_ON = Errand(
    BypassOn,
    _on_offers,
    _refuse_on,
    lambda command: command.units,
    (OPEN_PART,),
    _bypass_on,
    on_horse=True,
)
"""A4.3: for what the hex cost, twice as much for more than two hexsides."""


# -- into the obstacle ---------------------------------------------------------------------------


def _halves(position: Knowledge, unit: Unit) -> int:
    return sum(part.value for part in obstacle_cost(position, unit.at))


def _enter_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = tuple(
        unit
        for unit in as_movers(position, units)
        if is_bypassing(unit) and _halves(position, unit) <= mf_left(position.law, unit)
    )
    if able:
        cost = mf_text(_halves(position, able[0]))
        slot = Slot(name="units", kind="units", of=tuple(filler(unit.id) for unit in able))
        label = f"Into what is bypassed, {cost} MF"
        yield SlotsOffer(verb="enter_obstacle", label=label, rule="A4.3", slots=(slot,))


def _refuse_enter(position: Knowledge, movers: tuple[Unit, ...], command: EnterObstacle) -> None:
    _stack(movers, command.units)


async def _enter(table: AslTable, command: EnterObstacle) -> None:
    """A12.15, A12.151: whom concealed enemies keep out of it has ended his move in Bypass."""
    units = table.alive(table.counters(command.units))
    if not all(map(is_dummy, units)) and find(table, units[0].at, units[0].side.enemy):
        for unit in units:
            table.change(unit.counter, moved=True)
        return
    text = f"{names(units)} from Bypass into {table.board.name(units[0].at)}"
    table.log("move", text, side=units[0].side, rule="A4.3", at=(units[0].at,))
    enter_obstacle(table, units)


def _more(position: Knowledge, command: EnterObstacle) -> tuple[Modifier, ...]:
    found = obstacle_cost(position, position.unit(command.units[0]).at)
    return (*found, Modifier("A4.3", "as the least", -_LEAST))


ENTERING = Errand(
    EnterObstacle,
    _enter_offers,
    _refuse_enter,
    lambda command: command.units,
    (Modifier("A4.3", "into the obstacle", _LEAST),),
    _enter,
    _more,
)
"""A4.3: for all that the hex costs."""
