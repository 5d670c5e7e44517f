"""`manage.py leakcheck SCENARIO|all`, and `manage.py leakcheck --planted` or `--plant NAME`; with
`--kernel` the kernel's bytes alone.
"""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from statistics import median
from typing import Any, Final, TypeVar

from django.core.management.base import BaseCommand, CommandError

from games.leakcheck import clubs, kernel, registry, report
from games.leakcheck.application import Application
from games.leakcheck.database import rolled_back, temporary_database
from games.leakcheck.planted import application_leaks, search_application
from games.leakcheck.still import standing_still
from games.leakcheck.worlds import (
    Ground,
    chance,
    grounds,
    maker,
    scenario_ids,
    variations_of,
)
from games.rulesets import TOY
from rules.proof.tally import Tally
from rules.proof.toy.planted import Found, search
from rules.proof.twins import Extent, compare_games

PLANTED_PAIRS: Final = 1_000  # in which each planted leak must be found

T = TypeVar("T")


class _Only:
    """Keeps the leaks that were named, or all of them if none was."""

    def __init__(self, names: Sequence[str] | None) -> None:
        self._names = names
        self._found: set[str] = set()

    def __call__(self, leaks: Mapping[str, T]) -> Mapping[str, T]:
        if self._names is None:
            return leaks
        kept = {name: leak for name, leak in leaks.items() if name in self._names}
        self._found |= kept.keys()
        return kept

    def unknown(self) -> list[str]:
        """The names that nothing has been found under."""
        return [name for name in self._names or () if name not in self._found]


