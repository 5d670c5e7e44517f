"""Scenario cards: who fights whom, where, for how long, and what decides it.

Here belong the cards themselves, as YAML under `data/` (docs/scenarios.md has the format), and the
frozen types they are read into. What a special rule or a victory condition does is said elsewhere,
by play and the chapters it calls.

Start with `load_scenario("first-light")`, then `types.py` for what comes back; `loader.py` reads
and checks a card, `areas.py` the hexes it lists.
"""

from rules.scenarios.loader import load_scenario, read_scenario, scenario_ids
from rules.scenarios.types import (
    Group,
    NoMinesIn,
    Note,
    Piece,
    Role,
    Scenario,
    SideCard,
    SpecialRule,
    Victory,
)

__all__ = [
    "scenario_ids",
    "load_scenario",
    "read_scenario",
    "Scenario",
    "SideCard",
    "Group",
    "Piece",
    "Role",
    "SpecialRule",
    "NoMinesIn",
    "Note",
    "Victory",
]
