"""Data files: read with their line numbers, typed field by field, refused by place.

Every value of a YAML file comes as a `Node` that knows its file, line and field. A loader asks
it for what it expects (`text`, `integer`, `choice`, …); anything else is a `DataError` that says
where to look. Here is the reading only: what a unit or a scenario must hold is said by its loader.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import CollectionEndEvent, CollectionStartEvent, ScalarEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


class DataError(ValueError):
    """A data file that is not what its loader expects.

    `line` counts from 1; `field` is the path inside the file, such as `squads.ger-467.fp`, and
    empty where the whole file is meant.
    """

    def __init__(self, file: Path, line: int, field: str, message: str) -> None:
        where = f"{file}:{line}: {field}: " if field else f"{file}:{line}: "
        super().__init__(where + message)
        self.file = file
        self.line = line
        self.field = field
        self.message = message


class Gathered(CommentedMap):
    """A group of fields that stand in several places, perhaps of several files."""

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, Path] = {}

    def gather(self, name: str, node: Node, value: object = None) -> None:
        """Take a field in, as it stands there, or with another value."""
        self[name] = node.value if value is None else value
        self.files[name] = node.file
        self.lc.add_kv_line_col(name, [node.line - 1, 0, node.line - 1, 0])


@dataclass(frozen=True, slots=True)
class Node:
    """One value of a data file and the place where it stands."""

    value: object
    file: Path
    line: int
    field: str = ""

    def error(self, message: str) -> DataError:
        """The error to raise about this value."""
        return DataError(self.file, self.line, self.field, message)

    def text(self) -> str:
        """This value as words; an empty text or a bare number is refused."""
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.error(f"must be text, not {_shown(self.value)}")
        return str(self.value)

    def integer(self, least: int | None = None, most: int | None = None) -> int:
        """This value as a whole number between `least` and `most`, both included."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.error(f"must be a whole number, not {_shown(self.value)}")
        if least is not None and self.value < least:
            raise self.error(f"must be at least {least}, not {self.value}")
        if most is not None and self.value > most:
            raise self.error(f"must be at most {most}, not {self.value}")
        return int(self.value)

    def flag(self) -> bool:
        """This value as true or false."""
        if not isinstance(self.value, bool):
            raise self.error(f"must be true or false, not {_shown(self.value)}")
        return self.value

    def choice(self, words: Iterable[str]) -> str:
        """This value as one of the words; a bare number counts as the word it is written as."""
        allowed = tuple(words)
        bare = isinstance(self.value, int) and not isinstance(self.value, bool)
        said = str(self.value) if bare else self.value
        for word in allowed:
            if said == word:
                return word
        near = nearest(str(said), allowed)
        raise self.error(f"must be one of {', '.join(allowed)}, not {_shown(self.value)}{near}")

    def items(self) -> tuple[Node, ...]:
        """The members of a list, in the order of the file."""
        if not isinstance(self.value, CommentedSeq):
            raise self.error(f"must be a list, not {_shown(self.value)}")
        places = self.value.lc.data or {}
        return tuple(
            Node(member, self.file, _line(places, at, self.line), f"{self.field}[{at}]")
            for at, member in enumerate(self.value)
        )

    def pairs(self) -> Iterator[tuple[str, Node]]:
        """Name and value of each field, in the order of the file."""
        if not isinstance(self.value, CommentedMap):
            raise self.error(f"must be a group of fields, not {_shown(self.value)}")
        places = self.value.lc.data or {}
        for name, member in self.value.items():
            line = _line(places, name, self.line)
            if not isinstance(name, str):
                raise DataError(self.file, line, self.field, f"field name {name!r} must be text")
            field = f"{self.field}.{name}" if self.field else name
            file = self.value.files[name] if isinstance(self.value, Gathered) else self.file
            yield name, Node(member, file, line, field)

    def get(self, name: str) -> Node | None:
        """The field of that name, or None where it is left out or empty."""
        for key, node in self.pairs():
            if key == name:
                return None if node.value is None else node
        return None

    def __getitem__(self, name: str) -> Node:
        """The field of that name; a missing or empty one is refused."""
        node = self.get(name)
        if node is None:
            raise self.error(f"field {name!r} is missing")
        return node

    def only(self, names: Iterable[str]) -> None:
        """Refuse a field that is none of these: most often a misspelt one."""
        allowed = tuple(names)
        for name, node in self.pairs():
            if name not in allowed:
                near = nearest(name, allowed)
                raise node.error(f"unknown field; known are {', '.join(allowed)}{near}")


def nearest(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'lmg'?` where a known word is like that one, else nothing."""
    alike = get_close_matches(word, tuple(known), n=1, cutoff=0.5)
    return f"; did you mean {alike[0]!r}?" if alike else ""


def load_yaml(path: Path) -> Node:
    """The content of a YAML file.

    Raises DataError for what is not YAML or not UTF-8, and OSError where there is no such file.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as why:
        raise DataError(path, 1, "", "is not UTF-8 text") from why
    return parse_yaml(text, path)


def parse_yaml(text: str, file: Path) -> Node:
    """The content of YAML text that came from `file`, or is named so in errors."""
    try:
        value = YAML(typ="rt", pure=True).load(text)
    except MarkedYAMLError as why:
        line = why.problem_mark.line + 1 if why.problem_mark is not None else 1
        raise DataError(file, line, "", str(why.problem or why.context)) from why
    except YAMLError as why:
        raise DataError(file, 1, "", " ".join(str(why).split())) from why
    return Node(value, file, 1)


DEEPEST = 12
MOST_NODES = 4000
LONGEST_VALUE = 4000


def parse_plain(text: str, file: Path) -> Node:
    """The same of text that a stranger brought: plain values, lists and groups alone, so many and
    so deep at most; no anchors, tags or directives, and one document.
    """
    _refuse_devices(text, file)
    try:
        return parse_yaml(text, file)
    except (ValueError, OverflowError, RecursionError) as why:
        if isinstance(why, DataError):
            raise
        raise DataError(file, 1, "", f"has a value that is none: {why}") from why


def _refuse_devices(text: str, file: Path) -> None:
    depth = count = 0
    try:
        for event in YAML(typ="rt", pure=True).parse(text):
            line = event.start_mark.line + 1 if event.start_mark else 1
            for what in ("anchor", "tag", "version", "tags"):
                if getattr(event, what, None):
                    raise DataError(file, line, "", f"has a YAML {what}, which is not used here")
            opens = isinstance(event, CollectionStartEvent)
            depth += opens - isinstance(event, CollectionEndEvent)
            count += opens or isinstance(event, ScalarEvent)
            if depth > DEEPEST:
                raise DataError(file, line, "", f"goes more than {DEEPEST} groups deep")
            if count > MOST_NODES:
                raise DataError(file, line, "", f"has more than {MOST_NODES:,} values")
            if isinstance(event, ScalarEvent) and len(event.value) > LONGEST_VALUE:
                raise DataError(file, line, "", f"a value has over {LONGEST_VALUE:,} characters")
    except YAMLError:
        return  # the reader says it better


def _line(places: dict[object, list[int]], key: object, otherwise: int) -> int:
    """Where a member stands; what a merge key (`<<`) brought in has no line of its own."""
    return places[key][0] + 1 if key in places else otherwise


def _shown(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case CommentedMap():
            return "a group of fields"
        case CommentedSeq():
            return "a list"
        case _:
            return repr(value)
