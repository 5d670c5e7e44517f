"""A scenario with what ours do not have: FT, DC, heavy MG, a commissar, foxholes, Wire, and several
victory conditions, of which one ends the game at once.
"""

from pathlib import Path
from typing import Final

from rules.scenarios import read_scenario
from rules.scenarios.types import Scenario

EVERYTHING: Final[Scenario] = read_scenario(Path(__file__).with_suffix(".yaml"))
