"""`manage.py leakcheck SCENARIO|all`, and `manage.py leakcheck --planted`."""

from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.leakcheck import report
from games.leakcheck.application import Application, standing_still
from games.leakcheck.database import temporary_database
from games.leakcheck.planted import application_leaks, search_application
from games.leakcheck.worlds import chance, leaks_of, maker, scenario_ids, variations_of
from games.rulesets import TOY
from rules.kernel.tally import Tally
from rules.kernel.toy.planted import search
from rules.kernel.twins import Extent, compare_games

PLANTED_PAIRS: Final = 5_000  # in which each planted leak must be found
STREAMS: Final = ("doc", "frame", "replay", "refusal")
PAGES: Final = ("page", "fragment")
QUESTIONS: Final = ("los", "path", "reach")  # where there is ground to ask about


class Command(BaseCommand):
    """Look for anything that reaches an audience and depends on what it may not know."""

    help = "Compare all that players and spectators get in worlds that differ in secrets only."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scenario", nargs="?", default=TOY, help="a scenario's id, or all")
        parser.add_argument("--pairs", type=int, default=1000, help="pairs of worlds a scenario")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same")
        parser.add_argument("--game", type=int, default=0, help="the first game: to see one again")
        parser.add_argument("--pages-every", type=int, default=10, help="pairs between pages")
        parser.add_argument(
            "--planted", action="store_true", help="plant leaks, and find them one by one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            ids = scenario_ids(options["scenario"])
        except KeyError as error:
            raise CommandError(f"there is no scenario {options['scenario']!r}") from error
        if options["planted"]:
            self._planted(ids, options["seed"], options["pairs"])
            return
        total, is_whole = Tally(), True
        for scenario_id in ids:
            with temporary_database(), standing_still():
                is_whole &= self._check(scenario_id, options, total)
        self.stdout.write(
            f"{total.pairs} pairs, {total.messages} messages compared, "
            f"{total.stopped} stopped by facts, {len(total.leaks)} leaks"
        )
        if total.leaks or not is_whole:
            raise SystemExit(1)

    def _check(self, scenario_id: str, options: dict[str, Any], total: Tally) -> bool:
        """Check one scenario; whether all that is claimed was exercised."""
        application = Application(scenario_id, options["pages_every"])
        extent = Extent(seed=options["seed"], pairs=options["pairs"], first=options["game"])
        variations = variations_of(scenario_id)
        tally = compare_games(
            maker(scenario_id),
            variations,
            chance,
            extent,
            observe=application.observe,
            progress=self._progress(extent.pairs),
        )
        tally.messages += application.messages
        total.add(tally)
        asked = () if scenario_id == TOY else QUESTIONS
        compared = {**dict.fromkeys((*STREAMS, *PAGES, *asked), 0), **application.counts}
        self.stdout.write(f"{scenario_id}: pages for every {application.every}th pair")
        for line in report.table(tally, variations, compared):
            self.stdout.write(line)
        absent = report.missing(tally, variations, compared)
        for line in [*(f"never exercised: {name}" for name in absent), *map(str, tally.leaks)]:
            self.stdout.write(line)
        return not absent

    def _planted(self, ids: Sequence[str], seed: int, pairs: int) -> None:
        planted, hits, strays = 0, 0, 0
        for scenario_id in ids:
            variations, leaks = variations_of(scenario_id), leaks_of(scenario_id)
            clean = compare_games(
                maker(scenario_id), variations, chance, Extent(seed=seed, pairs=pairs)
            )
            for leak in clean.leaks:
                self.stdout.write(f"{scenario_id}: nothing planted, and yet: {leak}")
            searches = chain(
                search(chance, leaks, variations, seed=seed, pairs=PLANTED_PAIRS),
                search_application(scenario_id, seed=seed, pairs=PLANTED_PAIRS),
            )
            for found in searches:
                hits += found.leak is not None
                how = "found" if found.leak else "NOT FOUND"
                self.stdout.write(f"  {scenario_id}: {found.name}: {how} in {found.pairs} pairs")
            planted += len(leaks) + len(application_leaks(scenario_id))
            strays += len(clean.leaks)
        self.stdout.write(f"{planted} planted, {hits} found")
        if strays or hits < planted:
            raise SystemExit(1)

    def _progress(self, pairs: int) -> Any:
        """Shows how far it is, where somebody watches."""

        def show(tally: Tally) -> None:
            if self.stderr.isatty() and tally.pairs % 20 == 0:
                self.stderr.write(f"\r{tally.pairs} of {pairs} pairs", ending="")

        return show
