"""Scoring a board against answers recorded from VASL's own engine, row by row."""

import csv
import gzip
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, unique
from pathlib import Path
from typing import Final

from rules.board.grid.engine import GridBoard
from rules.board.grid.errors import GridError
from rules.board.grid.hexes import Kind, Spot

SCORED: Final = frozenset({"main", "hexside"})
_COLUMNS: Final = (
    "group",
    *(f"{end}{part}" for end in ("src", "dst") for part in ("", "_level", "_kind")),
    *("blocked", "blocked_at", "hindrance", "rev_blocked", "rev_hindrance", "diag"),
)


@unique
class Verdict(Enum):
    """How an answer of ours compares with a row.

    A known difference is one in which VASL contradicts itself and ours is its answer for the way
    back (`docs/los.md`).
    """

    AGREES = "agrees"
    KNOWN = "known difference"
    DISAGREES = "disagrees"


@dataclass(frozen=True, slots=True)
class Scored:
    """A row with the verdict and, unless it agrees, what differs in words."""

    row: int
    verdict: Verdict
    words: str = ""


def read_rows(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a CSV file, gzipped if its name ends in ".gz". Raises GridError."""
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        with opened(path, "rt", encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
            if missing:
                raise GridError(str(path), "line 1", f"has no column {missing[0]}")
            yield from reader
    except (OSError, EOFError, UnicodeDecodeError, csv.Error) as error:
        raise GridError(str(path), "file", f"cannot be read: {error}") from None


def score(board: GridBoard, rows: Iterable[Mapping[str, str]], file: str) -> Iterator[Scored]:
    """The rows of the scored groups on which VASL did not crash, each compared.

    Rows are numbered as lines of the file. Raises GridError for a row about no Location.
    """
    for number, row in enumerate(rows, start=2):
        if row["group"] in SCORED and not row["diag"]:
            yield _compare(board, row, number, file)


def _compare(board: GridBoard, row: Mapping[str, str], number: int, file: str) -> Scored:
    try:
        source, target = _spot(board, row, "src"), _spot(board, row, "dst")
        hindrance, back = int(row["hindrance"]), int(row["rev_hindrance"])
    except ValueError as error:
        raise GridError(f"{file}:{number}", "row", str(error)) from None
    ours = board.los(source, target)
    blocked, back_blocked = row["blocked"] == "1", row["rev_blocked"] == "1"
    words = (
        f"{row['src']}/{row['src_level']} to {row['dst']}/{row['dst_level']}:"
        f" {_words(blocked, row['blocked_at'], hindrance)};"
        f" ours {_words(ours.blocked, ours.at or '', ours.hindrance)}"
    )
    if ours.blocked != blocked:
        verdict = Verdict.KNOWN if ours.blocked == back_blocked else Verdict.DISAGREES
    elif blocked:
        verdict = Verdict.AGREES if ours.at == row["blocked_at"] else Verdict.DISAGREES
    elif ours.hindrance == hindrance:
        verdict = Verdict.AGREES
    else:
        self_contradicting = not back_blocked and ours.hindrance == back
        verdict = Verdict.KNOWN if self_contradicting else Verdict.DISAGREES
    return Scored(number, verdict, "" if verdict is Verdict.AGREES else words)


def _words(blocked: bool, at: str, hindrance: int) -> str:
    return f"blocked at {at}" if blocked else f"clear, hindrance {hindrance}"


def _spot(board: GridBoard, row: Mapping[str, str], end: str) -> Spot:
    return board.spot(row[end], int(row[f"{end}_level"]), Kind(row[f"{end}_kind"]))
