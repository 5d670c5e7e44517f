"""A14 Sniper attacks: which DR call them, and how one goes.

A DR calls the Sniper of the enemy of who makes it if it equals his SAN (A14.1). The attack begins
when all effects of that DR are over, and those that were called earlier come first.
"""

from collections.abc import Iterator
from functools import partial

from rules.board.locations import location
from rules.chapters.morale.a10_check import MORALE_CHECK, TASK_CHECK
from rules.chapters.snipers.a14_attack import attack
from rules.chapters.snipers.a14_effects import HIT
from rules.chapters.snipers.a14_placement import reposition
from rules.chapters.works.b27_entrenchments import ENTRENCHING
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.table import Interrupt, Purpose
from rules.position.asl_table import AslTable
from rules.position.decisions import Decision, Option
from rules.position.purposes import ForPrisoners
from rules.position.snipers import Sniper, san_of, sniper_of

ACTIVATING = frozenset({"TH", "IFT", MORALE_CHECK.purpose, TASK_CHECK.purpose, ENTRENCHING})
"""A14.1: what the DR are for that may call a Sniper."""
PHASES = frozenset({Phase.PFPH, Phase.MPH, Phase.DFPH, Phase.AFPH})
"""A14.1: the phases in which they do."""

ATTACK, MOVE = "attack", "move"


def called(table: AslTable, purpose: Purpose, roll: Roll) -> Iterator[Interrupt]:
    """A14.1: the Sniper attack that a DR calls by its Original value; none that is made for
    prisoners does.
    """
    side = purpose.by.enemy
    if purpose.kind not in ACTIVATING or table.clock.phase not in PHASES:
        return
    if isinstance(purpose, ForPrisoners) or sniper_of(table.world, side) is None:
        return
    if len(roll.dice) == 2 and roll.total == san_of(table.world, side):  # noqa: PLR2004 - a DR
        yield partial(sniper_attack, table, side, roll.total)


async def sniper_attack(table: AslTable, side: Side, san: int) -> None:
    """A14.2: the dr, and if it is effective the choice between an attack and a better place."""
    one = sniper_of(table.world, side)
    if one is None:
        return
    if one.pinned:
        text = f"The Sniper is called by a DR of {san}, and is pinned"
        table.log("sniper", text, side=side, rule="A14.31", result="no attack")
        return
    roll = table.roll(Purpose("sniper", "Sniper attack", "A14.2", side))
    text = f"The Sniper is called by a DR of {san}"
    effective = roll.total <= HIT
    result = "may attack" if effective else "no attack"
    table.log("sniper", text, side=side, rule="A14.2", roll=roll, result=result)
    if not effective:
        return
    if await _rather_moves(table, one):
        await reposition(table, side)
    else:
        await attack(table, one, roll.total)


async def _rather_moves(table: AslTable, one: Sniper) -> bool:
    """A14.2: whether the attack is forfeited for another place, before its target hex is known."""
    decision = Decision(
        side=one.side,
        rule="A14.2",
        label="Sniper",
        ours="Your Sniper may attack, or be placed anew instead.",
        theirs="decides whether his Sniper attacks.",
        options=(
            Option(value=ATTACK, label="Attack"),
            Option(value=MOVE, label="Forfeit it to place the Sniper anew"),
        ),
        units=(),
        at=location(one.at, 0),
    )
    return await table.decide(decision) == MOVE


def release(table: AslTable) -> None:
    """A14.31: at the end of the Player Turn no Sniper is pinned any more."""
    for side in Side:
        one = sniper_of(table.world, side)
        if one is not None and one.pinned:
            table.world.change(one, pinned=False)
