"""A database in memory for one command, whatever the settings say, and what is tried in it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.sqlite3 import base

_ENGINE: Final = "django.db.backends.sqlite3"


@dataclass
class Reading:
    """What was asked of the database and came from it."""

    queries: int = 0
    rows: int = 0
    size: int = 0

    def note(self, rows: Sequence[Any]) -> None:
        """Count rows, and the bytes and characters in them."""
        self.rows += len(rows)
        self.size += sum(
            len(value) if isinstance(value, str | bytes | memoryview) else 1
            for row in rows
            for value in row
        )


READ: Final = Reading()
"""Of the temporary database, so far."""


class _Cursor(base.SQLiteCursorWrapper):
    """Counts queries and the rows that come of them."""

    def execute(self, query: Any, params: Any = None) -> Any:
        READ.queries += 1
        return super().execute(query, params)

    def executemany(self, query: Any, param_list: Any) -> Any:
        READ.queries += 1
        return super().executemany(query, param_list)

    def fetchone(self) -> Any:
        row = super().fetchone()
        READ.note([] if row is None else [row])
        return row

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        rows = super().fetchmany(size)
        READ.note(rows)
        return rows

    def fetchall(self) -> list[Any]:
        rows = super().fetchall()
        READ.note(rows)
        return rows

    def __next__(self) -> Any:
        row = super().__next__()
        READ.note([row])
        return row


class _Database(base.DatabaseWrapper):
    """Counts, and takes the end of what is done within `rolled_back` for a commit."""

    within = 0

    def create_cursor(self, name: str | None = None) -> Any:
        return self.connection.cursor(factory=_Cursor)

    def on_commit(self, func: Callable[[], object], robust: bool = False) -> None:
        if self.in_atomic_block and len(self.savepoint_ids) == self.within:
            func()
        else:
            super().on_commit(func, robust)

    def savepoint_commit(self, sid: str) -> None:
        super().savepoint_commit(sid)
        if len(self.savepoint_ids) == self.within:
            found: list[Any] = self.run_on_commit
            self.run_on_commit = []
            for _, work, _ in found:
                work()


@contextmanager
def temporary_database() -> Iterator[None]:
    """Let this thread's queries go to an empty, migrated database that ends with the block."""
    config = connections.configure_settings(
        {DEFAULT_DB_ALIAS: {"ENGINE": _ENGINE, "NAME": ":memory:"}}
    )
    real = connections[DEFAULT_DB_ALIAS]
    own = _Database(config[DEFAULT_DB_ALIAS], DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = own
    ContentType.objects.clear_cache()
    try:
        _migrate(own)
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = real
        ContentType.objects.clear_cache()
        if own.connection is not None:
            own.connection.close()


MIGRATED: Final[list[bytes]] = []


def _migrate(database: _Database) -> None:
    """Make its tables: the first one's by migrations, those after it are copies of the first."""
    database.ensure_connection()
    if MIGRATED:
        database.connection.deserialize(MIGRATED[0])
        return
    call_command("migrate", verbosity=0)
    MIGRATED.append(database.connection.serialize())


@contextmanager
def rolled_back() -> Iterator[None]:
    """Do something in the database and leave no trace of it. Within it, what waits for a commit
    is done when the outermost block inside ends.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if not isinstance(connection, _Database):
        raise TypeError("this is not a temporary database")
    with transaction.atomic():
        outer, connection.within = connection.within, len(connection.savepoint_ids)
        try:
            yield
        finally:
            connection.within = outer
        transaction.set_rollback(True)
