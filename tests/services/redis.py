"""A Redis that stores nothing and answers to this machine alone."""

from games.private.redis import private_redis

__all__ = ["private_redis"]
