"""`manage.py balance`: how even a scenario is between two simulated players of a kind, or how often
one kind beats another from either side.
"""

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
from rules.proof.simulation import PLAYERS, Played, Players, play


class Command(BaseCommand):
    help = "Play a scenario many times by two players of a kind, and say how often each side wins."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("scenario", help="a scenario's id or file, or 'all'")
        parser.add_argument("--games", type=int, default=40, help="games per scenario")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--first", type=int, default=0, help="number of the first game")
        parser.add_argument("--player", choices=sorted(PLAYERS), default="sensible")
        parser.add_argument(
            "--against", choices=sorted(PLAYERS), help="another kind of player, from either side"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        for name in named(options["scenario"]):
            for tried in (None,) if options["against"] is None else tuple(Side):
                failed = self._scenario(name, tried, options) or failed
        if failed:
            sys.exit(1)

    def _scenario(self, name: str, tried: Side | None, options: dict[str, Any]) -> bool:
        """Play a scenario, by the player who is tried from one side if there is another; whether
        anything went wrong.
        """
        rules, began = rules_of(name), perf_counter()
        players = self._players(tried, options)
        games = list(self._games(name, rules, players, options))
        if any(not game.faults for game in games):
            each, found = (perf_counter() - began) / len(games), balance_of(games)
            if tried is None:
                self._tell(name, rules, found, each)
            else:
                whom = f"{options['player']} against {options['against']}"
                self.stdout.write(f"{name}: {self._share(rules, found, tried)}, {whom}")
        return any(game.faults for game in games)

    def _players(self, tried: Side | None, options: dict[str, Any]) -> Players:
        player = PLAYERS[options["player"]]
        if tried is None:
            return player
        return {tried: player, tried.enemy: PLAYERS[options["against"]]}

    def _games(
        self, name: str, rules: AslRules, players: Players, options: dict[str, Any]
    ) -> Iterator[Played]:
        first = options["first"]
        for number in range(first, first + options["games"]):
            seed = f"{options['seed']}:{number}"
            rng = random.Random(seed)  # noqa: S311 - play, not cryptography
            played = play(rules, rng, seed.encode(), players, watched=False)
            for fault in played.faults:
                self.stderr.write(f"{name} game {number}: {fault}")
            yield played

    def _share(self, rules: AslRules, found: Balance, side: Side) -> str:
        share, low, high = found.share(side)
        said = rules.scenario.sides[side]
        return (
            f"{said.name} ({said.role}) {found.wins[side]} of {found.games},"
            f" {share:.0%} ({low:.0%} to {high:.0%})"
        )

    def _tell(self, name: str, rules: AslRules, found: Balance, each: float) -> None:
        for side in Side:
            self.stdout.write(f"{name}: {self._share(rules, found, side)}")
        self.stdout.write(
            f"{name}: {found.drawn} drawn, {found.mean_turns:.1f} Game Turns,"
            f" {found.mean_steps:.0f} steps, {each:.1f} s a game"
        )
        wins = ", ".join(f"{side.value}: {found.wins[side]}" for side in Side)
        self.stdout.write(f"measured: {{games: {found.games}, {wins}}}")
