"""The RPh (A3.1, A10.6): both sides try to rally their broken units, the ATTACKER first."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.chapters.a10_dm import may_keep_dm
from rules.chapters.a10_rally import (
    may_self_rally,
    may_try_rally,
    rally,
    rallying_leaders,
)
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit
from rules.forces.position import Position, name
from rules.kernel.audience import Audience, Side
from rules.kernel.procedure import Procedure, ask
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.view import Now, Offer
from rules.play.checks import own_unit
from rules.play.commands import Choose, EndPhase, KeepDm, Rally
from rules.play.offers import END_PHASE, ChoiceOffer, Option, UnitOffer, UnitWith
from rules.play.part import AslQuestion, not_now
from rules.play.sequence import end_phase

CREATE, DECLINE = "create", "decline"


class RallyPart:
    """The RPh at rest: the active side tries to rally, keeps DM where it may, or is done."""

    def offers(self, position: Position, side: Side) -> Sequence[Offer]:
        units = position.units(side)
        helpers = {unit.id: _helpers(position, unit) for unit in units if may_try_rally(unit)}
        keeping = {unit.id: name(unit) for unit in units if may_keep_dm(position, unit)}
        found: list[Offer] = []
        if any(helpers.values()):
            able = {unit_id: whom for unit_id, whom in helpers.items() if whom}
            found.append(_rally_offer(able))
        if keeping:
            found.append(_keep_offer(keeping))
        return [*found, END_PHASE]

    def refuse(self, position: Position, side: Side, command: Command) -> None:
        match command:
            case EndPhase():
                return
            case Rally():
                _refuse_rally(position, side, command)
            case KeepDm():
                _refuse_keep(position, own_unit(position, side, command.unit))
            case _:
                raise not_now(command)

    def begin(self, table: AslTable, side: Side, command: Command) -> Procedure[None]:
        match command:
            case Rally():
                return _rally(table, side, command)
            case KeepDm():
                return _keep_dm(table, command)
            case _:
                return end_phase(table)

    def sentence(self, position: Position) -> tuple[str, str]:
        return "Rally your broken units, or go on.", "rallies."


@dataclass(frozen=True, kw_only=True)
class MakeLeaderCreation(AslQuestion[bool]):
    """A18.11: whether the Leader Creation dr is made after that Original 2."""

    unit: str

    def offers(self, position: Position) -> Sequence[Offer]:
        options = (
            Option(id=CREATE, label="Make the Leader Creation dr", unit=self.unit),
            Option(id=DECLINE, label="No new leader"),
        )
        label = f"Leader Creation for {name(position.unit(self.unit))}"
        return [ChoiceOffer(verb="choose", label=label, rule="A18.11", options=options)]

    def refuse(self, position: Position, command: Command) -> None:
        if not isinstance(command, Choose):
            raise not_now(command, "A18.11")
        if command.option not in {CREATE, DECLINE}:
            raise Refused("A18.11", "Choose whether to make the dr.")

    def answer(self, command: Command) -> bool:
        return isinstance(command, Choose) and command.option == CREATE

    def now(self, position: Position, audience: Audience) -> Now:
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
    async def wants_leader() -> bool:
        return await ask(MakeLeaderCreation(side=side, unit=command.unit))

    await rally(table, command.unit, command.leader, wants_leader)


async def _keep_dm(table: AslTable, command: KeepDm) -> None:
    unit = table.change(command.unit, keeps_dm=True)
    text = f"{name(unit)} keeps its DM"
    table.log("rally", text, side=unit.side, rule="A10.62", at=(unit.at,))


def _helpers(position: Position, unit: Unit) -> tuple[str, ...]:
    """Who may rally a unit: leaders' ids, and an empty name for the unit itself."""
    leaders = tuple(leader.id for leader in rallying_leaders(position, unit))
    return (*leaders, *([""] if may_self_rally(position, unit) else []))


def _rally_offer(able: dict[str, tuple[str, ...]]) -> UnitWith:
    return UnitWith(verb="rally", label="Rally", key="r", rule="A10.6", primary=True, units=able)


def _keep_offer(units: dict[str, str]) -> UnitOffer:
    return UnitOffer(verb="keep_dm", label="Keep DM", rule="A10.62", units=units)


def _refuse_rally(position: Position, side: Side, command: Rally) -> None:
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


def _refuse_self_rally(position: Position, unit: Unit, leaders: tuple[Unit, ...]) -> None:
    if leaders:
        raise Refused("A10.63", f"{name(leaders[0])} is there to rally {name(unit)}.")
    if not may_self_rally(position, unit):
        raise Refused("A10.63", f"{name(unit)} cannot rally without a leader.")


def _refuse_keep(position: Position, unit: Unit) -> None:
    if not unit.dm or unit.keeps_dm:
        raise Refused("A10.62", f"{name(unit)} has no DM to keep.")
    if not may_keep_dm(position, unit):
        raise Refused("A10.62", f"{name(unit)} loses its DM in woods or a building.")
