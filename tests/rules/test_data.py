"""Data files: values typed one by one, errors that say where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rules.data import DataError, Node, load_yaml, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = Path("some.yaml")
TEXT = """\
# a comment counts as a line
name: Elst
turns: 6
sides:
  - {side: a, ready: true}
  - side: b
    units: [ger-467, 8]
empty:
"""


@pytest.fixture
def root() -> Node:
    return parse_yaml(TEXT, FILE)


def test_values_come_typed(root: Node) -> None:
    first, second = root["sides"].items()
    assert root["name"].text() == "Elst"
    assert root["turns"].integer(1, 6) == 6
    assert first["ready"].flag() is True
    assert second["side"].choice(["a", "b"]) == "b"
    assert [name for name, _ in root.pairs()] == ["name", "turns", "sides", "empty"]
    assert root.get("empty") is None
    assert root.get("nothing") is None


def test_a_node_knows_its_line_and_field(root: Node) -> None:
    node = root["sides"].items()[1]["units"].items()[1]
    assert (node.line, node.field) == (7, "sides[1].units[1]")


@pytest.mark.parametrize(
    ("read", "line", "field", "message"),
    [
        (lambda root: root["turns"].text(), 3, "turns", "must be text, not 6"),
        (lambda root: root["name"].integer(), 2, "name", "must be a whole number, not 'Elst'"),
        (lambda root: root["turns"].integer(7), 3, "turns", "must be at least 7, not 6"),
        (lambda root: root["turns"].integer(most=5), 3, "turns", "must be at most 5, not 6"),
        (lambda root: root["turns"].flag(), 3, "turns", "must be true or false, not 6"),
        (lambda root: root["turns"].choice(["5"]), 3, "turns", "must be one of 5, not 6"),
        (lambda root: root["sides"].text(), 4, "sides", "must be text, not a list"),
        (lambda root: root["name"].items(), 2, "name", "must be a list, not 'Elst'"),
        (lambda root: root["name"].get("x"), 2, "name", "must be a group of fields, not 'Elst'"),
        (lambda root: root["sides"].items()[0]["x"], 5, "sides[0]", "field 'x' is missing"),
        (lambda root: root["empty"], 1, "", "field 'empty' is missing"),
        (
            lambda root: root["sides"].items()[0].only(["side"]),
            5,
            "sides[0].ready",
            "unknown field; known are side",
        ),
    ],
)
def test_what_was_not_expected_is_refused_by_place(
    root: Node, read: Callable[[Node], object], line: int, field: str, message: str
) -> None:
    with pytest.raises(DataError) as caught:
        read(root)
    error = caught.value
    assert (error.file, error.line, error.field, error.message) == (FILE, line, field, message)


def test_true_is_no_number() -> None:
    with pytest.raises(DataError, match="whole number"):
        parse_yaml("turns: true", FILE)["turns"].integer()


def test_the_message_leads_to_the_line() -> None:
    with pytest.raises(DataError, match=r"^some\.yaml:2: b: must be text, not 1$"):
        parse_yaml("a: x\nb: 1\n", FILE)["b"].text()


@pytest.mark.parametrize(
    ("text", "line"),
    [("a: 1\nb: [1, 2\n", 3), ("a: 1\na: 2\n", 2), ("a: x: y\n", 1)],
    ids=["unclosed", "a field twice", "nested on one line"],
)
def test_what_is_not_yaml_is_refused(text: str, line: int) -> None:
    with pytest.raises(DataError) as caught:
        parse_yaml(text, FILE)
    assert caught.value.line == line


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(b"name: \xff\xfe")
    with pytest.raises(DataError, match="is not UTF-8 text"):
        load_yaml(path)


def test_what_a_merge_key_brings_in_has_its_groups_line() -> None:
    root = parse_yaml("base: &base\n  fp: 4\nunit:\n  <<: *base\n  morale: 7\n", FILE)
    assert root["unit"]["fp"].integer() == 4
    assert root["unit"]["fp"].line == root["unit"].line
