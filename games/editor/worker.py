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

from games.editor.limits import FILE, bounded_layout
from rules.board.board import Board
from rules.board.layout import BoardError
from rules.board.locations import LocationId
from rules.data import DataError
from rules.kernel.audience import Side
from rules.kernel.dice import ScriptedDice
from rules.kernel.game import Game
from rules.kernel.refused import Refused
from rules.kernel.seal import TokenSealer
from rules.mapmaking.loading import own_board
from rules.mapmaking.picture import board_svg
from rules.mapmaking.reading import read_layout
from rules.play import engine
from rules.play.boardcard import board_card
from rules.play.sight import Sight, board_sight
from rules.scenarios.balance import balanced
from rules.scenarios.shelf import OwnCard, give

IDLE = 600
KEPT = 6

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
            give(OwnCard(id=self.id, source=self.source, boards=self.boards))
            return {"cards": self._cards()}
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
        cards = {"": _begun(self.id)}
        sides = cards[""]["balance"]
        return cards | {side: _begun(balanced(self.id, Side(side))) for side in sides}


def _begun(scenario_id: str) -> Answer:
    """What lists show of a scenario that can be drawn and begun."""
    rules = engine.ruleset(scenario_id)
    Game.new(rules, dice=ScriptedDice(), sealer=TokenSealer())
    engine.board_svg(scenario_id)
    card: Answer = engine.page_data(scenario_id)["scenario"]
    return card


Job = Picture | Look | Check


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
