"""Declaring Opportunity Fire in the PFPh (A7.25)."""

from collections.abc import Iterable

from rules.chapters.concealment.a12_unseen_facts import show_to_enemy
from rules.chapters.fire.a07_opportunity import may_take_opportunity, take_opportunity
from rules.kernel.audience import Side
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.slots import Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import own_group
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name, names


class OpportunityFire(AslCommand, frozen=True, kw_only=True, tag="opportunity_fire"):
    """Put units under Bounding Fire counters, to fire in the AFPh."""

    words = "opportunity fire {units}"
    guise = Guise.UNSEEN
    consults_nothing = True
    units: tuple[UnitNoun, ...]


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = tuple(
        filler(unit.id) for unit in position.personnel(side) if may_take_opportunity(position, unit)
    )
    if able:
        yield SlotsOffer(
            verb="opportunity_fire",
            label="Opportunity Fire",
            hint="Neither Prep Fire nor move, and fire in the AFPh with full FP.",
            rule="A7.25",
            slots=(Slot(name="units", kind="units", of=able),),
        )


def _refuse(position: Knowledge, side: Side, command: OpportunityFire) -> None:
    for unit in own_group(position, side, command.units):
        if not may_take_opportunity(position, unit):
            raise Refused("A7.25", f"{name(unit)} cannot take Opportunity Fire.")


async def _declare(table: AslTable, command: OpportunityFire) -> None:
    units = table.alive(table.counters(command.units))
    show_to_enemy(table, units)
    for unit in units:
        take_opportunity(table, unit.counter)
    text, at = f"{names(units)} will use Opportunity Fire", tuple({u.at: None for u in units})
    table.log("fire", text, side=units[0].side, rule="A7.25", at=at)


def _begin(table: AslTable, side: Side, command: OpportunityFire) -> Procedure[None]:
    return _declare(table, command)


OPPORTUNITY_FIRE = Activity(OpportunityFire, _offers, _refuse, _begin)
