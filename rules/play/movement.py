"""The MPh (A3.3, A4): a stack moves hex by hex, and each expenditure may be fired on.

The order of events at one expenditure stands in `_spend`: pay, exit mines, go, entry mines, the
DEFENDER's window.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.locations import LocationId
from rules.chapters.a04_movement import (
    affordable,
    barred,
    entries,
    having_gone,
    may_assault,
    may_move,
    mf_left,
    next_entries,
    price,
)
from rules.chapters.a10_dm import dm_from_enemies_near
from rules.chapters.a26_victory import update_control
from rules.chapters.b09_walls import settle_wall_advantage
from rules.chapters.b28_minefields import entry_attack, exit_attack, meets_mines
from rules.chapters.b_barriers import barrier
from rules.chapters.b_entry import Entry, mf_text, no_way
from rules.chapters.relocation import relocate
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import Position, name, names
from rules.kernel.audience import Audience, Side
from rules.kernel.procedure import Procedure, ask
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.view import Now, Offer
from rules.play.checks import on_board, own_stack
from rules.play.commands import EndMove, EndPhase, Move
from rules.play.offers import END_PHASE, ButtonOffer, Flag, Nouns, UnitsTo
from rules.play.orders import clear_unit_orders
from rules.play.part import AslQuestion, not_now
from rules.play.reaction import reaction_window
from rules.play.sequence import end_phase

END_MOVE = ButtonOffer(verb="end_move", label="Stop here", key="s", rule="A4.2")


class MovementPart:
    """The MPh at rest: the ATTACKER starts the move of a unit or stack, or is done."""

    def offers(self, position: Position, side: Side) -> Sequence[Offer]:
        move = move_offer(position, tuple(u for u in position.units(side) if may_move(u)))
        return [*([move] if move else []), END_PHASE]

    def refuse(self, position: Position, side: Side, command: Command) -> None:
        match command:
            case EndPhase():
                return
            case Move():
                units = own_stack(position, side, command.units)
                for unit in units:
                    refuse_mover(unit)
                refuse_step(position, units, command)
            case _:
                raise not_now(command)

    def begin(self, table: AslTable, side: Side, command: Command) -> Procedure[None]:
        return move_stack(table, command) if isinstance(command, Move) else end_phase(table)

    def sentence(self, position: Position) -> tuple[str, str]:
        return "Move a unit or stack, or end your MPh.", "moves."


@dataclass(frozen=True, kw_only=True)
class ContinueMove(AslQuestion[Move | EndMove]):
    """Where the moving units go next, or whether they stop. A part of them may go on by itself
    (A4.2).
    """

    movers: tuple[str, ...]

    def offers(self, position: Position) -> Sequence[Offer]:
        units = tuple(position.unit(unit_id) for unit_id in self.movers)
        move = move_offer(position, units)
        return [*([move] if move else []), END_MOVE]

    def refuse(self, position: Position, command: Command) -> None:
        match command:
            case EndMove():
                return
            case Move():
                units = own_stack(position, self.side, command.units)
                if not set(command.units) <= set(self.movers):
                    raise Refused("A4.2", "Another unit is still moving.")
                if command.assault and not all(unit.assault for unit in units):
                    raise Refused("A4.61", "Assault Movement is declared before the first MF.")
                refuse_step(position, units, command)
            case _:
                raise not_now(command, "A4.2")

    def answer(self, command: Command) -> Move | EndMove:
        if not isinstance(command, Move | EndMove):
            raise TypeError(f"{command.verb} is no way to go on")
        return command

    def now(self, position: Position, audience: Audience) -> Now:
        units = tuple(position.unit(unit_id) for unit_id in self.movers)
        left = mf_text(min(mf_left(unit) for unit in units))
        mine = audience is self.side.audience
        text = f"Move the {names(units)} on ({left} MF left), or stop."
        return Now(
            side=self.side,
            kind="continue",
            text=text if mine else f"moves the {names(units)}.",
            focus=(units[0].at,),
            units=self.movers,
            rule="A4.2",
        )


def move_offer(position: Position, units: tuple[Unit, ...]) -> UnitsTo | None:
    """Where each of the units may go, taken by itself."""
    nouns: Nouns = {}
    assault: dict[str, tuple[str, ...]] = {}
    road: dict[str, tuple[str, ...]] = {}
    cheaper: list[Entry] = []
    for unit in units:
        ways = next_entries(position, (unit,))
        if not ways:
            continue
        nouns[unit.id] = _notes(ways)
        assault[unit.id] = tuple(sorted({w.to for w in ways if may_assault((unit,), w)}))
        choices = _choices(ways)
        road[unit.id] = tuple(sorted(choices))
        cheaper += choices.values()
    if not nouns:
        return None
    return UnitsTo(
        verb="move",
        label="Move",
        key="g",
        rule="A4.1",
        primary=True,
        units=nouns,
        flags=(
            Flag(name="assault", label="Assault Movement", rule="A4.61", units=_kept(assault)),
            Flag(name="road", label=_choice_label(cheaper), rule="B3.4", units=_kept(road)),
        ),
    )


def refuse_mover(unit: Unit) -> None:
    """Raise Refused, with the reason, if a unit may not start to move."""
    if unit.broken:
        raise Refused("A10.4", f"{name(unit)} is broken and may not move.")
    if unit.pinned:
        raise Refused("A7.8", f"{name(unit)} is pinned and may not move.")
    if unit.melee:
        raise Refused("A11.15", f"{name(unit)} is held in Melee.")
    if unit.moved:
        raise Refused("A4.2", f"{name(unit)} has ended its move.")
    if not may_move(unit):
        raise Refused("A3.2", f"{name(unit)} has Prep Fired and may not move.")


def refuse_step(position: Position, units: tuple[Unit, ...], command: Move) -> None:
    """Raise Refused if the stack may not enter that Location in that way."""
    to = on_board(position, command.to)
    where = position.board.name(to)
    bar = barrier(position.board, units[0].at, to)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if barred(position, to, units[0].side):
        raise Refused("A4.14", f"An enemy unit bars {where} in the MPh.")
    entry = chosen_entry(position, units, command)
    if not affordable(units, entry):
        raise Refused("A4.1", f"{where} costs {entry.text}, more than is left.")
    if command.assault and not may_assault(units, entry) and not any(u.assault for u in units):
        raise Refused("A4.61", "Assault Movement may not use all of a unit's MF.")


def chosen_entry(position: Position, units: tuple[Unit, ...], command: Move) -> Entry:
    """The way of entry that a command means. Raises Refused if there is no such way."""
    ways = entries(position, units, command.to)
    if not ways:
        missing = no_way(position.board, command.to)
        raise Refused(missing.rule, missing.why)
    fitting = [way for way in ways if way.exposed is command.road]
    if fitting:
        return fitting[0]
    if command.road:
        raise Refused("B3.4", "No road leads there.")
    return ways[0]


async def move_stack(table: AslTable, command: Move) -> None:
    """A4.2: move a stack; it may split, and every part is moved to its end before the next."""
    side = table.unit(command.units[0]).side
    parts: list[tuple[str, ...]] = [command.units]
    step: Move | EndMove | None = command
    while parts:
        part = parts.pop()
        if step is None:
            step = await _next_step(table, side, part)
        if isinstance(step, Move):
            rest = tuple(unit_id for unit_id in part if unit_id not in step.units)
            went_on = await _spend(table, step)
            parts += [ids for ids in (rest, went_on) if ids]
        else:
            _finish(table, part)
        step = None
    _stop_all(table, side)
    clear_unit_orders(table, side.enemy)


async def _next_step(table: AslTable, side: Side, part: tuple[str, ...]) -> Move | EndMove:
    """Ask how to go on, unless no unit of the part has the MF to go anywhere."""
    position = Position(table.kernel.known(side), table.board)
    units = tuple(position.unit(unit_id) for unit_id in part)
    if not any(next_entries(position, (unit,)) for unit in units):
        return EndMove()
    return await ask(ContinueMove(side=side, movers=part))


async def _spend(table: AslTable, step: Move) -> tuple[str, ...]:
    """One expenditure, in the order of A8.22, B28.412; returns those who may go on.

    Pay; the mines of the Location left; go, unless they stopped it; the mines of the Location
    entered; the DEFENDER's window, for those who went and for those who were stopped.
    """
    origin = table.unit(step.units[0]).at
    _pay(table, step)
    going = await exit_attack(table, step.units, origin, step.to)
    stopped = tuple(unit.id for unit in table.alive(step.units) if unit.id not in going)
    _finish(table, stopped)
    if going:
        _enter(table, going, step)
        settle_wall_advantage(table, origin)
        settle_wall_advantage(table, step.to)
        update_control(table)
        await entry_attack(table, going, origin, step.to)
        _lose_road_bonus(table, going, origin, step.to)
    defender = table.clock.phasing.enemy
    for targets in (going, stopped):
        if targets:
            await reaction_window(table, defender, targets)
    return _able(table, going)


def _pay(table: AslTable, step: Move) -> None:
    """A4.1: the MF are spent, whatever follows; FFNAM depends on how (A4.6)."""
    units = table.alive(step.units)
    entry = chosen_entry(table.position, units, step)
    origin, to = (table.board.name(at) for at in (units[0].at, step.to))
    for unit in units:
        assault = unit.assault or step.assault
        spent = unit.mf_spent + price(unit, entry)
        table.change(unit.id, mf_spent=spent, moving=True, assault=assault)
    manner = ", Assault Movement" if step.assault else ""
    text = f"{names(units)} {origin} → {to} ({entry.text}{manner})"
    table.log("move", text, side=units[0].side, rule="A4.1", at=(step.to, units[0].at))


def _enter(table: AslTable, going: tuple[str, ...], step: Move) -> None:
    units = table.alive(going)
    entry = chosen_entry(table.position, units, step)
    relocate(table, going, step.to)
    for unit in units:
        gone = having_gone(unit, entry)
        table.change(unit.id, on_road=gone.on_road, off_road=gone.off_road)
    dm_from_enemies_near(table, step.to)


def _lose_road_bonus(
    table: AslTable, unit_ids: tuple[str, ...], origin: LocationId, to: LocationId
) -> None:
    """B3.4: who has met mines on the road has no road bonus."""
    if table.position.known_mines() & set(meets_mines(table.board, origin, to)):
        for unit in table.alive(unit_ids):
            table.change(unit.id, off_road=True)


def _able(table: AslTable, unit_ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those that are still there, unbroken and unpinned; the others' MPh is over."""
    able = tuple(u.id for u in table.alive(unit_ids) if not u.broken and not u.pinned)
    _finish(table, tuple(unit_id for unit_id in unit_ids if unit_id not in able))
    return able


