"""Makes the demo's game beforehand: `python -m tests.browser.seeded_demo SCENARIO MASTER [FOLDER]`,
with the scenarios of a folder if one is named.

The demo takes a game of its player that is still going on; this one has dice that are known.
"""

import os
import sys
from pathlib import Path

import django
from django.core.management import call_command

from tests.browser.own_scenarios import use


def make(scenario: str, master: bytes) -> None:
    """Migrate the database and store a game of the demo's player."""
    from games.management.commands.demo import PLAYER  # noqa: PLC0415 - after django.setup
    from games.models import User  # noqa: PLC0415 - the same
    from games.services import game_create  # noqa: PLC0415 - the same

    call_command("migrate", verbosity=0)
    game_create(scenario_id=scenario, creator=User.objects.create(username=PLAYER), master=master)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    if len(sys.argv) > 3:
        use(Path(sys.argv[3]))
    django.setup()
    make(sys.argv[1], bytes.fromhex(sys.argv[2]))
