"""The threads in which sockets work with the database, each with a connection that stays.

Writers and readers are apart, so that a crowd of spectators who fetch the whole document does not
hold up a command; and nobody waits for a game that is read for the sake of a question.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connections

from rules.scenarios.shelf import is_own

P = ParamSpec("P")
T = TypeVar("T")

_WRITER = ThreadPoolExecutor(1, "table-writer")
_READER = ThreadPoolExecutor(1, "table-reader")
_LOOKER = ThreadPoolExecutor(1, "table-looker")
_PREPARER = ThreadPoolExecutor(1, "table-preparer")
_PREPARERS_OF_OWN = ThreadPoolExecutor(3, "table-preparer-of-own")


async def writing(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what changes a game."""
    return await _run(_WRITER, partial(work, *args, **kwargs))


async def reading(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what only reads."""
    return await _run(_READER, partial(work, *args, **kwargs))


async def looking(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Read what a question needs."""
    return await _run(_LOOKER, partial(work, *args, **kwargs))


async def preparing(scenario_id: str, work: Callable[[], T]) -> T:
    """Make the map of a scenario ready. Those of users wait for a process that may be busy, so our
    own have a thread of theirs.
    """
    return await _run(_PREPARERS_OF_OWN if is_own(scenario_id) else _PREPARER, work)


def close_connections() -> None:
    """Close what the threads hold open."""
    for pool in (_WRITER, _READER, _LOOKER, _PREPARER):
        pool.submit(connections.close_all).result()


async def _run(pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(pool, _guarded, work)


def _guarded(work: Callable[[], T]) -> T:
    """A connection on which something failed is not used again."""
    try:
        return work()
    except (OperationalError, InterfaceError):
        connections.close_all()
        raise
