"""A4.63 The Dash, as it is declared and carried out."""

from collections.abc import Iterable, Iterator

from rules.board.locations import LocationId
from rules.chapters.ground.b_entry import mf_text
from rules.chapters.movement.a04_dash import begin_dash, dash_bar, dash_entries
from rules.chapters.movement.a04_double_time import double_time, double_time_bar, doubling
from rules.chapters.movement.a04_movement import affordable, as_movers, barred, may_move
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, UnitNoun
from rules.play.checks import on_board, own_stack
from rules.play.moving.expenditure import end_action, end_move_of
from rules.play.moving.move_commands import Move
from rules.play.moving.move_refusals import refuse_mover
from rules.play.moving.moves import chosen_entry
from rules.play.moving.spending import spend
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.knowledge import Knowledge
from rules.position.position import names

Crossing = tuple[LocationId, LocationId]

_HURRY, _STOP = "hurry", "stop"


class Dash(AslCommand, frozen=True, kw_only=True, tag="dash"):
    """Dash from one Location over a road into another on its other side."""

    words = "dash {units} over {over} to {to}"
    units: tuple[UnitNoun, ...]
    over: LocationId
    to: LocationId


def _offers(position: Knowledge, side: Side) -> Iterator[Offer]:
    """One offer for each Location, since the road and the destination depend on it."""
    stacks: dict[LocationId, list[Unit]] = {}
    for unit in position.personnel(side):
        if may_move(position, unit):
            stacks.setdefault(unit.at, []).append(unit)
    for units in stacks.values():
        found = {unit.id: _noted(position, unit) for unit in units}
        able = {unit_id: dashes for unit_id, dashes in found.items() if dashes}
        if able:
            yield _offer(able)


def _noted(position: Knowledge, unit: Unit) -> dict[Crossing, str]:
    """The Dashes of a unit by itself, each with its cost."""
    ways = dash_entries(position, (unit,))
    return {
        where: f"{mf_text(sum(way.halves for way in found))} MF" for where, found in ways.items()
    }


def _offer(able: dict[ShownId, dict[Crossing, str]]) -> SlotsOffer:
    notes = {where: note for dashes in able.values() for where, note in dashes.items()}
    over = tuple(dict.fromkeys(over for over, _ in notes))
    ends = {road: tuple(to for via, to in notes if via == road) for road in over}
    costs = {to: note for (_, to), note in notes.items()}
    return SlotsOffer(
        verb="dash",
        label="Dash",
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


async def move_across(
    table: AslTable, side: Side, units: tuple[ShownId, ...], places: tuple[LocationId, ...]
) -> None:
    """A4.63: move a stack by those Locations, with no choice on the way but Double Time. Those go
    on together whom nothing has stopped or wounded, if they have the MF.
    """
    everybody = going = table.counters(units)
    hurt = {unit.counter for unit in table.alive(everybody) if unit.wounded}
    for to in places:
        stack = tuple(u for u in table.alive(going) if not u.wounded or u.counter in hurt)
        step = Move(units=tuple(unit.id for unit in stack), to=to)
        if not stack:
            break
        if not _may_go(table.known(side), stack, step) and not await _hurry(table, stack, step):
            break
        going = await spend(table, tuple(unit.counter for unit in stack), step)
    end_move_of(table, everybody)
    end_action(table, side)


async def _hurry(table: AslTable, stack: tuple[Unit, ...], step: Move) -> bool:
    """A4.63, A4.5: whether those of a Dash who have too few MF for its end, as when their leader is
    left on the road, use Double Time; asked if they can and it is enough.
    """
    position = table.known(stack[0].side)
    slow = {one.id for one in stack if not _may_go(position, (one,), step)}
    quick = tuple(doubling(one) if one.id in slow else one for one in stack)
    if any(one.id in slow and double_time_bar(one) for one in stack):
        return False
    if not _may_go(position, quick, step):
        return False
    chosen = await table.decide(
        Decision(
            side=stack[0].side,
            rule="A4.63",
            label="The Dash",
            ours=f"Do the {names(stack)} use Double Time to end their Dash?",
            theirs="decides whether to end a Dash by Double Time.",
            options=(
                Option(value=_HURRY, label="goes on by Double Time"),
                Option(value=_STOP, label="ends on the road"),
            ),
            units=tuple(one.id for one in stack),
            at=stack[0].at,
        )
    )
    if chosen == _HURRY:
        double_time(table, tuple(one.counter for one in stack if one.id in slow))
    return chosen == _HURRY


def _may_go(position: Knowledge, stack: tuple[Unit, ...], step: Move) -> bool:
    """Whether a stack on its way can go on to where it meant to."""
    movers = as_movers(position, stack)
    entry = chosen_entry(position, movers, step)
    free = not barred(position, step.to, stack[0].side)
    return entry is not None and free and affordable(position.law, movers, entry)
