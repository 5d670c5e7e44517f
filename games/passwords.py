"""Hashing passwords, a few at a time.

A hash is made to be dear in memory and time. Pages run in a thread each, so without a bound as
many hashes would be worked out at once as people, or one person's sockets, ask for.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore, Lock
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher

IN_LINE: Final = 16  # that wait for their turn; one more is turned away at once
PATIENCE: Final = 10.0  # seconds that one waits
ONE_ASKER: Final = 12  # places, inside and in line, that one address may hold

ASKER: ContextVar[str | None] = ContextVar("asker", default=None)
"""The address of the request that is being answered; None for a command, which has no bound."""


class Busy(Exception):
    """Too many passwords are being checked; nothing was done."""


class Turnstile:
    """Lets few through at once and a short line wait, the rest not even that.

    One address leaves room in it for the others.
    """

    def __init__(self, at_once: int, in_line: int = IN_LINE, patience: float = PATIENCE) -> None:
        self._inside = BoundedSemaphore(at_once)
        self._here = BoundedSemaphore(at_once + in_line)
        self._patience = patience
        self._askers: Counter[str | None] = Counter()
        self._counting = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Do something when one's turn has come. Raises Busy."""
        with self._place(ASKER.get()):
            if not self._inside.acquire(timeout=self._patience):
                raise Busy
            try:
                yield
            finally:
                self._inside.release()

    @contextmanager
    def _place(self, asker: str | None) -> Iterator[None]:
        """A place inside or in line, if there is one. Raises Busy."""
        with self._counting:
            if asker is not None and self._askers[asker] >= ONE_ASKER:
                raise Busy
            if not self._here.acquire(blocking=False):
                raise Busy
            self._askers[asker] += 1
        try:
            yield
        finally:
            with self._counting:
                self._here.release()
                self._askers -= Counter([asker])


TURNSTILE: Final = Turnstile(settings.PASSWORD_HASHES_AT_ONCE)


class BoundedArgon2(Argon2PasswordHasher):
    """Argon2id at the second recommendation of RFC 9106 (64 MiB, three passes), in one thread.

    Lanes in parallel would make one hash quicker on an idle machine, and multiply the threads on
    a busy one.
    """

    time_cost = 3
    memory_cost = 64 * 1024  # KiB
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        with TURNSTILE.turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with TURNSTILE.turn():
            return super().verify(password, encoded)


class BoundedPBKDF2(PBKDF2PasswordHasher):
    """For hashes that were made elsewhere; a login replaces them."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        with TURNSTILE.turn():
            return super().encode(password, salt, iterations)
