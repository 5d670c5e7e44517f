"""How leaks are planted: in headers, bodies and frames, by what nobody may know and rows tell."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Any, TypeAlias
from unittest import mock

from games.leakcheck.faulty import Answer, answering, sending
from games.leakcheck.stage import BESIDE, GAME
from games.models import Game, StepRow

Plant: TypeAlias = Callable[[], AbstractContextManager[None]]
Frame: TypeAlias = dict[str, Any]


def row() -> Game:
    """The pair's game, with all that the row holds."""
    return Game.objects.defer(None).get(pk=GAME)


def steps() -> int:
    """How many steps there were, told or not."""
    return int(row().step)


def changed() -> datetime:
    """When the last of them was."""
    return row().updated


def beside() -> int:
    """How many steps there were in another game."""
    return StepRow.objects.filter(game=BESIDE).count()


def header(page: str, name: str, value: Callable[[], object]) -> Plant:
    """A header of answers to addresses with that in their path."""

    def change(answer: Answer) -> None:
        if page in answer.path:
            answer.headers.append((name.encode(), str(value()).encode()))

    return lambda: answering(change)


def body(page: str, tell: Callable[[str], str], method: str = "GET") -> Plant:
    """The text of such answers."""

    def change(answer: Answer) -> None:
        asked = "GET" if answer.method == "HEAD" else answer.method
        if page in answer.path and asked == method:
            answer.replace(tell(answer.body.decode()))

    return lambda: answering(change)


def frames(kind: str, change: Callable[[Frame], object]) -> Plant:
    """Frames of a kind, or with `close` how a socket is closed."""

    def changed_frame(frame: Frame) -> float:
        if frame.get("t") == kind:
            return float(change(frame) or 0)  # type: ignore[arg-type]  # seconds, if it says any
        return 0.0

    return lambda: sending(changed_frame)


@contextmanager
def patched(owner: object, name: str, value: object) -> Iterator[None]:
    """Another thing under a name."""
    with mock.patch.object(owner, name, value):
        yield
