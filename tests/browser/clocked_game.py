"""A game of two players with passwords, by the clock, at its first PFPh."""

from datetime import timedelta

from games.models import User
from games.models.choices import Flag, Timing
from games.services import Wishes, game_create, play
from games.threads import writing
from games.timekeeping import Terms
from rules.forces.entities import Clock
from rules.forces.phases import Phase
from rules.kernel.audience import Side
from rules.position.position import CLOCK
from tests.games.playing import command, loaded, set_up

PASSWORD = "Sechs-Hexes-6"
NAMES = ("nora", "oleg")
WATCHER = "watcher"


async def make(minutes: float, flag: str) -> list[str]:
    """A new one, in which both sides are set up at random, and nobody rallies: the paths of both
    seats.
    """
    return await writing(_made, minutes, flag)


def _made(minutes: float, flag: str) -> list[str]:
    users = [_user(name) for name in (*NAMES, WATCHER)]
    wishes = Wishes(terms=Terms(Timing.TOTAL, timedelta(minutes=minutes)), flag=Flag(flag))
    sides = dict(zip(Side, users[:2], strict=True))
    made = game_create(scenario_id="skirmish", wishes=wishes, sides=sides, master=b"m" * 32)
    set_up(made.game.pk)
    while (clock := loaded(made.game.pk).world.get(Clock, CLOCK)).phase is Phase.RPH:
        play(game_id=made.game.pk, side=clock.active, data=command("end_phase"), seen=None)
    return [f"/g/{made.game.pk}/?seat={made.seats[side].token}" for side in Side]


def _user(name: str) -> User:
    user, is_new = User.objects.get_or_create(username=name)
    if is_new:
        user.set_password(PASSWORD)
        user.save()
    return user
