"""B28.47 The Secret dr for more Dummy Minefields, at setup.

It waits until the players' lines for the dice are settled: then it is a roll like any other, and
settles nothing that others would see.
"""

from collections.abc import Iterable
from typing import ClassVar

from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.kernel.secret import Secret
from rules.kernel.table import Purpose
from rules.kernel.view import Offer
from rules.play.page.mine_records import dummies_received, more_dummies
from rules.play.page.offers import ButtonOffer
from rules.play.setup.activity import SetupActivity, SilentCommand
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.mines import MoreDummies
from rules.scenarios.types import Scenario


class RollForDummies(SilentCommand, frozen=True, kw_only=True, tag="roll_for_dummies"):
    """Make the Secret dr for more Dummy Minefields."""

    words = "roll for dummy mines"
    rolls_early: ClassVar[bool] = True


def _offers(scenario: Scenario, position: Knowledge, side: Side) -> Iterable[Offer]:
    if dummies_received(scenario.sides[side], position) and more_dummies(position, side) is None:
        yield ButtonOffer(
            verb="roll_for_dummies",
            label="Secret dr for more Dummy Minefields",
            hint="Half the dr; nobody else hears of it.",
            rule="B28.47",
        )


def _refuse(scenario: Scenario, position: Knowledge, side: Side, command: RollForDummies) -> None:
    if not dummies_received(scenario.sides[side], position):
        raise Refused("B28.47", "You have received no Dummy Minefield.")
    if more_dummies(position, side) is not None:
        raise Refused("B28.47", "You have made your dr for more Dummy Minefields.")


async def _roll(scenario: Scenario, table: AslTable, side: Side, command: RollForDummies) -> None:
    purpose = Purpose("Dummies", "Secret dr for more Dummy Minefields", "B28.47", side)
    roll = table.kernel.roll(purpose, 1, side.audience)
    number = roll.total // 2
    table.world.add(MoreDummies(id=side.value, owner=side, number=Secret(number, side)))
    text = f"Secret dr for more Dummy Minefields: {number}"
    table.log("roll", text, side=side, rule="B28.47", roll=roll, to=side.audience)


MORE_DUMMIES = SetupActivity(RollForDummies, _offers, _refuse, _roll)
"""B28.47: whoever has received a Dummy Minefield may make it, once."""
