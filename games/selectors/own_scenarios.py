"""Scenarios that users brought along."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.models import OwnBoard, OwnScenario, User
from rules.scenarios.balance import without_balance
from rules.scenarios.options import BY_LOS_TEXT, BY_LOS_TITLE, without_options
from rules.scenarios.shelf import OwnCard, is_own


def find_card(scenario_id: str) -> OwnCard | None:
    """The card of that id, or None. It never changes, so that it may be kept."""
    found = OwnScenario.objects.filter(pk=scenario_id).values_list("source", "boards").first()
    return None if found is None else OwnCard(id=scenario_id, source=found[0], boards=found[1])


def own_card_words(scenario_id: str) -> Mapping[str, Any]:
    """What lists show of a version of one, without making its board. Raises KeyError."""
    printed, side = without_balance(scenario_id)
    cards = OwnScenario.objects.filter(pk=printed).values_list("cards", flat=True).first()
    if cards is None:
        raise KeyError(scenario_id)
    words: Mapping[str, Any] = cards["" if side is None else side.value]
    _, by_los = without_options(scenario_id)
    return _inspected_by_los(words) if by_los else words


def _inspected_by_los(words: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same where stacks are looked into by LOS alone (A12.16)."""
    title, ssr = f"{words['title']} ({BY_LOS_TITLE})", [*words["ssr"], BY_LOS_TEXT]
    return {**words, "title": title, "ssr": ssr}


def listed_scenarios() -> list[OwnScenario]:
    """Those that everybody may see."""
    found = OwnScenario.objects.filter(listed=True, withdrawn=False)
    return list(found.select_related("owner").defer("source", "boards"))


def scenarios_of(user: User) -> list[OwnScenario]:
    """A user's own, those withdrawn left out."""
    return list(OwnScenario.objects.filter(owner=user, withdrawn=False).defer("source", "boards"))


def playable(user: User | None, wanted: str) -> list[tuple[str, str]]:
    """The ids and titles of those that a new game may be made of: listed, one's own, or the one
    whose link the reader has.
    """
    found = {one.pk: one.title for one in listed_scenarios()}
    if user is not None:
        found |= {one.pk: one.title for one in scenarios_of(user)}
    if is_own(wanted) and wanted not in found:
        more = OwnScenario.objects.filter(pk=wanted, withdrawn=False).values_list("pk", "title")
        found |= dict(more)
    return sorted(found.items(), key=lambda one: one[1])


@dataclass(frozen=True)
class OwnLine:
    """What the page of such a scenario says besides its card: whose it is, and whether the reader
    may take it away.
    """

    owner: str
    listed: bool
    withdrawn: bool
    mine: bool


def own_scenario(scenario_id: str, user: User | None) -> OwnLine | None:
    """That, or None for a scenario of ours."""
    own = OwnScenario.objects.filter(pk=scenario_id).select_related("owner").first()
    if own is None:
        return None
    mine = user is not None and not own.withdrawn and (user.pk == own.owner_id or user.is_staff)
    owner = own.owner.username if own.owner else ""
    return OwnLine(owner, own.listed, own.withdrawn, mine)


def boards_named(user: User, source: str) -> dict[str, str]:
    """The sources of a user's boards whose names stand in a card, by name."""
    own = OwnBoard.objects.filter(owner=user).values_list("name", "source")
    return {name: text for name, text in own if name in source}
