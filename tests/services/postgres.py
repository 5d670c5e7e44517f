"""A PostgreSQL cluster in a temporary folder."""

from games.private.postgres import private_postgres

__all__ = ["private_postgres"]
