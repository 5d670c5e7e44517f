"""`manage.py case PATH…`: run cases and say which do not hold."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.cases.run import case_files, run_case
from rules.data import DataError


class Command(BaseCommand):
    help = "Run rule cases (docs/cases.md): files, or folders with all that is below them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            files = tuple(case_files(options["paths"]))
        except FileNotFoundError as error:
            raise CommandError(str(error)) from error
        if not files:
            raise CommandError("There are no cases there.")
        failed = sum(not self._passes(path, options["verbosity"]) for path in files)
        self.stdout.write(f"{len(files) - failed} passed, {failed} failed")
        if failed:
            sys.exit(1)

    def _passes(self, path: Path, verbosity: int) -> bool:
        try:
            run_case(path)
        except DataError as error:
            self.stdout.write(str(error))
            return False
        if verbosity > 1:
            self.stdout.write(f"{path}: passed")
        return True
