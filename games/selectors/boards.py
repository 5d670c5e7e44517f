"""Boards to look at: those that come with the program, and those that users have made."""

from dataclasses import dataclass
from functools import cache
from itertools import chain, count

from games.models import OwnBoard, User
from rules.mapmaking.loading import BOARDS, load_board

SUMMER = 7


@dataclass(frozen=True)
class BoardLine:
    """A board of ours as a list shows it."""

    id: str
    title: str
    size: str


@cache
def board_lines() -> tuple[BoardLine, ...]:
    """The boards that come with the program, by id."""
    boards = (load_board(path.stem, SUMMER) for path in sorted(BOARDS.glob("*.txt")))
    return tuple(
        BoardLine(board.id, board.title, f"{board.grid.columns} x {board.grid.rows}")
        for board in boards
    )


def board_source(board_id: str) -> str:
    """The source of one of our boards. Raises KeyError."""
    if board_id not in {line.id for line in board_lines()}:
        raise KeyError(board_id)
    return (BOARDS / f"{board_id}.txt").read_text(encoding="utf-8")


def own_boards(user: User) -> list[OwnBoard]:
    """A user's boards, those saved last first."""
    return list(OwnBoard.objects.filter(owner=user))


def free_name(user: User, name: str) -> str:
    """A name that no board of the user has, as near to `name` as can be."""
    taken = {line.id for line in board_lines()} | {board.name for board in own_boards(user)}
    tries = chain([name], (f"{name[:36]}-{number}" for number in count(2)))
    return next(one for one in tries if one not in taken)
