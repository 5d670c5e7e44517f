"""Printed charts of DRM: each line a name, its value, its rule and what it is for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tables.bands import NA
from rules.tables.chart import read_chart, require_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class ChartDrm:
    """One line of such a chart; `value` is None where the position decides it."""

    name: str
    value: int | None
    rule: str
    meaning: str


def to_hit_drm(case: str) -> ChartDrm:
    """C5, C6: the DRM of a Case, such as `B`, `L/1` or `A/ST/first`. Raises KeyError for others."""
    return _chart("to_hit_drm")[case]


def to_hit_drms() -> tuple[ChartDrm, ...]:
    """C5, C6: all Cases, in the order of the chart."""
    return tuple(_chart("to_hit_drm").values())


def turning_drm(mount: str, hexspines: int) -> int:
    """C5.1 Case A: the DRM of turning so many hexspines, by the mount: `T`, `ST` or `NT`.

    Not doubled as it is in woods, building or rubble.
    """
    if hexspines <= 0:
        return 0
    first, further = (_value("to_hit_drm", f"A/{mount}/{which}") for which in ("first", "further"))
    return first + further * (hexspines - 1)


def to_kill_drm(name: str) -> int:
    """C7.2: what is added to a Basic TK#, but for range. Raises KeyError for others."""
    return _value("to_kill_drm", name)


def hull_down_drm(name: str) -> int:
    """D4.22: what changes the dr of a HD manoeuvre. Raises KeyError for others."""
    return _value("hull_down_drm", name)


def bog_drm(name: str) -> int:
    """D8.21: what is added to a Bog Check. Raises KeyError for what is not in the chart."""
    return _value("bog", name)


def esb_drm(maker: str) -> int:
    """D2.5: what the maker of a vehicle, a nation's id, adds to the DR of ESB."""
    chart = _chart("esb")
    return _value("esb", maker if maker in chart else "others")


def manhandling_drm(name: str) -> int:
    """C10.3: what changes a Manhandling DR. Raises KeyError for what is not in the chart."""
    return _value("manhandling", name)


def ccv(name: str) -> int:
    """A11.5: a Close Combat Value, or what is added to one. Raises KeyError for others."""
    return _value("ccv", name)


def cc_vehicle_drm(name: str) -> int:
    """A11.5: what changes a CC DR against a vehicle. Raises KeyError for others."""
    return _value("cc_vehicle", name)


def dc_position_drm(name: str) -> int:
    """C7.346: what changes the Position DR of a DC. Raises KeyError for others."""
    return _value("dc_position", name)


def crew_survival_drm(name: str) -> int:
    """D5.6, D6.9: what is added to a Crew Survival DR. Raises KeyError for others."""
    return _value("crew_survival", name)


def paatc_drm(name: str) -> int:
    """A11.6: what is added to a PAATC. Raises KeyError for others."""
    return _value("paatc", name)


def bog_removal_drm(name: str) -> int:
    """D8.3: what changes the dr of getting free of a Bog. Raises KeyError for others."""
    return _value("bog_removal_drm", name)


def chart_drms(chart: str) -> tuple[ChartDrm, ...]:
    """All lines of a chart by the name of its file, such as `bog`, in their order."""
    return tuple(_chart(chart).values())


def _value(chart: str, name: str) -> int:
    drm = _chart(chart)[name]
    if drm.value is None:
        raise KeyError(name)
    return drm.value


@cache
def _chart(name: str) -> Mapping[str, ChartDrm]:
    chart = read_chart(_FOLDER / f"{name}.txt")
    require_columns(chart, ("value", "rule", "meaning"))
    return {
        label: ChartDrm(
            name=label,
            value=None if value.text == NA else value.signed(),
            rule=rule.text,
            meaning=meaning.text.replace("_", " "),
        )
        for label, (value, rule, meaning) in chart.rows.items()
    }
