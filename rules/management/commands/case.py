"""`manage.py case PATH…`: run cases and say which do not hold."""

import multiprocessing
import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from rules.cases.run import case_files, outcome
from rules.management.watching import code_stamps, until_rules_change

_TOGETHER: Final = 4  # files that a process is given at once


class Command(BaseCommand):
    help = "Run rule cases (docs/cases.md): files, or folders with all that is below them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--jobs", type=int, default=1, help="processes that run them")
        parser.add_argument(
            "--watch", action="store_true", help="stay, and run files again as they change"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        code = code_stamps()
        files = self._files(options["paths"])
        failed = self._run(files, options["jobs"], options["verbosity"])
        if options["watch"]:
            self._watch(options["paths"], code)
        if failed:
            sys.exit(1)

    def _files(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        try:
            files = tuple(case_files(paths))
        except FileNotFoundError as error:
            raise CommandError(str(error)) from error
        if not files:
            raise CommandError("There are no cases there.")
        return files

    def _run(self, files: Sequence[Path], jobs: int, verbosity: int) -> int:
        """Run them and say how they went; how many failed."""
        failed = 0
        for path, wrong in zip(files, _outcomes(files, jobs), strict=True):
            failed += bool(wrong)
            if wrong:
                self.stdout.write(wrong)
            elif verbosity > 1:
                self.stdout.write(f"{path}: passed")
        self.stdout.write(f"{len(files) - failed} passed, {failed} failed")
        self.stdout.flush()
        return failed

    def _watch(self, paths: Sequence[Path], code: Any) -> None:
        """Go on until interrupted; with other rules, from the beginning in a new process."""
        self.stdout.write("Waiting for changes; Ctrl-C ends this.")
        self.stdout.flush()
        try:
            until_rules_change(lambda: _there(paths), self._again, code)
        except KeyboardInterrupt:
            return
        self.stdout.write("The rules have changed: all of it again, by the new ones.")
        self.stdout.flush()
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606 - this very command

    def _again(self, files: Sequence[Path]) -> None:
        for path in files:
            began = time.perf_counter()
            wrong = outcome(path)
            took = round(1000 * (time.perf_counter() - began))
            self.stdout.write(f"{wrong or f'{path}: passed'} ({took} ms)")
        self.stdout.flush()


def _there(paths: Sequence[Path]) -> Iterator[Path]:
    return case_files(path for path in paths if path.exists())


def _outcomes(files: Sequence[Path], jobs: int) -> Iterator[str]:
    """How each file goes, in their order."""
    if min(jobs, len(files)) <= 1:
        yield from map(outcome, files)
        return
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(outcome, files, chunksize=_TOGETHER)
