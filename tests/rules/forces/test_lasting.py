"""Fields that say how long they last."""

from typing import get_args

import msgspec
import pytest

from rules.forces.lasting import Until, Whose, marks_of, new_there
from rules.forces.manner import Posture
from rules.forces.phases import Phase
from rules.forces.sealed import Sealed
from rules.forces.seen import COVER_MARKS, Cover
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.entity import Entity
from rules.kernel.ids import ShownId
from tests.rules.helpers import at, unit


@pytest.mark.parametrize("kind", get_args(Sealed))
def test_what_lasts_for_a_time_has_a_value_to_go_back_to(kind: type[Entity]) -> None:
    begins = {field.name for field in msgspec.structs.fields(kind) if not field.required}
    assert set(marks_of(kind)) <= begins


def test_how_long_a_field_lasts_is_read_from_where_it_is_declared() -> None:
    marks = marks_of(Unit)
    assert marks["moved"] == (Until((Phase.MPH,), Whose.ATTACKER),)
    assert [until.whose for until in marks["fired"]] == [Whose.DEFENDER, Whose.ATTACKER]
    assert "broken" not in marks


def test_what_a_unit_was_to_its_location_is_gone_in_another() -> None:
    there = new_there(Unit)
    assert there["posture"] is None
    assert there["mf_here"] == 0
    assert not {"moved", "manner", "entered_from"} & set(there)


def test_a_unit_that_leaves_a_boat_has_been_ferried() -> None:
    aboard = unit("u1", "ger-467", "A1", aboard=ShownId("b1"))
    assert aboard.new_there["ferried"]
    assert aboard.new_there["aboard"] is None


def test_a_cover_shows_of_its_counters_what_everybody_sees_of_them() -> None:
    assert set(COVER_MARKS) <= set(Unit.__struct_fields__)
    assert "mf_spent" not in Cover.__struct_fields__
    assert (
        Cover(id=ShownId("c1"), side=Side.A, at=at("A1"), posture=Posture.BYPASS).posture
        is Posture.BYPASS
    )
