"""The printed charts as data files, loaded and typed once.

Each chart is a text file that looks like the chart and one module that reads it: `ift` (A7.3), `cc`
(A11.11), `leader_creation` (A18.2), `heat_of_battle` (A15.1), `to_hit` (C3). Here belongs what a DR
or dr is looked up in; the DRM that lead to the Final DR, and what a result does, belong to the
chapters.

Start with `ift_column` and `ift_result`.
"""

from rules.tables.cc import CcOdds, cc_odds
from rules.tables.heat_of_battle import HeatOfBattle, heat_of_battle
from rules.tables.ift import (
    IFT_COLUMNS,
    IftKind,
    IftResult,
    column_left,
    ift_column,
    ift_result,
    vehicle_kill_number,
)
from rules.tables.leader_creation import leader_creation
from rules.tables.to_hit import area_number

__all__ = [
    "IFT_COLUMNS",
    "IftKind",
    "IftResult",
    "column_left",
    "ift_column",
    "ift_result",
    "vehicle_kill_number",
    "CcOdds",
    "cc_odds",
    "HeatOfBattle",
    "heat_of_battle",
    "leader_creation",
    "area_number",
]
