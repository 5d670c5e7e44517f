"""Cuts the text of a board source into statements."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rules.mapmaking.reading.draft import Draft


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a list, and the line it stands on."""

    text: str
    line: int


@dataclass(slots=True)
class Entry:
    """One statement: its line, the words before the colon and those after it."""

    line: int
    head: list[str]
    words: list[Word] = field(default_factory=list)
    listed: bool = False
    """Whether there was a colon."""

    @property
    def keyword(self) -> str:
        """The first word."""
        return self.head[0] if self.head else ":"


def entries(text: str, draft: Draft) -> Iterator[Entry]:
    """The statements in order, without comments and empty lines.

    Raises BoardError for an indented line that continues no list, and for a list of nothing.
    """
    entry: Entry | None = None
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.partition("#")[0].rstrip()
        if not line:
            continue
        if line[0].isspace():
            if entry is None or not entry.listed:
                raise draft.error(number, line.split()[0], "is indented but continues no list")
            entry.words += _words(line, number)
            continue
        if entry is not None:
            yield _complete(entry, draft)
        head, colon, tail = line.partition(":")
        entry = Entry(number, head.split(), _words(tail, number), listed=bool(colon))
    if entry is not None:
        yield _complete(entry, draft)


def _words(text: str, line: int) -> list[Word]:
    return [Word(word, line) for word in text.split()]


def _complete(entry: Entry, draft: Draft) -> Entry:
    if entry.listed and not entry.words:
        raise draft.error(entry.line, entry.keyword, "lists nothing")
    return entry
