"""Vehicles: a row of `data/vehicles` each, read when it is asked for.

Start with `vehicle_type("ger-pzkpfw-ivh")`, then `vehicle_types.py` for what comes back.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rules.forces.rows import Rows
from rules.forces.types import ForceError
from rules.forces.vehicle_reading import VEHICLE_FIELDS, read_vehicle

if TYPE_CHECKING:
    from rules.forces.vehicle_types import VehicleType


@cache
def vehicle_type(name: str) -> VehicleType:
    """The vehicle of that id (`ger-pzkpfw-ivh`) or ForceError, which is a KeyError."""
    try:
        row = _rows().read(name, VEHICLE_FIELDS)
    except KeyError:
        raise ForceError("vehicle", name) from None
    return read_vehicle(row)


def vehicle_ids(nation: str | None = None) -> tuple[str, ...]:
    """The ids of the vehicles of a nation or of all, by which none of them is read."""
    return _rows().ids(nation)


@cache
def _rows() -> Rows:
    return Rows(Path(__file__).parent / "data" / "vehicles")
