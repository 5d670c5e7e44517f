"""Which scenarios can be checked, and how their secrets may vary."""

import random
from collections.abc import Callable, Mapping

from games import rulesets
from rules.kernel.toy.planted import LEAKS
from rules.kernel.toy.variations import VARIATIONS
from rules.kernel.twins import Maker, Variations
from rules.play.engine import ruleset
from rules.play.planted import leaks
from rules.play.variations import variations
from rules.scenarios import load_scenario


def scenario_ids(wanted: str) -> tuple[str, ...]:
    """The scenarios meant by an id or by `all`. Raises KeyError."""
    known = (rulesets.TOY, *rulesets.scenario_ids())
    if wanted == "all":
        return known
    if wanted not in known:
        raise KeyError(wanted)
    return (wanted,)


def maker(scenario_id: str) -> Maker:
    """How games of a scenario are made."""
    return Maker(rulesets.scenario(scenario_id).rules)


def variations_of(scenario_id: str) -> Variations:
    """How the secrets of a scenario may vary."""
    return VARIATIONS if scenario_id == rulesets.TOY else variations(ruleset(scenario_id))


def leaks_of(scenario_id: str) -> Mapping[str, Callable[[], Maker]]:
    """The leaks that can be planted in a scenario."""
    return LEAKS if scenario_id == rulesets.TOY else leaks(load_scenario(scenario_id))


def chance(text: str) -> random.Random:
    """A generator that begins alike each time, so that a leak is found again."""
    return random.Random(text)  # noqa: S311 - no secret hangs on it
