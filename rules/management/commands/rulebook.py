"""`manage.py rulebook [SECTION]`: the clause list, and the cases and tests that prove it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rules.cases.coverage import proofs
from rules.clauses import UnknownSectionError, clauses
from rules.data import DataError


class Command(BaseCommand):
    help = "List the clauses of a section, or of all, each with the cases and tests that name it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("section", nargs="?", metavar="SECTION", help="B28, A14 …; default all")
        parser.add_argument("--missing", action="store_true", help="only those that nothing proves")
        parser.add_argument("--tests", type=Path, help="the folder of cases and tests")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["tests"] or Path(settings.BASE_DIR) / "tests"
        try:
            listed = clauses(options["section"])
            proved = proofs([folder / "cases"], sorted(folder.rglob("test_*.py")))
        except (UnknownSectionError, DataError, FileNotFoundError) as error:
            raise CommandError(str(error)) from error
        for clause in listed:
            names = proved.get(clause.id, ())
            if not (names and options["missing"]):
                shown = ", ".join(names) or "–"
                self.stdout.write(f"{clause.id:<8} {clause.text}  {shown}")
        enforced = sum(clause.id in proved for clause in listed)
        self.stdout.write(f"{enforced} of {len(listed)} clauses")
