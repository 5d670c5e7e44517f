"""`manage.py balance`: how even a scenario is between two simulated players of a kind."""

import random
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from rules.kernel.audience import Side
from rules.management.commands.simulate import named, rules_of
from rules.play.ruleset import AslRules
from rules.proof.balance import Balance, balance_of
from rules.proof.simulation import PLAYERS, Played, play


class Command(BaseCommand):
    help = "Play a scenario many times by two players of a kind, and say how often each side wins."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("scenario", help="a scenario's id or file, or 'all'")
        parser.add_argument("--games", type=int, default=40, help="games per scenario")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--first", type=int, default=0, help="number of the first game")
        parser.add_argument("--player", choices=sorted(PLAYERS), default="sensible")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        for name in named(options["scenario"]):
            rules, began = rules_of(name), perf_counter()
            games = list(self._games(name, rules, options))
            if any(not game.faults for game in games):
                each = (perf_counter() - began) / len(games)
                self._tell(name, rules, balance_of(games), each)
            failed = failed or any(game.faults for game in games)
        if failed:
            sys.exit(1)

    def _games(self, name: str, rules: AslRules, options: dict[str, Any]) -> Iterator[Played]:
        player, first = PLAYERS[options["player"]], options["first"]
        for number in range(first, first + options["games"]):
            seed = f"{options['seed']}:{number}"
            rng = random.Random(seed)  # noqa: S311 - play, not cryptography
            played = play(rules, rng, seed.encode(), player, watched=False)
            for fault in played.faults:
                self.stderr.write(f"{name} game {number}: {fault}")
            yield played

    def _tell(self, name: str, rules: AslRules, found: Balance, each: float) -> None:
        for side in Side:
            share, low, high = found.share(side)
            said = rules.scenario.sides[side]
            self.stdout.write(
                f"{name}: {said.name} ({said.role}) {found.wins[side]} of {found.games},"
                f" {share:.0%} ({low:.0%} to {high:.0%})"
            )
        self.stdout.write(
            f"{name}: {found.drawn} drawn, {found.mean_turns:.1f} Game Turns,"
            f" {found.mean_steps:.0f} steps, {each:.1f} s a game"
        )
        wins = ", ".join(f"{side.value}: {found.wins[side]}" for side in Side)
        self.stdout.write(f"measured: {{games: {found.games}, {wins}}}")
