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

P = ParamSpec("P")
T = TypeVar("T")

_WRITER = ThreadPoolExecutor(1, "table-writer")
_READER = ThreadPoolExecutor(1, "table-reader")
_LOOKER = ThreadPoolExecutor(1, "table-looker")


async def writing(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what changes a game."""
    return await _run(_WRITER, partial(work, *args, **kwargs))


async def reading(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do what only reads."""
    return await _run(_READER, partial(work, *args, **kwargs))


async def looking(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Read what a question needs."""
    return await _run(_LOOKER, partial(work, *args, **kwargs))


def close_connections() -> None:
    """Close what the threads hold open."""
    for pool in (_WRITER, _READER, _LOOKER):
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
