"""`manage.py packgames`: have games that are over take less room."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.services.packing import games_pack


class Command(BaseCommand):
    """Pack what is over. To be run now and then."""

    help = "Pack the rows of games that have been over for some days; run it every night."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=float, default=1, help="how long a game has been over")

    def handle(self, *args: Any, **options: Any) -> None:
        done = games_pack(over_for=timedelta(days=options["days"]))
        self.stdout.write(f"{done.games} games, {done.before} bytes before, {done.after} after")
