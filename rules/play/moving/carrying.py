"""A17.2 A wounded SMC is carried, in play."""

from collections.abc import Iterable

from rules.chapters.movement.a17_carrying import PP, carry, carrying_bar
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Slot, SlotsOffer, Value, filler
from rules.kernel.view import Offer
from rules.play.activity import UnitNoun
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers, refuse_mates
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge


class Carry(ErrandCommand, frozen=True, kw_only=True, tag="carry"):
    """Have a MMC carry a wounded SMC of its Location in this MPh; others may go along with them."""

    words = "carry {smc} by {unit} [with {others}]"
    smc: UnitNoun
    unit: UnitNoun
    others: tuple[UnitNoun, ...] = ()


def _offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    """One for each who may be carried."""
    for smc in units:
        there = tuple(one for one in units if one.at == smc.at and one != smc)
        able = tuple(one.id for one in there if carrying_bar(position, smc, one) is None)
        if able:
            slots = (
                Slot(name="smc", kind="unit", of=(filler(smc.id),)),
                Slot(name="unit", kind="unit", of=tuple(map(filler, able))),
                _mates_slot(there, able),
            )
            label = f"Have him carried, {PP} PP"
            yield SlotsOffer(verb="carry", label=label, rule="A17.2", slots=slots)


def _mates_slot(there: tuple[Unit, ...], able: tuple[ShownId, ...]) -> Slot:
    """Who goes on with them in one stack."""
    ids = tuple(one.id for one in there)
    mates: dict[str, tuple[Value | bool, ...]] = {
        unit_id: (None, *(one for one in ids if one != unit_id)) for unit_id in able
    }
    of = tuple(map(filler, ids))
    return Slot(name="others", kind="units", of=of, by="unit", allows=mates, empty="nobody else")


def _refuse(position: Knowledge, movers: tuple[Unit, ...], command: Carry) -> None:
    smc, mmc = (one_of_movers(movers, one) for one in (command.smc, command.unit))
    refuse_mates(movers, mmc, (command.smc, *command.others))
    bar = carrying_bar(position, smc, mmc)
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _carry(table: AslTable, command: Carry) -> None:
    carry(table, table.counter(command.smc), table.counter(command.unit))


def _together(command: Carry) -> tuple[ShownId, ...]:
    return (command.smc, command.unit, *command.others)


CARRYING = Errand(Carry, _offers, _refuse, _together, (), _carry)
"""A17.2: no MF are spent on it, so that nobody fires."""
