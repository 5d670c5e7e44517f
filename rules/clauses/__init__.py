"""The clause list: every separately testable obligation of the systems on it, one line each.

One YAML file a section: first the five systems of the ledger in its order, B28 minefields, A14
snipers, E6 swimming, E11 convoys and columns, W10 searchlights; then A6 LOS and terrain, B6
bridges to B23 buildings; then the rest of chapters A and B, a line for each numbered section, with
a reason where one has no place in these games. A clause is what cases and tests name and what
`manage.py rulebook` counts; how it is enforced belongs to `rules.chapters`. Ids are stable and not
re-used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.data import Node, load_yaml

LEDGER = ("b28.yaml", "a14.yaml", "e06.yaml", "e11.yaml", "w10.yaml")
TERRAIN = (
    "a06.yaml",
    "b06.yaml",
    "b10.yaml",
    "b11.yaml",
    "b13.yaml",
    "b14.yaml",
    "b19.yaml",
    "b20.yaml",
    "b21.yaml",
    "b23.yaml",
)
INFANTRY = (
    "a01.yaml",
    "a02.yaml",
    "a03.yaml",
    "a04.yaml",
    "a05.yaml",
    "a07.yaml",
    "a08.yaml",
    "a09.yaml",
    "a10.yaml",
    "a11.yaml",
    "a12.yaml",
    "a13.yaml",
    "a15.yaml",
    "a16.yaml",
    "a17.yaml",
    "a18.yaml",
    "a19.yaml",
    "a20.yaml",
    "a21.yaml",
    "a22.yaml",
    "a23.yaml",
    "a24.yaml",
    "a25.yaml",
    "a26.yaml",
    "b01.yaml",
    "b02.yaml",
    "b03.yaml",
    "b04.yaml",
    "b05.yaml",
    "b07.yaml",
    "b08.yaml",
    "b09.yaml",
    "b12.yaml",
    "b15.yaml",
    "b16.yaml",
    "b17.yaml",
    "b18.yaml",
    "b22.yaml",
    "b24.yaml",
    "b25.yaml",
    "b26.yaml",
    "b27.yaml",
    "b29.yaml",
    "b30.yaml",
    "e05.yaml",
)
FILES = (*LEDGER, *TERRAIN, *INFANTRY)
LONGEST = 110
"""Characters of a clause's line, at most."""


_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class UnknownSectionError(KeyError):
    """No section of that number is on the clause list."""

    def __init__(self, section: str) -> None:
        super().__init__(section)
        self.section = section

    def __str__(self) -> str:
        return f"no clauses of section {self.section!r}; there are {', '.join(_sections())}"


@dataclass(frozen=True, slots=True)
class Clause:
    """One obligation: `B28.41a` of section `B28`, of the system `minefields`, in one line.

    `absent` says why it is not in play, where it is not meant to be.
    """

    id: str
    section: str
    system: str
    text: str
    absent: str = ""

    @property
    def number(self) -> str:
        """The number of the rulebook that it belongs to: `B28.41`."""
        return self.id.rstrip(_LETTERS)


def clauses(section: str | None = None) -> tuple[Clause, ...]:
    """The clauses of one section (`B28`), of a chapter (`B`) by its numbers, or of all, in ledger
    order.

    Raises UnknownSectionError, and DataError for a clause file that does not hold.
    """
    known = _sections()
    if section is None:
        return tuple(clause for group in known.values() for clause in group)
    if section.isalpha() and any(name.startswith(section) for name in known):
        chapter = sorted((name for name in known if name.startswith(section)), key=_place)
        return tuple(clause for name in chapter for clause in known[name])
    try:
        return known[section]
    except KeyError:
        raise UnknownSectionError(section) from None


def _place(section: str) -> int:
    return int(section[1:])


@cache
def _sections() -> dict[str, tuple[Clause, ...]]:
    folder = Path(__file__).parent
    read = [read_clauses(folder / name) for name in FILES]
    return {group[0].section: group for group in read}


def read_clauses(path: Path) -> tuple[Clause, ...]:
    """One clause file. Raises DataError for a foreign id and for an empty or long line."""
    root = load_yaml(path)
    root.only(("section", "system", "clauses"))
    section, system = root["section"].text(), root["system"].text()
    number = re.compile(rf"{section}\.\d+[a-z]")
    found = []
    for name, node in root["clauses"].pairs():
        if number.fullmatch(name) is None:
            raise node.error(f"is no clause of {section}")
        text, absent = _text(node)
        if len(text) > LONGEST:
            raise node.error(f"has {len(text)} characters, {LONGEST} are allowed")
        found.append(Clause(name, section, system, text, absent))
    if not found:
        raise root["clauses"].error("has no clauses")
    return tuple(found)


def _text(node: Node) -> tuple[str, str]:
    """A clause's line, and why it is not in play where that is said."""
    if not isinstance(node.value, Mapping):
        return node.text(), ""
    node.only(("text", "absent"))
    return node["text"].text(), node["absent"].text()
