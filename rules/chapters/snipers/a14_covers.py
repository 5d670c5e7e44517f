"""A14.23 A Sniper hits a "?": how many under it can be hit is declared, and no more."""

from typing import Annotated, ClassVar

from msgspec import Meta

from rules.board.locations import LocationId
from rules.chapters.concealment.covers import drop_if_empty, in_secret_order, looks
from rules.chapters.morale.a_random_selection import drawn
from rules.chapters.snipers.a14_effects import hit_another, strike
from rules.forces.seen import Cover
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import is_dummy, name

Number = Annotated[int, Meta(ge=0, le=40)]


class SniperCount(AslFact, frozen=True, kw_only=True, tag="SniperCount"):
    """A Sniper has selected a "?": how many units under it can be hit."""

    rule: ClassVar[str] = "A14.23"
    tells: ClassVar[tuple[str, ...]] = ("number",)
    gives_away: ClassVar[str] = "how many units are under one “?”; not which"
    side: Side
    at: LocationId
    number: Number

    def line(self, position: Knowledge) -> LogLine:
        count = {0: "no unit is", 1: "one unit is"}.get(self.number, f"{self.number} units are")
        text = f"{count} under the ? in {position.board.name(self.at)}"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A14.23", at=(self.at,))


async def strike_cover(table: AslTable, cover_id: ShownId, dr: int) -> None:
    """A14.23: Dummies alone are eliminated, one unit is hit, of several some by Random Selection:
    the first by the dr that was made, each other by one of its own.
    """
    cover = table.world.get(Cover, cover_id)
    there = table.truth.shown_by(cover_id)
    units = in_secret_order(
        table, (one for one in there if not is_dummy(one) and one.guard is None)
    )
    table.tell(SniperCount(side=cover.side, at=cover.at, number=len(units)))
    if not units:
        drop_if_empty(table, cover_id)
        return
    entries = tuple((unit.counter, "one under the ?", unit.side) for unit in units)
    hit = drawn(table, entries, 1, "hit by the Sniper")
    first, *others = sorted(hit, key=lambda one: looks(table.unit(one)))
    await strike(table, first, dr)
    for other in others:
        for unit in table.alive((other,)):
            its_dr = hit_another(table, cover.side.enemy, name(unit))
            if its_dr is not None:
                await strike(table, other, its_dr)
