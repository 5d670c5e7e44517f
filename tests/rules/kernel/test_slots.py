"""What may fill the slots of an offer, and which commands do."""

from typing import Any

import msgspec
import pytest

from rules.kernel.slots import Filler, Slot, fills, may_fill
from rules.kernel.view import wire

UNITS = Slot(name="units", kind="units", of=(Filler(value="u1"), Filler(value="u2")))
NUMBER = Slot(
    name="number",
    kind="number",
    of=tuple(Filler(value=n) for n in range(3)),
    by="units",
    allows={"u1": (0, 1), "u2": (1, 2)},
)
HELPER = Slot(
    name="helper",
    kind="unit",
    of=(Filler(value="u9"),),
    empty="alone",
    by="number",
    allows={"0": ("u9",), "1": (None, "u9"), "2": (None,)},
)
ALERT = Slot(name="alert", kind="flag", by="helper", allows={"": (), "u9": (True,)})


def sent(*slots: Slot) -> list[dict[str, Any]]:
    """Slots as a browser gets them."""
    found: list[dict[str, Any]] = msgspec.json.decode(wire(slots))
    return found


def test_what_fills_one_slot_narrows_the_next() -> None:
    _, number, helper, alert = sent(UNITS, NUMBER, HELPER, ALERT)
    assert may_fill(number, {"units": ["u1"]}) == [0, 1]
    assert may_fill(number, {"units": ["u1", "u2"]}) == [1]
    assert may_fill(helper, {"number": 0}) == ["u9"]
    assert may_fill(helper, {"number": 2}) == [None]
    assert may_fill(alert, {"helper": None}) == [None]
    assert may_fill(alert, {"helper": "u9"}) == [None, True]


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ({"units": ["u1"], "number": 0, "helper": "u9", "alert": True}, True),
        ({"units": ["u1", "u2"], "number": 1, "helper": None, "alert": False}, True),
        ({"units": ["u2"], "number": 2}, True),
        ({"units": ["u2"], "number": 2, "alert": True}, False),
        ({"units": ["u1", "u2"], "number": 0, "helper": "u9"}, False),
        ({"units": ["u1"], "number": 0}, False),
        ({"units": [], "number": 1}, False),
        ({"units": ["u3"], "number": 1}, False),
    ],
)
def test_a_command_fills_every_slot_with_what_is_allowed(said: dict[str, Any], whole: bool) -> None:
    assert fills(sent(UNITS, NUMBER, HELPER, ALERT), said) is whole
