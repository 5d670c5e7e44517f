"""Scenario cards: who fights whom, where, for how long, and what decides it.

Here belong the cards themselves, as YAML under `data/` (docs/scenarios.md has the format), and the
frozen types they are read into. Which rules a special rule adds or replaces is said in
`special.py`; what a victory condition does, by play and the chapters it calls.

Start with `load_scenario("first-light")`, then `types.py` for what comes back; `loader.py` reads
and checks a card, `areas.py` the hexes it lists.
"""

from rules.scenarios.loader import load_scenario, read_scenario, scenario_ids
from rules.scenarios.types import (
    BuildingTem,
    Group,
    Mud,
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
    "Mud",
    "BuildingTem",
    "Note",
    "Victory",
]
