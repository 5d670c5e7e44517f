"""Leaks that no page shows: in the log, in what limits count, in how long something waits."""

import logging
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from games.computer import pause_of
from games.delays import standing_delay
from games.leakcheck import sitting
from games.leakcheck.faulty import Answer, answering
from games.leakcheck.planting import Plant, patched
from games.leakcheck.stage import GAME
from games.models import Game, Seat, SecretRecord
from games.pacing import is_in_pace
from games.services import store
from games.services.computer import Turn
from games.views import change as change_page
from games.views.change import Writer

_log = logging.getLogger("games.planted")


def _logs_records() -> AbstractContextManager[None]:
    """Whenever a game is stored, the log says how many secret records it has."""
    real = store._records_store

    def records_store(row: Game, changes: Any) -> None:
        _log.info("stored %s records", len(changes))
        real(row, changes)

    return patched(store, "_records_store", records_store)


def _logs_links() -> AbstractContextManager[None]:
    """Whoever comes to a table is noted, with the links that there are."""

    def change(answer: Answer) -> None:
        if answer.path.startswith(f"/g/{GAME}/"):
            links = Seat.objects.filter(game=GAME).values_list("token", flat=True)
            _log.debug("somebody comes to %s", "/".join(links))

    return answering(change)


def _drafts_of_both() -> AbstractContextManager[None]:
    """Changes written down are counted by their game, whoever writes."""

    def in_pace(writer: Writer) -> bool:
        return is_in_pace(f"change:{writer.game_id}", settings.CHANGE_DRAFTS_PER_MINUTE)

    return patched(change_page, "_is_in_pace", in_pace)


def _slow_orders() -> AbstractContextManager[None]:
    """A standing order waits a little longer the more its side hides."""

    def delay(game_id: UUID, step: int) -> float:
        return standing_delay(game_id, step) * (
            1 + SecretRecord.objects.filter(game=game_id).count() / 1000
        )

    return patched(sitting, "standing_delay", delay)


def _slow_computer() -> AbstractContextManager[None]:
    """The computer takes the longer the more it has to think of."""

    def pause(turn: Turn) -> float:
        return pause_of(turn) + len(list(turn.ground.entities)) / 1000

    return patched(sitting, "pause_of", pause)


QUIET: Final[Mapping[str, Plant]] = {
    "log with how much is secret": _logs_records,
    "log with links": _logs_links,
    "a standing order that hides more is slower": _slow_orders,
}
"""By what they tell."""
QUIET_ON_GROUND: Final[Mapping[str, Plant]] = {
    "drafts counted whoever writes them": _drafts_of_both,
    "a computer that knows more is slower": _slow_computer,
}
"""The same where there is ground."""
