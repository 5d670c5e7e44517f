"""B28.62 HE on mines: what an attack that a fire mission or a bomb resolves in a hex does to them.

What calls this has resolved the attack, on every hex of its Blast Area (B28.62, C1.5), and told
everybody its DR. Here nothing is told but of counters whose strength everybody knows.
"""

import enum
from typing import Final

from rules.board.locations import HexId, location
from rules.chapters.mines.b28_known import is_in_a_line
from rules.forces.entities import Minefield, MineMarker
from rules.kernel.secret import Secret
from rules.kernel.unseal import unseal
from rules.position.asl_table import AslTable
from rules.position.mines import AtMarker, AtMines, DummyMines
from rules.tables import IftKind, IftResult

_LOWERED: Final = {12: 8, 8: 6, 6: 0}
"""B28.62: A-P factors, a column lower."""


class Shelling(enum.StrEnum):
    """What falls on a hex (C1.7, E7.4)."""

    HE_CONCENTRATION = "HE Concentration"
    HE_BOMB = "HE bomb"
    HE_HARASSING = "HE Harassing Fire"
    SMOKE = "SMOKE"
    WP = "WP"


_WEARS: Final = frozenset({Shelling.HE_CONCENTRATION, Shelling.HE_BOMB})
_WORN_BY: Final = frozenset({IftKind.KIA, IftKind.K})


def wear_mines(table: AslTable, at: HexId, by: Shelling, original: IftResult) -> None:
    """B28.62: the mines of a hex, of both sides, after an attack with that result of its Original
    DR: none are left after a KIA, a column and a factor fewer after a K.
    """
    if by not in _WEARS or original.kind not in _WORN_BY:
        return
    for record in table.world.all(Minefield):
        if unseal(record.at) == at:
            _wear_ap(table, record, original)
    for at_mines in table.world.all(AtMines):
        if unseal(at_mines.at) == at:
            _wear_at(table, at_mines, original)
    for dummy in table.world.all(DummyMines):
        if unseal(dummy.at) == at:
            table.world.change(dummy, as_sealed=False)


def _wear_ap(table: AslTable, record: Minefield, original: IftResult) -> None:
    strength = unseal(record.strength)
    left = 0 if original.kind is IftKind.KIA else _LOWERED[strength]
    marker = table.world.find(MineMarker, unseal(record.marker) or "")
    if left:
        table.world.change(record, strength=record.strength.with_value(left), as_sealed=False)
    else:
        table.world.drop(record)
    if marker is None:
        return
    if marker.strength is not None:
        _wear_counter(table, record, marker, left)
    elif not left:
        _leave_dummy(table, record)


def _wear_counter(table: AslTable, record: Minefield, marker: MineMarker, left: int) -> None:
    """B28.45: a strength that everybody knows stays known."""
    where = table.board.name(marker.at)
    if left:
        table.world.change(marker, strength=left)
        text = f"The minefield in {where} has {left} factors left"
    else:
        text = f"No mines are left in {where}"
        if is_in_a_line(table, record.owner, marker.at):
            table.world.change(marker, strength=None, dummy=True)
        else:
            table.world.drop(marker)
    table.log("move", text, rule="B28.62", at=(location(marker.at, 0),))


def _leave_dummy(table: AslTable, record: Minefield) -> None:
    """B28.45, B28.62: the counter of mines that are gone looks as before; it is a Dummy now."""
    at, owner = unseal(record.at), record.owner
    if not any(unseal(one.at) == at and one.owner is owner for one in table.world.all(DummyMines)):
        id_ = table.kernel.drawn_id(owner.audience, "d")
        dummy = DummyMines(id=id_, owner=owner, at=Secret(at, owner), as_sealed=False)
        table.world.add(dummy)


def _wear_at(table: AslTable, record: AtMines, original: IftResult) -> None:
    """B28.62: A-T mines in view keep their counter, until somebody sees how many are left
    (docs/rulings.md); one whose number is known says what is left.
    """
    left = 0 if original.kind is IftKind.KIA else max(0, unseal(record.factors) - 1)
    if left or record.in_view:
        table.world.change(record, factors=record.factors.with_value(left), as_sealed=False)
    else:
        table.world.drop(record)
    for marker in table.world.all(AtMarker):
        if record.in_view and marker.at == unseal(record.at) and marker.factors is not None:
            table.world.change(marker, factors=left)
