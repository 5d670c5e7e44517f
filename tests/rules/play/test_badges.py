"""The words on counters, and that the page has a drawing for each."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from rules.forces.fired import Fired
from rules.forces.manner import Posture
from rules.kernel.ids import CounterId
from rules.play.badges import COVER_BADGES, UNIT_BADGES, WEAPON_BADGES, Badge, words
from tests.rules.helpers import unit, weapon

if TYPE_CHECKING:
    from rules.forces.units import Unit
    from rules.forces.weapons import Weapon

COUNTERS = Path(__file__).parents[3] / "static/js/counters.js"


@pytest.mark.parametrize(
    ("field", "value", "word"),
    [
        ("dm", True, "dm"),
        ("fired", Fired.BOUNDING, "bounding"),
        ("cx", True, "cx"),
        ("ti", True, "ti"),
        ("berserk", True, "berserk"),
        ("fanatic", True, "fanatic"),
        ("disrupted", True, "disrupted"),
        ("heroic", True, "heroic"),
        ("unarmed", True, "unarmed"),
        ("guard", CounterId("r"), "prisoner"),
        ("posture", Posture.BENEATH, "beneath"),
        ("posture", Posture.ON_WIRE, "on wire"),
        ("posture", Posture.BYPASS, "bypass"),
    ],
)
def test_the_state_of_a_unit_is_a_word_on_it(field: str, value: object, word: str) -> None:
    one: Unit = unit("g", "ger-467", "A1", **{field: value})
    assert words(UNIT_BADGES, one) == (word,)


@pytest.mark.parametrize(
    ("field", "value", "word"),
    [
        ("fired", Fired.FIRST, "first"),
        ("malfunctioned", True, "malfunctioned"),
        ("dm", True, "dismantled"),
    ],
)
def test_the_state_of_a_weapon_is_a_word_on_it(field: str, value: object, word: str) -> None:
    gun: Weapon = weapon("w", "ger-mmg", unit("g", "ger-467", "A1"))
    assert words(WEAPON_BADGES, gun) == ()
    assert words(WEAPON_BADGES, msgspec.structs.replace(gun, **{field: value})) == (word,)


@pytest.mark.parametrize("badges", [UNIT_BADGES, WEAPON_BADGES, COVER_BADGES])
def test_no_word_stands_twice(badges: tuple[Badge[Any], ...]) -> None:
    listed = [badge.word for badge in badges]
    assert len(set(listed)) == len(listed)


def test_the_page_draws_every_word() -> None:
    drawn = COUNTERS.read_text().partition("export const STATUS")[2].partition("};")[0]
    known = set(re.findall(r'^  "?([a-z ]+)"?: \{ spot', drawn, re.MULTILINE))
    assert {badge.word for badge in (*UNIT_BADGES, *WEAPON_BADGES, *COVER_BADGES)} == known
