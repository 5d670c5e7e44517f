"""`manage.py rulebook [SECTION]`: the clause list, and the cases and tests that prove it.

A clause is proved by what names it; one that stands alone for its number also by what names that.
What nothing proves is in a module that cites its number, not in play, or not enforced yet.
"""

from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

import rules
from rules.cases.coverage import citations, proofs
from rules.clauses import Clause, UnknownSectionError, clauses
from rules.data import DataError

PROVED = "proved"
BY_MODULE = "in a module alone"
NOT_IN_PLAY = "not in play"
NOT_YET = "not enforced yet"
UNPROVED = (BY_MODULE, NOT_IN_PLAY, NOT_YET)


class Command(BaseCommand):
    help = "List the clauses of a section, or of all, each with the cases and tests that name it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "section", nargs="?", metavar="SECTION", help="B28, A14, a chapter: A; default all"
        )
        parser.add_argument("--missing", action="store_true", help="only those that nothing proves")
        parser.add_argument("--tests", type=Path, help="the folder of cases and tests")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["tests"] or Path(settings.BASE_DIR) / "tests"
        try:
            listed = clauses(options["section"])
            proved = proofs([folder / "cases"], sorted(folder.rglob("test_*.py")))
        except (UnknownSectionError, DataError, FileNotFoundError) as error:
            raise CommandError(str(error)) from error
        lines = Counter(clause.number for clause in listed)
        cited = citations(Path(rules.__file__).parent)
        states: Counter[str] = Counter()
        for clause in listed:
            alone = lines[clause.number] == 1
            names = (*proved.get(clause.id, ()), *(proved.get(clause.number, ()) if alone else ()))
            state, shown = _state(clause, names, cited.get(clause.number, ()))
            states[state] += 1
            if not (options["missing"] and state in {PROVED, NOT_IN_PLAY}):
                self.stdout.write(f"{clause.id:<8} {clause.text}  {shown}")
        rest = ", ".join(f"{states[state]} {state}" for state in UNPROVED if states[state])
        total = f"{states[PROVED]} of {len(listed)} clauses"
        self.stdout.write(f"{total}; {rest}" if rest else total)


def _state(clause: Clause, names: tuple[str, ...], modules: tuple[str, ...]) -> tuple[str, str]:
    """In which state a clause is, and how that is shown."""
    if names:
        return PROVED, ", ".join(names)
    if clause.absent:
        return NOT_IN_PLAY, f"{NOT_IN_PLAY}: {clause.absent}"
    if modules:
        return BY_MODULE, f"{BY_MODULE}: {', '.join(modules)}"
    return NOT_YET, NOT_YET
