"""What is measured, in a process of its own: `python -m games.bench.worker JOB …`, where JOB is
record, copies, serve, night or join.

The database is the one of DATABASE_URL, and is made anew, unless the job joins others.
"""

import json
import os
import random
import sys
from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import django
import msgspec

from games.bench.recording import GAME_ID, MASTER, ClubNight, Copies, Move, Recording, Seats
from rules.kernel.audience import Audience, Side
from rules.kernel.refused import Refused
from rules.proof.players import NothingOffered, choose_command

HOST: Final = "127.0.0.1"

_LEFT_OUT: Final = {
    "resign",
    "ask_take_back",
    "pass_phase",
    "pass_unit",
    "stand_by",
    "commit_entropy",
}
_BOUNDS: Final = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")

Execute: TypeAlias = Callable[[str, Any, bool, Any], Any]

_ENCODER = msgspec.json.Encoder()


class Said:
    """Counts the statements that a database is given."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute: Execute, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.count += not sql.startswith(_BOUNDS)
        return execute(sql, params, many, context)


def record(scenario: str, moves: int, seed: int) -> Recording:
    """Play a random game through the service and take the time of every command.

    It ends early where the game does, or where a standing order would step in.
    """
    from django.db import connection  # noqa: PLC0415 - after django.setup

    from games.services import play  # noqa: PLC0415 - the same
    from games.services.offering import offerings  # noqa: PLC0415 - the same

    rng = random.Random(seed)  # noqa: S311 - the same game every time
    _make_game(scenario)
    recorded: list[Move] = []
    times: list[float] = []
    cpu: list[float] = []
    statements: list[int] = []
    offers: list[float] = []
    messages: list[int] = []
    while len(recorded) < moves:
        chosen = _choose(rng)
        if chosen is None:
            break
        side, data, seen = chosen
        start, spent, said = perf_counter(), process_time(), Said()
        try:
            with connection.execute_wrapper(said):
                outcome = play(game_id=GAME_ID, side=side, data=data, seen=seen)
        except Refused:
            continue  # offered apart, but not together
        times.append(1000 * (perf_counter() - start))
        cpu.append(1000 * (process_time() - spent))
        statements.append(said.count)
        spent = process_time()
        seated = [one for one in outcome.deliveries if one.audience is not Audience.PUBLIC]
        made = offerings(GAME_ID, seated)
        offers.append(1000 * (process_time() - spent))
        messages.append(len(outcome.deliveries) + len(made))
        bulletins = {delivery.audience: delivery.n for delivery in outcome.deliveries}
        recorded.append(Move(side, msgspec.Raw(data), seen, bulletins))
        if outcome.standing:
            break
    return Recording(
        scenario=scenario,
        moves=tuple(recorded),
        milliseconds=tuple(times),
        cpu=tuple(cpu),
        statements=tuple(statements),
        offers=tuple(offers),
        messages=tuple(messages),
        stored=_stored_bytes(),
    )


def _stored_bytes() -> dict[str, int]:
    """How many bytes the fields of the game's steps and bulletins are, keyframes apart."""
    from games.models import BulletinRow, StepRow  # noqa: PLC0415 - after django.setup

    steps = StepRow.objects.filter(game=GAME_ID)
    told = BulletinRow.objects.filter(game=GAME_ID)
    inputs = steps.values_list("command", "rolls", "ids")
    return {
        "inputs": sum(len(part) for row in inputs for part in row),
        "changes": sum(len(part) for row in steps.values_list("changes", "undo") for part in row),
        "bulletins": sum(len(frame) for (frame,) in told.values_list("frame")),
        "keyframes": sum(len(whole or b"") for (whole,) in told.values_list("keyframe")),
    }


def copies(scenario: str, moves: int, seed: int, count: int) -> Copies:
    """Make so many games that stand where a recording of that many commands ends."""
    from games.bench.copying import game_copied  # noqa: PLC0415 - after django.setup

    recording = record(scenario, moves, seed)
    return Copies(tuple(game_copied(GAME_ID) for _ in range(count)), recording.stored)


def serve(scenario: str, port: int) -> None:
    """Serve a game of that scenario."""
    _serve(port, Seats(_make_game(scenario)))


def night(scenario: str, port: int) -> None:
    """Serve a club night."""
    from games.bench.club import night_made  # noqa: PLC0415 - after django.setup

    _empty_database()
    _serve(port, night_made(scenario))


def join(_: str, port: int) -> None:
    """Serve what another process has made."""
    _serve(port, Seats({}))


def _serve(port: int, told: Seats | ClubNight) -> None:
    """Serve, and say so by one line on standard output. The server is the one of BENCH_SERVER,
    daphne by default.
    """
    from games.server import make_server  # noqa: PLC0415 - after django.setup

    def ready() -> None:
        _say(told)

    if os.environ.get("BENCH_SERVER") == "uvicorn":
        from games.fast_server import make_fast_server  # noqa: PLC0415 - if it is installed

        make_fast_server(HOST, port, ready).run()
    else:
        make_server(HOST, port, ready).run()


def _make_game(scenario: str) -> dict[Side, str]:
    """Make the database and the game; the seats' tokens."""
    from games.services import game_create  # noqa: PLC0415 - after django.setup

    _empty_database()
    created = game_create(scenario_id=scenario, master=MASTER, game_id=GAME_ID)
    return {side: seat.token for side, seat in created.seats.items()}


def _empty_database() -> None:
    from django.core.management import call_command  # noqa: PLC0415 - after django.setup

    call_command("migrate", verbosity=0)
    call_command("flush", verbosity=0, interactive=False)


def _choose(rng: random.Random) -> tuple[Side, bytes, int] | None:
    from games.services.offering import offered  # noqa: PLC0415 - after django.setup

    for side in rng.sample(tuple(Side), 2):
        seen, found = offered(GAME_ID, side.audience)
        offers = json.loads(found)
        try:
            chosen = choose_command(rng, [o for o in offers if o["verb"] not in _LEFT_OUT])
        except NothingOffered:
            continue
        return side, _ENCODER.encode(chosen), seen
    return None


def _say(answer: Any) -> None:
    sys.stdout.buffer.write(_ENCODER.encode(answer) + b"\n")
    sys.stdout.flush()


_MAKING: Final[Mapping[str, Callable[..., Recording | Copies]]] = MappingProxyType(
    {"record": record, "copies": copies}
)
_SERVING: Final = {"serve": serve, "night": night, "join": join}


def main(job: str, scenario: str, *numbers: str) -> None:
    """Pin this process to its core, or several with commas between them, and do the job."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    core = os.environ.get("BENCH_CORE")
    if core is not None:
        os.sched_setaffinity(0, map(int, core.split(",")))
    django.setup()
    given = [int(number) for number in numbers]
    if job in _SERVING:
        _SERVING[job](scenario, *given)
    else:
        _say(_MAKING[job](scenario, *given))


if __name__ == "__main__":
    main(*sys.argv[1:])
