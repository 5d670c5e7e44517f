"""Planted leaks as parameters of a test: those that are met late are left to long runs."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def each(names: Iterable[str], late: Collection[str] = ()) -> list[Any]:
    """A parameter for each planted leak, by name; those that are `late` are marked `long`."""
    marks = {True: [pytest.mark.long], False: []}
    return [pytest.param(name, marks=marks[name in late]) for name in sorted(names)]
