"""The demo, whose game was made beforehand with dice that are known:
`python -m tests.browser.seeded_demo PROGRAM SCENARIO MASTER [FOLDER] demo …`.

The demo takes a game of its player that is still going on. With a folder its scenarios are played,
as `PROGRAM` serves them.
"""

import os
import sys
from importlib import import_module
from pathlib import Path

import django
from django.core.management import call_command, execute_from_command_line

from tests.browser import own_scenarios

COMMAND = "demo"


def make(scenario: str, master: bytes) -> None:
    """Migrate the database and store a game of the demo's player."""
    from games.management.commands.demo import PLAYER  # noqa: PLC0415 - after django.setup
    from games.models import User  # noqa: PLC0415 - the same
    from games.services import game_create  # noqa: PLC0415 - the same

    call_command("migrate", verbosity=0)
    game_create(scenario_id=scenario, creator=User.objects.create(username=PLAYER), master=master)


def main(program: str, scenario: str, master: str, *rest: str) -> None:
    at = rest.index(COMMAND)
    own, command = rest[:at], rest[at:]
    getattr(import_module(program), "register", lambda: None)()
    for folder in own:
        own_scenarios.use(Path(folder))
    django.setup()
    make(scenario, bytes.fromhex(master))
    if own:
        own_scenarios.main(*own, *command)
    else:
        execute_from_command_line(["manage.py", *command])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    main(*sys.argv[1:])
