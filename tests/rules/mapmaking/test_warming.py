"""Compiling ahead."""

from pathlib import Path

import pytest

from rules.board.grid.compiled import kept_in
from rules.mapmaking import warming
from rules.mapmaking.builder import built
from rules.mapmaking.loading import BOARDS
from rules.mapmaking.reading import read_layout
from rules.mapmaking.warming import build_boards, warm_up


def test_warming_up_asks_for_a_los() -> None:
    warm_up()


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
