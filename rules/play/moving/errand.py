"""Errands: what MF are spent on in the MPh besides moving on (A8.1), as Recovery is.

Whoever is on one spends MF where he is, and may be fired at for it. An errand is offered to those
who have not begun to move and to those who are asked how they go on (`movement`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import mf_text
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value, filler
from rules.kernel.view import Modifier, Offer
from rules.play.activity import AslCommand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import is_dummy


class ErrandCommand(AslCommand, frozen=True, kw_only=True):
    """What units do in the MPh without leaving their Location."""


C = TypeVar("C", bound=ErrandCommand)


def nothing_more(position: Knowledge, command: Any) -> tuple[Modifier, ...]:
    """For what always costs the same."""
    return ()


@dataclass(frozen=True)
class Errand(Generic[C]):
    """Something that units may do in the MPh without leaving their Location.

    `offers` and `refuse` get those that may move now, of one Location or of several; `refuse`
    raises Refused, and whether the MF are there is asked besides. `spenders` are those who spend
    them, in one stack (A4.2): they go on together. `cost` is in half MF, the least that it may be;
    `adds` is what a command costs besides. What costs nothing is no expenditure: nobody fires at
    it, and nobody is asked whether he goes on for its sake. Who climbs a cliff is on those errands
    alone that are `on_cliffs` (B11.43), who rides on those that are `on_horse` (A13.1). What
    `takes_all` MF is seen to cost a "?" as much whoever is under it. Who was on one that `halts`
    may go on, but in another move (E5.21).
    """

    command: type[C]
    offers: Callable[[Knowledge, tuple[Unit, ...]], Iterable[Offer]]
    refuse: Callable[[Knowledge, tuple[Unit, ...], C], None]
    spenders: Callable[[C], tuple[ShownId, ...]]
    cost: tuple[Modifier, ...]
    act: Callable[[AslTable, C], Procedure[None]]
    adds: Callable[[Knowledge, C], tuple[Modifier, ...]] = nothing_more
    on_cliffs: bool = False
    on_horse: bool = False
    takes_all: bool = False
    halts: bool = False

    @property
    def halves(self) -> int:
        return sum(part.value for part in self.cost)

    def halves_of(self, position: Knowledge, command: C) -> int:
        """What that command costs, in half MF."""
        return self.halves + sum(part.value for part in self.adds(position, command))

    @property
    def is_free(self) -> bool:
        return not self.cost


AnyErrand = Errand[Any]


def faster_offers(
    verb: str,
    label: str,
    rule: str,
    bar: Callable[[Unit], Barrier | None],
    more: Callable[[Unit], int],
) -> Callable[[Knowledge, tuple[Unit, ...]], Iterable[Offer]]:
    """A4.5, A13.36: the offer to those whom nothing bars to have so many half MF more in this MPh,
    and become CX.
    """

    def offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
        of = tuple(
            Filler(value=unit.id, label=f"+{mf_text(more(unit))} MF, CX")
            for unit in units
            if bar(unit) is None
        )
        if of:
            slot = Slot(name="units", kind="units", of=of)
            yield SlotsOffer(verb=verb, label=label, rule=rule, slots=(slot,))

    return offers


def refuse_faster(
    movers: tuple[Unit, ...],
    unit_ids: tuple[ShownId, ...],
    bar: Callable[[Unit], Barrier | None],
) -> None:
    """A4.5, A13.36: they are different units of one Location that may move now, and nothing bars
    any of them. Raises Refused.
    """
    chosen = tuple(unit for unit in movers if unit.id in unit_ids)
    if not chosen or len(chosen) < len(unit_ids) or len({unit.at for unit in chosen}) > 1:
        raise Refused("A4.2", "Choose different units of one Location that may move now.")
    for unit in chosen:
        found = bar(unit)
        if found is not None:
            raise Refused(found.rule, found.why)


def one_of_movers(movers: tuple[Unit, ...], unit_id: ShownId) -> Unit:
    """The unit of that id, if it may spend MF now. Raises Refused."""
    for unit in movers:
        if unit.id == unit_id:
            return unit
    raise Refused("A4.2", "That unit may not do it now.")


def refuse_mates(movers: tuple[Unit, ...], unit: Unit, others: tuple[ShownId, ...]) -> None:
    """Raise Refused if those who are to spend the MF with a unit are not others of its stack."""
    if len({*others}) < len(others):
        raise Refused("A4.2", "Choose different units to wait for it.")
    for other_id in others:
        if other_id == unit.id or one_of_movers(movers, other_id).at != unit.at:
            raise Refused("A4.2", "Those who wait for it must be others in its Location.")


def waiting_slot(
    position: Knowledge, units: tuple[Unit, ...], able: Mapping[ShownId, object]
) -> Slot:
    """Those who may spend the MF with a unit, and so stay in its stack."""
    mates: dict[str, tuple[ShownId, ...]] = {}
    for unit_id in able:
        here = position.unit(unit_id).at
        there = (one for one in units if one.at == here and not is_dummy(one))
        mates[unit_id] = tuple(one.id for one in there if one.id != unit_id)
    of = tuple(filler(one) for one in sorted({one for ids in mates.values() for one in ids}))
    allows: dict[str, tuple[Value | bool, ...]] = {key: (None, *ids) for key, ids in mates.items()}
    return Slot(
        name="others", kind="units", label="with", of=of, empty="alone", by="unit", allows=allows
    )
