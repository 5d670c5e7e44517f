"""What a player notices of hostile sockets: his commands, while hundreds of them do their worst.

The hostile sockets run in a process of their own that gets what the driver leaves of its core
(niceness 19), so that what is measured is how the server copes, not how two programs share a
processor. They come from one address for every ten. Limits of the server are those that it has
by default.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import IO, Any, Final

import msgspec

from games import rulesets
from games.bench.attackers import KINDS
from games.bench.driver import Client, Measured, play_move
from games.bench.processes import Server, attacking, serving
from games.bench.recording import Recording, spread
from games.server import free_port
from rules.kernel.audience import Side

HOST: Final = "127.0.0.1"
EVERY: Final = 0.05  # seconds between two commands: two players who are very quick
LONGEST: Final = 25.0  # seconds, if the server is so slow that the recording does not end before
SETTLE: Final = 3.0  # seconds in which the hostile sockets come

_WARM_UP: Final = 10
_LIMITS: Final = {"TABLE_FRAMES_PER_SECOND": "50"}


@dataclass(frozen=True)
class Mix:
    """Kinds of mischief that come together."""

    name: str
    kinds: tuple[str, ...]


def mixes() -> Iterator[Mix]:
    """None at all, each kind alone, all of them."""
    yield Mix("none", ())
    for kind in KINDS:
        yield Mix(kind, (kind,))
    yield Mix("all", KINDS)


class Alone:
    """How long each command took without any mischief: part of that is the command's own work."""

    def __init__(self) -> None:
        self._answer: list[float] = []

    def added(self, answer: list[float]) -> list[float]:
        """The milliseconds that the same commands took longer; of the first, nothing."""
        self._answer = self._answer or answer
        pairs = zip(answer, self._answer, strict=False)
        return [max(0.0, now - alone) for now, alone in pairs]


def measure(url: str, recording: Recording, mix: Mix, sockets: int, alone: Alone) -> dict[str, Any]:
    """The figures of one mix."""
    with serving(url, recording.scenario, free_port(HOST), **_LIMITS) as server:
        count = sockets if mix.kinds else 0
        what = {
            "port": server.port,
            "kinds": mix.kinds or KINDS,
            "first": 0,
            "count": count,
            "ground": _ground(recording.scenario),
        }
        with attacking(what) as attackers:
            measured = asyncio.run(_drive(server, recording))
            attackers.terminate()
            told = _last_line(attackers.stdout)
        return {
            "mix": mix.name,
            "sockets": count,
            "moves": len(measured.answer),
            "answer_ms": spread(measured.answer),
            "answer_ms_max": round(max(measured.answer), 2),
            "added_ms": spread(alone.added(measured.answer)),
            "opponent_ms": spread(measured.opponent),
            "server_cpu_percent": round(100 * measured.cpu_seconds / measured.seconds),
            "server_memory_mb": server.memory_mb(),
            "helpers_memory_mb": server.helpers_memory_mb(),
            "hostile": told,
        }


def summary(figures: Sequence[dict[str, Any]], most: float) -> dict[str, Any]:
    """The worst of all mixes, and whether it is good enough."""
    worst = max(figures, key=lambda one: one["answer_ms"].p99)
    return {
        "mix": "summary",
        "worst_mix": worst["mix"],
        "worst_answer_ms_p99": worst["answer_ms"].p99,
        "worst_added_ms_p99": max(one["added_ms"].p99 for one in figures),
        "target_ms": most,
        "met": worst["answer_ms"].p99 < most,
    }


async def _drive(server: Server, recording: Recording) -> Measured:
    """Play the recording, a command every now and then."""
    players = {side: Client(side.audience) for side in Side}
    for side, player in players.items():
        await player.open(HOST, server.port, server.seats.tokens[side])
    moves, measured = iter(recording.moves), Measured()
    for _, move in zip(range(_WARM_UP), moves, strict=False):
        await play_move(move, players, (), Measured())
    await asyncio.sleep(SETTLE)
    start, before = perf_counter(), server.cpu_seconds()
    try:
        for move in moves:
            await play_move(move, players, (), measured)
            await asyncio.sleep(EVERY)
            if perf_counter() - start > LONGEST:
                break
    finally:
        for player in players.values():
            player.close()
    measured.seconds = perf_counter() - start
    measured.cpu_seconds = server.cpu_seconds() - before
    return measured


def _ground(scenario: str) -> dict[str, list[str]]:
    """What a hostile socket can know to ask about."""
    hexes = rulesets.scenario(scenario).page_data()["board"]["hexes"]
    places = [at["id"] for one in hexes for at in one["locations"]] or ["A1"]
    return {"places": places, "units": [f"u{n}" for n in range(1, 40)]}


def _last_line(stream: IO[bytes] | None) -> Any:
    lines = stream.read().splitlines() if stream is not None else []
    return msgspec.json.decode(lines[-1]) if lines else {}
