"""Scoring a board against answers recorded from VASL's own engine, row by row."""

import csv
import gzip
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, unique
from pathlib import Path
from typing import Final

from rules.board.grid.answers import GridLos
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

    EITHER: VASL contradicts itself, and ours is the answer it gives for the way back. KNOWN: ours
    comes from the way back, where VASL seems to have crashed (`docs/los.md`).
    """

    AGREES = "agrees"
    EITHER = "agrees with the way back"
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
        hindrance, back_hindrance = int(row["hindrance"]), int(row["rev_hindrance"])
    except ValueError as error:
        raise GridError(f"{file}:{number}", "row", str(error)) from None
    ours = board.los(source, target)
    given = (row["blocked"] == "1", row["blocked_at"], hindrance)
    back = (row["rev_blocked"] == "1", "", back_hindrance)
    verdict = Verdict.DISAGREES
    if _same(ours, *given):
        verdict = Verdict.AGREES
    elif _contradicts(given, back) and _same(ours, *back):
        verdict = Verdict.EITHER
    elif ours.found_from_target and ours.along and back == (False, "", 0):
        verdict = Verdict.KNOWN
    words = (
        f"{row['src']}/{row['src_level']} to {row['dst']}/{row['dst_level']}:"
        f" {_words(*given)}; ours {_words(ours.blocked, ours.at or '', ours.hindrance)}"
    )
    return Scored(number, verdict, "" if verdict is Verdict.AGREES else words)


_Answer = tuple[bool, str, int]


def _contradicts(given: _Answer, back: _Answer) -> bool:
    return given[0] != back[0] or (not given[0] and given[2] != back[2])


def _same(ours: GridLos, blocked: bool, at: str, hindrance: int) -> bool:
    """Of a blocked row the hex must agree, where the row says it; of others the hindrance."""
    if ours.blocked != blocked:
        return False
    return at in ("", ours.at) if blocked else ours.hindrance == hindrance


def _words(blocked: bool, at: str, hindrance: int) -> str:
    return f"blocked at {at}" if blocked else f"clear, hindrance {hindrance}"


def _spot(board: GridBoard, row: Mapping[str, str], end: str) -> Spot:
    return board.spot(row[end], int(row[f"{end}_level"]), Kind(row[f"{end}_kind"]))
