"""Charts of DRM: Bog, ESB, Manhandling, CC against vehicles, and the position of a DC."""

from __future__ import annotations

import pytest

from rules.tables import (
    bog_drm,
    bog_removal_drm,
    cc_vehicle_drm,
    ccv,
    chart_drms,
    crew_survival_drm,
    dc_position_drm,
    esb_drm,
    hull_down_drm,
    manhandling_drm,
    paatc_drm,
    to_hit_drm,
    to_kill_drm,
)

CHARTS = {
    "bog": """
        pressure/N 1 pressure/H 2 towing 1 soft-ground 1 deep-snow 1 drift 1 not-fully-tracked 1
        truck 1 abrupt-elevation 1 deep-stream 1 rising-into-woods 1 light-woods 1 debris 1
        factory 1 Wire 2 half-MP 3 stone-building 4""",
    "esb": """
        american 0 czech 0 russian 1 chinese 1 british 2 german 2 french 3 italian 3 others 3""",
    "manhandling": """
        mud 3 each-crew -1 each-squad -2 one-squad -1 most -4 road -2 low-ammo -2 labor/1 -1
        labor/2 -2""",
    "ccv": """
        squad 5 hero 5 crew 4 hs 3 smc 2 assault-engineers 1 each-smc 1 inexperienced -1
        each-halving -1""",
    "cc_vehicle": """
        moving 2 unarmored -3 no-mg -1 escort/hs 1 escort/squad 2 open-topped -2 CE -1 immobile -1
        ATMM -3 ATMM/romanian -2 heroic -1 ambush -1 overstacked 1""",
    "dc_position": """
        moving 2 thrown 2 thrown/motion 3 front 1 rear -1 CE 1 AFPh 1 CX 1 aerial -1 aerial/OT -2
        immobile -2 OT -2 bypass -2""",
    "crew_survival": "broken 1 shocked 1 stunned 1 was-stunned 1",
    "paatc": "inexperienced 1",
    "hull_down_drm": "russian 2 BU 1 setup -1",
    "to_kill_drm": """
        A/rear 1 B/aerial 1 B/aerial/OT 2 FT/CE 1 FT/OT 2 MOL/CE 1 MOL/OT 2 MOL/level 1
        MOL/level/OT 2 MOL/moving -2""",
    "bog_removal_drm": "mired 1 helped -1",
}


@pytest.mark.rule("D8.21")
@pytest.mark.parametrize("chart", CHARTS)
def test_every_line(chart: str) -> None:
    words = CHARTS[chart].split()
    said = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert {drm.name: drm.value for drm in chart_drms(chart)} == said
    assert all(drm.rule and "_" not in drm.meaning for drm in chart_drms(chart))


@pytest.mark.rule("D8.21")
def test_looking_them_up() -> None:
    assert bog_drm("pressure/H") == 2
    assert manhandling_drm("mud") == 3
    assert ccv("squad") == 5
    assert cc_vehicle_drm("unarmored") == -3
    assert dc_position_drm("front") == 1
    assert crew_survival_drm("shocked") == 1
    assert paatc_drm("inexperienced") == 1
    assert to_kill_drm("A/rear") == 1
    assert hull_down_drm("BU") == 1
    assert bog_removal_drm("helped") == -1
    with pytest.raises(KeyError):
        bog_drm("pressure/L")


@pytest.mark.rule("D2.5")
def test_d2_5_who_is_not_listed() -> None:
    assert (esb_drm("german"), esb_drm("finnish")) == (2, 3)


@pytest.mark.rule("C5")
def test_what_the_position_decides_has_no_value() -> None:
    assert to_hit_drm("P").value is None
    assert to_hit_drm("A/NT/first").meaning == "target outside CA"
