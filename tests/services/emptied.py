"""The database is emptied after tests that commit, but for what every database has: the names of
the models and the permissions about them. Django would write those anew each time, which takes
longer than most of these tests do.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from unittest import mock

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush
from django.core.management.sql import sql_flush

KEPT: Final = (ContentType, Permission)
"""What Django writes once all migrations have been run."""


@contextmanager
def what_never_changes_is_kept() -> Iterator[None]:
    """On SQLite, where each table is emptied by a statement of its own."""
    with (
        mock.patch.object(flush, "sql_flush", _but_for_kept),
        mock.patch.object(flush, "emit_post_migrate_signal"),
    ):
        yield


def _but_for_kept(style: Any, connection: Any, **options: Any) -> list[str]:
    kept = [connection.ops.quote_name(model._meta.db_table) for model in KEPT]
    statements = sql_flush(style, connection, **options)
    return [one for one in statements if not any(table in one for table in kept)]
