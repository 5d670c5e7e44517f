"""`manage.py frequencies`: what real dice give through the procedures of play, beside what they
should.
"""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.proof.frequencies import DOUBTFUL, TRIALS, measure, report


class Command(BaseCommand):
    help = "Count the results of attacks, checks, CC, rallies and ROF, and compare by chi-square."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--times", type=int, default=2000, help="how often each is played")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--about", default="", help="only those whose names have this in them")

    def handle(self, *args: Any, **options: Any) -> None:
        doubtful, about = 0, options["about"].lower()
        trials = [trial for trial in TRIALS if about in trial.name.lower()]
        if not trials:
            names = ", ".join(trial.name for trial in TRIALS)
            raise CommandError(f"no trial is about {options['about']!r}; there are: {names}")
        for trial in trials:
            measured = measure(trial, options["times"], options["seed"])
            doubtful += measured.p < DOUBTFUL
            for line in report(measured):
                self.stdout.write(line)
        self.stdout.write(f"{len(trials)} compared, {doubtful} with p below {DOUBTFUL}")
        if doubtful:
            sys.exit(1)
