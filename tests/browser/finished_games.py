"""Finished games between two players, and no others: for pages that count them."""

from games.models import Game, User
from games.models.choices import Status
from games.services import game_create
from games.threads import writing
from rules.kernel.audience import Side

NAMES = ("clara", "dmitri")
WON = {"skirmish": "abaab-bab", "mill-bridge": "bb", "skirmish.a": "ab", "first-light": "aaba"}


async def make() -> None:
    """One for each letter: who has won."""
    await writing(_make)


def _make() -> None:
    Game.objects.filter(status=Status.OVER).update(status=Status.HALTED)  # those of other tests
    clara, dmitri = (User.objects.get_or_create(username=name)[0] for name in NAMES)
    for scenario, won in WON.items():
        for at, winner in enumerate(won):
            order = (clara, dmitri) if at % 3 else (dmitri, clara)
            sides = dict(zip(Side, order, strict=True))
            row = game_create(scenario_id=scenario, sides=sides).game
            Game.objects.filter(pk=row.pk).update(
                status=Status.OVER, winner=winner.strip("-"), headline="The last turn is over."
            )
