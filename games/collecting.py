"""Garbage collection by the clock, between commands.

Python collects when so many objects have been made, wherever that happens to be. Hundreds of
hostile sockets make objects all the time, so a command would be stopped again and again by
collections that are theirs. Here nothing is collected while a command is carried out, and what
is young often enough that each collection is short.
"""

import gc
from typing import Final

from twisted.internet.task import LoopingCall

from games.turnstile import turnstile_here

EVERY: Final = 0.2  # seconds between two collections of what is young
WHOLE: Final = 150  # of those, until everything is looked through


class Collector:
    """Collects garbage for the event loop that it is started on."""

    def __init__(self) -> None:
        self._rounds = 0
        self._calls = LoopingCall(self.collect)

    def start(self) -> None:
        """From now on this collects, and Python by itself does not."""
        gc.collect()
        gc.freeze()  # rules and boards are here to stay: no collection need look at them again
        gc.disable()
        _ = self._calls.start(EVERY, now=False)

    def collect(self) -> None:
        """Collect what there is, unless a command is under way: then the next time."""
        if turnstile_here().is_held:
            return
        self._rounds += 1
        gc.collect(2 if self._rounds % WHOLE == 0 else 1)
