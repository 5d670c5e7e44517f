"""The clause list: every separately testable obligation of the systems on it, one line each.

One YAML file a section: first the five systems of the ledger in its order, B28 minefields, A14
snipers, E6 swimming, E11 convoys and columns, W10 searchlights; then A6 LOS and terrain, B6
bridges to B23 buildings. A clause is what cases and tests name and what `manage.py rulebook`
counts; how it is enforced belongs to `rules.chapters`. Ids are stable and not re-used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.data import load_yaml

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
FILES = (*LEDGER, *TERRAIN)
LONGEST = 110
"""Characters of a clause's line, at most."""


class UnknownSectionError(KeyError):
    """No section of that number is on the clause list."""

    def __init__(self, section: str) -> None:
        super().__init__(section)
        self.section = section

    def __str__(self) -> str:
        return f"no clauses of section {self.section!r}; there are {', '.join(_sections())}"


@dataclass(frozen=True, slots=True)
class Clause:
    """One obligation: `B28.41a` of section `B28`, of the system `minefields`, in one line."""

    id: str
    section: str
    system: str
    text: str


def clauses(section: str | None = None) -> tuple[Clause, ...]:
    """The clauses of one section (`B28`) or of all, in ledger order.

    Raises UnknownSectionError, and DataError for a clause file that does not hold.
    """
    known = _sections()
    if section is None:
        return tuple(clause for group in known.values() for clause in group)
    try:
        return known[section]
    except KeyError:
        raise UnknownSectionError(section) from None


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
        text = node.text()
        if len(text) > LONGEST:
            raise node.error(f"has {len(text)} characters, {LONGEST} are allowed")
        found.append(Clause(name, section, system, text))
    if not found:
        raise root["clauses"].error("has no clauses")
    return tuple(found)
