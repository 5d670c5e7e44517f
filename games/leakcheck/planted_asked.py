"""Leaks in answers to what is seldom asked: conditions, HEAD, the administrator's search, what is
shown some time later, what is agreed to.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from email.utils import parsedate_to_datetime
from typing import Final

import msgspec
from django.contrib import admin

from games.admin import CarefulAdmin
from games.leakcheck.faulty import Answer, answering
from games.leakcheck.planting import Plant, changed, patched, steps
from games.models import Game, SecretRecord
from games.selectors import delayed
from games.services import adjudication
from games.services.adjudication import Ruling


def _not_modified() -> AbstractContextManager[None]:
    """Who has a table's page already is told whether there was a step since."""

    def change(answer: Answer) -> None:
        since = answer.asked.get(b"if-modified-since")
        if since is None or not answer.path.startswith("/g/"):
            return
        if parsedate_to_datetime(since.decode()) >= changed():
            answer.status, answer.body = 304, b""

    return answering(change)


def _length_of_head() -> AbstractContextManager[None]:
    """HEAD counts what is stored."""

    def change(answer: Answer) -> None:
        if answer.method == "HEAD":
            answer.headers.append((b"X-Length", str(steps()).encode()))

    return answering(change)


def _searched_by_step() -> AbstractContextManager[None]:
    """The administrator's list of games finds them by how many steps they have."""
    return patched(admin.site._registry[Game], "search_fields", ("step",))


def _any_condition() -> AbstractContextManager[None]:
    """Whatever an address says is taken for a condition of the list."""
    return patched(CarefulAdmin, "lookup_allowed", lambda *_: True)


def _delayed_by_nothing() -> AbstractContextManager[None]:
    """Who may watch both sides some time later watches them now."""
    return patched(delayed, "old_enough", lambda game: game.step)


def _told_of_mines() -> AbstractContextManager[None]:
    """Who would agree to a change is told that it cannot be, where something lies hidden."""
    real = adjudication._public_words

    def words(game: Game, ruling: Ruling) -> str | None:
        places = {str(edit.get("at")) for edit in msgspec.json.decode(ruling.data)["edits"]}
        lies = SecretRecord.objects.filter(game=game, location__in=places).exists()
        return None if lies else real(game, ruling)

    return patched(adjudication, "_public_words", words)


ASKED: Final[Mapping[str, Plant]] = {
    "304 unless there was a step": _not_modified,
    "HEAD with the step": _length_of_head,
    "delayed view without a delay": _delayed_by_nothing,
    "administrator's search by step": _searched_by_step,
    "administrator's list by any condition": _any_condition,
}
"""By what they tell."""
ASKED_ON_GROUND: Final[Mapping[str, Plant]] = {"a change refused by mines": _told_of_mines}
"""The same where there is ground."""
