"""Chance that never changes: numbers drawn from names, so that a board is always the same."""

from functools import cache
from hashlib import blake2b, shake_128
from math import floor

import numpy as np
from numpy.typing import NDArray


def number(key: str, below: int) -> int:
    """A whole number from 0 up to, not including, `below`; the same for the same key."""
    return _bits(key) % below


def fraction(key: str) -> float:
    """A number from 0 up to, not including, 1; the same for the same key."""
    return _bits(key) / 2**64


def between(key: str, low: float, high: float) -> float:
    """A number between two others; the same for the same key."""
    return low + (high - low) * fraction(key)


def fractions(key: str, count: int) -> NDArray[np.float64]:
    """As many numbers from 0 up to, not including, 1; the same for the same key, and a shorter
    list is the beginning of a longer one."""
    drawn = np.frombuffer(shake_128(key.encode()).digest(4 * count), dtype="<u4")
    return np.asarray(drawn / 2**32, dtype=np.float64)


def smooth(key: str, x: float, y: float, wave: float) -> float:
    """Slow noise over the plane, -1 to 1: hills and dips about `wave` units apart."""
    x, y = x / wave, y / wave
    column, row = floor(x), floor(y)
    u, v = _ease(x - column), _ease(y - row)
    top = _mix(_knot(key, column, row), _knot(key, column + 1, row), u)
    bottom = _mix(_knot(key, column, row + 1), _knot(key, column + 1, row + 1), u)
    return _mix(top, bottom, v)


@cache
def _bits(key: str) -> int:
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big")


def _knot(key: str, column: int, row: int) -> float:
    return 2 * fraction(f"{key} {column} {row}") - 1


def _mix(a: float, b: float, share: float) -> float:
    return a + (b - a) * share


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)
