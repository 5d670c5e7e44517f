"""A clock that is set by hand, chance that can be begun anew, and settings without TLS.

With them two worlds give the same bytes to the last cookie, and nothing has to be cut out before
they are compared. Time does pass between inputs, as many minutes in both worlds: a page that
shows when something secret was done last would be no leak on a clock that stands still.
"""

import asyncio
import datetime as datetimes
import hashlib
import random
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from types import SimpleNamespace
from typing import Any, Final
from unittest import mock

import msgspec
from asgiref.sync import AsyncToSync, ThreadSensitiveContext
from django.conf import settings
from django.core import mail
from django.core.cache import caches
from django.test.utils import override_settings

from games import live
from games.addresses import CROWD
from games.computer import computers_here
from games.hub import hub_here
from games.leakcheck.logs import kept_logs
from games.leakcheck.loop import leave_context, run_inside
from games.questions.crew import COMPUTER, GALLERY, SEATS, Hand
from games.questions.desk import desk_here
from games.questions.glimpse import Glimpse
from games.questions.worker import Glimpses, Job, Reply, reply_to
from games.services import loading
from games.services.memory import MEMORY
from rules.proof.twins import SEALER

START: Final = datetime(2001, 2, 3, 4, 5, tzinfo=UTC)
BETWEEN: Final = timedelta(minutes=7)
"""From one input to the next: more than the lists of games tell apart."""

DRAFTS: Final = 2
"""How often a minute a side may write a change down: so few that limits are met."""
_COUNTS: Final = ("pace:", "allauth:rl:")
"""Words in the keys of what is counted by the minute: a process that forgets its games keeps it."""

_SETTINGS: Final[dict[str, Any]] = {
    "CACHES": {
        name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
        for name in ("default", "pages")
    },
    "CHANGE_DRAFTS_PER_MINUTE": DRAFTS,
    "CHANNEL_LAYERS": {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}},
    "DEBUG": False,
    "EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend",
    "MAIL": True,
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
    "SECRET_KEY": "the same in both worlds, and on every day",
    "SECURE_SSL_REDIRECT": False,
    "STORAGES": {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    },
}


def host() -> str:
    """A name under which the site is served, whatever the settings say."""
    names = [name.lstrip(".") for name in settings.ALLOWED_HOSTS if name != "*"]
    return names[0] if names else "localhost"


class Clock:
    """What time it is."""

    def __init__(self) -> None:
        self.now = START

    def reset(self) -> None:
        """Back to the beginning."""
        self.now = START

    def tick(self) -> None:
        """On to the next input."""
        self.now += BETWEEN

    def seconds(self) -> float:
        """As `time.time` has it."""
        return self.now.timestamp()


class Chance:
    """What the machine gives for chance: the same after every `begin` with the same text."""

    def __init__(self) -> None:
        self._text, self._count = "", 0

    def begin(self, text: str) -> None:
        """Start a sequence anew."""
        self._text, self._count = text, 0
        random.seed(text)

    def read(self, size: int) -> bytes:
        """As `os.urandom` has it."""
        self._count += 1
        return hashlib.shake_256(f"{self._text}:{self._count}".encode()).digest(size)


CLOCK: Final = Clock()
CHANCE: Final = Chance()


class _IsDatetime(type):
    """Every datetime counts as one of ours."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, datetime)


class _SetDatetime(datetime, metaclass=_IsDatetime):
    """A datetime whose present is the clock's."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "_SetDatetime":
        return cls.fromtimestamp(CLOCK.seconds(), tz)


_DATETIMES: Final = SimpleNamespace(**{**vars(datetimes), "datetime": _SetDatetime})


@contextmanager
def standing_still() -> Iterator[None]:
    """Set clock and chance, seal by tokens, keep mails, and answer without TLS."""
    state = random.getstate()
    with ExitStack() as stack:
        for target, instead in (
            ("django.contrib.auth.tokens.datetime", _SetDatetime),
            ("django.utils.timezone.datetime", _SetDatetime),
            ("django.utils.timesince.datetime", _DATETIMES),
            ("time.time", CLOCK.seconds),
            ("time.perf_counter", CLOCK.seconds),
            ("os.urandom", CHANCE.read),
            ("random._urandom", CHANCE.read),
        ):
            stack.enter_context(mock.patch(target, instead))
        stack.enter_context(mock.patch.object(loading, "make_sealer", return_value=SEALER))
        stack.enter_context(mock.patch.object(AsyncToSync, "__call__", run_inside))
        stack.enter_context(mock.patch.object(Hand, "ask", _ask_here))
        stack.enter_context(mock.patch.object(ThreadSensitiveContext, "__aexit__", leave_context))
        stack.enter_context(warnings.catch_warnings())
        warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume")
        stack.enter_context(kept_logs())
        stack.enter_context(override_settings(**_SETTINGS))
        stack.callback(forget)
        CLOCK.reset()
        CHANCE.begin("the beginning")
        mail.outbox = []
        yield
    random.setstate(state)


_GLIMPSES: Final[dict[Hand, Glimpses]] = {}


def _ask_here(hand: Hand, scenario_id: str, key: str, glimpse: Glimpse, question: bytes) -> Reply:
    """What `Hand.ask` has a process do, done in this one: packed and unpacked all the same."""
    packed = None if hand._note(key) else glimpse.packed
    job = msgspec.msgpack.encode(Job(scenario_id, key, glimpse.audience, question, packed))
    reply = reply_to(msgspec.msgpack.decode(job, type=Job), _GLIMPSES.setdefault(hand, Glimpses()))
    return msgspec.msgpack.decode(msgspec.msgpack.encode(reply), type=Reply)


def forget() -> None:
    """What the process remembers of games from one world would be told in the other: every such
    memory has to be cleared here. What belongs to an event loop goes with it; within a loop, as
    much of it is forgotten as a process could lose.
    """
    MEMORY.clear()
    for hand in (COMPUTER, GALLERY, SEATS):
        hand._sent.clear()
    _GLIMPSES.clear()
    within = asyncio._get_running_loop() is not None
    for one in caches.all():
        _clear(one, _COUNTS if within else ())
    if not within:
        CROWD._sockets.clear()
        live._nudged.clear()
        live._tasks.clear()
        return
    computers_here().forget()
    desk_here()._shelves.clear()
    for room in hub_here()._rooms.values():
        room._paper = None
        room._recent.clear()


def _clear(cache: Any, kept: Sequence[str]) -> None:
    """Empty a cache in memory, but for keys with some words in them."""
    for key in list(cache._cache):
        if not any(word in key for word in kept):
            cache._delete(key)
