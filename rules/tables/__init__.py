"""The printed charts as data files, loaded and typed once.

Each chart is a text file that looks like the chart, read by a module: `ift` (A7.3), `cc` (A11.11),
`leader_creation` (A18.2), `heat_of_battle` (A15.1), `to_hit` (C3), `to_kill` (C7.3), `he` (HE, its
equivalents and Canister: C3, C8), `destruction` (C7.7), `vehicle_costs` (the Terrain Chart), `drm`
(charts of DRM). Here belongs what a DR or dr is looked up in; which DRM lead to the Final DR, and
what a result does, belong to the chapters.

Start with `ift_column` and `ift_result`.
"""

from rules.tables.cc import CcOdds, cc_odds
from rules.tables.destruction import (
    AfvAttack,
    BogRemoval,
    Fate,
    Recovery,
    UnarmoredAttack,
    afv_fate,
    bog_removal,
    hull_down_hexsides,
    shock_recovery,
    unarmored_fate,
)
from rules.tables.drm import (
    ChartDrm,
    bog_drm,
    bog_removal_drm,
    cc_vehicle_drm,
    ccv,
    chart_drms,
    crew_survival_drm,
    dc_position_drm,
    esb_drm,
    manhandling_drm,
    paatc_drm,
    to_hit_drm,
    to_hit_drms,
    turning_drm,
)
from rules.tables.he import (
    ap_equivalency,
    canister_fp,
    has_heat,
    he_fp,
    heat_equivalency,
    latw_equivalency,
)
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
from rules.tables.to_hit import (
    TargetType,
    ThAddition,
    area_number,
    basic_number,
    has_red_numbers,
    th_addition,
    th_additions,
)
from rules.tables.to_kill import (
    Shot,
    aerial_af,
    armor_factors,
    he_tk,
    heat_tk,
    other_tk,
    tk_at_range,
    tk_guns,
    tk_number,
    unarmored_tk,
)
from rules.tables.vehicle_costs import (
    VehicleCost,
    reverse_factor,
    vehicle_costs,
    vehicle_terrains,
)

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
    "TargetType",
    "ThAddition",
    "area_number",
    "basic_number",
    "has_red_numbers",
    "th_addition",
    "th_additions",
    "ChartDrm",
    "bog_drm",
    "bog_removal_drm",
    "cc_vehicle_drm",
    "ccv",
    "chart_drms",
    "crew_survival_drm",
    "dc_position_drm",
    "esb_drm",
    "manhandling_drm",
    "paatc_drm",
    "to_hit_drm",
    "to_hit_drms",
    "turning_drm",
    "AfvAttack",
    "BogRemoval",
    "Fate",
    "Recovery",
    "UnarmoredAttack",
    "afv_fate",
    "bog_removal",
    "hull_down_hexsides",
    "shock_recovery",
    "unarmored_fate",
    "VehicleCost",
    "reverse_factor",
    "vehicle_costs",
    "vehicle_terrains",
    "Shot",
    "aerial_af",
    "armor_factors",
    "he_tk",
    "heat_tk",
    "other_tk",
    "tk_at_range",
    "tk_guns",
    "tk_number",
    "unarmored_tk",
    "ap_equivalency",
    "canister_fp",
    "has_heat",
    "he_fp",
    "heat_equivalency",
    "latw_equivalency",
]
