"""The berserk charge (A15.43): in its MPh, before anybody else moves, one stack after the other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.board.locations import LocationId
from rules.chapters.ground.b_entry import Entry, mf_text
from rules.chapters.morale.a15_charge import (
    able_to,
    charging_stacks,
    drop_before_charge,
    first_steps,
    goals_now,
    goals_of,
    next_steps,
    towards,
)
from rules.chapters.movement.a04_movement import mf_left
from rules.chapters.movement.a04_overrun import lone_enemy
from rules.chapters.works.b26_wire import is_on_wire
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public
from rules.kernel.view import Now, Offer
from rules.play.activity import Activity, AnyActivity, AslCommand, UnitNoun
from rules.play.checks import on_board, own_unit
from rules.play.moving.digging import ONE_MF, ComeOff
from rules.play.moving.move_commands import Move
from rules.play.moving.overrun import fight_overrun
from rules.play.moving.spending import spend
from rules.play.orders.standing import clear_unit_orders
from rules.play.page.offers import UnitsTo
from rules.play.part import AslQuestion, not_now
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import names

Ids = tuple[CounterId, ...]


class Charge(AslCommand, frozen=True, kw_only=True, tag="charge"):
    """Charge with all berserk units of a Location: the first step, or a further one."""

    words = "charge {units} to {to}"
    units: tuple[UnitNoun, ...]
    to: LocationId


@dataclass(frozen=True, kw_only=True)
class ContinueCharge(AslQuestion[LocationId]):
    """By which of several shortest ways a charge goes on."""

    answers: ClassVar = (Charge,)
    units: Public[tuple[ShownId, ...]]
    goals: Public[tuple[LocationId, ...]]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        stack = self._stack(position)
        return [_offer(stack, next_steps(position, stack, self.goals))]

    def refuse(self, position: Knowledge, command: Command) -> None:
        if not isinstance(command, Charge):
            raise not_now(command, "A15.43")
        stack = self._stack(position)
        _refuse_none_or_twice(command)
        if not set(command.units) <= set(self.units):
            raise Refused("A15.43", "Another stack is still charging.")
        _refuse_step(position, stack, next_steps(position, stack, self.goals), command)

    def answer(self, command: Command) -> LocationId:
        if not isinstance(command, Charge):
            raise TypeError(f"{command.verb} is no way to go on")
        return command.to

    def now(self, position: Knowledge, audience: Audience) -> Now:
        stack = self._stack(position)
        left = mf_text(min(mf_left(position.law, unit) for unit in stack))
        mine = audience is self.side.audience
        return Now(
            side=self.side,
            kind="continue",
            text=f"Charge on with the {names(stack)} ({left} MF left)."
            if mine
            else f"charges with the {names(stack)}.",
            focus=(stack[0].at,),
            units=self.units,
            rule="A15.43",
        )

    def _stack(self, position: Knowledge) -> tuple[Unit, ...]:
        return tuple(position.unit(unit_id) for unit_id in self.units)


def _offer(stack: tuple[Unit, ...], steps: Mapping[LocationId, Entry]) -> UnitsTo:
    notes: dict[str, str] = {to: entry.text for to, entry in steps.items()}
    return UnitsTo(
        verb="charge",
        label=f"Charge with {names(stack)}",
        key="g",
        rule="A15.43",
        primary=True,
        units={unit.id: notes for unit in stack},
        alone=True,
    )


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    for stack in charging_stacks(position, side).values():
        yield _offer(stack, first_steps(position, stack))


def _refuse(position: Knowledge, side: Side, command: Charge) -> None:
    _refuse_none_or_twice(command)
    units = tuple(own_unit(position, side, unit_id) for unit_id in command.units)
    stack = charging_stacks(position, side).get(units[0].at, ())
    if not stack or not {unit.id for unit in units} <= {unit.id for unit in stack}:
        raise Refused("A15.43", "Only berserk units charge, all those of a Location together.")
    _refuse_step(position, stack, first_steps(position, stack), command)


def _refuse_none_or_twice(command: Charge) -> None:
    if not command.units or len(set(command.units)) < len(command.units):
        raise Refused("A15.43", "Choose one or more different units to charge.")


def _refuse_step(
    position: Knowledge,
    stack: tuple[Unit, ...],
    steps: Mapping[LocationId, Entry],
    command: Charge,
) -> None:
    to = on_board(position, command.to)
    if to not in steps:
        ways = ", ".join(position.board.name(step) for step in steps)
        why = f"{names(stack)} charges by a shortest way to the nearest enemy it sees: {ways}."
        raise Refused("A15.43", why)


async def _charge(table: AslTable, side: Side, command: Charge) -> None:
    """A15.43: the charge of a stack, from its first step to its end."""
    known = table.known(side)
    stack = charging_stacks(known, side)[known.unit(command.units[0]).at]
    text = f"{names(stack)} charges"
    table.log("move", text, side=side, rule="A15.43", at=(stack[0].at,))
    began = ids = tuple(unit.counter for unit in stack)
    for unit_id in began:
        drop_before_charge(table, unit_id)
    goals, to = goals_of(known, stack), command.to
    while ids:
        ids = await _off_wire(table, ids)
        if not ids or to not in next_steps(table.known(side), table.alive(ids), goals):
            break
        goals = towards(table.known(side), table.alive(ids), goals, to)
        ids = await _step(table, ids, goals, to)
        onward = await _next(table, side, ids, goals) if ids else None
        if onward is None:
            break
        goals, to = onward
    for unit in table.alive(began):
        table.change(unit.counter, moved=True, moving=False)
    clear_unit_orders(table, side.enemy)


async def _off_wire(table: AslTable, ids: Ids) -> Ids:
    """B26.4: those of a charge who are on Wire come off it by their dr; returns who goes on."""
    stuck = tuple(unit for unit in table.alive(ids) if is_on_wire(unit))
    able = tuple(unit for unit in stuck if mf_left(table.law, unit) >= ONE_MF)
    if able:
        step = ComeOff(units=tuple(unit.id for unit in able))
        await spend(table, tuple(unit.counter for unit in able), step)
    there = (unit for unit in table.alive(ids) if unit.berserk and not is_on_wire(unit))
    return tuple(unit.counter for unit in there if not unit.moved)


async def _step(table: AslTable, ids: Ids, goals: tuple[LocationId, ...], to: LocationId) -> Ids:
    """One step of those who have the MF for it, and CC at once with a SMC who is all that they meet
    (A4.15), concealed or hidden until then or not: no NTC, no more MF, and he does not get away.
    Returns who charges on.
    """
    units = table.alive(ids)
    known = table.known(units[0].side)
    entry = next_steps(known, units, goals)[to]
    able = able_to(known, units, entry)
    going = tuple(unit.counter for unit in able)
    step = Move(units=tuple(unit.id for unit in able), to=to, manner=entry.manner)
    side, is_met = units[0].side, bool(known.foes_at(to, units[0].side))
    smc = lone_enemy(known, to, side)
    await spend(table, going, step)
    if not is_met:
        smc = lone_enemy(table.known(side), to, side)
    if smc is not None:
        await fight_overrun(table, smc.counter, to, going)
    there = (unit for unit in table.alive(going) if unit.at == to and not unit.moved)
    return tuple(unit.counter for unit in there if unit.berserk)


async def _next(
    table: AslTable, side: Side, ids: Ids, goals: tuple[LocationId, ...]
) -> tuple[tuple[LocationId, ...], LocationId] | None:
    """The goals and the next step, chosen where there are several; None if the charge is over."""
    known, stack = table.known(side), table.alive(ids)
    now = goals_now(known, stack, goals)
    steps = next_steps(known, stack, now)
    if not steps:
        return None
    if len(steps) == 1:
        return now, next(iter(steps))
    shown = tuple(unit.id for unit in stack)
    return now, await ask(ContinueCharge(side=side, units=shown, goals=now))


def after_charges(activity: AnyActivity) -> AnyActivity:
    """A15.43: something of the MPh that has to wait until all berserk units have charged."""

    def offers(position: Knowledge, side: Side) -> Iterable[Offer]:
        return () if charging_stacks(position, side) else activity.offers(position, side)

    def refuse(position: Knowledge, side: Side, command: AslCommand) -> None:
        for stack in charging_stacks(position, side).values():
            raise Refused("A15.43", f"{names(stack)} charges before anything else happens.")
        activity.refuse(position, side, command)

    return Activity(activity.command, offers, refuse, activity.begin)


CHARGE = Activity(Charge, _offers, _refuse, _charge)
