"""Finished games between two players, in the environment's database: for pages that count them."""

import os

import django

NAMES = ("clara", "dmitri")
WON = {"skirmish": "abaab-bab", "mill-bridge": "bb", "skirmish.a": "ab", "first-light": "aaba"}


def make() -> None:
    """One for each letter: who has won."""
    from games.models import Game, User  # noqa: PLC0415 - after django.setup
    from games.services import game_create  # noqa: PLC0415 - the same
    from rules.kernel.audience import Side  # noqa: PLC0415 - the same

    clara, dmitri = (User.objects.get_or_create(username=name)[0] for name in NAMES)
    for scenario, won in WON.items():
        for at, winner in enumerate(won):
            order = (clara, dmitri) if at % 3 else (dmitri, clara)
            sides = dict(zip(Side, order, strict=True))
            row = game_create(scenario_id=scenario, sides=sides).game
            Game.objects.filter(pk=row.pk).update(
                status="over", winner=winner.strip("-"), headline="The last turn is over."
            )


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    django.setup()
    make()
