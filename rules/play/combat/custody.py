"""A20.4-A20.55 What becomes of captives and the unarmed: handed over, left, killed, armed again."""

from collections.abc import Iterable

from rules.chapters.close_combat.a20_escape import scrounge, scrounge_bar
from rules.chapters.close_combat.a20_guards import (
    abandon,
    hand_over,
    hand_over_bar,
    may_be_handed_over,
    takers,
)
from rules.chapters.close_combat.a20_massacre import massacre, may_massacre, victims
from rules.chapters.movement.a04_movement import as_movers, mf_left
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler, one_unit
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Activity, AslCommand, UnitNoun
from rules.play.checks import own_unit
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import name


class HandOver(AslCommand, frozen=True, kw_only=True, tag="hand_over"):
    """Hand a captive over to another guard of its Location."""

    words = "hand over {prisoner} to {unit}"
    prisoner: UnitNoun
    unit: UnitNoun


class Abandon(AslCommand, frozen=True, kw_only=True, tag="abandon"):
    """Leave captives without a guard."""

    words = "abandon {prisoners}"
    prisoners: tuple[UnitNoun, ...]


class Massacre(AslCommand, frozen=True, kw_only=True, tag="massacre"):
    """Kill an unarmed unit of one's Location."""

    words = "massacre {victim} by {unit}"
    victim: UnitNoun
    unit: UnitNoun


class Scrounge(ErrandCommand, frozen=True, kw_only=True, tag="scrounge"):
    """Spend all MF left on looking for weapons."""

    words = "scrounge {unit}"
    unit: UnitNoun


# -- custody --------------------------------------------------------------------------------------


def _is_late(position: Knowledge, side: Side) -> bool:
    """A3.7: whether it is past the start of the APh."""
    return position.clock.phase is Phase.APH and any(unit.used for unit in position.personnel(side))


def _captives(position: Knowledge, side: Side) -> tuple[Unit, ...]:
    """A20.5: in its own RPh and APh alone a side hands captives over, or leaves them."""
    own = side is position.clock.phasing and not _is_late(position, side)
    return may_be_handed_over(position, side) if own else ()


def _captive(position: Knowledge, side: Side, unit_id: ShownId) -> Unit:
    if side is not position.clock.phasing:
        raise Refused("A20.5", "Captives change hands in the Player Turn of their captors.")
    if _is_late(position, side):
        raise Refused("A3.7", "In the APh, captives change hands before anybody advances.")
    for unit in may_be_handed_over(position, side):
        if unit.id == unit_id:
            return unit
    raise Refused("A20.5", "That is no captive of yours.")


def _hand_over_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = {
        unit.id: tuple(one.id for one in takers(position, unit))
        for unit in _captives(position, side)
    }
    able = {unit_id: ids for unit_id, ids in able.items() if ids}
    if not able:
        return
    guards = sorted({one for ids in able.values() for one in ids})
    slots = (
        Slot(name="prisoner", kind="unit", of=tuple(map(filler, able))),
        Slot(
            name="unit", kind="unit", label="to", of=tuple(map(filler, guards)), by="prisoner",
            allows=dict(able.items()),
        ),
    )  # fmt: skip
    yield SlotsOffer(verb="hand_over", label="Hand over", rule="A20.5", slots=slots)


def _refuse_hand_over(position: Knowledge, side: Side, command: HandOver) -> None:
    prisoner = _captive(position, side, command.prisoner)
    bar = hand_over_bar(position, prisoner, own_unit(position, side, command.unit))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _hand_over(table: AslTable, side: Side, command: HandOver) -> None:
    hand_over(table, table.counter(command.prisoner), table.counter(command.unit))


HAND_OVER = Activity(HandOver, _hand_over_offers, _refuse_hand_over, _hand_over)


def _abandon_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    of = tuple(filler(unit.id) for unit in _captives(position, side))
    if of:
        slot = Slot(name="prisoners", kind="units", of=of)
        sure = "Leave them? They are free then."
        yield SlotsOffer(
            verb="abandon", label="Leave captives", rule="A20.5", sure=sure, slots=(slot,)
        )


def _refuse_to_abandon(position: Knowledge, side: Side, command: Abandon) -> None:
    if not command.prisoners or len({*command.prisoners}) < len(command.prisoners):
        raise Refused("", "Choose one or more different units.")
    for unit_id in command.prisoners:
        _captive(position, side, unit_id)


async def _abandon(table: AslTable, side: Side, command: Abandon) -> None:
    for prisoner_id in table.counters(command.prisoners):
        abandon(table, prisoner_id)


ABANDON = Activity(Abandon, _abandon_offers, _refuse_to_abandon, _abandon)


# -- Massacre -------------------------------------------------------------------------------------


def _massacre_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = {
        unit.id: tuple(one.id for one in victims(position, unit))
        for unit in position.personnel(side)
        if may_massacre(position, unit)
    }
    able = {unit_id: ids for unit_id, ids in able.items() if ids}
    if not able:
        return
    there = sorted({one for ids in able.values() for one in ids})
    slots = (
        one_unit(able),
        Slot(
            name="victim", kind="unit", label="kills", of=tuple(map(filler, there)), by="unit",
            allows=dict(able.items()),
        ),
    )  # fmt: skip
    sure = "Kill the unarmed? It is No Quarter, and raises the enemy's ELR."
    yield SlotsOffer(verb="massacre", label="Massacre", rule="A20.4", sure=sure, slots=slots)


def _refuse_massacre(position: Knowledge, side: Side, command: Massacre) -> None:
    unit = own_unit(position, side, command.unit)
    if not may_massacre(position, unit):
        raise Refused("A20.4", f"{name(unit)} kills no unarmed units now.")
    if command.victim not in {one.id for one in victims(position, unit)}:
        raise Refused("A20.4", "Only the unarmed of its Location are massacred.")


async def _massacre(table: AslTable, side: Side, command: Massacre) -> None:
    massacre(table, table.counter(command.unit), table.counter(command.victim))


MASSACRE = Activity(Massacre, _massacre_offers, _refuse_massacre, _massacre)


# -- Scrounging -----------------------------------------------------------------------------------


def _scrounge_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    able = tuple(unit for unit in units if scrounge_bar(position, unit) is None)
    if able:
        of = tuple(Filler(value=unit.id, unit=unit.id) for unit in able)
        slot = Slot(name="unit", kind="unit", of=of)
        label, hint = "Look for weapons", "All MF that are left, and an Original 2."
        yield SlotsOffer(verb="scrounge", label=label, hint=hint, rule="A20.55", slots=(slot,))


def _refuse_scrounging(position: Knowledge, movers: tuple[Unit, ...], command: Scrounge) -> None:
    bar = scrounge_bar(position, one_of_movers(movers, command.unit))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


_LEAST = 2
"""One MF, in halves."""


def _the_rest(position: Knowledge, command: Scrounge) -> tuple[Modifier, ...]:
    """A20.55: all MF that the unit has left."""
    (unit,) = as_movers(position, (position.unit(command.unit),))
    more = mf_left(position.law, unit) - _LEAST
    return (Modifier("A20.55", "all MF left", more),) if more > 0 else ()


async def _scrounge(table: AslTable, command: Scrounge) -> None:
    await scrounge(table, table.counter(command.unit))


SCROUNGING = Errand(
    Scrounge,
    _scrounge_offers,
    _refuse_scrounging,
    lambda command: (command.unit,),
    (Modifier("A20.55", "Scrounging", _LEAST),),
    _scrounge,
    _the_rest,
)
