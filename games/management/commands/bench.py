"""`manage.py bench [NAME]`: how fast, one JSON object a line."""

import asyncio
import itertools
import statistics
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games import rulesets
from games.bench.club import publication
from games.bench.driver import Measured, drive
from games.bench.engine import CROWDS, PHASES, growth, random_games
from games.bench.hostile import Alone, measure, mixes, summary
from games.bench.many import Plan, measure_games
from games.bench.night import PACE, measure_night
from games.bench.pages import MOST_MS, measured
from games.bench.processes import (
    databases,
    has_two_cores,
    pinned_driver,
    record,
    redis,
    serving,
)
from games.bench.recording import Recording, spread
from games.bench.usage import Place
from games.bench.worker import HOST
from games.server import free_port
from rules.board.grid.bench import bench_folder
from rules.board.grid.errors import GridError
from rules.mapmaking.builder.bench import bench_source
from rules.mapmaking.loading import BOARDS

NAMES: Final = ("engine", "service", "table", "los", "hostile", "club", "pages")
OF_THE_SERVER: Final = ("service", "table")
SERVERS: Final = ("daphne", "uvicorn")
SPECTATORS: Final = (0, 2, 200)
SOCKETS: Final = 500
TARGET_MS: Final = 50.0


class Command(BaseCommand):
    """Measure rules, service, table, LOS, events, and what hostile sockets do to players."""

    help = (
        "Measure commands of the rules alone or through the service, moves at a table with "
        "spectators, LOS, events of clubs, or commands while hostile sockets do their worst."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", choices=NAMES, help="default: service and table")
        parser.add_argument(
            "--board", type=Path, nargs="+", help="folders of grid boards, for los; our own else"
        )
        parser.add_argument("--scenario", default=next(iter(rulesets.scenario_ids()), rulesets.TOY))
        parser.add_argument("--moves", type=int, default=250)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--units", type=int, nargs="+", default=list(CROWDS), help="for engine")
        parser.add_argument("--commands", type=int, default=30, help="of each kind, for engine")
        parser.add_argument("--spectators", type=int, nargs="*", default=list(SPECTATORS))
        parser.add_argument("--server", nargs="+", choices=SERVERS, default=["daphne"])
        parser.add_argument("--sockets", type=int, default=SOCKETS, help="hostile ones")
        self._add_arguments_of_clubs(parser)
        parser.add_argument("--mix", nargs="+", help="of hostile sockets; default: every one")

    def _add_arguments_of_clubs(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--seconds", type=float, default=60.0, help="of a club night, or of many games")
        add("--games", type=int, default=0, help="for club: so many games instead of a night")
        add("--watching", type=int, default=0, help="spectators of each of them")
        add("--processes", type=int, default=1, help="more than one: PostgreSQL and Redis")
        add("--pace", type=float, default=PACE, help="seconds between two commands of a game")
        add("--after", type=int, default=0, help="commands of each game that were given before")
        add("--gallery", action="store_true", help="the last process serves who watches, alone")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["name"] == "los":
            self._los(options["board"] or ())
            return
        if options["name"] == "club":
            (self._games if options["games"] else self._club)(options)
            return
        if options["name"] == "engine":
            self._engine(options)
            return
        if options["name"] == "pages":
            self._pages(options)
            return
        wanted = (options["name"],) if options["name"] else OF_THE_SERVER
        with databases() as urls, pinned_driver():
            if options["name"] == "hostile":
                self._hostile(urls["sqlite"], options)
                return
            recordings = {
                kind: record(url, options["scenario"], options["moves"], options["seed"])
                for kind, url in urls.items()
            }
            if "service" in wanted:
                for kind, recording in recordings.items():
                    self._say("service", kind, recording, _service(recording))
            if "table" in wanted:
                for (kind, url), server in itertools.product(urls.items(), options["server"]):
                    self._table(kind, url, recordings[kind], options["spectators"], server)

    def _los(self, folders: Sequence[Path]) -> None:
        """Of the boards in these folders, or of all our own."""
        measured = [bench_folder(folder, time.process_time) for folder in folders] or [
            bench_source(source, time.process_time) for source in sorted(BOARDS.glob("*.txt"))
        ]
        try:
            for found in itertools.chain.from_iterable(measured):
                self._line(found)
        except GridError as error:
            raise CommandError(str(error)) from error

    def _pages(self, options: dict[str, Any]) -> None:
        """What every address costs this process; CommandError if one costs more than it may."""
        costs = list(measured(options["scenario"], options["seed"]))
        for cost in costs:
            self._line({"bench": "pages", **asdict(cost)})
        dear = [cost.address for cost in costs if max(cost.first_ms, cost.again_ms) > MOST_MS]
        self._line({"bench": "pages", "addresses": len(costs), "over": len(dear)})
        if dear:
            raise CommandError(f"over {MOST_MS:.0f} ms: {', '.join(dear)}")

    def _engine(self, options: dict[str, Any]) -> None:
        """Random games of a scenario by the rules alone, and how commands grow with the units."""
        head = {"bench": "engine", "scenario": options["scenario"]}
        self._line({**head, **random_games(options["scenario"], options["moves"], options["seed"])})
        for verb in PHASES:
            for found in growth(verb, options["units"], options["commands"], options["seed"]):
                self._line({"bench": "engine", **found})

    def _club(self, options: dict[str, Any]) -> None:
        """A round for 200, then a night from SQLite and one process, and from PostgreSQL and Redis
        and two.
        """
        self._line({"bench": "club", **publication(options["scenario"])})
        with databases() as urls, pinned_driver(), redis() as layer:
            moves = int(options["seconds"] / PACE) + 1
            recording = record(urls["sqlite"], options["scenario"], moves, options["seed"])
            for kind, url in urls.items():
                where = (url, layer if kind == "postgresql" else "")
                found = measure_night(where, recording, options["seconds"])
                self._say("club", kind, recording, found)

    def _games(self, options: dict[str, Any]) -> None:
        """Many games, by each of the servers."""
        names = ("games", "watching", "processes", "pace", "seconds", "after", "gallery")
        planned = {name: options[name] for name in names}
        if planned["processes"] <= planned["gallery"]:
            raise CommandError("players need a process, beside the gallery's")
        with ExitStack() as stack:
            place = _place(stack, options["processes"])
            stack.enter_context(pinned_driver())
            for by in options["server"]:
                plan = Plan(server=by, **planned)
                found = measure_games(place, plan, options["scenario"], options["seed"])
                head = {"bench": "club", "database": place.kind, "scenario": options["scenario"]}
                self._line({**head, **found})

    def _hostile(self, url: str, options: dict[str, Any]) -> None:
        recording = record(url, options["scenario"], options["moves"], options["seed"])
        figures, alone = [], Alone()
        for mix in mixes():
            if options["mix"] is None or mix.name in options["mix"]:
                figures.append(measure(url, recording, mix, options["sockets"], alone))
                self._say("hostile", "sqlite", recording, figures[-1])
        self._say("hostile", "sqlite", recording, summary(figures, TARGET_MS))

    def _table(
        self, kind: str, url: str, recording: Recording, spectators: Sequence[int], by: str
    ) -> None:
        for count in spectators:
            with serving(url, recording.scenario, free_port(HOST), BENCH_SERVER=by) as server:
                measured = asyncio.run(drive(server, HOST, recording, count))
                found = _moves(measured) | {
                    "server": by,
                    "spectators": count,
                    "server_memory_mb": server.memory_mb(),
                    "cores": 2 if has_two_cores() else 1,
                }
            self._say("table", kind, recording, found)

    def _say(self, name: str, kind: str, recording: Recording, found: dict[str, Any]) -> None:
        head = {"bench": name, "database": kind, "scenario": recording.scenario}
        self._line({**head, **found})

    def _line(self, found: object) -> None:
        self.stdout.write(msgspec.json.encode(found).decode())
        self.stdout.flush()


def _place(stack: ExitStack, processes: int) -> Place:
    """Where games are kept: a file for one process, PostgreSQL and Redis for more. Raises
    CommandError without them.
    """
    urls = stack.enter_context(databases())
    if processes == 1:
        return Place("sqlite", urls["sqlite"])
    layer = stack.enter_context(redis())
    if "postgresql" not in urls or not layer:
        raise CommandError("several processes need PostgreSQL and Redis")
    return Place("postgresql", urls["postgresql"], layer)


def _service(recording: Recording) -> dict[str, Any]:
    times = list(recording.milliseconds)
    return {
        "commands": len(times),
        "commands_per_second": round(1000 / statistics.fmean(times), 1),
        "command_ms": spread(times),
        "statements_per_command": round(statistics.fmean(recording.statements), 2),
        "cpu_ms": spread(list(recording.cpu)),
        "cpu_ms_mean": round(statistics.fmean(recording.cpu), 2),
        "offers_cpu_ms": spread(list(recording.offers)),
        "offers_cpu_ms_mean": round(statistics.fmean(recording.offers), 2),
        "messages_per_command": round(statistics.fmean(recording.messages), 2),
        "bytes_per_command": {
            what: round(size / len(times)) for what, size in recording.stored.items()
        },
        "commands_by_statements": dict(sorted(Counter(recording.statements).items())),
    }


def _moves(measured: Measured) -> dict[str, Any]:
    spreads = {
        f"{name}_ms": spread(values)
        for name, values in asdict(measured).items()
        if name in ("answer", "opponent", "last_spectator", "offers")
    }
    moves = len(measured.answer)
    return {
        "moves": moves,
        "moves_per_second": round(moves / measured.seconds, 1),
        **spreads,
        "server_cpu_ms_per_move": round(1000 * measured.cpu_seconds / moves, 2),
        "player_frame_bytes": round(statistics.fmean(measured.player_bytes or [0])),
        "public_frame_bytes": round(statistics.fmean(measured.public_bytes or [0])),
    }
