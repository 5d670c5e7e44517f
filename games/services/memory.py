"""Games kept in the memory of this process, each under the step that it stands at.

A game is taken out before it is touched and put back after commit only. One that was left out,
because something failed, is simply loaded again. Its row is kept with it as it was stored, so that
the next command need not read it: whether it still stands so is asked where the step is written.
What each audience knows of a game stays here while the game is out: questions are answered from
that, and from nothing else.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Final
from uuid import UUID

from django.conf import settings

from games.models import Game as GameRow
from games.questions.glimpse import Glimpse, glimpse_of
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game


@dataclass(frozen=True)
class Kept:
    """A game and its row as both are stored."""

    game: Game
    row: GameRow | None


class Memory:
    """The games of one process, so many at most: the one not played longest goes first."""

    def __init__(self, capacity: int) -> None:
        self._games: OrderedDict[UUID, Kept] = OrderedDict()
        self._glimpses: OrderedDict[UUID, dict[Audience, Glimpse]] = OrderedDict()
        self._capacity = capacity
        self._lock = Lock()
        self._offering = Lock()

    def take(self, game_id: UUID, step: int) -> Game | None:
        """Take a game out, if it is here and stands at that step. One that is behind is dropped."""
        with self._lock:
            kept = self._games.pop(game_id, None)
        return kept.game if kept is not None and kept.game.ledger.step == step else None

    def take_as_kept(self, game_id: UUID) -> Kept | None:
        """Take a game out as this process stored it last, however far it is behind."""
        with self._lock:
            return self._games.pop(game_id, None)

    def take_with_row(self, game_id: UUID) -> tuple[Game, GameRow] | None:
        """Take a game out with its row, if both are here: as this process stored them last."""
        with self._lock:
            kept = self._games.get(game_id)
            if kept is None or kept.row is None:
                return None
            del self._games[game_id]
        return kept.game, kept.row

    def put(self, game_id: UUID, game: Game, row: GameRow | None = None) -> None:
        """Put a game in, as it is stored, and its row if that is at hand."""
        with self._lock:
            self._games[game_id] = Kept(game, row)
            self._games.move_to_end(game_id)
            self._see(game_id, game)
            while len(self._games) > self._capacity:
                self._games.popitem(last=False)

    def see(self, game_id: UUID, game: Game) -> None:
        """Note what each audience knows of a game as it is stored; the game itself is not kept."""
        with self._lock:
            self._see(game_id, game)

    def see_with_offers(self, game_id: UUID, game: Game) -> None:
        """The same, and what each side may try."""
        self.see(game_id, game)
        self._fill(game_id, game)

    def offer(self, game_id: UUID) -> None:
        """Make the offers of both sides, if the game is here and they have not been made since its
        last step. The game is out meanwhile, as if it were played.
        """
        with self._offering:
            with self._lock:
                kept = self._games.pop(game_id, None)
            if kept is None:
                return
            self._fill(game_id, kept.game)
            with self._lock:
                self._games.setdefault(game_id, kept)

    def _fill(self, game_id: UUID, game: Game) -> None:
        for side in Side:
            n = game.ledger.counters.bulletins[side.audience]
            found = self.glimpse(game_id, side.audience, n)
            if found is not None and found.n == n and found.may.offers is None:
                found.may.offers = game.offers(side.audience)

    def glimpse(self, game_id: UUID, audience: Audience, n: int) -> Glimpse | None:
        """What an audience knows, if that is here and no older than its bulletin `n`."""
        with self._lock:
            found = self._glimpses.get(game_id, {}).get(audience)
        return found if found is not None and found.n >= n else None

    def clear(self) -> None:
        """Forget everything, as a restart would."""
        with self._lock:
            self._games.clear()
            self._glimpses.clear()

    def _see(self, game_id: UUID, game: Game) -> None:
        """A glimpse stays the same object until its audience is told something."""
        known = self._glimpses.setdefault(game_id, {})
        for audience, n in game.ledger.counters.bulletins.items():
            if audience not in known or known[audience].n < n:
                known[audience] = glimpse_of(game, audience)
        self._glimpses.move_to_end(game_id)
        while len(self._glimpses) > self._capacity:
            self._glimpses.popitem(last=False)


MEMORY: Final = Memory(settings.GAMES_IN_MEMORY)
