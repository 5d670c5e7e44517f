"""`manage.py rulebook [SECTION]`: the clause list, and the cases that prove it.

A clause is proved by what names it; one that stands alone for its number also by what names that.
What tests of functions alone name is written, but no game is known to reach it. What else nothing
proves is in a module that cites its number, not in play, or not enforced yet.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

import rules
from rules.cases.coverage import citations, proofs, written
from rules.clauses import Clause, UnknownSectionError, clauses
from rules.data import DataError

PROVED = "proved"
WRITTEN = "written, not reached"
BY_MODULE = "in a module alone"
NOT_IN_PLAY = "not in play"
NOT_YET = "not enforced yet"
UNPROVED = (WRITTEN, BY_MODULE, NOT_IN_PLAY, NOT_YET)


class Command(BaseCommand):
    help = "List the clauses of a section, or of all, each with the cases that prove it."
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
            tests = sorted(folder.rglob("test_*.py"))
            proved, tested = proofs([folder / "cases"], tests), written(tests)
        except (UnknownSectionError, DataError, FileNotFoundError) as error:
            raise CommandError(str(error)) from error
        lines = Counter(clause.number for clause in listed)
        cited = citations(Path(rules.__file__).parent)
        states: Counter[str] = Counter()
        for clause in listed:
            ids = (clause.id, clause.number) if lines[clause.number] == 1 else (clause.id,)
            state, shown = _state(
                clause, _named(proved, ids), _named(tested, ids), cited.get(clause.number, ())
            )
            states[state] += 1
            if not (options["missing"] and state in {PROVED, NOT_IN_PLAY}):
                self.stdout.write(f"{clause.id:<8} {clause.text}  {shown}")
        rest = ", ".join(f"{states[state]} {state}" for state in UNPROVED if states[state])
        total = f"{states[PROVED]} of {len(listed)} clauses"
        self.stdout.write(f"{total}; {rest}" if rest else total)


def _named(found: Mapping[str, tuple[str, ...]], ids: tuple[str, ...]) -> tuple[str, ...]:
    """What names a clause by one of those."""
    return tuple(name for one in ids for name in found.get(one, ()))


def _state(
    clause: Clause, names: tuple[str, ...], tests: tuple[str, ...], modules: tuple[str, ...]
) -> tuple[str, str]:
    """In which state a clause is, and how that is shown."""
    if names:
        return PROVED, ", ".join((*names, *tests))
    if tests:
        return WRITTEN, f"{WRITTEN}: {', '.join(tests)}"
    if clause.absent:
        return NOT_IN_PLAY, f"{NOT_IN_PLAY}: {clause.absent}"
    if modules:
        return BY_MODULE, f"{BY_MODULE}: {', '.join(modules)}"
    return NOT_YET, NOT_YET
