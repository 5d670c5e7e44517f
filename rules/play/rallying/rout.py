"""The RtPh (A3.6, A10.4-A10.5): Voluntary Break, then both sides rout, the ATTACKER first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.board.locations import LocationId
from rules.chapters.ground.b_entry import mf_text
from rules.chapters.morale.a10_rout import (
    break_voluntarily,
    end_rout,
    has_cause_to_break,
    may_break_voluntarily,
    may_rout,
    must_rout,
    must_surrender,
    off_wire,
    prepare_rout,
    rout_step,
    voluntary_companion,
)
from rules.chapters.morale.a10_rout_path import (
    Rout,
    Step,
    begin_rout,
    may_low_crawl,
    mf_left,
    next_steps,
    objection,
)
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure, ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public
from rules.kernel.slots import SlotsOffer, one_unit
from rules.kernel.view import Now, Offer
from rules.play.activity import Activity, AslCommand, UnitNoun, never_refused
from rules.play.checks import on_board, own_unit
from rules.play.orders.standing import order_breaks
from rules.play.page.offers import ButtonOffer, Flag, UnitsTo
from rules.play.part import AslQuestion, not_now
from rules.play.phase_end import EndPhase
from rules.play.sequence import end_phase
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import (
    name,
    names,
)

NEVER_OFFER = ButtonOffer(
    verb="never_break", label="Never voluntarily", hint="Do not ask again.", rule="A10.41"
)
END_ROUT = ButtonOffer(verb="end_rout", label="Stop here", key="s", rule="A10.51")


class BreakVoluntarily(AslCommand, frozen=True, kw_only=True, tag="break_voluntarily"):
    """Voluntary Break at the start of the RtPh (A10.41)."""

    words = "break voluntarily {unit}"
    unit: UnitNoun


class NeverBreak(AslCommand, frozen=True, kw_only=True, tag="never_break"):
    """Go on without Voluntary Break, now and whenever it could be asked about."""

    words = "never break"

    def heard(self) -> Command:
        return EndPhase()


class RoutTo(AslCommand, frozen=True, kw_only=True, tag="rout"):
    """Rout a unit into an adjacent Location: its first step or a further one."""

    words = "rout {units} to {to} [low crawl] [with leader]"
    units: tuple[UnitNoun, ...]
    to: LocationId
    low_crawl: bool = False
    with_leader: bool = False


class EndRout(AslCommand, frozen=True, kw_only=True, tag="end_rout"):
    """Stop the unit that is routing."""

    words = "end rout"


@dataclass(frozen=True, kw_only=True)
class ContinueRout(AslQuestion[RoutTo | EndRout]):
    """Where the routing unit goes next, or whether it stops, once it may."""

    answers: ClassVar = (RoutTo, EndRout)
    rout: Public[Rout]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        steps = next_steps(position, self.rout)
        router = position.unit(self.rout.router)
        found: list[Offer] = [_rout_offer(router, steps)] if steps else []
        return [*found, END_ROUT] if self.rout.may_stop else found

    def refuse(self, position: Knowledge, command: Command) -> None:
        match command:
            case EndRout():
                if not self.rout.may_stop:
                    raise Refused("A10.51", "It must go on to the cover it can reach.")
            case RoutTo():
                _refuse_next_step(position, self.rout, command)
            case _:
                raise not_now(command, "A10.5")

    def answer(self, command: Command) -> RoutTo | EndRout:
        if not isinstance(command, RoutTo | EndRout):
            raise TypeError(f"{command.verb} is no way to go on")
        return command

    def now(self, position: Knowledge, audience: Audience) -> Now:
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


def rout_offer(position: Knowledge, unit: Unit) -> UnitsTo | None:
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


async def _rout(table: AslTable, side: Side, command: RoutTo) -> None:
    known = table.known(side)
    router = known.unit(command.units[0])
    leader = voluntary_companion(known, router) if command.with_leader else None
    began = begin_rout(known, router, leader)
    step: Step | None = next_steps(known, began, low_crawl=command.low_crawl)[command.to]
    movers = table.counters(began.movers)
    await prepare_rout(table, began)
    rout: Rout | None = began
    while rout is not None and step is not None:
        if any(unit.posture is Posture.ON_WIRE for unit in table.alive(movers)):
            rout, step = await _off_wire(table, side, rout, step, low_crawl=command.low_crawl)
            if rout is None or step is None:
                break
        rout = await rout_step(table, rout, step, low_crawl=command.low_crawl)
        step = None if rout is None else await _next_step(table, side, rout)
    await end_rout(table, movers, began.start)


async def _off_wire(
    table: AslTable, side: Side, rout: Rout, step: Step, *, low_crawl: bool
) -> tuple[Rout | None, Step | None]:
    """B26.41: a rout off the Wire, and its next step with the MF that are left."""
    free = off_wire(table, rout)
    if free is None:
        return None, None
    steps = next_steps(table.known(side), free, low_crawl=low_crawl)
    same = steps.get(step.entry.to)
    if same is None and not low_crawl:
        same = await _next_step(table, side, free)
    return free, same


async def _next_step(table: AslTable, side: Side, rout: Rout) -> Step | None:
    """Ask how the rout goes on, unless it can go nowhere, or None if it ends here."""
    if not next_steps(table.known(side), rout):
        return None
    answer = await ask(ContinueRout(side=side, rout=rout))
    if isinstance(answer, EndRout):
        return None
    return next_steps(table.known(side), rout)[answer.to]


def _rout_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    routers = (unit for unit in position.personnel(side) if may_rout(position, unit))
    found = (rout_offer(position, unit) for unit in routers)
    return [offer for offer in found if offer is not None]


def _break_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    slot = one_unit(unit.id for unit in may_break_voluntarily(position, side))
    if slot.of:
        yield SlotsOffer(
            verb="break_voluntarily", label="Voluntary Break", rule="A10.41", slots=(slot,)
        )


def _break(table: AslTable, side: Side, command: BreakVoluntarily) -> Procedure[None]:
    return break_voluntarily(table, table.counter(command.unit))


def _never_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return (NEVER_OFFER,)


def _never(table: AslTable, side: Side, command: NeverBreak) -> Procedure[None]:
    order_breaks(table, side, never=True)
    return end_phase(table)


def _rout_offer(
    unit: Unit, steps: Mapping[LocationId, Step], flags: tuple[Flag, ...] = (), hint: str = ""
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
        alone=True,
    )


def _places(unit: Unit, steps: Mapping[LocationId, Step]) -> dict[ShownId, tuple[str, ...]]:
    return {unit.id: tuple(steps)} if steps else {}


def _led_steps(
    position: Knowledge, unit: Unit, leader: Unit, low: Mapping[LocationId, Step]
) -> Mapping[LocationId, Step]:
    """The steps that are open with the leader too, by Low Crawl as well where that is offered."""
    together = begin_rout(position, unit, leader)
    crawling = next_steps(position, together, low_crawl=True) if low else {}
    steps = next_steps(position, together)
    return {to: step for to, step in steps.items() if to in crawling or to not in low}


def _refuse_break(position: Knowledge, side: Side, command: BreakVoluntarily) -> None:
    unit = own_unit(position, side, command.unit)
    if unit.broken:
        raise Refused("A10.41", f"{name(unit)} is broken already.")
    if not has_cause_to_break(position, unit):
        why = "is not in view of an enemy in his Normal Range, or may not break."
        raise Refused("A10.41", f"{name(unit)} {why}")


def _refuse_rout(position: Knowledge, side: Side, command: RoutTo) -> None:
    if len(command.units) != 1:
        raise Refused("A10.5", "Units rout one at a time.")
    unit = own_unit(position, side, command.units[0])
    _refuse_router(position, unit)
    leader = voluntary_companion(position, unit) if command.with_leader else None
    if command.with_leader and leader is None:
        raise Refused("A10.711", f"No unbroken leader is there to rout with {name(unit)}.")
    rout = begin_rout(position, unit, leader)
    if command.low_crawl and not may_low_crawl(position, rout):
        raise Refused("A10.52", "No Low Crawl from water, from an enemy or if Disrupted.")
    to = on_board(position, command.to)
    if to not in next_steps(position, rout, low_crawl=command.low_crawl):
        raise Refused("A10.51", objection(position, rout, to))


def _refuse_router(position: Knowledge, unit: Unit) -> None:
    if not unit.broken:
        raise Refused("A10.5", f"{name(unit)} is not broken.")
    if unit.melee:
        raise Refused("A11.16", f"{name(unit)} is held in Melee and withdraws in the CCPh.")
    if unit.used:
        raise Refused("A10.5", f"{name(unit)} has routed in this RtPh.")
    if unit.disrupted and not may_rout(position, unit):
        raise Refused("A19.12", f"{name(unit)} is Disrupted and stays where it is.")
    if must_surrender(position, unit):
        raise Refused("A20.21", f"{name(unit)} has no safe way out and surrenders.")
    if not may_rout(position, unit):
        raise Refused("A10.62", f"{name(unit)} is not under DM and may not rout.")


def _refuse_next_step(position: Knowledge, rout: Rout, command: RoutTo) -> None:
    if command.units != (rout.router,):
        raise Refused("A10.5", "Another unit is still routing.")
    if command.low_crawl:
        raise Refused("A10.52", "Low Crawl is the whole rout, from its start.")
    if command.with_leader:
        raise Refused("A10.711", "A leader routs with a unit from its start or not at all.")
    to = on_board(position, command.to)
    if to not in next_steps(position, rout):
        raise Refused("A10.51", objection(position, rout, to))


BREAK_VOLUNTARILY = Activity(BreakVoluntarily, _break_offers, _refuse_break, _break)
NEVER_BREAK = Activity(NeverBreak, _never_offers, never_refused, _never)
ROUT = Activity(RoutTo, _rout_offers, _refuse_rout, _rout)
