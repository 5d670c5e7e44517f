"""The scenarios that games can be made of, and what the app asks of each.

Two sources: the scenarios of `rules.play.engine`, and the kernel's small test world under the id
`toy`, which is playable like any other but never listed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeAlias

import msgspec

from rules.kernel.audience import Audience, Side
from rules.kernel.command import Command
from rules.kernel.entity import Entity
from rules.kernel.game import Game
from rules.kernel.procedure import Question
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Ruleset
from rules.kernel.world import Known
from rules.opponent.forms import Form, Nouns, SupportsRandom
from rules.opponent.seat import Seat
from rules.opponent.wishes import decide
from rules.play import engine
from rules.play.page import asking
from rules.play.page.preview import Leg
from rules.play.ruleset import AslRules
from rules.proof import toy
from rules.scenarios.balance import balanced
from rules.scenarios.options import with_inspection_by_los
from rules.scenarios.shelf import is_own, kept

TOY = "toy"
TOY_PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200"/>'


class RecordColumns(Protocol):
    """What a secret record says of its entity beside the payload."""

    @property
    def owner(self) -> str:
        """`a`, `b` or `public`."""

    @property
    def kind(self) -> str: ...

    @property
    def location(self) -> str: ...

    @property
    def revealed(self) -> bool: ...


Decide: TypeAlias = Callable[
    [Known, Side, Question[Any] | None, Sequence[Form], SupportsRandom], Nouns | None
]
"""Makes a command of what a side knows, what it is asked, and its offers; None if it has none."""


@dataclass(frozen=True)
class Scenario:
    """One scenario: its rules, its page data and picture, and the questions it answers."""

    id: str
    rules: Ruleset
    record_columns: Callable[[Entity], RecordColumns]
    page_data: Callable[[], dict[str, Any]]
    board_is_printed: Callable[[], bool]
    prepare: Callable[[], None]
    odds: Callable[[Game, Side, Command], dict[str, Any]]
    los: Callable[[Game, Audience, str, str], msgspec.Struct]
    path: Callable[[Game, Side, Sequence[str], Sequence[Leg]], msgspec.Struct]
    reach: Callable[[Game, Side, Sequence[str]], msgspec.Struct]
    decide: Decide | None
    """What the computer does for a side; None where it cannot play."""


def scenario_ids() -> tuple[str, ...]:
    """The scenarios to choose from, in the order in which they are listed."""
    return engine.scenario_ids()


def card(scenario_id: str) -> Mapping[str, Any]:
    """What lists show of a scenario. Raises KeyError."""
    if is_own(scenario_id):
        return _own_words[0](scenario_id)
    words: Mapping[str, Any] = scenario(scenario_id).page_data()["scenario"]
    return words


def read_all() -> None:
    """Read every card, so that no page has to."""
    for scenario_id in scenario_ids():
        card(scenario_id)


_own_words: list[Callable[[str], Mapping[str, Any]]] = []


def read_own_words_by(find: Callable[[str], Mapping[str, Any]]) -> None:
    """Say where what lists show of scenarios that users brought along is read."""
    _own_words[:] = [find]


def versions(scenario_id: str) -> tuple[str, ...]:
    """A scenario as its card has it and with the Balance of each side (A26.4), each without and
    with its option (A12.16), by their ids.
    """
    printed = (scenario_id, *(balanced(scenario_id, side) for side in Side))
    return (*printed, *map(with_inspection_by_los, printed))


@kept
def scenario(scenario_id: str) -> Scenario:
    """A scenario by its id, or one with a side's Balance. Raises KeyError."""
    if scenario_id == TOY:
        return _toy()
    return Scenario(
        id=scenario_id,
        rules=engine.ruleset(scenario_id),
        record_columns=engine.record_columns,
        page_data=partial(engine.page_data, scenario_id),
        board_is_printed=partial(engine.board_is_printed, scenario_id),
        prepare=partial(engine.prepare, scenario_id),
        odds=engine.odds,
        los=asking.los_card,
        path=asking.path_card,
        reach=asking.reach_card,
        decide=partial(_decide, engine.ruleset(scenario_id)),
    )


def _decide(
    rules: AslRules,
    known: Known,
    side: Side,
    question: Question[Any] | None,
    forms: Sequence[Form],
    rng: SupportsRandom,
) -> Nouns | None:
    return decide(Seat(rules, known, side, question, forms), rng)


def _toy() -> Scenario:
    return Scenario(
        id=TOY,
        rules=toy.toy_rules(),
        record_columns=toy.record_columns,
        page_data=_toy_page_data,
        board_is_printed=lambda: False,
        prepare=lambda: None,
        odds=_no_odds,
        los=_no_answer,
        path=_no_answer,
        reach=_no_answer,
        decide=None,
    )


def _no_odds(game: Game, side: Side, command: Command) -> dict[str, Any]:
    raise Refused("", "There are no odds to be told here.")


def _no_answer(*question: object) -> msgspec.Struct:
    raise Refused("", "This world has no ground to be asked about.")


def _toy_page_data() -> dict[str, Any]:
    sides = {
        side: {"name": f"Side {side.upper()}", "nation": nation, "role": ""}
        for side, nation in (("a", "german"), ("b", "russian"))
    }
    return {
        "scenario": {
            "id": TOY,
            "title": "Six hexes",
            "date": "",
            "place": "",
            "turns": 0,
            "first": "a",
            "intro": "The kernel's test world.",
            "sides": sides,
            "victory": "",
            "ssr": [],
            "san": {"a": 0, "b": 0},
            "objectives": [],
        },
        "board": {
            "svg": "",
            "width": 400.0,
            "height": 200.0,
            "hex": {"w": 56.25, "h": 64.5},
            "hexes": [],
        },
    }
