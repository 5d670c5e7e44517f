"""`manage.py verifydice EXPORT`: whether every roll of a finished game follows from its seeds."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.dice import DiceExport, verify


class Command(BaseCommand):
    """Check an export of dice. It needs no database."""

    help = "Check every roll in an export of a finished game against the seeds."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("export", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            export = msgspec.json.decode(options["export"].read_bytes(), type=DiceExport)
            verdict = verify(export)
        except (OSError, msgspec.MsgspecError, ValueError) as error:
            raise CommandError(f"{options['export']}: {error}") from error
        for fault in verdict.faults:
            self.stdout.write(fault)
        self.stdout.write(f"{verdict.rolls} rolls, {verdict.matching} match")
        if not verdict.is_clean:
            raise SystemExit(1)
