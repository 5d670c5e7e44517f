"""docs/extending.md names lists that there are, where it says."""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "extending.md"

_CELL = re.compile(r"((?:[^()]|\(\))*?)\(`(rules/[a-z0-9_/]+)\.py`\)")
_LIST = re.compile(r"`([A-Z][A-Z_]+|is_due)`")


def lists() -> Iterator[tuple[str, str]]:
    """The lists of the first table, each with the module that it says they are in."""
    table = GUIDE.read_text(encoding="utf-8").partition("## The lists")[2].partition("\n## ")[0]
    for row in table.splitlines():
        for words, module in _CELL.findall(row.rpartition(" | ")[2]):
            for name in _LIST.findall(words):
                yield name, module.replace("/", ".")


@pytest.mark.parametrize(("name", "module"), sorted(set(lists())))
def test_a_list_is_where_the_guide_says(name: str, module: str) -> None:
    assert hasattr(importlib.import_module(module), name)


def test_the_guide_names_many() -> None:
    assert len(set(lists())) >= 18
