"""Compiling ahead."""

import shutil
from pathlib import Path
from threading import Thread

import pytest

from rules.board.grid import compiled
from rules.board.grid.compiled import COMPILED, being_compiled, is_compiled, kept_in
from rules.board.locations import location
from rules.mapmaking import warming
from rules.mapmaking.builder import built
from rules.mapmaking.loading import BOARDS
from rules.mapmaking.reading import read_layout
from rules.mapmaking.source import parse_board
from rules.mapmaking.warming import build_boards, compile_ahead, take_compiled


def test_what_is_compiled_is_said_to_every_process() -> None:
    compile_ahead()
    assert is_compiled()
    before = {path: path.stat().st_mtime_ns for path in kept_in().rglob("*")}
    compile_ahead()
    assert {path: path.stat().st_mtime_ns for path in kept_in().rglob("*")} == before


def test_nothing_is_left_to_be_compiled_where_somebody_plays() -> None:
    """What compiled functions call is kept with them, as ordinary Python asks for it too: whoever
    looks for what lies under a bridge.
    """
    compile_ahead()
    take_compiled()
    before = compiled_here()
    board = parse_board("stream: E4 E5 E6\nroad dirt: D4 E5 F4\nbridge wooden: E5")
    board.los(location(board.hex("E5")), location(board.hex("E6")))
    assert [one.function.__name__ for one in COMPILED if not one.is_taken] == []
    assert compiled_here() == before


def compiled_here() -> int:
    """How often this process has compiled what it did not find kept."""
    return sum(sum(one._fast.stats.cache_misses.values()) for one in COMPILED)


def test_who_comes_while_it_is_compiled_waits() -> None:
    compile_ahead()
    other = Thread(target=compile_ahead)
    with being_compiled():
        other.start()
        other.join(0.2)
        assert other.is_alive()
    other.join()


def test_compiled_functions_are_kept_by_what_they_were_made_from() -> None:
    assert kept_in() == kept_in()
    assert kept_in().name.startswith("los-")


def test_our_boards_are_built_for_every_season(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    source = (BOARDS / "so1.txt").read_text(encoding="utf-8")
    (boards / "so1.txt").write_text(source, encoding="utf-8")
    monkeypatch.setattr(warming, "BOARDS", boards)
    build_boards(tmp_path / "kept")
    kept = set((tmp_path / "kept").iterdir())
    for month in range(1, 13):
        built.cached_cells(read_layout(source, file="so1.txt"), month, tmp_path / "kept")
    assert kept
    assert set((tmp_path / "kept").iterdir()) == kept


def test_a_copy_of_the_whole_counts_as_not_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """numba finds nothing there: it would compile where somebody waits."""
    here = compiled._mark()
    copy = tmp_path / "grid"
    shutil.copytree(compiled._PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(compiled, "_PACKAGE", copy)
    there = compiled._mark()
    assert there != here
    (copy / "walk.py").touch()
    assert compiled._mark() != there
