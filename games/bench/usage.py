"""What servers, PostgreSQL and Redis have used and done so far, to be taken before and after."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import psycopg
from redis import Redis

from games.bench.processes import Server, children, cpu_seconds


@dataclass(frozen=True)
class Place:
    """Where games are kept, and what carries messages: "" is no Redis."""

    kind: str
    database: str
    redis: str = ""


@dataclass(frozen=True)
class Stored:
    """PostgreSQL: seconds of the processor, transactions, rows written, bytes of its database. A
    question outside a transaction counts as one. Its counts are up to a second old.
    """

    cpu: float
    transactions: int
    rows: int
    size: int


@dataclass(frozen=True)
class Carried:
    """Redis: seconds of the processor, and commands that it was given."""

    cpu: float
    commands: int


@dataclass(frozen=True)
class Used:
    """The servers' seconds of the processor, one after the other, and what the others did."""

    servers: tuple[float, ...]
    stored: Stored | None
    carried: Carried | None


def used(servers: Sequence[Server], place: Place) -> Used:
    """What has been used until now."""
    return Used(
        servers=tuple(server.cpu_seconds() for server in servers),
        stored=_stored(place.database) if place.kind == "postgresql" else None,
        carried=_carried(place.redis) if place.redis else None,
    )


def per_command(before: Used, after: Used, commands: int) -> dict[str, Any]:
    """What was used between the two, by command: milliseconds of the processor, and counts."""
    ms = [1000 * (b - a) for a, b in zip(before.servers, after.servers, strict=True)]
    found: dict[str, Any] = {
        "server_cpu_ms_per_command": _share(sum(ms), commands),
        "cpu_ms_per_command_by_server": [_share(one, commands) for one in ms],
    }
    if before.stored is not None and after.stored is not None:
        was, now = before.stored, after.stored
        found |= {
            "postgresql_cpu_ms_per_command": _share(1000 * (now.cpu - was.cpu), commands),
            "postgresql_transactions_per_command": _share(
                now.transactions - was.transactions, commands
            ),
            "postgresql_rows_written_per_command": _share(now.rows - was.rows, commands),
            "postgresql_growth_bytes_per_command": _share(now.size - was.size, commands),
        }
    if before.carried is not None and after.carried is not None:
        spent = 1000 * (after.carried.cpu - before.carried.cpu)
        told = after.carried.commands - before.carried.commands
        found |= {
            "redis_cpu_ms_per_command": _share(spent, commands),
            "redis_commands_per_command": _share(told, commands),
        }
    return found


def _share(whole: float, commands: int) -> float | None:
    return round(whole / commands, 2) if commands else None


_COUNTED = (
    "SELECT pg_backend_pid(), xact_commit, tup_inserted + tup_updated + tup_deleted, "
    "pg_database_size(datname) FROM pg_stat_database WHERE datname = current_database()"
)


def _stored(url: str) -> Stored:
    """PostgreSQL's processes are all children of the one that began this connection's."""
    with psycopg.connect(url) as connection:
        row = connection.execute(_COUNTED).fetchone()
        if row is None:
            raise RuntimeError("PostgreSQL does not know its own database")
        backend, transactions, rows, size = row
        first = _parent(backend)
        cpu = cpu_seconds(first, ended_children=True) + sum(map(cpu_seconds, children(first)))
    return Stored(cpu, int(transactions), int(rows), int(size))


def _carried(url: str) -> Carried:
    with Redis.from_url(url) as client:
        told = cast("dict[str, Any]", client.info())
    cpu = float(told["used_cpu_sys"]) + float(told["used_cpu_user"])
    return Carried(cpu, int(told["total_commands_processed"]))


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
