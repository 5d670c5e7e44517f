"""What is a drawn path (A4.2): what no case can say."""

import pytest

from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.play.moving.going_on import refuse_plan
from rules.play.moving.move_commands import EndMove, Move, Overrun
from tests.rules.helpers import Bench, at, ids, unit


def test_a_step_of_a_path_has_no_path_of_its_own() -> None:
    position = Bench("", [unit("g", "ger-467", "B3")], phase=Phase.MPH).table.known(Side.A)
    last = Move(units=ids("g"), to=at("B5"))
    nested = Move(units=ids("g"), to=at("B4"), then=(last,))
    refuse_plan(position, nested)
    with pytest.raises(Refused, match="path of its own"):
        refuse_plan(position, Move(units=ids("g"), to=at("C4"), then=(nested, EndMove())))


def test_nobody_goes_on_by_himself_after_an_overrun() -> None:
    position = Bench("", [unit("g", "ger-467", "B3")], phase=Phase.MPH).table.known(Side.A)
    with pytest.raises(Refused, match="Infantry OVR"):
        refuse_plan(position, Overrun(units=ids("g"), to=at("B4"), then=(EndMove(),)))
