"""What a game's clock says, and whether a game rests. Nothing but public rows is read."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils import timezone

from games.models import Game, GameClock
from games.models.choices import Flag, Status, Timing
from games.timekeeping import Dial, Terms
from rules.kernel.audience import Side

MILLISECOND: Final = timedelta(milliseconds=1)


def dial_of(clock: GameClock, until: datetime | None) -> Dial:
    """What a stored clock says, in a game whose break ends then."""
    return Dial(
        terms=Terms(Timing(clock.timing), clock.base, clock.increment),
        left={Side.A: clock.left_a * MILLISECOND, Side.B: clock.left_b * MILLISECOND},
        runs=Side(clock.runs) if clock.runs else None,
        since=clock.since,
        turn=clock.turn,
        until=until,
    )


def is_out_of_time(row: Game) -> bool:
    """Whether a game is lost by time."""
    if not row.timed:
        return False
    clock = GameClock.objects.get(game=row)
    fallen = dial_of(clock, row.break_until).fallen(timezone.now())
    return clock.flag == Flag.LOSS and bool(fallen)


def rests(row: Game) -> bool:
    """Whether there is a break now, or a director holds the game."""
    return row.held or (row.break_until is not None and timezone.now() < row.break_until)


def fallen_side(row: Game) -> Side | None:
    """The side whose time is out; None too if both sides' time is."""
    if not row.timed:
        return None
    dial = dial_of(GameClock.objects.get(game=row), row.break_until)
    fallen = dial.fallen(timezone.now())
    return fallen[0] if len(fallen) == 1 else None


def clocks_due() -> list[UUID]:
    """The games that are lost by time now."""
    due = GameClock.objects.filter(flag=Flag.LOSS, flag_at__lte=timezone.now())
    return list(due.exclude(game__status=Status.OVER).values_list("game", flat=True))


def clocks_running() -> list[tuple[UUID, int]]:
    """The games in which time runs, and the step that each stands at."""
    running = GameClock.objects.exclude(flag_at=None)
    return list(running.values_list("game", "game__step"))
