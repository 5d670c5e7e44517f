"""Games kept in the memory of this process, each under the step that it stands at.

A game is taken out before it is touched and put back after commit only. One that was left out,
because something failed, is simply loaded again.
"""

from collections import OrderedDict
from threading import Lock
from typing import Final
from uuid import UUID

from rules.kernel.game import Game

CAPACITY: Final = 256  # games; the one not played longest goes first


class Memory:
    """The games of one process."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._games: OrderedDict[UUID, Game] = OrderedDict()
        self._capacity = capacity
        self._lock = Lock()

    def take(self, game_id: UUID, step: int) -> Game | None:
        """Take a game out, if it is here and stands at that step. One that is behind is dropped."""
        with self._lock:
            game = self._games.pop(game_id, None)
        return game if game is not None and game.ledger.step == step else None

    def put(self, game_id: UUID, game: Game) -> None:
        """Put a game in, as it is stored."""
        with self._lock:
            self._games[game_id] = game
            self._games.move_to_end(game_id)
            while len(self._games) > self._capacity:
                self._games.popitem(last=False)

    def clear(self) -> None:
        """Forget everything, as a restart would."""
        with self._lock:
            self._games.clear()


MEMORY: Final = Memory()
