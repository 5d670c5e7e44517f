"""Compiling ahead."""

from rules.board.grid.compiled import kept_in
from rules.board.grid.warming import warm_up


def test_warming_up_asks_for_a_los() -> None:
    warm_up()


def test_compiled_functions_are_kept_by_what_they_were_made_from() -> None:
    assert kept_in() == kept_in()
    assert kept_in().name.startswith("los-")
