"""Kinds of counters are the same values wherever they come from."""

import pickle

import pytest

from rules.forces.counter_kinds import COUNTER_KINDS, CounterKind


@pytest.mark.parametrize("kind", COUNTER_KINDS, ids=lambda kind: kind.entity.__name__)
def test_a_kind_that_was_packed_is_the_kind(kind: CounterKind) -> None:
    assert pickle.loads(pickle.dumps(kind)) is kind  # noqa: S301 - our own
