"""Which scenarios can be checked, and how their secrets may vary."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from games import rulesets
from rules.play.engine import ruleset
from rules.proof import (
    acts,
    buried,
    chained,
    clearing,
    covers,
    fortified,
    found,
    handing,
    hideouts,
    inspected,
    laid,
    marked,
    rare,
    sheltered,
    stacked,
    swimming,
    unknown,
    unseen,
    working,
)
from rules.proof.planted import leaks, peeks
from rules.proof.planted_verbs import SLIPS, slips_in
from rules.proof.positions import files, start
from rules.proof.toy.covers import COVER_LEAKS
from rules.proof.toy.planted import LEAKS
from rules.proof.toy.variations import VARIATIONS
from rules.proof.twins import Maker, Variations
from rules.proof.variations import variations
from rules.scenarios import load_scenario

PLACES: Final[tuple[Any, ...]] = (
    handing, unseen, working, clearing, swimming, sheltered, laid, fortified, chained, buried,
    stacked, unknown, found, inspected, marked, hideouts,
)  # fmt: skip
"""Modules with a position, how its secrets vary, and leaks about them."""


def scenario_ids(wanted: str) -> tuple[str, ...]:
    """The scenarios meant by an id, of a version of one too, or by `all`. Raises KeyError."""
    known = (rulesets.TOY, *rulesets.scenario_ids())
    if wanted == "all":
        return known
    if not any(wanted in rulesets.versions(one) for one in known):
        raise KeyError(wanted)
    return (wanted,)


def maker(scenario_id: str) -> Maker:
    """How games of a scenario are made."""
    return Maker(rulesets.scenario(scenario_id).rules)


def variations_of(scenario_id: str) -> Variations:
    """How the secrets of a scenario may vary."""
    return VARIATIONS if scenario_id == rulesets.TOY else variations(ruleset(scenario_id))


@dataclass(frozen=True)
class Ground:
    """Where leaks are planted: what is played there without any, and how its secrets may vary.

    `sound` is None where what is played is part of another ground.
    """

    name: str
    sound: Maker | None
    variations: Variations
    leaks: Mapping[str, Callable[[], Maker]]


def grounds(scenario_id: str) -> Iterator[Ground]:
    """Where the leaks of a scenario are planted; those of single verbs in its positions about them.
    Games come to few concealed stacks: leaks about what is under a "?" are planted in a position of
    their own, played by the same rules.
    """
    yield from own_grounds(scenario_id)
    if scenario_id != rulesets.TOY:
        yield from STANDING


def own_grounds(scenario_id: str) -> Iterator[Ground]:
    """Those of a scenario by itself, the first of which is all of it."""
    here, variations_ = maker(scenario_id), variations_of(scenario_id)
    if scenario_id == rulesets.TOY:
        yield Ground(scenario_id, here, variations_, {**LEAKS, **COVER_LEAKS})
        return
    yield Ground(scenario_id, here, variations_, leaks(load_scenario(scenario_id)))
    rules = ruleset(scenario_id)
    for subject in SLIPS:
        if files(scenario_id, subject):
            near = variations(rules, starts=partial(start, subject=subject))
            planted = slips_in(rules, subject, peeks(rules.board))
            yield Ground(f"{scenario_id} {subject}", None, near, planted)


STANDING: Final = (
    Ground("covers", covers.sound(), covers.VARIATIONS, covers.LEAKS),
    Ground("snipers", covers.sound(), covers.SNIPED, covers.SNIPER_LEAKS),
    Ground("covers unseen", covers.sound(), covers.UNSEEN, covers.UNSEEN_LEAKS),
    Ground("unseen asked", unseen.sound(), unseen.ASKED, unseen.ASKED_LEAKS),
    Ground("found asked", found.sound(), found.ASKED, found.ASKED_LEAKS),
    Ground("covers searched", covers.sound(), covers.SEARCHED, {}),
    Ground("stacked by los", stacked.sound_by_los(), stacked.BY_LOS, {}),
    *(
        Ground(place.__name__.rpartition(".")[2], place.sound(), place.VARIATIONS, place.LEAKS)
        for place in PLACES
    ),
    *(
        Ground(scene.name, scene.sound(), scene.variations, of.LEAKS[scene.name])
        for of in (acts, rare)
        for scene in of.SCENES
    ),
)
"""The positions of their own, whatever the scenario."""


def chance(text: str) -> random.Random:
    """A generator that begins alike each time, so that a leak is found again."""
    return random.Random(text)  # noqa: S311 - no secret depends on it
