"""Faults of a server that `manage.py chaos --planted` must find."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final

from games.consumers import TableConsumer
from games.services import playing
from games.wire import Delivery, Do, ok_frame
from rules.kernel.game import Game
from rules.kernel.refused import Refused


def _acknowledge_early() -> None:
    """A command is acknowledged before it is carried out."""
    carry_out: Any = TableConsumer.carry_out

    async def early(self: TableConsumer, frame: Do) -> None:
        await self.send_text(ok_frame(frame.ref).decode())
        await carry_out(self, frame)

    _replace(TableConsumer, "carry_out", early)


def _store_twice() -> None:
    """A command is carried out again, if the rules still allow it; nobody looks what was seen."""
    once: Any = playing._carry_out_once

    def twice(game_id: Any, move: Any, **how: Any) -> Any:
        outcome = once(game_id, move, **how)
        with suppress(Refused):
            once(game_id, move, **how)
        return outcome

    _replace(Game, "check_seen", lambda self, side, command, seen: None)
    _replace(playing, "_carry_out_once", twice)


def _tell_too_much() -> None:
    """A bulletin is sent that differs from the one that was stored."""
    delivery: Any = Delivery

    class Altered(delivery):  # type: ignore[misc]
        @classmethod
        def of(cls, game_id: Any, bulletin: Any) -> Any:
            told = delivery.of(game_id, bulletin)
            return delivery(told.game_id, told.audience, told.n, told.frame + b" ")

    _replace(playing, "Delivery", Altered)


def _replace(where: Any, name: str, what: Any) -> None:
    setattr(where, name, what)


PLANTED: Final[Mapping[str, Callable[[], None]]] = MappingProxyType(
    {"early": _acknowledge_early, "twice": _store_twice, "altered": _tell_too_much}
)
"""Each puts one fault into this process."""
