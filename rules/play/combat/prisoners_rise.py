"""A20.55 Whether captives turn on their guard as a round of CC begins."""

from collections.abc import Mapping

from rules.board.locations import LocationId
from rules.chapters.close_combat.a20_escape import dares, may_rise, rise
from rules.forces.units import Unit
from rules.kernel.ids import CounterId, ShownId
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.position import name

ATTACK, WAIT = "attack", "wait"


async def prisoners_rise(table: AslTable, at: LocationId) -> Mapping[ShownId, ShownId]:
    """A20.55: those who attack, each with the guard that it had."""
    found: dict[CounterId, CounterId] = {}
    for captive in table.truth.personnel_at(at):
        guard = captive.guard
        if guard is None or not may_rise(table.truth, table.unit(captive.counter)):
            continue
        wanted = await _ask(table, captive) == ATTACK
        if wanted and await dares(table, captive.counter):
            found[captive.counter] = guard
    rise(table, tuple(found))
    return dict(zip(table.shown(found), table.shown(found.values()), strict=True))


async def _ask(table: AslTable, captive: Unit) -> str:
    return await table.decide(
        Decision(
            side=captive.side,
            rule="A20.55",
            label=name(captive),
            ours=f"Does {name(captive)} turn on its guard?",
            theirs=f"says whether {name(captive)} turns on its guard.",
            options=(
                Option(value=ATTACK, label="attacks its guard", unit=captive.id),
                Option(value=WAIT, label="stays a captive"),
            ),
            units=(captive.id,),
            at=captive.at,
        )
    )
