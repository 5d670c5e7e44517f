"""Cards that users brought along: they are in no file, but wherever the site keeps them.

Their ids begin with `own-`. Whoever has them says once where they are looked up; a process without
a database is given them one by one. A card never changes, so what was found is kept for a while.
"""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Final, Generic, TypeVar

import msgspec

OWN: Final = "own-"
_CARDS_KEPT: Final = 64
_WORKED_OUT: Final = 8
"""Versions of own scenarios whose boards and pictures are kept in memory."""

T = TypeVar("T")


class OwnCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card: its id here, its YAML, and the sources of the boards that come with it, by name."""

    id: str
    source: str
    boards: Mapping[str, str] = {}


Find = Callable[[str], OwnCard | None]

_finders: list[Find] = []
_given: dict[str, OwnCard] = {}


def is_own(scenario_id: str) -> bool:
    """Whether an id is that of such a card, or of one of its versions."""
    return scenario_id.startswith(OWN)


def look_up_in(find: Find) -> None:
    """Say where cards are looked up."""
    _finders[:] = [find]


def give(card: OwnCard) -> None:
    """Give this process a card."""
    _given.pop(card.id, None)
    _given[card.id] = card
    while len(_given) > _CARDS_KEPT:
        del _given[next(iter(_given))]


def own_card(scenario_id: str) -> OwnCard:
    """A card by its id. Raises KeyError."""
    if scenario_id not in _given:
        for find in _finders:
            found = find(scenario_id)
            if found is not None:
                give(found)
    return _given[scenario_id]


Ready = Callable[[str], bytes | None]

_shelves: list[Ready] = []


def take_from(find: Ready) -> None:
    """Say where the rules of such scenarios are found that were made before, as bytes."""
    _shelves[:] = [find]


def ready_made(scenario_id: str) -> bytes | None:
    """The rules of one, as `rules.play.readymade` packs them; None where they have to be made."""
    return next((made for find in _shelves if (made := find(scenario_id)) is not None), None)


class kept(Generic[T]):  # noqa: N801 - a decorator
    """Keeps what is worked out for a scenario: for good, but of those that users brought along only
    for the latest.
    """

    def __init__(self, work: Callable[[str], T]) -> None:
        self.__doc__ = work.__doc__
        self._ours, self._own = cache(work), lru_cache(maxsize=_WORKED_OUT)(work)

    def __call__(self, scenario_id: str, /) -> T:
        return self._own(scenario_id) if is_own(scenario_id) else self._ours(scenario_id)

    def cache_clear(self) -> None:
        """Forget everything."""
        self._ours.cache_clear()
        self._own.cache_clear()
