"""Clubs and events on the kernel's test world, in a database file that threads can share."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from games.addresses import CROWD
from games.clubs.models import Club
from games.models import User
from games.services.memory import MEMORY
from games.threads import close_connections
from tests.clubs.arranging import club_of, people
from tests.games.conftest import (
    _cheap_hashes,
    _leakcheck_migrated,
    _soon_emptied,
    _unhurried_workshop,
    django_db_keepdb,
    django_db_modify_db_settings,
)

__all__ = [
    "_cheap_hashes",
    "_leakcheck_migrated",
    "_soon_emptied",
    "_unhurried_workshop",
    "django_db_keepdb",
    "django_db_modify_db_settings",
]


@pytest.fixture(autouse=True)
def _fresh_process(settings: Settings) -> Iterator[None]:
    settings.STANDING_DELAY_SCALE = 0.1
    MEMORY.clear()
    CROWD._sockets.clear()  # of sockets whose loop has ended before them
    yield
    MEMORY.clear()


@pytest.fixture
def td(db: None) -> User:
    """Whoever organises the club and directs its events."""
    return people("tess")[0]


@pytest.fixture
def club(td: User) -> Club:
    """A public club."""
    return club_of(td)


@pytest.fixture
def _threads_end() -> Iterator[None]:
    yield
    close_connections()
