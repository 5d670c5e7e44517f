"""B28.531 Daisy Chains, laid and shown by their owner whatever else is under way."""

from collections.abc import Iterable, Iterator

from rules.board.locations import HexId
from rules.chapters.mines.b28_daisy_chains import (
    is_chain,
    lay,
    laying_bar,
    may_lay_now,
    roads_beside,
    show_chain,
)
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.command import Command
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value, filler
from rules.kernel.view import Offer
from rules.play.activity import AslCommand, Interjection, WeaponNoun
from rules.play.checks import own_unit
from rules.position.asl_table import AslTable
from rules.position.daisy_chains import LaidChain, layings
from rules.position.knowledge import Knowledge
from rules.position.position import name


class LayChain(AslCommand, frozen=True, kw_only=True, tag="lay_chain"):
    """Lay a Daisy Chain across a road beside its unit, in secret."""

    words = "lay chain {weapon} in {hex}"
    weapon: WeaponNoun
    hex: HexId

    def heard(self) -> Command | None:
        return None


class ShowChain(AslCommand, frozen=True, kw_only=True, tag="show_chain"):
    """Show a Daisy Chain that has been laid."""

    words = "point out chain in {hex}"
    hex: HexId


def _unseen(position: Knowledge, side: Side) -> Iterator[tuple[LaidChain, HexId]]:
    for record, what in layings(position.view, side):
        if not record.shown:
            yield record, what.at


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = dict(_layable(position, side)) if may_lay_now(position.clock, side) else {}
    if not able:
        return
    hexes = sorted({at for there in able.values() for at in there})
    of = tuple(Filler(value=one, label="Daisy Chain", unit=one) for one in able)
    allows: dict[str, tuple[Value | bool, ...]] = dict(able.items())
    slots = (
        Slot(name="weapon", kind="option", of=of),
        Slot(name="hex", kind="hex", of=tuple(map(filler, hexes)), by="weapon", allows=allows),
    )
    label = "Lay a Daisy Chain across the road, unseen"
    yield SlotsOffer(verb="lay_chain", label=label, rule="B28.531", slots=slots, stands="aside")


def _layable(position: Knowledge, side: Side) -> Iterator[tuple[ShownId, tuple[HexId, ...]]]:
    taken = {at for _, at in _unseen(position, side)}
    for unit in position.personnel(side):
        for weapon in filter(is_chain, position.weapons_of(unit)):
            if laying_bar(position, unit, weapon) is None:
                hexes = tuple(at for at in roads_beside(position, unit) if at not in taken)
                if hexes:
                    yield weapon.id, hexes


def _refuse(position: Knowledge, side: Side, command: LayChain) -> None:
    weapon = position.view.find(Weapon, command.weapon)
    if weapon is None or not is_chain(weapon) or weapon.holder is None:
        raise Refused("B28.531", "No unit of yours has that Daisy Chain.")
    unit = own_unit(position, side, weapon.holder)
    bar = laying_bar(position, unit, weapon)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.hex not in roads_beside(position, unit):
        raise Refused("B28.531", f"{name(unit)} is not ADJACENT to a road there.")
    if any(at == command.hex for _, at in _unseen(position, side)):
        raise Refused("B28.531", "A Daisy Chain of yours lies there already.")


def _lay(table: AslTable, side: Side, command: LayChain) -> None:
    lay(table, table.truth.view.get(Weapon, command.weapon), command.hex)


LAY_CHAIN = Interjection(LayChain, _offers, _refuse, _lay)
"""In the enemy's MPh as well, while he is asked or moves."""


def _show_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    hexes = sorted(at for _, at in _unseen(position, side))
    if hexes:
        slot = Slot(name="hex", kind="hex", of=tuple(map(filler, hexes)))
        label = "Show a Daisy Chain"
        yield SlotsOffer(
            verb="show_chain", label=label, rule="B28.531", slots=(slot,), stands="aside"
        )


def _refuse_to_show(position: Knowledge, side: Side, command: ShowChain) -> None:
    if all(at != command.hex for _, at in _unseen(position, side)):
        raise Refused("B28.531", "No Daisy Chain of yours lies there unseen.")


def _show(table: AslTable, side: Side, command: ShowChain) -> None:
    ids = {record.id for record, at in _unseen(table.known(side), side) if at == command.hex}
    for record in table.world.all(LaidChain):
        if record.id in ids:
            show_chain(table, record)


SHOW_CHAIN = Interjection(ShowChain, _show_offers, _refuse_to_show, _show)
