"""Ids of counters are typed: a checker finds one that is shown where one for life is meant."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "rules"
ROOMS = ("chapters", "position", "play")
OF_UNITS = {
    *("unit_id", "unit_ids", "movers", "companions", "targets", "attackers", "director"),
    *("leader_id", "router", "holder", "base_id"),
}
PLAIN = {"str", "str | None", "tuple[str, ...]", "Public[str]", "Public[tuple[str, ...]]"}
OB = {"rules/play/setup/facts.py:holder"}
"""What is named by the ids of the OB, before it is on the board."""


def _named(tree: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """The arguments and fields of a module, with their types."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.arg, node.annotation
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node.annotation


@pytest.mark.parametrize("room", ROOMS)
def test_no_id_of_a_unit_is_a_plain_string(room: str) -> None:
    plain = {
        f"{path.relative_to(RULES.parent)}:{name}"
        for path in sorted((RULES / room).rglob("*.py"))
        for name, type_ in _named(ast.parse(path.read_text()))
        if name in OF_UNITS and type_ is not None and ast.unparse(type_) in PLAIN
    }
    assert plain <= OB
