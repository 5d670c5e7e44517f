"""`manage.py exportdice GAME`: the file that `verifydice` checks, once a game is over."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.dice import NotOver, dice_export
from games.models import Game
from rules.kernel.view import wire


class Command(BaseCommand):
    """Write what is opened of a game that has ended."""

    help = "Write seeds, lines, rolls, leaves and bulletins of a game that has ended."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID)
        parser.add_argument("file", nargs="?", type=Path, help="default: standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = wire(dice_export(options["game"]))
        except Game.DoesNotExist as error:
            raise CommandError("there is no such game") from error
        except NotOver as error:
            raise CommandError("the game is not over: its seeds stay closed") from error
        if options["file"] is None:
            self.stdout.write(content.decode())
        else:
            options["file"].write_bytes(content)
