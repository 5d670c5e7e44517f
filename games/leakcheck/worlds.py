"""Which scenarios can be checked, and how their secrets may vary."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

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
    laid,
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


@dataclass(frozen=True)
class Ground:
    """Where leaks are planted: what is played there without any, and how its secrets may vary.

    `sound` is None where what is played is part of another ground.
    """

    sound: Maker | None
    variations: Variations
    leaks: Mapping[str, Callable[[], Maker]]


def grounds(scenario_id: str) -> Iterator[Ground]:
    """Where the leaks of a scenario are planted; those of single verbs in its positions about them.
    Games come to few concealed stacks: leaks about what is under a "?" are planted in a position of
    their own, played by the same rules.
    """
    here, variations_ = maker(scenario_id), variations_of(scenario_id)
    if scenario_id == rulesets.TOY:
        yield Ground(here, variations_, {**LEAKS, **COVER_LEAKS})
        return
    yield Ground(here, variations_, leaks(load_scenario(scenario_id)))
    rules = ruleset(scenario_id)
    for subject in SLIPS:
        if files(scenario_id, subject):
            near = variations(rules, starts=partial(start, subject=subject))
            yield Ground(None, near, slips_in(rules, subject, peeks(rules.board)))
    yield Ground(covers.sound(), covers.VARIATIONS, covers.LEAKS)
    yield Ground(covers.sound(), covers.SNIPED, covers.SNIPER_LEAKS)
    yield Ground(covers.sound(), covers.UNSEEN, covers.UNSEEN_LEAKS)
    yield Ground(handing.sound(), handing.VARIATIONS, handing.LEAKS)
    yield Ground(unseen.sound(), unseen.VARIATIONS, unseen.LEAKS)
    yield Ground(working.sound(), working.VARIATIONS, working.LEAKS)
    yield Ground(clearing.sound(), clearing.VARIATIONS, clearing.LEAKS)
    yield Ground(swimming.sound(), swimming.VARIATIONS, swimming.LEAKS)
    yield Ground(sheltered.sound(), sheltered.VARIATIONS, sheltered.LEAKS)
    yield Ground(laid.sound(), laid.VARIATIONS, laid.LEAKS)
    yield Ground(fortified.sound(), fortified.VARIATIONS, fortified.LEAKS)
    yield Ground(chained.sound(), chained.VARIATIONS, chained.LEAKS)
    yield Ground(buried.sound(), buried.VARIATIONS, buried.LEAKS)
    yield Ground(stacked.sound(), stacked.VARIATIONS, stacked.LEAKS)
    yield Ground(unknown.sound(), unknown.VARIATIONS, unknown.LEAKS)
    yield Ground(found.sound(), found.VARIATIONS, found.LEAKS)
    for scene in acts.SCENES:
        yield Ground(scene.sound(), scene.variations, acts.LEAKS[scene.name])


def chance(text: str) -> random.Random:
    """A generator that begins alike each time, so that a leak is found again."""
    return random.Random(text)  # noqa: S311 - no secret hangs on it