class Command(BaseCommand):
    """Look for anything that reaches an audience and depends on what it may not know."""

    help = "Compare all that players and spectators get in worlds that differ in secrets only."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "scenario",
            nargs="?",
            default=TOY,
            help="a scenario's id, all, or clubs; with --kernel positions, or one of them, too",
        )
        parser.add_argument("--pairs", type=int, default=1000, help="pairs of worlds a scenario")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same")
        parser.add_argument("--game", type=int, default=0, help="the first game: to see one again")
        parser.add_argument(
            "--thorough", action="store_true", help="make every request for every pair"
        )
        parser.add_argument(
            "--kernel", action="store_true", help="compare the kernel's bytes alone"
        )
        parser.add_argument("--jobs", type=int, default=1, help="processes for --kernel")
        parser.add_argument(
            "--planted", action="store_true", help="plant leaks, and find them one by one"
        )
        parser.add_argument(
            "--plant", action="append", metavar="NAME", help="plant that leak; may be repeated"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["scenario"] == clubs.NAME:
            self._clubs(options)
            return
        if options["kernel"]:
            self._kernel(options)
            return
        try:
            ids = scenario_ids(options["scenario"])
        except KeyError as error:
            raise CommandError(f"there is no scenario {options['scenario']!r}") from error
        if options["planted"] or options["plant"]:
            self._planted(ids, options)
            return
        total, is_whole = Tally(), True
        for scenario_id in ids:
            with temporary_database(), standing_still():
                is_whole &= self._check(scenario_id, options, total)
        self._sum_up(total)
        if total.leaks or not is_whole:
            raise SystemExit(1)

    def _sum_up(self, total: Tally) -> None:
        self.stdout.write(
            f"{total.pairs} pairs, {total.messages} messages compared, "
            f"{total.stopped} stopped by facts, {len(total.leaks)} leaks"
        )

    def _kernel(self, options: dict[str, Any]) -> None:
        """Compare the kernel's bytes, or find what is planted there."""
        try:
            names = kernel.fields(options["scenario"])
        except KeyError as error:
            raise CommandError(f"there is nothing called {options['scenario']!r}") from error
        extent = Extent(seed=options["seed"], pairs=options["pairs"], first=options["game"])
        if options["planted"] or options["plant"]:
            only = _Only(options["plant"])
            strays, planted = 0, list[Found]()
            for name in names:
                strays += 0 if options["plant"] else self._strays(kernel.ground_of(name), extent)
                planted += self._searched(name, kernel.grounds_of(name), only, extent.seed)
            self._found(planted, strays, only, across=len(names) > 1)
            return
        total, met = Tally(), kernel.Met()
        for name, tally in kernel.compared(names, extent, options["jobs"]):
            total.add(tally)
            met.add(name, tally)
            self.stdout.write(f"{name}: {tally.pairs} pairs, {len(tally.leaks)} leaks")
            for leak in tally.leaks:
                self.stdout.write(str(leak))
            self.stdout.flush()
        for line in met.lines():
            self.stdout.write(line)
        self._sum_up(total)
        if total.leaks:
            raise SystemExit(1)

    def _clubs(self, options: dict[str, Any]) -> None:
        """Compare the twins of events, and find the leaks that are planted there."""
        with temporary_database(), standing_still():
            if options["planted"]:
                self._clubs_planted(options)
                return
            found = clubs.Twins().check(options["pairs"], options["seed"])
        for line in (*(f"{name}: {n}" for name, n in sorted(found.counts.items())), *found.leaks):
            self.stdout.write(line)
        self.stdout.write(
            f"{found.pairs} pairs, {found.messages} messages compared, {len(found.leaks)} leaks"
        )
        if found.leaks:
            raise SystemExit(1)

    def _clubs_planted(self, options: dict[str, Any]) -> None:
        hits = 0
        for name in clubs.PLANTED:
            with rolled_back(), clubs.planted(name):
                found = clubs.Twins().check(len(clubs.SUBJECTS), options["seed"])
            hits += bool(found.leaks)
            self.stdout.write(f"{name}: {found.leaks[0] if found.leaks else 'not found'}")
        self.stdout.write(f"{len(clubs.PLANTED)} planted, {hits} found")
        if hits < len(clubs.PLANTED):
            raise SystemExit(1)

    def _check(self, scenario_id: str, options: dict[str, Any], total: Tally) -> bool:
        """Check one scenario; whether all that is claimed was exercised."""
        application = Application(scenario_id, thorough=options["thorough"])
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
        claimed = registry.claims(with_ground=scenario_id != TOY)
        compared = {**dict.fromkeys(sorted(claimed), 0), **application.counts}
        self.stdout.write(f"{scenario_id}:")
        for line in report.table(tally, variations, compared):
            self.stdout.write(line)
        for line in application.costs.lines():
            self.stdout.write(line)
        absent = report.missing(tally, variations, compared)
        strange = registry.unregistered(application.counts)
        for line in (
            *(f"never exercised: {name}" for name in absent),
            *(f"registered nowhere: {name}" for name in strange),
            *map(str, tally.leaks),
        ):
            self.stdout.write(line)
        return not absent and not strange

    def _planted(self, ids: Sequence[str], options: dict[str, Any]) -> None:
        planted: list[Found] = []
        strays, only = 0, _Only(options["plant"])
        seed = options["seed"]
        for scenario_id in ids:
            if not options["plant"]:
                clean = Extent(seed=seed, pairs=options["pairs"])
                strays += sum(self._strays(one, clean) for one in grounds(scenario_id))
            served = search_application(
                scenario_id,
                Extent(seed=seed, pairs=PLANTED_PAIRS),
                only=only(application_leaks(scenario_id)),
            )
            planted += self._searched(scenario_id, grounds(scenario_id), only, seed, served)
        self._found(planted, strays, only, across=len(ids) > 1)

    def _searched(
        self,
        name: str,
        where: Iterable[Ground],
        only: _Only,
        seed: int,
        more: Iterable[Found] = (),
    ) -> list[Found]:
        """Look for the leaks planted in some grounds, and `more`, and show each as it comes."""
        extent, planted = Extent(seed=seed, pairs=PLANTED_PAIRS), list[Found]()
        self.stdout.write(f"{name}: pairs until each planted leak was found")
        searches = [search(chance, only(one.leaks), one.variations, extent) for one in where]
        for line in report.found(self._kept(chain(*searches, more), planted)):
            self.stdout.write(line)
        return planted

    def _found(
        self, planted: Sequence[Found], strays: int, only: _Only, *, across: bool = False
    ) -> None:
        """Sum up; what was not found, and what was found where nothing is planted, is a failure."""
        if unknown := only.unknown():
            raise CommandError(f"there is no leak {unknown[0]!r} to plant there")
        hits = sum(found.leak is not None for found in planted)
        if across and planted:
            counts = [found.pairs for found in planted]
            self.stdout.write(f"of all: median {median(counts):g}, most {max(counts)} pairs")
        self.stdout.write(f"{len(planted)} planted, {hits} found")
        if strays or hits < len(planted):
            raise SystemExit(1)

    def _strays(self, ground: Ground, extent: Extent) -> int:
        """How many leaks are found where none is planted."""
        if ground.sound is None:
            return 0
        clean = compare_games(ground.sound, ground.variations, chance, extent)
        for leak in clean.leaks:
            self.stdout.write(f"{ground.name}: nothing planted, and yet: {leak}")
        return len(clean.leaks)

    def _kept(self, searches: Iterable[Found], kept: list[Found]) -> Iterator[Found]:
        """What is found, as it comes, and kept."""
        for found in searches:
            kept.append(found)
            yield found

    def _progress(self, pairs: int) -> Any:
        """Shows how far it is, where somebody watches."""

        def show(tally: Tally) -> None:
            if self.stderr.isatty() and tally.pairs % 20 == 0:
                self.stderr.write(f"\r{tally.pairs} of {pairs} pairs", ending="")

        return show
