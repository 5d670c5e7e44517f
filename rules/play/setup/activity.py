"""What the activities of setup have in common: they depend on the scenario, and nobody hears of
them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Generic

from rules.board.locations import LocationId
from rules.forces.entities import Placement
from rules.kernel.audience import Side
from rules.kernel.procedure import Procedure
from rules.kernel.view import Offer
from rules.play.activity import Activity, AslCommand, C
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.scenarios.types import Scenario


class SilentCommand(AslCommand, frozen=True, kw_only=True):
    """Something of which nobody else hears until the setup is sealed."""

    def heard(self) -> None:
        return None


@dataclass(frozen=True)
class SetupActivity(Generic[C]):
    """An activity of the setup, which depends on the scenario."""

    command: type[C]
    offers: Callable[[Scenario, Knowledge, Side], Iterable[Offer]]
    refuse: Callable[[Scenario, Knowledge, Side, C], None]
    begin: Callable[[Scenario, AslTable, Side, C], Procedure[None]]

    def of(self, scenario: Scenario) -> Activity[C]:
        """The same in a scenario."""
        return Activity(
            self.command,
            partial(self.offers, scenario),
            partial(self.refuse, scenario),
            partial(self.begin, scenario),
        )


def placed_by(position: Knowledge, side: Side) -> dict[str, LocationId]:
    """Where a side's counters are, as that side knows."""
    found = {}
    for placement in position.view.all(Placement):
        at = placement.at.for_(side)
        if placement.owner is side and at is not None:
            found[placement.id] = at
    return found
