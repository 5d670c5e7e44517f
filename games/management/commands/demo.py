"""`manage.py demo`: a database, a game of every scenario, their links, and a server."""

import subprocess
import sys
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from games import rulesets
from games.clubs.demo import demo_event
from games.models import Game, Seat, User
from games.models.choices import Status
from games.server import free_port, make_server
from games.services import game_create
from rules.board.grid.compiled import is_compiled
from rules.mapmaking import warming

HOST: Final = "127.0.0.1"
PLAYER: Final = "anna"


class Command(BaseCommand):
    """Make demo games and serve them."""

    help = "Migrate the database, make demo games, print their links, and serve the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, help="default: the first free one from 8000")
        parser.add_argument("--scenario", help="one scenario instead of all")
        parser.add_argument("--no-server", action="store_true", help="only print the links")

    def handle(self, *args: Any, **options: Any) -> None:
        self._say("Making the database …")
        call_command("migrate", verbosity=0)
        wanted = options["scenario"]
        ids = (wanted,) if wanted else rulesets.scenario_ids() or (rulesets.TOY,)
        port = options["port"] or free_port(HOST)
        host = _user(PLAYER)
        self._say("Setting up the games …")
        for scenario_id in ids:
            self._print_links(_game(scenario_id, host), f"http://{HOST}:{port}")
        if not wanted and rulesets.scenario_ids():
            self._say("Setting up the event …")
            address = reverse("clubs:event", args=(demo_event(host).pk,))
            self.stdout.write(f"\nEvent  http://{HOST}:{port}{address}")
        self.stdout.write(f"Lobby  http://{HOST}:{port}/")
        if not options["no_server"]:
            self._compile_meanwhile()
            self._say("Ctrl+C ends the server.")
            make_server(HOST, port).run()

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()

    def _compile_meanwhile(self) -> None:
        """Have LOS compiled beside the server, which does without until then."""
        if not is_compiled():
            self._say("LOS is compiled for a minute more; you can play meanwhile.")
            subprocess.Popen([sys.executable, "-m", warming.__name__])  # noqa: S603 - our own

    def _print_links(self, game: Game, site: str) -> None:
        data = rulesets.card(game.scenario)
        links = {
            f"Side {seat.side.upper()}, {data['sides'][seat.side]['name']}": f"?seat={seat.token}"
            for seat in Seat.objects.filter(game=game)
        }
        self.stdout.write(f"\n{data['title']}")
        for who, query in {**links, "Spectator": ""}.items():
            self.stdout.write(f"  {who:20} {site}/g/{game.pk}/{query}")


def _user(name: str) -> User:
    """Whose the demo games are. Nobody logs in as him: the links carry the seats."""
    user, is_new = User.objects.get_or_create(username=name)
    if is_new:
        user.set_unusable_password()
        user.save()
    return user


def _game(scenario_id: str, host: User) -> Game:
    """The demo game of a scenario that is still going on, or a new one.

    Nobody has claimed its seats, so that the links alone open them.
    """
    games = Game.objects.filter(scenario=scenario_id, creator=host, status=Status.OPEN)
    found = games.exclude(seats__user__isnull=False).first()
    if found is not None:
        return found
    try:
        return game_create(scenario_id=scenario_id, creator=host).game
    except KeyError as error:
        raise CommandError(f"there is no scenario {scenario_id!r}") from error
