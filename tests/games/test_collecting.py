"""Garbage is collected between commands, never in the midst of one."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from games.collecting import WHOLE, Collector
from games.leakcheck.loop import LeapingLoop
from games.turnstile import HOLD, turnstile_here

LOOP = LeapingLoop


class Knot:
    """Something that only a collection gets rid of."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _collected_by_nobody_else() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def _tie() -> weakref.ref[Knot]:
    return weakref.ref(Knot())


async def test_what_is_young_is_collected_between_commands() -> None:
    knot = _tie()
    Collector().collect()
    assert knot() is None


async def test_nothing_is_collected_while_a_command_is_carried_out() -> None:
    knot, collector = _tie(), Collector()
    with turnstile_here().held():
        collector.collect()
        assert knot() is not None
    collector.collect()
    assert knot() is None


async def test_commands_without_end_do_not_put_it_off_for_ever() -> None:
    knot, collector = _tie(), Collector()
    with turnstile_here().held():
        await asyncio.sleep(HOLD)
        collector.collect()
    assert knot() is None


async def test_what_has_grown_old_is_collected_in_its_time() -> None:
    knot, collector = _tie_old(), Collector()
    for _ in range(WHOLE - 1):
        collector.collect()
    assert knot() is not None
    collector.collect()
    assert knot() is None


def _tie_old() -> weakref.ref[Knot]:
    held = Knot()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(held)
