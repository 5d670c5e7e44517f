"""A crowd that asks for a page at once, and takes its time to read it; run in a process of its own.

Prints the statuses of the answers, and the most connections to the database that there were.
"""

import asyncio
import json
import os
import sys
from typing import Any, Final

import psycopg

from aslsite.asgi import application

SECONDS: Final = 0.5  # to read an answer


async def _read(number: int) -> int:
    """Ask for the page; the status of the answer."""
    statuses: list[int] = []
    asked = False

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
        else:
            await asyncio.sleep(SECONDS)

    await application(_scope(number), receive, send)
    return statuses[0]


def _scope(number: int) -> dict[str, Any]:
    """A request for the first page, with a cookie that has a session looked for."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"cookie", b"sessionid=" + b"a" * 32)],
        "client": ("127.0.0.1", 1024 + number),
        "server": ("localhost", 80),
    }


async def _watch(peak: list[int]) -> None:
    """Note how many connections to this database there are, but for the one that counts them."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        while True:
            found = connection.execute(
                "SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()"
            ).fetchone()
            assert found is not None
            peak.append(found[0])
            await asyncio.sleep(0.02)


async def _crowd(readers: int) -> dict[str, Any]:
    peak: list[int] = []
    watching = asyncio.create_task(_watch(peak))
    statuses = await asyncio.gather(*map(_read, range(readers)))
    watching.cancel()
    return {"statuses": sorted(set(statuses)), "connections": max(peak)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(_crowd(int(sys.argv[1])))))
