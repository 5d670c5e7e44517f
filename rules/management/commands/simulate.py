"""`manage.py simulate`: random legal play to the end, watched at every step."""

import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.data import DataError
from rules.play.engine import ruleset, scenario_ids
from rules.play.ruleset import AslRules
from rules.play.simulation import Played, play_randomly
from rules.scenarios import read_scenario


class Command(BaseCommand):
    help = "Play a scenario to its result many times by random legal commands, and count faults."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("scenario", help="a scenario's id or file, or 'all'")
        parser.add_argument("--games", type=int, default=20, help="games per scenario")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--first", type=int, default=0, help="number of the first game")

    def handle(self, *args: Any, **options: Any) -> None:
        names = scenario_ids() if options["scenario"] == "all" else (options["scenario"],)
        totals: Counter[str] = Counter()
        for name in names:
            self._scenario(name, options, totals)
        line = f"{totals['games']} games, {totals['steps']} steps, {totals['faults']} faults"
        self.stdout.write(line)
        if totals["faults"]:
            sys.exit(1)

    def _scenario(self, name: str, options: dict[str, Any], totals: Counter[str]) -> None:
        rules, seed = _rules(name), options["seed"]
        verbs: Counter[str] = Counter()
        facts: Counter[str] = Counter()
        winners: Counter[str] = Counter()
        for number in range(options["first"], options["first"] + options["games"]):
            rng = random.Random(f"{seed}:{number}")  # noqa: S311 - play, not cryptography
            played = play_randomly(rules, rng, f"{seed}:{number}".encode())
            self._report(name, seed, number, played)
            totals.update(games=1, steps=played.steps, faults=len(played.faults))
            verbs.update(played.verbs)
            facts.update(played.facts)
            winners[str(played.winner)] += 1
        self.stdout.write(f"{name}: verbs {dict(verbs.most_common())}")
        self.stdout.write(f"{name}: facts {dict(facts.most_common())}, won by {dict(winners)}")

    def _report(self, name: str, seed: int, number: int, played: Played) -> None:
        for fault in played.faults:
            self.stderr.write(f"{name} --seed {seed} --first {number} --games 1: {fault}")
        if sys.stderr.isatty():
            self.stderr.write(f"{name} game {number}: {played.steps} steps", ending="\r")


def _rules(name: str) -> AslRules:
    """The rules of one of our scenarios, or of a scenario in a file that ends in .yaml."""
    try:
        if name.endswith(".yaml"):
            return AslRules(read_scenario(Path(name)))
        return ruleset(name)
    except KeyError:
        raise CommandError(f"There is no scenario {name!r}.") from None
    except DataError as error:
        raise CommandError(str(error)) from error
