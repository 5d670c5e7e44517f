"""A2.52 At the table: Deployment and Double Time of those who wait off the map."""

from collections.abc import Iterator

from rules.chapters.movement.a02_entry import standing_by
from rules.chapters.movement.a02_waiting import (
    able_to_double,
    deploy_off_map_bar,
    deploy_with,
    double_off_map,
    doubling_bar,
    leaders_off_map,
)
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import Slot, SlotsOffer, filler, one_unit
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, UnitNoun
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.reserves import Reserve


class DeployWaiting(AslCommand, frozen=True, kw_only=True, tag="deploy_waiting"):
    """Have a squad that has been set up off the map try to Deploy, with a leader of its hex."""

    words = "deploy {unit} off the map by {leader}"
    unit: UnitNoun
    leader: UnitNoun


class DoubleTimeWaiting(AslCommand, frozen=True, kw_only=True, tag="double_time_waiting"):
    """Use Double Time to come onto the map."""

    words = "double time {units} off the map"
    units: tuple[UnitNoun, ...]


def _found(position: Knowledge, side: Side, id_: str) -> Reserve:
    """One of a side's units that stand by off the map. Raises Refused."""
    found = next((one for one in standing_by(position, side) if one.id == id_), None)
    if found is None:
        raise Refused("A2.52", f"No unit {id_!r} of yours has been set up off the map.")
    return found


def _deploy_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    squads = standing_by(position, side)
    able = [one for one in squads if deploy_off_map_bar(position, one) is None]
    if not able:
        return
    leaders = {one.id: tuple(ldr.id for ldr in leaders_off_map(position, one)) for one in able}
    of = sorted({one for ids in leaders.values() for one in ids})
    by = Slot(
        name="leader",
        kind="unit",
        label="with",
        of=tuple(map(filler, of)),
        by="unit",
        allows=dict(leaders.items()),
    )
    slots = (one_unit(one.id for one in able), by)
    yield SlotsOffer(verb="deploy_waiting", label="Deploy off the map", rule="A2.52", slots=slots)


def _refuse_deploying(position: Knowledge, side: Side, command: DeployWaiting) -> None:
    squad = _found(position, side, command.unit)
    bar = deploy_off_map_bar(position, squad)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.leader not in {one.id for one in leaders_off_map(position, squad)}:
        raise Refused("A2.52", "It takes a leader of its hex off the map who is free for it.")


async def _deploy(table: AslTable, side: Side, command: DeployWaiting) -> None:
    await deploy_with(table, command.unit, command.leader)


DEPLOY_WAITING = Activity(DeployWaiting, _deploy_offers, _refuse_deploying, _deploy)


def _double_offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    able = able_to_double(position, side)
    if able:
        slot = Slot(name="units", kind="units", of=tuple(filler(one.id) for one in able))
        yield SlotsOffer(
            verb="double_time_waiting",
            label="Double Time onto the map",
            hint="Two MF more in this MPh; they enter CX.",
            rule="A4.5",
            slots=(slot,),
        )


def _refuse_doubling(position: Knowledge, side: Side, command: DoubleTimeWaiting) -> None:
    if not command.units or len(set(command.units)) < len(command.units):
        raise Refused("A4.5", "Choose one or more different units.")
    for id_ in command.units:
        bar = doubling_bar(position, _found(position, side, id_))
        if bar is not None:
            raise Refused(bar.rule, bar.why)


async def _double(table: AslTable, side: Side, command: DoubleTimeWaiting) -> None:
    double_off_map(table, command.units)


DOUBLE_TIME_WAITING = Activity(DoubleTimeWaiting, _double_offers, _refuse_doubling, _double)
