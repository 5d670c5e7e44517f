"""`manage.py chaos`: kills of every part under load, and what is lost."""

import asyncio
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games import rulesets
from games.chaos.planted import PLANTED
from games.chaos.running import run
from games.chaos.setting import SETTINGS
from games.chaos.verdict import Verdict
from games.private.programs import MissingProgramError

KILLS: Final = 20
SHOWN: Final = 20  # faults of each kind that are described


class Command(BaseCommand):
    """Kill parts of a server under load."""

    help = (
        "Play over real sockets on servers of several processes, kill a part again and again, and "
        "count what was acknowledged and is lost, what was done twice, and gaps in the streams."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--kills", type=int, default=KILLS, help="in each set")
        parser.add_argument("--seed", type=int, default=1, help="of kills and of play")
        parser.add_argument("--set", choices=(*SETTINGS, "all"), default="all")
        parser.add_argument("--scenario", default=rulesets.TOY, help="default: the test world")
        parser.add_argument("--planted", choices=tuple(PLANTED), help="serve with this fault")

    def handle(self, *args: Any, **options: Any) -> None:
        names = tuple(SETTINGS) if options["set"] == "all" else (options["set"],)
        total = Verdict()
        for name in names:
            try:
                total += self._run(name, options)
            except MissingProgramError as error:
                raise CommandError(str(error)) from error
        for kind in (total.lost, total.doubled, total.gaps):
            for what in kind[:SHOWN]:
                self.stdout.write(what)
        self.stdout.write(str(total))
        if not total.is_clean:
            raise SystemExit(1)

    def _run(self, name: str, options: dict[str, Any]) -> Verdict:
        scenario, kills, seed = options["scenario"], options["kills"], options["seed"]
        with SETTINGS[name](options["planted"] or "") as setting:
            return asyncio.run(run(setting, scenario, kills, seed, self._say))

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
