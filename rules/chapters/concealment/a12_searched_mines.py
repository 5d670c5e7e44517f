"""A12.152, B28.48 What a Search finds of mines: that there are some, neither how many nor which."""

from typing import ClassVar

from rules.board.locations import HexId
from rules.chapters.mines.b28_known import announce_dummy, are_hidden, prove_known
from rules.forces.entities import MineMarker
from rules.kernel.audience import Audience, Side
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.mines import FoundMines


class MinesFound(AslFact, frozen=True, kw_only=True, tag="MinesFound"):
    """A Search has found mines."""

    rule: ClassVar[str] = "A12.152"
    tells: ClassVar[tuple[str, ...]] = ("hex",)
    gives_away: ClassVar[str] = "that a hex is mined; neither with what, nor how strongly"
    hex: HexId

    def line(self, position: Knowledge) -> LogLine:
        text = f"there are mines in {position.board.name(self.hex)}"
        return LogLine(kind="reveal", text=text, rule="A12.152", at=(self.hex,))


def find_mines(table: AslTable, side: Side, hexes: tuple[HexId, ...]) -> None:
    """A12.152, B28.47: the counters of Known mines are proved or found to be Dummies; of hidden
    mines it is told that they are there, whatever their kind. The seal of these stays closed, since
    a leaf of it says of which kind they are.
    """
    known = {one.at for one in table.world.all(MineMarker)}
    found = {one.at for one in table.world.all(FoundMines)}
    for at in hexes:
        announce_dummy(table, side, at)
        prove_known(table, side, at)
        if at not in known | found and are_hidden(table, side, at):
            id_ = table.kernel.drawn_id(Audience.PUBLIC, "m")
            table.world.add(FoundMines(id=id_, at=at))
            table.tell(MinesFound(hex=at))


def forget_found(table: AslTable) -> None:
    """B28.48: once mines have attacked in a hex, their own counter is there."""
    known = {one.at for one in table.world.all(MineMarker) if not one.dummy}
    for found in table.world.all(FoundMines):
        if found.at in known:
            table.world.drop(found)
