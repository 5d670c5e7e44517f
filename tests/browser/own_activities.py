"""Activities that no rule knows, for a server of tests alone: two more things that a side may do in
its PFPh in one scenario. The page has never heard of either.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from rules.board.locations import HexId, hex_of
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler, one_unit
from rules.kernel.view import Offer
from rules.play import engine
from rules.play.activity import Activity, AslCommand, UnitNoun, never_refused
from rules.play.checks import own_stack, own_unit
from rules.play.part import Part
from rules.play.ruleset import AslRules
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, is_smc, name, names
from rules.scenarios.loader import load_scenario

SCENARIO = "floors.b"
COLOURS = ("red", "green")


class Signal(AslCommand, frozen=True, kw_only=True, tag="made_up_signal"):
    """Fire flares of one colour; leaders have more of them."""

    unit: UnitNoun
    flares: int
    colour: str
    twice: bool = False


class Survey(AslCommand, frozen=True, kw_only=True, tag="made_up_survey"):
    """Look at a hex next to units of one Location."""

    units: tuple[UnitNoun, ...]
    hex: HexId


def _signal_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    units = position.personnel(side)
    flares: dict[str, tuple[int, ...]] = {
        unit.id: (1, 2, 3) if is_smc(unit) else (1, 2) for unit in units
    }
    yield SlotsOffer(
        verb="made_up_signal",
        label="Signal",
        key="y",
        rule="X1.1",
        slots=(
            one_unit(unit.id for unit in units),
            Slot(
                name="flares",
                kind="number",
                label="Flares",
                of=tuple(map(filler, (1, 2, 3))),
                by="unit",
                allows={**flares},
            ),
            Slot(
                name="colour",
                kind="option",
                label="Colour",
                of=tuple(Filler(value=one, label=f"{one} flares") for one in COLOURS),
            ),
            Slot(name="twice", kind="flag", label="Twice", by="flares", allows={"2": (True,)}),
        ),
    )


def _refuse_signal(position: Knowledge, side: Side, command: Signal) -> None:
    unit = own_unit(position, side, command.unit)
    if command.flares > (3 if is_smc(unit) else 2) or command.colour not in COLOURS:
        raise Refused("X1.1", f"{name(unit)} has no such flares.")


async def _signal(table: AslTable, side: Side, command: Signal) -> None:
    unit = table.known(side).unit(command.unit)
    often = " twice" if command.twice else ""
    text = f"{name(unit)} fires {command.flares} {command.colour}{often}"
    table.log("system", text, side=side, rule="X1.1", at=(unit.at,))


def _survey_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    near: dict[str, tuple[HexId, ...]] = {
        unit.id: tuple(there for _, there in position.board.neighbours(hex_of(unit.at)))
        for unit in position.personnel(side)
    }
    hexes = sorted({one for there in near.values() for one in there})
    yield SlotsOffer(
        verb="made_up_survey",
        label="Survey",
        slots=(
            Slot(name="units", kind="units", of=tuple(map(filler, near))),
            Slot(
                name="hex",
                kind="hex",
                of=tuple(map(filler, hexes)),
                by="units",
                allows={**near},
            ),
        ),
    )


async def _survey(table: AslTable, side: Side, command: Survey) -> None:
    units = own_stack(table.known(side), side, command.units)
    table.log("system", f"{names(units)} survey {command.hex}", side=side, at=(units[0].at,))


class SignallingRules(AslRules):
    """Those of a scenario, and both activities in every PFPh."""

    commands = (*AslRules.commands, Signal, Survey)

    def _part(self, position: Position) -> Part:
        part = super()._part(position)
        if position.clock.phase is not Phase.PFPH:
            return part
        return replace(part, activities=(*OWN, *part.activities))


OWN = (
    Activity(Signal, _signal_offers, _refuse_signal, _signal),
    Activity(Survey, _survey_offers, never_refused, _survey),
)


def register() -> None:
    """Have that scenario played by these rules in this process."""
    usual, own = engine.ruleset, cache(lambda: SignallingRules(load_scenario(SCENARIO)))

    def ruleset(scenario_id: str) -> AslRules:
        return own() if scenario_id == SCENARIO else usual(scenario_id)

    vars(engine)["ruleset"] = ruleset
