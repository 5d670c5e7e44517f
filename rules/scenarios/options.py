"""What whoever makes a game may choose besides a side's Balance: options that the rules leave to
the players. The id of a scenario says which are in force.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.scenarios.types import InspectionByLos, Scenario

MARK: Final = "+"  # between a scenario's id and the option
BY_LOS: Final = "los"
BY_LOS_TEXT: Final = "Nobody looks into a stack in the open without a LOS to it (A12.16)."
BY_LOS_TITLE: Final = "stacks by LOS"


def with_inspection_by_los(id: str) -> str:
    """The id of a scenario, or of a version of it, in which stacks are looked into by LOS alone."""
    return f"{id}{MARK}{BY_LOS}"


def without_options(id: str) -> tuple[str, bool]:
    """A scenario's id without its option, and whether stacks are looked into by LOS alone. KeyError
    for an option that there is not.
    """
    version, mark, option = id.partition(MARK)
    if mark and option != BY_LOS:
        raise KeyError(id)
    return version, bool(mark)


def inspected_by_los(scenario: Scenario) -> Scenario:
    """A12.16: the scenario with that option, whether its card has it already or not."""
    ssr = scenario.ssr
    if not any(isinstance(rule, InspectionByLos) for rule in ssr):
        ssr = (*ssr, InspectionByLos(BY_LOS_TEXT))
    return replace(scenario, id=with_inspection_by_los(scenario.id), ssr=ssr, by_los=True)
