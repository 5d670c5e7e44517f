"""A database in memory for one command, whatever the settings say, and what is tried in it."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.utils import load_backend

_SQLITE = "django.db.backends.sqlite3"


@contextmanager
def temporary_database() -> Iterator[None]:
    """Let this thread's queries go to an empty, migrated database that ends with the block."""
    config = connections.configure_settings(
        {DEFAULT_DB_ALIAS: {"ENGINE": _SQLITE, "NAME": ":memory:"}}
    )
    real = connections[DEFAULT_DB_ALIAS]
    own = load_backend(_SQLITE).DatabaseWrapper(config[DEFAULT_DB_ALIAS], DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = own
    ContentType.objects.clear_cache()
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = real
        ContentType.objects.clear_cache()
        if own.connection is not None:
            own.connection.close()


@contextmanager
def rolled_back() -> Iterator[None]:
    """Do something in the database and leave no trace of it."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