def _finish(table: AslTable, unit_ids: tuple[str, ...]) -> None:
    for unit in table.alive(unit_ids):
        table.change(unit.id, moved=True)


def _stop_all(table: AslTable, side: Side) -> None:
    """The action is over: nobody is the moving target of the next expenditure any more."""
    for unit in table.position.units(side):
        if unit.moving:
            table.change(unit.id, moving=False)


def _notes(ways: tuple[Entry, ...]) -> dict[str, str]:
    """What entry costs, by Location; the dearer way counts, since the cheaper must be chosen."""
    return {way.to: way.text for way in ways}


def _choices(ways: tuple[Entry, ...]) -> dict[str, Entry]:
    """The Locations with a cheaper way that gives no cover, and that way."""
    covered = {way.to for way in ways if not way.exposed}
    return {way.to: way for way in ways if way.exposed and way.to in covered}


def _choice_label(choices: list[Entry]) -> str:
    """B3.4, B2.4: what the cheaper ways are: roads, shellholes, or some of both."""
    roads = {way.by_road for way in choices}
    if roads == {False}:
        return "Past the shellholes, without their cover"
    return "Stay on the road" if roads == {True} else "On the road, or past the shellholes"


def _kept(units: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {unit_id: places for unit_id, places in units.items() if places}
