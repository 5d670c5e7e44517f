"""Many games at once through servers: how long commands take, and what they cost.

The games are copies of one, and all play the same recording, each a moment after the one before.
They are spread over the servers as the tables of a club night are; who watches sits at the same
server as the players, or, if there is a gallery, at the last one, which has no players.
"""

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from games.bench.driver import Measured
from games.bench.processes import Server, all_cores, copies, has_two_cores, record, serving
from games.bench.recording import Copies, Recording, spread
from games.bench.tables import HOST, Rhythm, Table
from games.bench.usage import Place, Used, per_command, used
from games.server import free_port

WARM_UP: Final = 2
"""Commands of each game that come first and do not count: a server holds it after one."""
APART: Final = 16
"""How many commands the games are apart, one more in each than in the one before: else all of them
would come to what takes long at once.
"""


@dataclass(frozen=True)
class Plan:
    """How many games, who watch each, and processes; seconds between two commands of a game, and
    how long; after how many commands of the recording the games begin; whether the last process
    is for those who watch; by which server.
    """

    games: int
    watching: int
    processes: int
    pace: float
    seconds: float
    after: int
    gallery: bool
    server: str

    @property
    def moves(self) -> int:
        """How many commands have to be recorded."""
        return self.after + WARM_UP + self.apart + int(self.seconds / self.pace) + 1

    @property
    def apart(self) -> int:
        """How many commands the last of the games is ahead of the first, at most."""
        return min(self.games, APART) - 1

    def first_of(self, number: int) -> int:
        """The first command of a game that counts."""
        return self.after + WARM_UP + number % APART


@dataclass
class Played:
    """What came of it: moves in milliseconds, what went wrong, seconds, and what was used."""

    before: Used
    after: Used
    moves: Measured = field(default_factory=Measured)
    failed: list[str] = field(default_factory=list)
    seconds: float = 0.0


def measure_games(place: Place, plan: Plan, scenario: str, seed: int) -> dict[str, Any]:
    """Have games played as planned. Raises CalledProcessError and RuntimeError."""
    recording = record(place.database, scenario, plan.moves, seed)
    made = copies(place.database, scenario, plan.after, seed, plan.games)
    tables = [Table(live, n, plan.watching) for n, live in enumerate(made.tables)]
    with ExitStack() as stack:
        servers = [stack.enter_context(_server(place, plan)) for _ in range(plan.processes)]
        empty = [server.memory_mb() for server in servers]
        played = asyncio.run(_play(servers, place, tables, plan, recording))
        memory = [server.memory_mb() for server in servers]
        helpers = [round(server.helpers_memory_mb(), 1) for server in servers]
    commands = len(played.moves.answer)
    return {
        **_planned(plan, sum(table.sockets for table in tables)),
        "commands": commands,
        "commands_per_second": round(commands / played.seconds, 1),
        "answer_ms": spread(played.moves.answer),
        "opponent_ms": spread(played.moves.opponent),
        "opponents_told": len(played.moves.opponent),
        "last_spectator_ms": spread(played.moves.last_spectator),
        "offers_ms": spread(played.moves.offers),
        "failed": played.failed,
        **per_command(played.before, played.after, commands),
        "server_memory_mb_before": empty,
        "server_memory_mb": memory,
        "helpers_memory_mb": helpers,
        **_recorded(recording, made, plan.after),
    }


def _server(place: Place, plan: Plan) -> AbstractContextManager[Server]:
    """A server of what is there already. One has a core of its own; several share all there are
    with who plays.
    """
    how = {"REDIS_URL": place.redis, "BENCH_SERVER": plan.server}
    if plan.processes > 1:
        how |= all_cores()
    return serving(place.database, "", free_port(HOST), "join", **how)


async def _play(
    servers: Sequence[Server], place: Place, tables: list[Table], plan: Plan, recording: Recording
) -> Played:
    ports = [server.port for server in servers]
    playing, watching = (ports[:-1], ports[-1:]) if plan.gallery else (ports, ports)
    for n, table in enumerate(tables):
        await table.come(playing[n % len(playing)], watching[n % len(watching)])
    for n, table in enumerate(tables):
        await table.begin(recording.moves[plan.after : plan.first_of(n)])
    before, begun = used(servers, place), perf_counter()
    played, end = Played(before, before), begun + plan.seconds
    await asyncio.gather(
        *(
            table.stay(
                recording.moves[plan.first_of(n) :],
                Rhythm(plan.pace * n / plan.games, plan.pace, end),  # all of them in one pace
                played.moves,
                played.failed,
            )
            for n, table in enumerate(tables)
        )
    )
    played.seconds, played.after = perf_counter() - begun, used(servers, place)
    for table in tables:
        table.go()
    return played


def _planned(plan: Plan, sockets: int) -> dict[str, Any]:
    return {
        "what": "games",
        "server": plan.server,
        "processes": plan.processes,
        "gallery": plan.gallery,
        "games": plan.games,
        "watching_each": plan.watching,
        "sockets": sockets,
        "after": plan.after,
        "pace_s": plan.pace,
        "cores": 2 if has_two_cores() else 1,
    }


def _recorded(recording: Recording, made: Copies, after: int) -> dict[str, Any]:
    """What one process counted as it recorded the same commands, without any sockets."""
    count = max(1, len(recording.moves) - after)
    stored = {what: size - made.stored[what] for what, size in recording.stored.items()}
    return {
        "recorded_commands": len(recording.moves) - after,
        "recorded_statements_per_command": round(sum(recording.statements[after:]) / count, 2),
        "recorded_messages_per_command": round(sum(recording.messages[after:]) / count, 2),
        "recorded_bytes_per_command": {what: round(size / count) for what, size in stored.items()},
    }
