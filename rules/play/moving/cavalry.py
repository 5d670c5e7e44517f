"""A13.31, A13.36 Cavalry in the MPh: mounting, dismounting, and the Gallop."""

from collections.abc import Iterable

from rules.chapters.ground.b_entry import mf_text
from rules.chapters.mines.b28_minefields import entry_attack
from rules.chapters.movement.a13_cavalry import GALLOP_HALVES, gallop_bar
from rules.chapters.movement.a13_mounting import (
    MOUNTING_HALVES,
    dismount,
    dismounting_bar,
    fresh_horses,
    mount,
    mounting_bar,
    mounts_for,
    spent_afoot,
)
from rules.forces.units import Unit
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer
from rules.kernel.view import Modifier, Offer
from rules.play.activity import UnitNoun
from rules.play.moving.errand import (
    Errand,
    ErrandCommand,
    faster_offers,
    one_of_movers,
    refuse_faster,
)
from rules.position.asl_table import AslTable
from rules.position.horses import Horses
from rules.position.knowledge import Knowledge
from rules.position.position import name, names

_COST = (Modifier("A13.31", "mounting", MOUNTING_HALVES),)


class Mount(ErrandCommand, frozen=True, kw_only=True, tag="mount"):
    """Mount a Horse counter of the Location."""

    words = "mount {unit}"
    unit: UnitNoun


class Dismount(ErrandCommand, frozen=True, kw_only=True, tag="dismount"):
    """Dismount: the Horse counter stays where the unit is."""

    words = "dismount {unit}"
    unit: UnitNoun


class Gallop(ErrandCommand, frozen=True, kw_only=True, tag="gallop"):
    """Gallop: Cavalry of one Location has more MF in this MPh, and becomes CX."""

    words = "gallop {units}"
    units: tuple[UnitNoun, ...]


# -- mounting ------------------------------------------------------------------------------------


def _mount_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = tuple(unit for unit in units if mounts_for(position, unit))
    if able:
        of = tuple(Filler(value=unit.id) for unit in able)
        slot = Slot(name="unit", kind="unit", of=of)
        yield SlotsOffer(verb="mount", label="Mount, 1 MF", rule="A13.31", slots=(slot,))


def _horses(position: Knowledge, unit: Unit) -> Horses:
    """The Horse counter that a unit mounts. Raises Refused."""
    bar = mounting_bar(position, unit)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    found = mounts_for(position, unit)
    if not found:
        where = position.board.name(unit.at)
        raise Refused("A13.1", f"There are no rested horses for {name(unit)} in {where}.")
    return found[0]


def _refuse_mount(position: Knowledge, movers: tuple[Unit, ...], command: Mount) -> None:
    _horses(position, one_of_movers(movers, command.unit))


async def _mount(table: AslTable, command: Mount) -> None:
    unit = table.unit(table.counter(command.unit))
    mount(table, unit.counter, fresh_horses(table.truth, unit)[0])


MOUNTING = Errand(
    Mount, _mount_offers, _refuse_mount, lambda command: (command.unit,), _COST, _mount
)
"""A13.31: for one MF of the four of any Infantry."""


# -- dismounting ---------------------------------------------------------------------------------


def _dismount_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    of = tuple(
        Filler(value=unit.id, label=f"{mf_text(max(0, 8 - spent_afoot(unit)))} MF left afoot")
        for unit in units
        if dismounting_bar(position, unit) is None
    )
    if of:
        slot = Slot(name="unit", kind="unit", of=of)
        yield SlotsOffer(verb="dismount", label="Dismount, 1 MF", rule="A13.31", slots=(slot,))


def _refuse_dismount(position: Knowledge, movers: tuple[Unit, ...], command: Dismount) -> None:
    bar = dismounting_bar(position, one_of_movers(movers, command.unit))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _dismount(table: AslTable, command: Dismount) -> None:
    unit = table.counter(command.unit)
    dismount(table, unit)
    at = table.unit(unit).at
    await entry_attack(table, (unit,), at, at)


DISMOUNTING = Errand(
    Dismount,
    _dismount_offers,
    _refuse_dismount,
    lambda command: (command.unit,),
    _COST,
    _dismount,
    on_horse=True,
)
"""A13.31: likewise. Mines of the hex attack him as one who enters it (B28.43)."""


# -- the Gallop ----------------------------------------------------------------------------------


_gallop_offers = faster_offers("gallop", "Gallop", "A13.36", gallop_bar, lambda unit: GALLOP_HALVES)


def _refuse_gallop(position: Knowledge, movers: tuple[Unit, ...], command: Gallop) -> None:
    refuse_faster(movers, command.units, gallop_bar)


async def _gallop(table: AslTable, command: Gallop) -> None:
    units = table.alive(table.counters(command.units))
    for unit in units:
        table.change(unit.counter, double_time=GALLOP_HALVES, cx=True)
    text = f"{names(units)}: Gallop"
    table.log("move", text, side=units[0].side, rule="A13.36", at=(units[0].at,), result="CX")


GALLOPING = Errand(
    Gallop,
    _gallop_offers,
    _refuse_gallop,
    lambda command: command.units,
    (),
    _gallop,
    on_horse=True,
)
"""A13.36: no MF are spent on it, so that nobody fires."""
