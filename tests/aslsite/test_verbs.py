"""No script of the table knows a verb: a page draws offers by the kinds of their slots."""

import re
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

from rules.kernel.game import OWN_COMMANDS
from rules.play.page.offers import FireOffer, PlaceOffer
from rules.play.phases import COMMANDS

SCRIPTS: Final = Path(__file__).parents[2] / "static" / "js"
VERBS: Final = sorted({str(one.__struct_config__.tag) for one in chain(COMMANDS, OWN_COMMANDS)})
FORMS: Final = {str(one.__struct_config__.tag) for one in (FireOffer, PlaceOffer)}
"""Two forms of offers, and ways of lighting hexes for them, are called like a verb of theirs."""
TABLE: Final = r"\.verb in |\.has\([\w.]+\.verb\)|\[[\w.]+\.verb\]"
LINES: Final = {"fire", "move", "rally", "rout", "advance"}
"""Kinds of log lines that are called like a verb (docs/wire.md §7)."""
ANSWERS: Final = {"agree", "withdraw"}
"""Answers to what one side asks of the other beside the game (docs/wire.md)."""
ALIKE: Final = {
    "log.js": LINES,
    "chains.js": LINES,
    "papers.js": {"exit"},
    "talk.js": ANSWERS,
}
"""Other words of a script that are called like a verb; `exit` is what an objective counts."""
INPUT: Final = 'type: "search"'
"""The type of a field in HTML, and no verb."""


def spoken(text: str) -> set[str]:
    """The verbs in a script: as a string or a property's name, or anywhere if of several words."""
    strings = {one for one in VERBS if re.search(rf"""["'`]{one}["'`]""", text)}
    names = {one for one in VERBS if "_" in one and re.search(rf"\b{one}\b", text)}
    return strings | names


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.js")), ids=lambda path: path.name)
def test_no_script_knows_a_verb(script: Path) -> None:
    text = script.read_text().replace(INPUT, "")
    assert spoken(text) - FORMS - ALIKE.get(script.name, set()) == set()
    assert not re.search(TABLE, text), "verbs are looked up"


def test_a_verb_in_a_script_is_found() -> None:
    assert spoken('offer.verb === "rout"') == {"rout"}
    assert spoken("{ end_phase: 1 }") == {"end_phase"}
