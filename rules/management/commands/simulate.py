"""`manage.py simulate`: legal play to the end by simulated players, watched at every step, and what
each game opens at its end verified as players can.
"""

import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.data import DataError
from rules.play.engine import ruleset, scenario_ids
from rules.play.ruleset import AslRules
from rules.proof.page_script import page_script
from rules.proof.simulation import PLAYERS, Played, play
from rules.proof.verified import Script
from rules.scenarios import read_scenario


class Command(BaseCommand):
    help = "Play a scenario to its result many times by legal commands, verify it, count faults."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("scenario", help="a scenario's id or file, or 'all'")
        parser.add_argument("--games", type=int, default=20, help="games per scenario")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--first", type=int, default=0, help="number of the first game")
        parser.add_argument("--player", choices=sorted(PLAYERS), default="random")

    def handle(self, *args: Any, **options: Any) -> None:
        totals: Counter[str] = Counter()
        with page_script(settings.BASE_DIR / "static" / "js") as script:
            for name in named(options["scenario"]):
                self._scenario(name, options, totals, script)
        line = f"{totals['games']} games, {totals['steps']} steps, {totals['faults']} faults"
        self.stdout.write(line)
        by = "both verifiers" if script else "verifydice alone: there is no Node for the page's own"
        self.stdout.write(f"{totals['rolls']} rolls verified, by {by}")
        if totals["faults"]:
            sys.exit(1)

    def _scenario(
        self, name: str, options: dict[str, Any], totals: Counter[str], script: Script | None
    ) -> None:
        rules, seed = rules_of(name), options["seed"]
        verbs: Counter[str] = Counter()
        facts: Counter[str] = Counter()
        results: Counter[str] = Counter()
        winners: Counter[str] = Counter()
        for number in range(options["first"], options["first"] + options["games"]):
            rng = random.Random(f"{seed}:{number}")  # noqa: S311 - play, not cryptography
            master = f"{seed}:{number}".encode()
            played = play(rules, rng, master, PLAYERS[options["player"]], script=script)
            self._report(name, seed, number, played)
            faults = len(played.faults)
            totals.update(games=1, steps=played.steps, rolls=played.rolls, faults=faults)
            verbs.update(played.verbs)
            facts.update(played.facts)
            results.update(played.results)
            winners[str(played.winner)] += 1
        self.stdout.write(f"{name}: verbs {dict(verbs.most_common())}")
        self.stdout.write(f"{name}: results {dict(results.most_common())}")
        self.stdout.write(f"{name}: facts {dict(facts.most_common())}, won by {dict(winners)}")

    def _report(self, name: str, seed: int, number: int, played: Played) -> None:
        for fault in played.faults:
            self.stderr.write(f"{name} --seed {seed} --first {number} --games 1: {fault}")
        if sys.stderr.isatty():
            self.stderr.write(f"{name} game {number}: {played.steps} steps", ending="\r")


def named(scenario: str) -> tuple[str, ...]:
    """The scenarios that are meant."""
    return scenario_ids() if scenario == "all" else (scenario,)


def rules_of(name: str) -> AslRules:
    """The rules of one of our scenarios, or of a scenario in a file that ends in .yaml."""
    try:
        if name.endswith(".yaml"):
            return AslRules(read_scenario(Path(name)))
        return ruleset(name)
    except KeyError:
        raise CommandError(f"There is no scenario {name!r}.") from None
    except DataError as error:
        raise CommandError(str(error)) from error
