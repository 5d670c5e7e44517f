"""`manage.py verifydice EXPORT [--seen FILE]`: whether a finished game was rolled and sealed as
it was bound to be.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.verifying import verify
from rules.kernel.opened import DiceExport


class Command(BaseCommand):
    """Check an export of dice. It needs no database."""

    help = "Check rolls, seeds, lines, seals and bulletins in the export of a finished game."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("export", type=Path)
        parser.add_argument(
            "--seen", type=Path, metavar="FILE", help="what you saved during the game, to compare"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        seen: list[bytes] = []
        try:
            export = msgspec.json.decode(options["export"].read_bytes(), type=DiceExport)
            if options["seen"] is not None:
                seen = options["seen"].read_bytes().splitlines()
            verdict = verify(export, seen)
        except (OSError, msgspec.MsgspecError, ValueError, KeyError) as error:
            raise CommandError(f"{options['export']}: {error}") from error
        for sentence in (*verdict.faults, *verdict.notes):
            self.stdout.write(sentence)
        self.stdout.write(f"{verdict.rolls} rolls, {verdict.matching} match")
        if not verdict.is_clean:
            raise SystemExit(1)
