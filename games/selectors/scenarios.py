"""What the browser of scenarios shows of each: its card, its board and its OB."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import boards, rulesets
from games.battle import ForceLine, forces_of
from games.selectors.results import games_finished
from games.sheets import sheet
from rules.scenarios.shelf import is_own, kept


@dataclass(frozen=True)
class ScenarioLine:
    """A scenario in the list. `board` is "" if its picture is not for everybody."""

    card: Mapping[str, Any]
    board: str
    finished: int


def scenario_lines(*, member: bool) -> list[ScenarioLine]:
    """All scenarios, in the order in which they are listed. Members see pictures that the club
    owns.
    """
    finished = games_finished()
    return [
        ScenarioLine(
            card=rulesets.card(id_),
            board=board_of(id_, member=member),
            finished=sum(finished.get(version, 0) for version in rulesets.versions(id_)),
        )
        for id_ in rulesets.scenario_ids()
    ]


def board_of(scenario_id: str, *, member: bool) -> str:
    """The address of a scenario's picture; "" if it is not for this reader. Raises KeyError."""
    if boards.picture(scenario_id).guarded and not member:
        return ""
    return str(boards.page_data(scenario_id)["board"]["svg"])


@kept
def order_of_battle(scenario_id: str) -> tuple[ForceLine, ...]:
    """What both sides have. Raises KeyError, and Busy or TooLong where that has to be made."""
    return sheet(scenario_id).forces if is_own(scenario_id) else forces_of(scenario_id)
