"""Makes pictures of boards and judges LOS on them, in a process of its own.

It is told what to do over a pipe, by `workshop.py`, and ends when nobody has asked for a while. It
has little memory, and an alarm ends it at a job that nobody waits for any more: whoever asked may
have been killed.
"""

import resource
import signal
import traceback
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from games.editor.limits import BOUNDS, FILE, bounded_layout
from games.editor.making import TooLarge, draw, make
from games.gamefile import BadFile, read
from rules.board.board import Board
from rules.board.layout import BoardError
from rules.board.locations import LocationId
from rules.data import DataError
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.mapmaking.loading import own_board
from rules.mapmaking.picture import board_svg
from rules.mapmaking.reading import read_layout
from rules.play.page.boardcard import board_card
from rules.play.page.sight import Sight, board_sight
from rules.scenarios.balance import balanced
from rules.scenarios.shelf import OwnCard

IDLE = 600
KEPT = 6
_ESCAPES = ((b"<", rb"\u003C"), (b">", rb"\u003E"), (b"&", rb"\u0026"))
"""As Django has them in a data block: none of them ends it."""

Answer = dict[str, Any]


class Picture(msgspec.Struct, frozen=True, tag=True):
    """The picture of a board in a month 1-12, and its hexes in data."""

    source: str
    month: int

    def answer(self) -> Answer:
        """`svg` and `board`."""
        board = _board(self.source, self.month)
        return {"svg": board_svg(board), "board": board_card(board)}


class Look(msgspec.Struct, frozen=True, tag=True):
    """The LOS between two Locations of a board in a month."""

    source: str
    month: int
    start: str
    end: str

    def answer(self) -> Answer:
        """`card`, as at the table, or `why` it cannot be judged."""
        board = _board(self.source, self.month)
        try:
            card = board_sight(board, LocationId(self.start), LocationId(self.end))
        except Refused as refused:
            return {"why": refused.why}
        return {"card": _plain(card)}


class Check(msgspec.Struct, frozen=True, tag=True):
    """Whether a scenario that somebody brings along can be played, with boards of his own by name:
    it is read, drawn and begun.
    """

    id: str
    source: str
    boards: dict[str, str]

    def answer(self) -> Answer:
        """`cards`, what lists show of each version of it; or `wrong`: line, field and why."""
        try:
            return {"cards": self._cards()}
        except TooLarge as error:
            return {"wrong": (1, "", str(error))}
        except DataError as error:
            return {"wrong": (error.line, error.field, error.message)}
        except BoardError as error:
            return {"wrong": (error.line, f"board {error.file}", error.message)}
        except MemoryError:
            raise  # the process ends over it
        except Exception as error:
            traceback.print_exc()  # this process has no log of its own
            return {"wrong": (1, "", f"holds something that cannot be used ({error})")}

    def _cards(self) -> Answer:
        for source in self.boards.values():
            bounded_layout(source)
        card = OwnCard(id=self.id, source=self.source, boards=self.boards)
        words = {"": _words(self.id, card)}
        sides = words[""]["balance"]
        return words | {side: _words(balanced(self.id, Side(side)), card) for side in sides}


class Make(msgspec.Struct, frozen=True, tag=True):
    """Everything that is kept of a version of such a scenario, made anew."""

    version: str
    own: OwnCard

    def answer(self) -> Answer:
        """Nothing: it lies in its place."""
        make(self.version, self.own)
        return {}


class Draw(msgspec.Struct, frozen=True, tag=True):
    """The picture of a scenario of ours."""

    scenario: str

    def answer(self) -> Answer:
        """Nothing: it lies in its place."""
        draw(self.scenario)
        return {}


class ReadFile(msgspec.Struct, frozen=True, tag=True):
    """A game file that somebody brings."""

    data: bytes

    def answer(self) -> Answer:
        """Its `head` and its `frames`, fit for a data block of a page, or what is `wrong`."""
        try:
            found = read(self.data)
        except BadFile as bad:
            return {"wrong": str(bad)}
        frames = msgspec.json.encode(found.frames)
        for sign, escaped in _ESCAPES:
            frames = frames.replace(sign, escaped)
        return {"head": found.head, "frames": msgspec.Raw(frames)}


def _words(version: str, card: OwnCard) -> Answer:
    """What lists show of a version that can be drawn and begun."""
    words: Answer = make(version, card, BOUNDS).page["scenario"]
    return words


Job = Picture | Look | Check | Make | Draw | ReadFile


def work(pipe: Connection, seconds: int, memory: int) -> None:
    """Answers jobs until the pipe is closed or nothing has come for IDLE seconds.

    A job that takes more seconds, or more bytes than are in use when the work begins, is the end.
    """
    _limit_memory(memory)
    while pipe.poll(IDLE):
        try:
            job: Job = msgspec.msgpack.decode(pipe.recv_bytes(), type=Job)
            signal.alarm(seconds)
            pipe.send_bytes(msgspec.json.encode(job.answer()))
        except (EOFError, MemoryError):
            return
        signal.alarm(0)


def _limit_memory(more: int) -> None:
    """Allow so many bytes more of address space than the imported libraries have taken."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + more
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


@lru_cache(maxsize=KEPT)
def _board(source: str, month: int) -> Board:
    return own_board(read_layout(source, file=FILE), month)


def _plain(card: Sight) -> Answer:
    plain: Answer = msgspec.to_builtins(card)
    return plain
