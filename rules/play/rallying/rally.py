"""The RPh (A3.1, A10.6): both sides try to rally their broken units, the ATTACKER first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.chapters.concealment.a12_stripping import strip_acting
from rules.chapters.morale.a10_dm import may_keep_dm
from rules.chapters.morale.a10_rally import (
    may_self_rally,
    may_try_rally,
    rally,
    rallying_leaders,
)
from rules.chapters.morale.a25_commissars import waiting_for_a_commissar
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.procedure import ask
from rules.kernel.refused import Refused
from rules.kernel.secret import Public
from rules.kernel.slots import Filler, Slot, SlotsOffer, choice, filler, one_unit
from rules.kernel.view import Now, Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import own_unit
from rules.play.choices import Choose
from rules.play.part import AslQuestion, not_now
from rules.play.phase_end import EndPhase, begin_end, end_offers
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import (
    name,
)

CREATE, DECLINE = "create", "decline"


class Rally(AslCommand, frozen=True, kw_only=True, tag="rally"):
    """Try to rally a broken unit, by a leader or by itself."""

    words = "rally {unit} [by {leader}]"
    guise = Guise.UNSEEN
    unit: UnitNoun
    leader: UnitNoun | None = None


class KeepDm(AslCommand, frozen=True, kw_only=True, tag="keep_dm"):
    """Keep the DM counter on a unit at the end of this RPh (A10.62)."""

    words = "keep dm {unit}"
    consults_nothing = True
    unit: UnitNoun


@dataclass(frozen=True, kw_only=True)
class MakeLeaderCreation(AslQuestion[bool]):
    """A18.11: whether the Leader Creation dr is made after that Original 2."""

    answers: ClassVar = (Choose,)
    unit: Public[ShownId]

    def offers(self, position: Knowledge) -> Sequence[Offer]:
        options = (
            Filler(value=CREATE, label="Make the Leader Creation dr", unit=self.unit),
            Filler(value=DECLINE, label="No new leader"),
        )
        label = f"Leader Creation for {name(position.unit(self.unit))}"
        return [choice("choose", label, "A18.11", options)]

    def refuse(self, position: Knowledge, command: Command) -> None:
        if not isinstance(command, Choose):
            raise not_now(command, "A18.11")
        if command.option not in {CREATE, DECLINE}:
            raise Refused("A18.11", "Choose whether to make the dr.")

    def answer(self, command: Command) -> bool:
        return isinstance(command, Choose) and command.option == CREATE

    def now(self, position: Knowledge, audience: Audience) -> Now:
        unit = position.unit(self.unit)
        mine = audience is self.side.audience
        ours = f"{name(unit)} rallied on an Original 2: make the Leader Creation dr?"
        theirs = f"may make a Leader Creation dr for {name(unit)}."
        return Now(
            side=self.side,
            kind="choice",
            text=ours if mine else theirs,
            focus=(unit.at,),
            units=(unit.id,),
            rule="A18.11",
        )


async def _rally(table: AslTable, side: Side, command: Rally) -> None:
    leader = None if command.leader is None else table.truth.unit(command.leader)
    await try_to_rally(table, table.truth.unit(command.unit), leader)


async def try_to_rally(table: AslTable, unit: Unit, leader: Unit | None) -> None:
    """A10.6: a Rally attempt, in which the owner is asked about Leader Creation (A18.11)."""
    if leader is not None:
        await strip_acting(table, leader.counter)

    async def wants_leader() -> bool:
        return await ask(MakeLeaderCreation(side=unit.side, unit=unit.id))

    await rally(table, unit.counter, leader.counter if leader else None, wants_leader)


async def _keep_dm(table: AslTable, side: Side, command: KeepDm) -> None:
    unit = table.change(table.counter(command.unit), keeps_dm=True)
    text = f"{name(unit)} keeps its DM"
    table.log("rally", text, side=unit.side, rule="A10.62", at=(unit.at,))


def _helpers(position: Knowledge, unit: Unit) -> tuple[ShownId | None, ...]:
    """Who may rally a unit: leaders' ids, and None for the unit itself."""
    leaders = tuple(leader.id for leader in rallying_leaders(position, unit))
    return (*leaders, *([None] if may_self_rally(position, unit) else []))


def _rally_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    units = tuple(unit for unit in position.personnel(side) if may_try_rally(unit))
    helpers: dict[str, tuple[ShownId | None, ...]] = {
        unit.id: _helpers(position, unit) for unit in units
    }
    able = {unit_id: whom for unit_id, whom in helpers.items() if whom}
    leaders = {leader for whom in able.values() for leader in whom if leader is not None}
    if able:
        yield SlotsOffer(
            verb="rally",
            label="Rally",
            key="r",
            rule="A10.6",
            primary=True,
            odds=True,
            slots=(
                one_unit(unit.id for unit in units if unit.id in able),
                Slot(
                    name="leader",
                    kind="unit",
                    label="with",
                    of=tuple(map(filler, sorted(leaders))),
                    empty="alone",
                    by="unit",
                    allows={**able},
                ),
            ),
        )


def _keep_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    units = (unit for unit in position.personnel(side) if may_keep_dm(position, unit))
    slot = one_unit(unit.id for unit in units)
    if slot.of:
        yield SlotsOffer(verb="keep_dm", label="Keep DM", rule="A10.62", slots=(slot,))


def _refuse_rally(position: Knowledge, side: Side, command: Rally) -> None:
    unit = own_unit(position, side, command.unit)
    if not unit.broken:
        raise Refused("A10.6", f"{name(unit)} is not broken.")
    if unit.used:
        raise Refused("A10.6", f"{name(unit)} has tried to rally in this Player Turn.")
    if not may_try_rally(unit):
        raise Refused("A11.15", f"{name(unit)} is held in Melee.")
    leaders = rallying_leaders(position, unit)
    if command.leader is None:
        _refuse_self_rally(position, unit, leaders)
    elif command.leader not in {leader.id for leader in leaders}:
        raise Refused("A10.6", "Only a Good Order leader in its Location may rally it.")


def _refuse_self_rally(position: Knowledge, unit: Unit, leaders: tuple[Unit, ...]) -> None:
    if leaders:
        raise Refused("A10.63", f"{name(leaders[0])} is there to rally {name(unit)}.")
    if not may_self_rally(position, unit):
        raise Refused("A10.63", f"{name(unit)} cannot rally without a leader.")


def _refuse_keep(position: Knowledge, side: Side, command: KeepDm) -> None:
    unit = own_unit(position, side, command.unit)
    if not unit.dm or unit.keeps_dm:
        raise Refused("A10.62", f"{name(unit)} has no DM to keep.")
    if not may_keep_dm(position, unit):
        raise Refused("A10.62", f"{name(unit)} loses its DM in woods or a building.")


def _end_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return () if waiting_for_a_commissar(position, side) else end_offers(position, side)


def _refuse_end(position: Knowledge, side: Side, command: EndPhase) -> None:
    for unit in waiting_for_a_commissar(position, side):
        raise Refused("A25.222", f"The Commissar must still try to rally {name(unit)}.")


END_RALLY = Activity(EndPhase, _end_offers, _refuse_end, begin_end)
RALLY = Activity(Rally, _rally_offers, _refuse_rally, _rally)
KEEP_DM = Activity(KeepDm, _keep_offers, _refuse_keep, _keep_dm)
