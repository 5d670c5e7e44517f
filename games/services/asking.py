"""Questions about a game that change nothing: LOS, odds, the cost of a path, what can be reached.

They are answered from what the asker's audience knew at its last bulletin, and take no lock. What
is not in memory, after a restart or because another process carried out the last step, is read
from the store.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

import msgspec
import structlog

from games.models import Game
from games.models.choices import Status
from games.questions.answering import answer, asked
from games.questions.glimpse import Glimpse
from games.selectors.documents import latest_number
from games.services.loading import game_load
from games.services.memory import MEMORY
from games.services.refusals import failed, halted
from games.wire import AskAny, AskOdds, Question
from rules.kernel.audience import Audience, Side
from rules.kernel.game import Game as LiveGame
from rules.kernel.refused import Refused
from rules.kernel.table import Divergence

ATTEMPTS: Final = 5

log = structlog.get_logger(__name__)


def ask(*, game_id: UUID, audience: Audience, question: Question) -> msgspec.Struct:
    """The answer to a question, here and now. Raises Refused."""
    card = _answer(game_id, audience, question)
    if not isinstance(card, msgspec.Struct):
        raise TypeError("every question but that for odds is answered by a struct")
    return card


def odds(*, game_id: UUID, side: Side, data: bytes) -> Mapping[str, Any]:
    """The odds card of a command, from what that side knows. Raises Refused."""
    card = _answer(game_id, side.audience, AskOdds(ref="", cmd=msgspec.Raw(data)))
    if not isinstance(card, Mapping):
        raise TypeError("odds are told by a mapping")
    return card


def scenario_id(game_id: UUID) -> str:
    """The scenario of a game."""
    return Game.objects.values_list("scenario", flat=True).get(pk=game_id)


def glimpse(game_id: UUID, audience: Audience, n: int | None = None) -> Glimpse:
    """What an audience knows, at its bulletin `n` or a later one; None is its last. Raises Refused.

    Only the audience's own bulletins say whether what is in memory will do.
    """
    return _glimpse(game_id, audience, n, MEMORY.see)


def _glimpse(
    game_id: UUID, audience: Audience, n: int | None, see: Callable[[UUID, LiveGame], None]
) -> Glimpse:
    """The same; if it is not here, the game is read and seen."""
    wanted = latest_number(game_id, audience) if n is None else n
    found = MEMORY.glimpse(game_id, audience, wanted)
    if found is None:
        see(game_id, _load(game_id))
        found = MEMORY.glimpse(game_id, audience, wanted)
    if found is None:
        raise failed()
    return found


def glimpse_with_offers(game_id: UUID, audience: Audience, n: int | None = None) -> Glimpse:
    """The same with what that side may try. Raises Refused."""
    for _ in range(ATTEMPTS):
        found = _glimpse(game_id, audience, n, MEMORY.see_with_offers)
        if found.may.offers is None:
            MEMORY.offer(game_id)
        if found.may.offers is not None:
            return found
        # It is being played just now, or is not kept here.
        MEMORY.see_with_offers(game_id, _load(game_id))
    raise failed()


def _answer(
    game_id: UUID, audience: Audience, question: AskAny
) -> msgspec.Struct | Mapping[str, Any]:
    scenario = scenario_id(game_id)
    game = asked(scenario, glimpse(game_id, audience))
    return answer(scenario, game, audience, question)


def _load(game_id: UUID) -> LiveGame:
    """The game from its rows, read without a lock: if a step was stored meanwhile, again."""
    for _ in range(ATTEMPTS):
        row = Game.objects.defer(None).get(pk=game_id)
        if row.status == Status.HALTED:
            raise halted()
        game, error = _read(row)
        if Game.objects.values_list("step", flat=True).get(pk=game_id) != row.step:
            continue
        if game is not None:
            return game
        log.error("game_not_read", game=str(game_id), error=str(error))
        raise halted() if isinstance(error, Divergence) else failed()
    raise failed()


def _read(row: Game) -> tuple[LiveGame | None, Exception | None]:
    """The game of a row, or what went wrong: rows of different moments need not fit together."""
    try:
        return game_load(row), None
    except Refused:
        raise
    except Exception as error:
        return None, error
