"""Scenarios that users bring along: read in a process of its own, stored, listed, withdrawn."""

import json
import secrets
from typing import Any, Final

from django.db import transaction

from games.editor.limits import MOST_OWN_BOARDS, MOST_SCENARIOS
from games.editor.worker import Check
from games.editor.workshop import WORKSHOP
from games.models import Game, OwnScenario, User
from games.models.scenario import LONGEST_SOURCE, LONGEST_TITLE
from games.rulesets import versions
from games.selectors.own_scenarios import boards_named
from rules.scenarios.shelf import OWN

LETTERS: Final = 6  # bytes of an id: nobody guesses the link of another's scenario


class TooMany(Exception):
    """The user has as many scenarios as one may have."""


class BadCard(Exception):
    """A card that cannot be used: where it is wrong, and why."""

    def __init__(self, line: int, field: str, message: str) -> None:
        super().__init__(f"Line {line}: {field}: {message}" if field else f"Line {line}: {message}")


def scenario_bring(*, owner: User, source: str, listed: bool) -> OwnScenario:
    """Store a scenario. Raises BadCard by line and field, TooMany, and Busy or TooLong if it could
    not be read just now.
    """
    if len(source) > LONGEST_SOURCE:
        raise BadCard(1, "", f"is longer than {LONGEST_SOURCE:,} characters")
    boards = boards_named(owner, source)
    if len(boards) > MOST_OWN_BOARDS:
        raise BadCard(1, "map", f"at most {MOST_OWN_BOARDS} boards of your own go together")
    id_ = f"{OWN}{secrets.token_hex(LETTERS)}"
    found = json.loads(WORKSHOP.do(Check(id_, source, boards), owner.pk))
    if "wrong" in found:
        raise BadCard(*found["wrong"])
    return _stored(owner, id_, source, boards, found["cards"], listed)


@transaction.atomic
def _stored(
    owner: User,
    id_: str,
    source: str,
    boards: dict[str, str],
    cards: dict[str, Any],
    listed: bool,
) -> OwnScenario:
    User.objects.select_for_update().get(pk=owner.pk)
    if OwnScenario.objects.filter(owner=owner).count() >= MOST_SCENARIOS:
        raise TooMany  # those that were withdrawn count: games may still need them
    title = str(cards[""]["title"])[:LONGEST_TITLE]
    return OwnScenario.objects.create(
        id=id_, owner=owner, title=title, source=source, boards=boards, cards=cards, listed=listed
    )


def scenario_list(*, scenario_id: str, listed: bool) -> None:
    """Show it to everybody, or only to who has its link."""
    OwnScenario.objects.filter(pk=scenario_id).update(listed=listed)


@transaction.atomic
def scenario_remove(*, scenario_id: str) -> None:
    """Take it away; where games of it were made they go on, and nobody makes another."""
    if Game.objects.filter(scenario__in=versions(scenario_id)).exists():
        OwnScenario.objects.filter(pk=scenario_id).update(withdrawn=True, listed=False)
    else:
        OwnScenario.objects.filter(pk=scenario_id).delete()
