"""A12.33 Hidden Fortifications: who is in them, and how one is shown to everybody."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from rules.board.board import Board
from rules.board.locations import LocationId, location
from rules.chapters.concealment.covers import set_apart
from rules.chapters.concealment.seals import open_leaf
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.unseal import unseal
from rules.kernel.view import LogLine
from rules.kernel.world import id_order
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.fortifications import (
    FREE_SMC,
    MOST_SQUADS,
    TRENCH_SQUADS,
    Dug,
    Entrenchment,
)
from rules.position.hidden_fortifications import (
    ENTRENCHMENTS,
    Fortification,
    FortificationKind,
    HiddenFortification,
    built,
    label_of,
)
from rules.position.knowledge import Knowledge
from rules.position.position import HIDDEN, is_dummy, is_smc, name, values
from rules.position.set_charges import SetCharge


class FortificationShown(AslFact, frozen=True, kw_only=True, tag="FortificationShown"):
    """A Fortification that was hidden is placed on the map, over the units and "?" `inside`."""

    rule: ClassVar[str] = "A12.33"
    tells: ClassVar[tuple[str, ...]] = ("what", "inside")
    gives_away: ClassVar[str] = (
        "one Fortification, and which units and “?” that can be seen there are in it"
    )
    side: Side
    what: Fortification
    inside: tuple[ShownId, ...] = ()

    def line(self, position: Knowledge) -> LogLine:
        what, board = self.what, position.board
        where = board.name(location(what.at, what.level) if what.level else what.at)
        seen = (position.target(one) for one in self.inside)
        over = " + ".join(name(one) for one in seen if one is not None)
        text = f"has {what.called} in {where}" + (f", with {over} in it" if over else "")
        return LogLine(kind="reveal", side=self.side, text=text, rule="A12.33", at=(what.at,))


def ground_of(board: Board, what: Fortification) -> LocationId:
    """The Location of a hex that a Fortification is in, or the pillbox stands in."""
    return board.locations(what.at)[0]


def show(table: AslTable, record: HiddenFortification) -> None:
    """A12.33: place a Fortification on the map; who is inside an entrenchment is beneath it."""
    what, owner = unseal(record.what), record.owner
    inside = () if what.kind is FortificationKind.CHARGE else _occupants(table, record)
    set_apart(table, (unit.id for unit in inside))
    seen = {table.truth.unit(u.id).under or u.id for u in inside if u.under != HIDDEN}
    table.world.drop(record)
    _build(table, record)
    for unit in inside:
        table.change(unit.counter, posture=Posture.BENEATH)
    shown = tuple(sorted(seen, key=id_order))
    table.tell(FortificationShown(side=owner, what=what, inside=shown))
    open_leaf(table, owner, label_of(what))


def _build(table: AslTable, record: HiddenFortification) -> None:
    """B27.12: foxholes that were dug over hidden ones add to them, as far as a hex holds any."""
    what = unseal(record.what)
    new = built(what, record.owner)
    if isinstance(new, SetCharge):
        for unit in table.alive(unseal(record.inside)):
            table.change(unit.counter, has_set=(*unit.has_set, new.id))
    old = table.world.find(type(new), new.id)
    if not isinstance(new, Entrenchment) or not isinstance(old, Entrenchment):
        table.world.add(new)
    elif new.dug is Dug.TRENCH:
        table.world.change(old, dug=new.dug, squads=new.squads)
    else:
        table.world.change(old, squads=min(MOST_SQUADS, old.squads + new.squads))


def _occupants(table: AslTable, record: HiddenFortification) -> tuple[Unit, ...]:
    there = table.alive(unseal(record.inside))
    at = ground_of(table.board, unseal(record.what))
    return tuple(unit for unit in there if unit.at == at and unit.posture is None)


def leave_fortifications(table: AslTable) -> None:
    """A12.33: who has left a hidden entrenchment is in it no more."""
    for record in table.world.all(HiddenFortification):
        inside = unseal(record.inside)
        if inside and unseal(record.what).kind in ENTRENCHMENTS:
            still = tuple(unit.counter for unit in _occupants(table, record))
            if still != inside:
                table.world.change(record, inside=record.inside.with_value(still))


def occupy(table: AslTable, side: Side) -> None:
    """B27.12: who is set up in the hex of a hidden entrenchment is in it, as far as there is room,
    in the order of the counters.
    """
    for record in table.world.all(HiddenFortification):
        what = unseal(record.what)
        if record.owner is side and what.kind in ENTRENCHMENTS:
            at = ground_of(table.board, what)
            there = [one for one in table.truth.pieces(side) if one.at == at]
            found = tuple(unit.counter for unit in _fitting(there, _squads(what)))
            table.world.change(record, inside=record.inside.with_value(found))


def _squads(what: Fortification) -> int:
    return TRENCH_SQUADS if what.kind is FortificationKind.TRENCH else what.squads


def _fitting(units: Iterable[Unit], squads: int) -> Iterator[Unit]:
    """Those of the units that find room; Dummies need none, and are where they could be units."""
    halves = smc = 0
    for unit in units:
        halves += 0 if is_dummy(unit) else values(unit).halves
        smc += is_smc(unit)
        if halves > 2 * squads or smc > FREE_SMC:
            return
        yield unit
