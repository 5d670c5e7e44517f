"""E6.1, E6.2 Swimming in the MPh: into the water after a TC, and on from hex to hex."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from rules.board.locations import LocationId, LocationKind, hex_of
from rules.chapters.concealment.a12_detection import detect
from rules.chapters.concealment.covers import into_the_open
from rules.chapters.fire.b16_wet_firers import is_in_water
from rules.chapters.morale.a10_morale_level import morale_level
from rules.chapters.morale.elimination import eliminate
from rules.chapters.movement.a04_movement import SHOWN_ALL, as_movers, barred, may_move, mf_of
from rules.chapters.movement.passage import go
from rules.chapters.water.e06_drowning import Danger, danger_at
from rules.chapters.water.e06_facts import tell_of_attempt
from rules.chapters.water.e06_swimming import (
    Jump,
    jump_check,
    leaves_line,
    rafts,
    swimming_bar,
    swimming_check,
    swimming_marks,
    ways_to_swim,
)
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import on_board, own_unit
from rules.play.moving.expenditure import Expenditure, Spent, end_action, end_move_of, expend
from rules.play.moving.move_refusals import refuse_mover
from rules.play.moving.spending import pay
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import is_dummy, name

WAYS = 36


class Swim(AslCommand, frozen=True, kw_only=True, tag="swim"):
    """Swim into the next water hex, or from a bridge into the water beneath."""

    words = "swim {unit} to {to}"
    guise = Guise.UNSEEN
    unit: UnitNoun
    to: LocationId


# -- offers --------------------------------------------------------------------------------------


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    """One offer for each Location that units could swim from, with what they have to fear."""
    able: dict[LocationId, list[Unit]] = {}
    for unit in position.personnel(side):
        if _places(position, unit):
            able.setdefault(unit.at, []).append(unit)
    for _, units in sorted(able.items()):
        yield _offer(position, units)


def _places(position: Knowledge, unit: Unit) -> dict[LocationId, Jump]:
    """Where a unit may swim to now, each with the MC that it takes."""
    if is_dummy(unit) or not may_move(position, unit):
        return {}
    ways = ways_to_swim(position, unit)
    if not ways or swimming_bar(position, unit) is not None:
        return {}
    return {to: jump for to, jump in ways.items() if not barred(position, to, unit.side)}


def _offer(position: Knowledge, units: list[Unit]) -> SlotsOffer:
    found = {unit.id: _places(position, unit) for unit in units}
    places = {to: jump for ways in found.values() for to, jump in ways.items()}
    allows: dict[str, tuple[Value | bool, ...]] = {one: tuple(ways) for one, ways in found.items()}
    wades = is_in_water(position, units[0])
    lost = any(leaves_line(position, unit, to) for unit in units for to in places)
    return SlotsOffer(
        verb="swim",
        label="Swim on" if wades else "Swim",
        hint=_hint(position, found, wades=wades, lost=lost),
        rule="E6.2" if wades else "E6.1",
        slots=(
            Slot(
                name="unit",
                kind="unit",
                of=tuple(Filler(value=u.id, label=_chances(position, u)) for u in units),
            ),
            Slot(
                name="to",
                kind="place",
                label="to",
                of=tuple(
                    Filler(value=to, label=_place(position, to, jump), at=to)
                    for to, jump in places.items()
                ),
                by="unit",
                allows=allows,
            ),
        ),
    )


def _chances(position: Knowledge, unit: Unit) -> str:
    """The odds of the swimming TC, for who has to make it."""
    if is_in_water(position, unit) or unit.horse is not None:
        return "no TC"
    level = morale_level(position, unit)
    ways = sum(6 - abs(7 - total) for total in range(2, min(level, 12) + 1))
    return f"TC {level}: {ways}/{WAYS}"


def _hint(
    position: Knowledge,
    found: Mapping[ShownId, Iterable[LocationId]],
    *,
    wades: bool,
    lost: bool,
) -> str:
    """What swimming costs and what the water does to whom, before anybody commits himself."""
    dangers = dict.fromkeys(
        danger_at(position, hex_of(to), rides=position.unit(one).horse is not None)
        for one, places in found.items()
        for to in places
    )
    parts = ["All MF." if wades else "All MF, after a swimming TC."]
    parts += dict.fromkeys(_said(danger) for danger in dangers)
    if lost:
        parts.append("Who fords by a line and leaves it is lost.")
    return " ".join(parts)


def _said(danger: Danger) -> str:
    if danger.current is None:
        return "Still water: nobody drowns."
    flows = f"{danger.current.capitalize()} current"
    if danger.drowns is None:
        return f"{flows}, fordable: nobody drowns."
    when = "in every APh" if danger.in_enemy_aph else "in one's own APh"
    drifts = f", and drifts {when}" if danger.drifts else ""
    odds = f"{danger.ways_to_drown}/{WAYS}"
    return f"{flows}: drowns on {danger.drowns}+ ({odds}) at the end of one's own APh{drifts}."


def _place(position: Knowledge, to: LocationId, jump: Jump) -> str:
    """A place, with the MC of a jump and where the current leads from there."""
    board = position.board
    jumps = "" if jump is None else f", {jump or 'N'}MC"
    drifts = " or ".join(board.name(one) for one in danger_at(position, hex_of(to)).drifts)
    return f"{board.name(to)}{jumps}{f', drifts to {drifts}' if drifts else ''}"


# -- refusals ------------------------------------------------------------------------------------


def _refuse(position: Knowledge, side: Side, command: Swim) -> None:
    unit, to = own_unit(position, side, command.unit), on_board(position, command.to)
    bar = swimming_bar(position, unit)
    if bar is not None and bar.rule == "E6.1":
        raise Refused(bar.rule, bar.why)
    refuse_mover(position, unit)
    if to not in ways_to_swim(position, unit):
        raise Refused("E6.1" if unit.horse is None else "E6.5", _no_way(position, unit, to))
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if barred(position, to, side):
        raise Refused("A4.14", f"An enemy unit bars {position.board.name(to)} in the MPh.")


def _no_way(position: Knowledge, unit: Unit, to: LocationId) -> str:
    board = position.board
    if board.kind(to) is not LocationKind.WATER:
        return f"There is nothing to swim in at {board.name(to)}."
    if board.kind(unit.at) is board.kind(to):
        return f"{name(unit)} swims one hex in a MPh, from water to water."
    if unit.horse is not None and to in ways_to_swim(position, replace(unit, horse=None)):
        return "Cavalry cannot enter where a MC would be needed."
    if not ways_to_swim(position, unit) and position.range(unit.at, to) == 1:
        return "The building is not close enough to the water."
    return f"{name(unit)} swims into the next hex of water."


# -- what it begins ------------------------------------------------------------------------------


async def _swim(table: AslTable, side: Side, command: Swim) -> None:
    unit = table.unit(table.counter(command.unit))
    jump = ways_to_swim(table.truth, unit)[command.to]
    rafting = False
    if unit.horse is not None:
        into_the_open(table, (unit.id,))
    elif not is_in_water(table.truth, unit):
        outcome = await swimming_check(table, unit.counter)
        there = table.alive((unit.counter,))
        goes = outcome.passed and any(map(_is_able, there))
        tell_of_attempt(table, there[0] if there else unit, done=goes)
        if not goes:
            return
        rafting = rafts(table.truth, table.unit(unit.counter), outcome.roll.dice[0], jump)
        into_the_open(table, (table.unit(unit.counter).id,))
    elif leaves_line(table.truth, unit, command.to):
        eliminate(table, unit.counter, f"{name(unit)} leaves the fording line and is lost", "E6.6")
        return
    else:
        rafting = not unit.unarmed
    await _enter(table, unit.counter, command.to, jump, rafting=rafting)
    end_action(table, side)


def _is_able(unit: Unit) -> bool:
    """A14.1, E6.1: whether a unit still swims after its TC, which may have called a Sniper."""
    return not (unit.broken or unit.wounded or unit.pinned)


async def _enter(
    table: AslTable, unit_id: CounterId, to: LocationId, jump: Jump, *, rafting: bool
) -> None:
    """E6.1, E6.2: into the water for all MF, with the MC of a jump; then the DEFENDER may fire."""
    unit = table.unit(unit_id)
    (mover,) = as_movers(table.truth, (unit,))
    marks = swimming_marks(unit, rafting=rafting)

    def pays() -> None:
        pay(table, {unit_id: mf_of(table.law, mover)}, assault=False)
        _log(table, unit, to, rafting=rafting)

    async def act() -> Spent:
        gone = (await go(table, (unit_id,), to, lambda _: marks, meets=detect)).gone
        for one in table.alive((unit_id,)):
            table.change(one.counter, mf_here=SHOWN_ALL)
        if gone and jump is not None:
            for one in table.alive(gone):
                await jump_check(table, one.counter, jump)
        table.settle()
        return Spent(gone, entered=True) if gone else Spent((), stopped=(unit_id,))

    await expend(table, Expenditure((unit_id,), pays, act))
    end_move_of(table, (unit_id,))


def _log(table: AslTable, unit: Unit, to: LocationId, *, rafting: bool) -> None:
    here, there = table.board.name(unit.at), table.board.name(to)
    text = f"{name(unit)} swims {here} → {there} (all MF{', rafting' if rafting else ''})"
    table.log("move", text, side=unit.side, rule="E6.2", at=(to, unit.at))


SWIM = Activity(Swim, _offers, _refuse, _swim)
