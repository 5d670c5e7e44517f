"""Kills a process in the midst of what changes an event: `python -m tests.clubs.killed`.

Everything is done in the database of the environment, which is made anew. Each act is tried by a
process of its own that kills itself inside the transaction; what is there then, and what is there
when it is done again, is printed as one JSON object.
"""

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import django

Counts = dict[str, Any]
Try = tuple[Callable[[], object], AbstractContextManager[object]]


def dies(*_: object, **__: object) -> None:
    """What stands where the transaction would go on."""
    os.kill(os.getpid(), signal.SIGKILL)


def killed_once(made: Try) -> int:
    """Do it in another process, which kills itself; the signal that it died of."""
    from django.db import connections  # noqa: PLC0415 - after django.setup

    connections.close_all()
    child = os.fork()
    if child == 0:
        act, deadly = made
        with deadly:
            act()
        os._exit(0)
    return os.WTERMSIG(os.waitpid(child, 0)[1])


def report() -> dict[str, Counts]:
    """Of each act: the signal, and what was there before, after the kill, and when it was done."""
    from tests.clubs.killing import ACTS  # noqa: PLC0415 - after django.setup

    found: dict[str, Counts] = {}
    for name, arrange in ACTS.items():
        made, counts = arrange()
        before = counts()
        signalled = killed_once(made)
        after = counts()
        made[0]()
        found[name] = {
            "signal": signalled,
            "before": before,
            "after": after,
            "done": counts(),
        }
    return found


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    django.setup()
    json.dump(report(), sys.stdout)
