"""A game of two players with passwords, by the clock, at its first PFPh: made in the environment's
database. Prints the links of their seats.

`python -m tests.browser.clocked_game SCENARIO MINUTES FLAG`
"""

import os
import sys

import django

PASSWORD = "Sechs-Hexes-6"
NAMES = ("nora", "oleg")
WATCHER = "watcher"


def make(scenario: str, minutes: float, flag: str) -> None:
    """Both sides are set up at random, and nobody rallies."""
    from datetime import timedelta  # noqa: PLC0415 - after django.setup

    from games.models import User  # noqa: PLC0415 - the same
    from games.models.choices import Flag, Timing  # noqa: PLC0415 - the same
    from games.services import Wishes, game_create, play  # noqa: PLC0415 - the same
    from games.timekeeping import Terms  # noqa: PLC0415 - the same
    from rules.forces.entities import Clock, Phase  # noqa: PLC0415 - the same
    from rules.kernel.audience import Side  # noqa: PLC0415 - the same
    from rules.position.position import CLOCK  # noqa: PLC0415 - the same
    from tests.games.playing import command, loaded, set_up  # noqa: PLC0415 - the same

    users = []
    for name in (*NAMES, WATCHER):
        user, _ = User.objects.get_or_create(username=name)
        user.set_password(PASSWORD)
        user.save()
        users.append(user)
    wishes = Wishes(terms=Terms(Timing.TOTAL, timedelta(minutes=minutes)), flag=Flag(flag))
    sides = dict(zip(Side, users[:2], strict=True))
    made = game_create(scenario_id=scenario, wishes=wishes, sides=sides, master=b"m" * 32)
    set_up(made.game.pk)
    while (clock := loaded(made.game.pk).world.get(Clock, CLOCK)).phase is Phase.RPH:
        play(game_id=made.game.pk, side=clock.active, data=command("end_phase"), seen=None)
    for side in Side:
        print(f"/g/{made.game.pk}/?seat={made.seats[side].token}")  # noqa: T201 - for the test


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    django.setup()
    make(sys.argv[1], float(sys.argv[2]), sys.argv[3])
