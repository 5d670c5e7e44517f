"""What the worker makes of scenarios, once: pictures, and of those that users brought along rules
and what pages show.
"""

import gzip
from typing import Any, Final

import msgspec

from games import storeroom
from games.battle import ForceLine, forces_of
from rules.play import engine
from rules.play.readymade import packed
from rules.play.ruleset import AslRules
from rules.scenarios.loader import load_scenario
from rules.scenarios.shelf import OwnCard, give

_LEVEL: Final = 6  # of gzip


class TooLarge(Exception):
    """A scenario that would cost whoever plays or watches it too much: what of it, and why."""


class Bounds(msgspec.Struct, frozen=True):
    """How large what is made may be. What was brought before there were any has none."""

    hexes: int
    counters: int
    picture: int  # bytes


class Sheet(msgspec.Struct, frozen=True):
    """What pages show of a version of a scenario: the table's page, its OB, and what its picture
    goes by. A `printed` one is guarded.
    """

    page: dict[str, Any]
    forces: tuple[ForceLine, ...]
    picture: str
    printed: bool


def draw(scenario_id: str) -> None:
    """Have the picture of a scenario of ours in its place."""
    digest = storeroom.picture_digest(load_scenario(scenario_id))
    _draw(scenario_id, digest, own=False)


def make(version: str, card: OwnCard, bounds: Bounds | None = None) -> Sheet:
    """Have all that is kept of a version of a user's scenario in its place. Raises TooLarge,
    DataError and BoardError.
    """
    give(card)
    rules = engine.ruleset(version)
    if bounds is not None:
        _check(rules, bounds)
    digest = storeroom.picture_digest(rules.scenario, card)
    _draw(version, digest, own=True, most=None if bounds is None else bounds.picture)
    printed = engine.board_is_printed(version)
    made = Sheet(engine.page_data(version), forces_of(version), digest, printed)
    storeroom.write(storeroom.rules_file(version, card), packed(rules))
    storeroom.write(storeroom.sheet_file(version, card), msgspec.json.encode(made))
    storeroom.tidy()
    return made


def _check(rules: AslRules, bounds: Bounds) -> None:
    hexes = len(rules.board.hexes)
    if hexes > bounds.hexes:
        raise TooLarge(f"the map has {hexes:,} hexes; at most {bounds.hexes:,} can be used")
    sides = rules.scenario.sides.values()
    counters = sum(len(group.pieces) for side in sides for group in side.groups)
    if counters > bounds.counters:
        raise TooLarge(f"has {counters:,} counters; at most {bounds.counters:,} can be used")


def _draw(scenario_id: str, digest: str, *, own: bool, most: int | None = None) -> None:
    path = storeroom.picture_file(digest, own=own)
    if path.exists():
        return
    picture = engine.board_svg(scenario_id).encode()
    if most is not None and len(picture) > most:
        raise TooLarge("there is more on the map than can be drawn")
    storeroom.write(path, gzip.compress(picture, _LEVEL, mtime=0))
