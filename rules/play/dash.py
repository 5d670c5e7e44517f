"""A4.63 The Dash, as it is declared and carried out."""

from collections.abc import Iterable, Iterator

from rules.board.locations import LocationId
from rules.chapters.a04_dash import begin_dash, dash_bar, dash_entries
from rules.chapters.a04_movement import may_move
from rules.chapters.b_entry import mf_text
from rules.forces.entities import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, UnitNoun
from rules.play.checks import on_board, own_stack
from rules.play.movement import move_across, refuse_mover
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge

Crossing = tuple[LocationId, LocationId]


class Dash(AslCommand, frozen=True, kw_only=True, tag="dash"):
    """Dash from one Location over a road into another on its other side."""

    words = "dash {units} over {over} to {to}"
    units: tuple[UnitNoun, ...]
    over: LocationId
    to: LocationId


def _offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    """One offer for each Location, since the road and the destination depend on it."""
    stacks: dict[LocationId, list[Unit]] = {}
    for unit in position.units(side):
        if may_move(position, unit):
            stacks.setdefault(unit.at, []).append(unit)
    for at, units in stacks.items():
        found = {unit.id: _noted(position, unit) for unit in units}
        able = {unit_id: dashes for unit_id, dashes in found.items() if dashes}
        if able:
            yield _offer(position, at, able)


def _noted(position: Knowledge, unit: Unit) -> dict[Crossing, str]:
    """The Dashes of a unit by itself, each with its cost."""
    ways = dash_entries(position, (unit,))
    return {
        where: f"{mf_text(sum(way.halves for way in found))} MF" for where, found in ways.items()
    }


def _offer(
    position: Knowledge, at: LocationId, able: dict[ShownId, dict[Crossing, str]]
) -> SlotsOffer:
    notes = {where: note for dashes in able.values() for where, note in dashes.items()}
    over = tuple(dict.fromkeys(over for over, _ in notes))
    ends = {road: tuple(to for via, to in notes if via == road) for road in over}
    costs = {to: note for (_, to), note in notes.items()}
    return SlotsOffer(
        verb="dash",
        label=f"Dash from {position.board.name(at)}",
        rule="A4.63",
        slots=(
            Slot(name="units", kind="units", of=tuple(map(filler, able))),
            Slot(
                name="over",
                kind="place",
                label="over",
                of=tuple(Filler(value=road, at=road) for road in over),
                by="units",
                allows={unit_id: _roads(dashes) for unit_id, dashes in able.items()},
            ),
            Slot(
                name="to",
                kind="place",
                label="to",
                of=tuple(Filler(value=to, label=note, at=to) for to, note in costs.items()),
                by="over",
                allows=dict(ends.items()),
            ),
        ),
    )


def _roads(dashes: Iterable[Crossing]) -> tuple[LocationId, ...]:
    return tuple(dict.fromkeys(over for over, _ in dashes))


def _refuse(position: Knowledge, side: Side, command: Dash) -> None:
    units = own_stack(position, side, command.units)
    for unit in units:
        refuse_mover(position, unit)
    over, to = on_board(position, command.over), on_board(position, command.to)
    bar = dash_bar(position, units)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if (over, to) not in dash_entries(position, units):
        road, end = position.board.name(over), position.board.name(to)
        why = (
            f"No Dash leads over {road} to {end}: out of cover, straight across a road, into cover."
        )
        raise Refused("A4.63", why)


async def _begin(table: AslTable, side: Side, command: Dash) -> None:
    begin_dash(table, table.counters(command.units), command.to)
    await move_across(table, side, command.units, (command.over, command.to))


DASH = Activity(Dash, _offers, _refuse, _begin)
