"""The RtPh (A3.6, A10.4-A10.5): Voluntary Break, then both sides rout, the ATTACKER first."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.board.locations import LocationId
from rules.chapters.a10_rout import (
    break_voluntarily,
    end_rout,
    is_near_enemy,
    may_break_voluntarily,
    may_rout,
    must_rout,
    prepare_rout,
    rout_step,
    voluntary_companion,
)
from rules.chapters.a10_rout_path import (
    Rout,
    Step,
    begin_rout,
    may_low_crawl,
    mf_left,
    next_steps,
    objection,
)
from rules.chapters.b_entry import mf_text
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import Position, name, names
from rules.kernel.audience import Audience, Side
from rules.kernel.procedure import Procedure, ask
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.view import Now, Offer
from rules.play import commands
from rules.play.checks import on_board, own_unit
from rules.play.commands import BreakVoluntarily, EndPhase, EndRout, NeverBreak
from rules.play.offers import END_PHASE, ButtonOffer, Flag, UnitOffer, UnitsTo
from rules.play.orders import order_breaks
from rules.play.part import AslQuestion, not_now
from rules.play.sequence import end_phase

NEVER_BREAK = ButtonOffer(
    verb="never_break", label="Never voluntarily", hint="Do not ask again.", rule="A10.41"
)
END_ROUT = ButtonOffer(verb="end_rout", label="Stop here", key="s", rule="A10.51")


class RoutPart:
    """The RtPh at rest: the active side breaks units voluntarily, later routs them one by one."""

    def offers(self, position: Position, side: Side) -> Sequence[Offer]:
        if position.clock.breaking:
            return [*_break_offers(position, side), NEVER_BREAK, END_PHASE]
        routers = (unit for unit in position.units(side) if may_rout(position, unit))
        found = (rout_offer(position, unit) for unit in routers)
        return [*(offer for offer in found if offer is not None), END_PHASE]

    def refuse(self, position: Position, side: Side, command: Command) -> None:
        match command:
            case EndPhase():
                return
            case NeverBreak() if position.clock.breaking:
                return
            case BreakVoluntarily() if position.clock.breaking:
                _refuse_break(position, own_unit(position, side, command.unit))
            case commands.Rout() if not position.clock.breaking:
                _refuse_rout(position, side, command)
            case _:
                raise not_now(command)

    def begin(self, table: AslTable, side: Side, command: Command) -> Procedure[None]:
        match command:
            case BreakVoluntarily():
                return break_voluntarily(table, command.unit)
            case commands.Rout():
                return _rout(table, side, command)
            case NeverBreak():
                order_breaks(table, side, never=True)
                return end_phase(table)
            case _:
                return end_phase(table)

    def sentence(self, position: Position) -> tuple[str, str]:
        if position.clock.breaking:
            return "Break units voluntarily, or go on.", "may break units voluntarily."
        return "Rout your broken units one at a time, or go on.", "routs."


@dataclass(frozen=True, kw_only=True)
class ContinueRout(AslQuestion[commands.Rout | EndRout]):
    """Where the routing unit goes next, or whether it stops, once it may."""

    rout: Rout

    def offers(self, position: Position) -> Sequence[Offer]:
        steps = next_steps(position, self.rout)
        router = position.unit(self.rout.router)
        found: list[Offer] = [_rout_offer(router, steps)] if steps else []
        return [*found, END_ROUT] if self.rout.may_stop else found

    def refuse(self, position: Position, command: Command) -> None:
        match command:
            case EndRout():
                if not self.rout.may_stop:
                    raise Refused("A10.51", "It must go on to the cover it can reach.")
            case commands.Rout():
                _refuse_next_step(position, self.rout, command)
            case _:
                raise not_now(command, "A10.5")

    def answer(self, command: Command) -> commands.Rout | EndRout:
        if not isinstance(command, commands.Rout | EndRout):
            raise TypeError(f"{command.verb} is no way to go on")
        return command

    def now(self, position: Position, audience: Audience) -> Now:
        units = tuple(position.unit(unit_id) for unit_id in self.rout.movers)
        left = mf_text(mf_left(position, self.rout))
        stop = ", or stop" if self.rout.may_stop else ""
        mine = audience is self.side.audience
        return Now(
            side=self.side,
            kind="continue",
            text=f"Rout the {names(units)} on ({left} MF left){stop}."
            if mine
            else f"routs the {names(units)}.",
            focus=(units[0].at,),
            units=self.rout.movers,
            rule="A10.5",
        )


def rout_offer(position: Position, unit: Unit) -> UnitsTo | None:
    """Where one unit may start to rout to: an offer of its own, since units rout one at a time."""
    alone = begin_rout(position, unit, None)
    steps = next_steps(position, alone)
    if not steps:
        return None
    low = next_steps(position, alone, low_crawl=True) if may_low_crawl(position, alone) else {}
    flags = [Flag(name="low_crawl", label="Low Crawl", rule="A10.52", units=_places(unit, low))]
    leader = voluntary_companion(position, unit)
    if leader is not None:
        places = _places(unit, _led_steps(position, unit, leader, low))
        label = f"{name(leader)} routs with it"
        flags.append(Flag(name="with_leader", label=label, rule="A10.711", units=places))
    hint = "It must rout or is eliminated." if must_rout(position, unit) else ""
    return _rout_offer(unit, steps, tuple(flag for flag in flags if flag.units), hint)


async def _rout(table: AslTable, side: Side, command: commands.Rout) -> None:
    router = table.unit(command.units[0])
    leader = voluntary_companion(table.position, router) if command.with_leader else None
    began = begin_rout(table.position, router, leader)
    prepare_rout(table, began)
    rout = await rout_step(table, began, command.to, low_crawl=command.low_crawl)
    while rout is not None:
        answer = await _ask_on(table, side, rout)
        rout = None if isinstance(answer, EndRout) else await rout_step(table, rout, answer.to)
    await end_rout(table, began)


async def _ask_on(table: AslTable, side: Side, rout: Rout) -> commands.Rout | EndRout:
    """Ask how the rout goes on, unless it can go nowhere."""
    position = Position(table.kernel.known(side), table.board)
    if not next_steps(position, rout):
        return EndRout()
    return await ask(ContinueRout(side=side, rout=rout))


def _break_offers(position: Position, side: Side) -> list[Offer]:
    units = may_break_voluntarily(position, side)
    if not units:
        return []
    nouns = {unit.id: name(unit) for unit in units}
    return [
        UnitOffer(verb="break_voluntarily", label="Voluntary Break", rule="A10.41", units=nouns)
    ]


def _rout_offer(
    unit: Unit, steps: dict[LocationId, Step], flags: tuple[Flag, ...] = (), hint: str = ""
) -> UnitsTo:
    notes: dict[str, str] = {to: s.entry.text for to, s in steps.items()}
    return UnitsTo(
        verb="rout",
        label=f"Rout {name(unit)}",
        key="g",
        rule="A10.5",
        hint=hint,
        primary=True,
        units={unit.id: notes},
        flags=flags,
    )


def _places(unit: Unit, steps: dict[LocationId, Step]) -> dict[str, tuple[str, ...]]:
    return {unit.id: tuple(steps)} if steps else {}


def _led_steps(
    position: Position, unit: Unit, leader: Unit, low: dict[LocationId, Step]
) -> dict[LocationId, Step]:
    """The steps that are open with the leader too, by Low Crawl as well where that is offered."""
    together = begin_rout(position, unit, leader)
    crawling = next_steps(position, together, low_crawl=True) if low else {}
    steps = next_steps(position, together)
    return {to: step for to, step in steps.items() if to in crawling or to not in low}


def _refuse_break(position: Position, unit: Unit) -> None:
    if unit.broken:
        raise Refused("A10.41", f"{name(unit)} is broken already.")
    if not is_near_enemy(position, unit):
        why = "is not in view of an enemy in his Normal Range, or may not break."
        raise Refused("A10.41", f"{name(unit)} {why}")


def _refuse_rout(position: Position, side: Side, command: commands.Rout) -> None:
    if len(command.units) != 1:
        raise Refused("A10.5", "Units rout one at a time.")
    unit = own_unit(position, side, command.units[0])
    _refuse_router(position, unit)
    leader = voluntary_companion(position, unit) if command.with_leader else None
    if command.with_leader and leader is None:
        raise Refused("A10.711", f"No unbroken leader is there to rout with {name(unit)}.")
    rout = begin_rout(position, unit, leader)
    if command.low_crawl and not may_low_crawl(position, rout):
        raise Refused("A10.52", "No Low Crawl out of water, or out of a Location with an enemy.")
    to = on_board(position, command.to)
    if to not in next_steps(position, rout, low_crawl=command.low_crawl):
        raise Refused("A10.51", objection(position, rout, to))


def _refuse_router(position: Position, unit: Unit) -> None:
    if not unit.broken:
        raise Refused("A10.5", f"{name(unit)} is not broken.")
    if unit.melee:
        raise Refused("A11.16", f"{name(unit)} is held in Melee and withdraws in the CCPh.")
    if unit.used:
        raise Refused("A10.5", f"{name(unit)} has routed in this RtPh.")
    if not may_rout(position, unit):
        raise Refused("A10.62", f"{name(unit)} is not under DM and may not rout.")


def _refuse_next_step(position: Position, rout: Rout, command: commands.Rout) -> None:
    if command.units != (rout.router,):
        raise Refused("A10.5", "Another unit is still routing.")
    if command.low_crawl:
        raise Refused("A10.52", "Low Crawl is the whole rout, from its start.")
    if command.with_leader:
        raise Refused("A10.711", "A leader routs with a unit from its start or not at all.")
    to = on_board(position, command.to)
    if to not in next_steps(position, rout):
        raise Refused("A10.51", objection(position, rout, to))
