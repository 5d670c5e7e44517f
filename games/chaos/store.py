"""Games to play, and what was stored of them: `python -m games.chaos.store make|read …`.

A process of its own, because the database of the chaos is not that of the command.
"""

import os
import sys
from uuid import UUID

import django
import msgspec

from rules.kernel.audience import Audience, Side


class Seats(msgspec.Struct, frozen=True):
    """A game that was made, and the tokens of its seats."""

    game: UUID
    tokens: dict[Side, str]


class Stored(msgspec.Struct, frozen=True):
    """A step: who played what."""

    number: int
    side: Side
    command: bytes


class Told(msgspec.Struct, frozen=True):
    """A bulletin: its number, the step it tells of, and its frame."""

    n: int
    step: int
    frame: bytes


class View(msgspec.Struct, frozen=True):
    """An audience's document in the end."""

    n: int
    faces: dict[str, bytes]
    now: bytes


class Rows(msgspec.Struct, frozen=True):
    """Everything stored of one game that somebody was told of."""

    game: UUID
    steps: list[Stored]
    bulletins: dict[Audience, list[Told]]
    views: dict[Audience, View]


def make(scenario: str, count: int) -> list[Seats]:
    """Make the database and so many games."""
    from django.core.management import call_command  # noqa: PLC0415 - after django.setup

    from games.services import game_create  # noqa: PLC0415 - the same

    call_command("migrate", verbosity=0)
    made = [game_create(scenario_id=scenario) for _ in range(count)]
    return [
        Seats(one.game.pk, {side: seat.token for side, seat in one.seats.items()}) for one in made
    ]


def read() -> list[Rows]:
    """What is stored of every game."""
    from games.models import Game  # noqa: PLC0415 - after django.setup

    return [_rows(game_id) for game_id in Game.objects.values_list("pk", flat=True)]


def _rows(game_id: UUID) -> Rows:
    from games.models import StepRow  # noqa: PLC0415 - after django.setup

    steps = StepRow.objects.filter(game=game_id).order_by("number")
    return Rows(
        game=game_id,
        steps=[
            Stored(number, Side(actor), bytes(command))
            for number, actor, command in steps.values_list("number", "actor", "command")
        ],
        bulletins={audience: _told(game_id, audience) for audience in Audience},
        views={audience: _view(game_id, audience) for audience in Audience},
    )


def _told(game_id: UUID, audience: Audience) -> list[Told]:
    from games.models import BulletinRow  # noqa: PLC0415 - after django.setup

    rows = BulletinRow.objects.filter(game=game_id, audience=audience).order_by("number")
    return [
        Told(n, step, bytes(frame))
        for n, step, frame in rows.values_list("number", "step", "frame")
    ]


def _view(game_id: UUID, audience: Audience) -> View:
    from games.selectors.documents import audience_view  # noqa: PLC0415 - after django.setup

    view = audience_view(game_id, audience)
    document = view.document
    return View(view.n, dict(document.faces), document.now)


def main(job: str, *arguments: str) -> None:
    """Do a job and write its answer to standard output."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "aslsite.settings")
    django.setup()
    answer = make(arguments[0], int(arguments[1])) if job == "make" else read()
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
