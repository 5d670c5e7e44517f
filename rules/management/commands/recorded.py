"""`manage.py recorded`: keeps random games in a file, or plays those of a file again."""

import gzip
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from rules.play.engine import ruleset, scenario_ids
from rules.proof.recording import Divergent, RecordedGame, first_difference, record

_GAME = msgspec.json.Decoder(RecordedGame)


class Command(BaseCommand):
    help = "Record random games (record FILE), or see whether they still play the same (play FILE)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", choices=("record", "play"))
        parser.add_argument("file", type=Path, help="JSON lines, packed by gzip")
        parser.add_argument("--moves", type=int, default=20_000, help="moves to record, at least")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--scenario", choices=scenario_ids(), help="one alone; default: all")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "record":
            chosen = options["scenario"]
            scenarios = scenario_ids() if chosen is None else (chosen,)
            self._record(options["file"], scenarios, options["moves"], options["seed"])
        else:
            self._play(options["file"])

    def _record(self, file: Path, scenarios: Sequence[str], moves: int, seed: int) -> None:
        games = kept = 0
        with gzip.open(file, "wb") as out:
            for game in _games(scenarios, seed):
                out.write(msgspec.json.encode(game) + b"\n")
                games, kept = games + 1, kept + len(game.moves)
                if kept >= moves and games % len(scenarios) == 0:
                    break
        self.stdout.write(f"{games} games, {kept} moves recorded")

    def _play(self, file: Path) -> None:
        games = moves = differing = 0
        with gzip.open(file) as lines:
            for line in lines:
                game = _GAME.decode(line)
                found = first_difference(ruleset(game.scenario), game)
                games += 1
                moves += len(game.moves) if found is None else found.move - 1
                if found is not None:
                    differing += 1
                    self._report(found)
        self.stdout.write(f"{games} games, {moves} moves the same, {differing} games differ")
        if differing:
            sys.exit(1)

    def _report(self, found: Divergent) -> None:
        where = f"{found.scenario}, game {found.number}, move {found.move}"
        self.stdout.write(f"{where}: {found.what}\n  was {found.was}\n  now {found.now}")


def _games(scenarios: Sequence[str], seed: int) -> Iterator[RecordedGame]:
    """Games of these scenarios in turn, without an end."""
    number = 0
    while True:
        for name in scenarios:
            rng = random.Random(f"{seed}:{name}:{number}")  # noqa: S311 - play, not cryptography
            yield record(ruleset(name), name, rng, number)
        number += 1
