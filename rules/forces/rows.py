"""Rows of the larger value tables, a row a line, each read when it is asked for.

A folder has one file for each nation. Which rows a file has is seen without reading its YAML, so
that a game pays for the Guns and vehicles in it and for no others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.data import DataError, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from rules.data import Node

_HEAD = re.compile(r"nation: (\S+)")
_ROW = re.compile(r"([a-z0-9]+-[a-z0-9-]+): +\{.*\}")


@dataclass(frozen=True, slots=True)
class Row:
    """The fields of one row, and the nation of its file."""

    id: str
    nation: str
    node: Node
    fields: Mapping[str, Node]

    def integer(self, name: str, least: int, most: int, *, otherwise: int = 0) -> int:
        """The whole number of that field, or another where it is left out."""
        node = self.fields.get(name)
        return otherwise if node is None else node.integer(least, most)

    def perhaps(self, name: str, least: int, most: int) -> int | None:
        """The whole number of that field, None where it is left out."""
        node = self.fields.get(name)
        return None if node is None else node.integer(least, most)

    def flag(self, name: str, *, otherwise: bool = False) -> bool:
        """Whether that field says so."""
        node = self.fields.get(name)
        return otherwise if node is None else node.flag()

    def text(self, name: str) -> str | None:
        """The words of that field, None where it is left out; a bare number counts as written."""
        node = self.fields.get(name)
        return None if node is None else written(node)

    def words(self, name: str) -> tuple[str, ...]:
        """The members of the list in that field."""
        return tuple(node.text() for node in self.items(name))

    def items(self, name: str) -> tuple[Node, ...]:
        """The members of the list in that field, with their places."""
        node = self.fields.get(name)
        return () if node is None else node.items()

    def __getitem__(self, name: str) -> Node:
        """That field; a missing one is refused."""
        return self.fields[name] if name in self.fields else self.node[name]


def written(node: Node) -> str:
    """A word or a bare number as it is written: `75` and `75L` are calibres both."""
    number = isinstance(node.value, (int, float)) and not isinstance(node.value, bool)
    return f"{node.value:g}" if number else node.text()


class Rows:
    """All rows of a folder by id, none of them read yet."""

    def __init__(self, folder: Path) -> None:
        self._places: dict[str, tuple[Path, int, str, str]] = {}
        self._nations: dict[str, list[str]] = {}
        for path in sorted(folder.glob("*.yaml")):
            self._find(path)

    def _find(self, path: Path) -> None:
        nation, ids = "", []
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            head, found = _HEAD.fullmatch(line), _ROW.fullmatch(line)
            if head is not None:
                nation = head[1]
            elif found is not None and nation:
                if found[1] in self._places:
                    raise DataError(path, number, found[1], "is listed already")
                self._places[found[1]] = (path, number, nation, line)
                ids.append(found[1])
            elif line and not line.startswith("#"):
                raise DataError(path, number, "", "must be a row, `id: {...}`, after the nation")
        self._nations.setdefault(nation, []).extend(ids)

    def ids(self, nation: str | None = None) -> tuple[str, ...]:
        """The ids of one nation or of all, in the order of the files."""
        return tuple(self._places if nation is None else self._nations.get(nation, ()))

    def read(self, name: str, known: Iterable[str]) -> Row:
        """The row of that id, which has no other fields than the known ones.

        Raises KeyError where there is none, DataError for what is not as it must be.
        """
        path, number, nation, line = self._places[name]
        root = parse_yaml("\n" * (number - 1) + line, path)  # so that its place is that of the file
        node = root[name]
        node.only(known)
        return Row(name, nation, node, dict(node.pairs()))
