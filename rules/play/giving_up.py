"""A12.14, A12.32, A12.33 A "?", a hiding place or a hidden Fortification that is given up of its
owner's own will, whatever part of a phase is his.
"""

from collections.abc import Iterable

from rules.board.locations import HexId
from rules.chapters.concealment.a12_hidden import show_fortification
from rules.chapters.concealment.a12_loss import lose_all
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun
from rules.play.checks import own_group
from rules.position.asl_table import AslTable
from rules.position.hidden_fortifications import FortificationKind, known_hidden, recorded
from rules.position.knowledge import Knowledge
from rules.position.position import is_hidden, name


class GiveUpConcealment(AslCommand, frozen=True, kw_only=True, tag="give_up_concealment"):
    """Place concealed units in the open, or take Dummies off the board."""

    words = "give up concealment {units}"
    guise = Guise.COVERED  # the "?" of those alone goes that are named
    units: tuple[UnitNoun, ...]


def _offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    veiled = tuple(one.id for one in position.pieces(side) if one.under)
    if veiled:
        slot = Slot(name="units", kind="units", of=tuple(map(filler, veiled)))
        label = "Give up the ?"
        yield SlotsOffer(
            verb="give_up_concealment", label=label, rule="A12.14", slots=(slot,), stands="aside"
        )


def _refuse(position: Knowledge, side: Side, command: GiveUpConcealment) -> None:
    for unit in own_group(position, side, command.units):
        if not unit.under:
            raise Refused("A12.14", f"{name(unit)} is not under a ?.")


async def _begin(table: AslTable, side: Side, command: GiveUpConcealment) -> None:
    lose_all(table, table.counters(command.units))


GIVE_UP_CONCEALMENT = Activity(GiveUpConcealment, _offers, _refuse, _begin)


class ShowHidden(AslCommand, frozen=True, kw_only=True, tag="show_hidden"):
    """Place hidden units on the map, under a "?"."""

    words = "show {units}"
    guise = Guise.COVERED  # they are under their "?" before anything is done
    units: tuple[UnitNoun, ...]


def _offers_of_hidden(position: Knowledge, side: Side) -> Iterable[Offer]:
    hidden = tuple(unit.id for unit in position.personnel(side) if is_hidden(unit))
    if hidden:
        slot = Slot(name="units", kind="units", of=tuple(map(filler, hidden)))
        label = "Place under a ?"
        yield SlotsOffer(verb="show_hidden", label=label, rule="A12.32", slots=(slot,))


def _refuse_showing(position: Knowledge, side: Side, command: ShowHidden) -> None:
    for unit in own_group(position, side, command.units):
        if not is_hidden(unit):
            raise Refused("A12.32", f"{name(unit)} is not hidden.")


async def _shown(table: AslTable, side: Side, command: ShowHidden) -> None:
    """They are there since they were named."""


SHOW_HIDDEN = Activity(ShowHidden, _offers_of_hidden, _refuse_showing, _shown)


class ShowFortification(AslCommand, frozen=True, kw_only=True, tag="show_fortification"):
    """Place a hidden Fortification on the map."""

    words = "reveal {kind} in {hex}"
    kind: FortificationKind
    hex: HexId


def _offers_of_fortifications(position: Knowledge, side: Side) -> Iterable[Offer]:
    there = recorded(position.view, side)
    for kind in FortificationKind:
        hexes = sorted({one.at for one in there if one.kind is kind})
        if hexes:
            slots = (
                Slot(name="hex", kind="hex", of=tuple(map(filler, hexes))),
                Slot(name="kind", kind="option", of=(Filler(value=kind, label=kind.words),)),
            )
            yield SlotsOffer(
                verb="show_fortification",
                label=f"Show hidden {kind.words}",
                rule="A12.33",
                slots=slots,
                stands="aside",
            )


def _refuse_fortification(position: Knowledge, side: Side, command: ShowFortification) -> None:
    there = recorded(position.view, side)
    if not any(one.at == command.hex and one.kind is command.kind for one in there):
        raise Refused("A12.33", "None of that kind is hidden there.")


async def _show_fortification(table: AslTable, side: Side, command: ShowFortification) -> None:
    for record, what in tuple(known_hidden(table.world, lambda secret: secret.for_(side))):
        if record.owner is side and what.at == command.hex and what.kind is command.kind:
            show_fortification(table, record)


SHOW_FORTIFICATION = Activity(
    ShowFortification, _offers_of_fortifications, _refuse_fortification, _show_fortification
)
