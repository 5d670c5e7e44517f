"""Games of the kernel's test world in a database file, so that several threads can use it."""

import asyncio
from asyncio import AbstractEventLoop as Loop
from collections.abc import Callable, Iterator
from unittest import mock

import pytest
from asgiref.sync import AsyncToSync, ThreadSensitiveContext
from django.db import connections
from pytest_django.fixtures import Settings

from games.addresses import CROWD
from games.editor.workshop import LONGEST, WORKSHOP
from games.leakcheck import database
from games.leakcheck.loop import LeapingLoop, leave_context, run_inside
from games.leakcheck.still import _ask_here
from games.passwords import BoundedArgon2
from games.questions import crew
from games.questions.crew import COMPUTER, GALLERY, SEATS, Hand
from games.services import Created, game_create
from games.services.memory import MEMORY
from games.threads import close_connections
from tests.services.emptied import what_never_changes_is_kept
from tests.services.migrated import migrated

MASTER = b"m" * 32


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A file instead of memory: sockets work in threads of their own. No test loses power, so that
    none waits for the disk.
    """
    config = connections.settings["default"]
    if config["ENGINE"] == "django.db.backends.sqlite3":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        file.write_bytes(migrated())
        config["TEST"]["NAME"] = str(file)
        config["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """What that file holds is kept, and migrations that it lacks are run: there are none."""
    return bool(connections.settings["default"]["ENGINE"] == "django.db.backends.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def _soon_emptied() -> Iterator[None]:
    """After each test what was committed is gone, and nothing else."""
    if connections.settings["default"]["ENGINE"] != "django.db.backends.sqlite3":
        yield
        return
    with what_never_changes_is_kept():
        yield


@pytest.fixture(scope="session", autouse=True)
def _leakcheck_migrated() -> None:
    """The databases of the secrecy check begin as the same file; that they are migrated without one
    has a test of its own.
    """
    if not database.MIGRATED:
        database.MIGRATED.append(migrated())


@pytest.fixture(scope="session", autouse=True)
def _cheap_hashes() -> Iterator[None]:
    """Passwords are hashed by the same code, at a thousandth of the cost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BoundedArgon2, "memory_cost", 64)
        patch.setattr(BoundedArgon2, "time_cost", 1)
        yield


@pytest.fixture(scope="session", autouse=True)
def _unhurried_workshop() -> Iterator[None]:
    """Boards are drawn in as long as a busy machine needs; that there is an end has tests of its
    own.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WORKSHOP, "_longest", dict.fromkeys(LONGEST, 600))
        yield


@pytest.fixture(scope="session", autouse=True)
def _unhurried_hands() -> Iterator[None]:
    """The same of the processes that answer questions."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crew, "FIRST", 600.0)
        for hand in (SEATS, GALLERY, COMPUTER):
            patch.setattr(hand, "_usual", 600.0)
            patch.setattr(hand, "_longest", 600.0)
        yield


@pytest.fixture(autouse=True)
def _fresh_process(settings: Settings) -> Iterator[None]:
    """Nothing is remembered from the test before, and nobody waits long for standing orders."""
    settings.STANDING_DELAY_SCALE = 0.1
    MEMORY.clear()
    CROWD._sockets.clear()  # of sockets whose loop has ended before them
    yield
    close_connections()


@pytest.fixture
def toy(transactional_db: None) -> Created:
    """A new game of the test world, committed, so that other threads see it."""
    return game_create(scenario_id="toy", master=MASTER)


def pytest_asyncio_loop_factories(item: pytest.Function) -> dict[str, Callable[[], Loop]]:
    """The kind of event loop that a module names as its `LOOP`, or the ordinary one."""
    return {"loop": getattr(item.module, "LOOP", asyncio.new_event_loop)}


@pytest.fixture(autouse=True)
def _one_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where waiting takes no time (`LeapingLoop`), one thread of one process does everything."""
    if getattr(request.module, "LOOP", None) is not LeapingLoop:
        yield
        return
    with (
        mock.patch.object(AsyncToSync, "__call__", run_inside),
        mock.patch.object(ThreadSensitiveContext, "__aexit__", leave_context),
        mock.patch.object(Hand, "ask", _ask_here),
    ):
        yield
