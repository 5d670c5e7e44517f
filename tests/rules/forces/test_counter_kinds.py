"""Of which kind a counter of an OB is, by its type."""

from typing import get_args

import pytest

from rules.forces.counter_kinds import COUNTER_KINDS, UNIT, WEAPON, called, kind_of, kind_of_type
from rules.forces.entities import Sealed
from rules.forces.lookup import unit_types, weapon_types
from rules.forces.types import ForceError
from tests.rules.helpers import unit, weapon


def test_whatever_an_envelope_may_hold_has_a_kind() -> None:
    assert {kind.entity for kind in COUNTER_KINDS} == set(get_args(Sealed))


def test_a_type_is_of_one_kind_alone() -> None:
    assert {kind_of_type(one.id) for one in unit_types()} == {UNIT}
    assert {kind_of_type(one.id) for one in weapon_types()} == {WEAPON}


def test_what_is_no_type_has_no_kind() -> None:
    with pytest.raises(ForceError, match="ger-tank"):
        kind_of_type("ger-tank")


def test_a_counter_is_called_as_it_is_printed() -> None:
    assert called("ger-467", "A") == "4-6-7 A"
    assert called("ger-lmg", "") == "LMG"


def test_the_kind_of_a_counter_is_that_of_its_type() -> None:
    squad = unit("g", "ger-467", "A1")
    assert kind_of(squad) is kind_of_type(squad.type)
    assert kind_of(weapon("w", "ger-lmg", squad)) is kind_of_type("ger-lmg")
