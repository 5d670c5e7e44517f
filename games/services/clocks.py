"""Pressing clocks: when everybody is told of an act, when a seat is taken or given up, at breaks.

The caller holds the lock on the game's row. What is read here is the public document, the seats and
the time, which is the web's alone: no rule is told it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from games.models import ClockPress, Game, GameClock, Pulse, Seat
from games.models.choices import ComputerChoice, Flag, Status
from games.selectors.clocks import MILLISECOND, dial_of, is_out_of_time
from games.selectors.documents import audience_view
from games.timekeeping import Dial, Terms
from rules.kernel.audience import Audience, Side
from rules.kernel.document import Document
from rules.kernel.game import INTERJECTION, Step
from rules.kernel.refused import Refused

PULSE_EVERY = timedelta(seconds=10)
PLAY = "play"


class _Clock(msgspec.Struct):
    """A public face; of the game's own clock, which Player Turn it is."""

    k: str
    stage: str = PLAY
    turn: int = 0
    phasing: str = ""


class _Stage(msgspec.Struct):
    """A public face; of the game's own clock, how far the game is."""

    k: str
    stage: str = ""


class _Now(msgspec.Struct):
    side: Side | None = None


def clock_make(row: Game, terms: Terms, flag: Flag) -> None:
    """Give a new game a clock; it stands until play begins with both seats taken."""
    clock = GameClock(game=row, timing=terms.timing, flag=flag)
    clock.base, clock.increment = terms.base, terms.increment
    row.timed = True
    row.save(update_fields=("timed",))
    _keep(row, clock, Dial.new(terms, timezone.now()))


def clock_follow(row: Game, document: Document, step: Step | None = None) -> bool:
    """Press the clock if what everybody was told makes it. Whether it was pressed."""
    if not row.timed or (step is not None and step.bulletin(Audience.PUBLIC) is None):
        return False
    clock = GameClock.objects.get(game=row)
    dial, runs = dial_of(clock, row.break_until), _whose_time(row, document)
    acts = step is not None and step.input.question != INTERJECTION
    anew = acts and step is not None and step.input.side is dial.runs
    if runs is dial.runs and not acts:
        return False
    pressed = dial.pressed(timezone.now(), runs, _player_turn(document), anew=anew)
    _keep(row, clock, pressed)
    return True


def clock_stop(row: Game) -> None:
    """Stop the clock of a game that cannot go on for now."""
    if row.timed:
        clock = GameClock.objects.get(game=row)
        dial = dial_of(clock, row.break_until)
        _keep(row, clock, dial.pressed(timezone.now(), None, "", anew=False))


def break_begin(row: Game, until: datetime) -> None:
    """Rest until then."""
    if row.timed:
        clock = GameClock.objects.get(game=row)
        _keep(row, clock, dial_of(clock, row.break_until).broken(timezone.now(), until))
    row.break_until = until
    row.save(update_fields=("break_until",))


def break_end(row: Game) -> None:
    """Go on with the game."""
    if row.timed:
        clock = GameClock.objects.get(game=row)
        _keep(row, clock, dial_of(clock, row.break_until).carried_on(timezone.now()))
    row.break_until = None
    row.save(update_fields=("break_until",))


def refuse_after_flag(row: Game) -> None:
    """Raise Refused if the time of a side that loses by it is out: what comes later is too late,
    whether the end has been stored or not.
    """
    if is_out_of_time(row):
        raise Refused("", "The time is out: the game is over.", code="over")


@transaction.atomic
def pulse_beat() -> None:
    """Say that a server serves, and take off all clocks the time in which none did."""
    now = timezone.now()
    running = GameClock.objects.exclude(flag_at=None)
    if not running.exists():
        return
    pulse = Pulse.objects.select_for_update().first()
    if pulse is None:
        Pulse.objects.create(at=now)
        return
    before, pulse.at = pulse.at, now
    pulse.save(update_fields=("at",))
    if now - before > 3 * PULSE_EVERY:
        _forgive(running.values_list("game", flat=True), before, now)


def _forgive(games: Iterable[UUID], before: datetime, now: datetime) -> None:
    for game_id in sorted(games):
        row = Game.objects.locked(game_id)
        clock = GameClock.objects.get(game=row)
        _keep(row, clock, dial_of(clock, row.break_until).forgiven(before, now))


def play_has_begun(game_id: UUID) -> bool:
    """Whether the setup of a game is over, as everybody is told."""
    document = audience_view(game_id, Audience.PUBLIC).document
    faces = (msgspec.json.decode(face, type=_Stage) for face in document.faces.values())
    return any(face.k == "clock" and face.stage == PLAY for face in faces)


def _whose_time(row: Game, document: Document) -> Side | None:
    """Whose time runs: who has to decide, in play, with both seats taken, and no computer."""
    now = msgspec.json.decode(document.now, type=_Now | None)
    side = now.side if now else None
    if side is None or row.held or row.status != Status.PLAYING or _face(document).stage != PLAY:
        return None
    computers = Seat.objects.filter(game=row, side=side, computer=ComputerChoice.PLAYS)
    return None if computers.exists() else side


def _player_turn(document: Document) -> str:
    face = _face(document)
    return f"{face.turn}{face.phasing}" if face.stage == PLAY else ""


def _face(document: Document) -> _Clock:
    faces = (msgspec.json.decode(face, type=_Clock) for face in document.faces.values())
    return next((face for face in faces if face.k == "clock"), _Clock(k="clock"))


def _keep(row: Game, clock: GameClock, dial: Dial) -> None:
    """Store what the clock says now, and that it was pressed."""
    clock.left_a, clock.left_b = (dial.left[side] // MILLISECOND for side in Side)
    clock.runs, clock.since, clock.turn = dial.runs or "", dial.since, dial.turn
    clock.flag_at = dial.falls_at()
    clock.save()
    ClockPress.objects.create(
        game=row,
        step=row.step,
        at=dial.since,
        runs=clock.runs,
        left_a=clock.left_a,
        left_b=clock.left_b,
    )
