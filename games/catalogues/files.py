"""Catalogues as GNU gettext keeps them: `.po` to be read and edited, `.mo` to be loaded."""

import ast
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

MAGIC: Final = 0x950412DE
HEADER: Final = 28  # bytes
FORMS: Final = "nplurals=2; plural=(n != 1);"


class BadCatalogue(Exception):
    """A `.po` file that says something else than ours do. Names the line."""


@dataclass(frozen=True)
class Entry:
    """A sentence and its translation; two of each, if it says how many. `files` use it."""

    text: str
    plural: str = ""
    said: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def is_translated(self) -> bool:
        return len(self.said) == (2 if self.plural else 1) and all(self.said)


def read(po: str) -> list[Entry]:
    """The entries of a `.po`, without its header. Raises BadCatalogue."""
    blocks = [block for block in po.split("\n\n") if block.strip()]
    entries = [_entry(block) for block in blocks]
    return [entry for entry in entries if entry.text]


def _entry(block: str) -> Entry:
    fields: dict[str, str] = {}
    files: list[str] = []
    name = ""
    for line in block.splitlines():
        if line.startswith("#: "):
            files += line[3:].split()
            continue
        if line.startswith("#"):
            raise BadCatalogue(f"neither notes, fuzzy nor obsolete entries are kept: {line}")
        word, _, rest = line.partition(" ")
        name, text = (name, line) if line.startswith('"') else (word, rest)
        if not name.startswith(("msgid", "msgstr")) or not text.startswith('"'):
            raise BadCatalogue(f"not understood: {line}")
        fields[name] = fields.get(name, "") + str(ast.literal_eval(text))
    said = tuple(text for key, text in sorted(fields.items()) if key.startswith("msgstr"))
    return Entry(fields.get("msgid", ""), fields.get("msgid_plural", ""), said, tuple(files))


def written(language: str, entries: Iterable[Entry]) -> str:
    """A `.po`: the header, then entries in the order given."""
    head = f'msgid ""\nmsgstr ""\n{_quoted(_header(language), split=True)}\n'
    return "\n".join((head, *(_block(entry) for entry in entries)))


def _header(language: str) -> str:
    return (
        "Project-Id-Version: Sealed Orders\n"
        f"Language: {language}\n"
        "MIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\n"
        f"Plural-Forms: {FORMS}\n"
    )


def _block(entry: Entry) -> str:
    lines = [f"#: {file}" for file in entry.files]
    lines.append(f"msgid {_quoted(entry.text)}")
    if entry.plural:
        said = entry.said or ("", "")
        lines.append(f"msgid_plural {_quoted(entry.plural)}")
        lines += [f"msgstr[{form}] {_quoted(text)}" for form, text in enumerate(said)]
    else:
        lines.append(f"msgstr {_quoted(''.join(entry.said[:1]))}")
    return "\n".join(lines) + "\n"


def _quoted(text: str, *, split: bool = False) -> str:
    if split:
        return "\n".join(_quoted(line) for line in text.splitlines(keepends=True))
    signs = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(signs.get(sign, sign) for sign in text) + '"'


def compiled(language: str, entries: Iterable[Entry]) -> bytes:
    """A `.mo`: what is translated, sorted, behind two tables of lengths and places."""
    words = {"": _header(language), **dict(_pairs(entries))}
    keys = sorted(words, key=lambda key: key.encode())
    ids, texts = ([key.encode() for key in keys], [words[key].encode() for key in keys])
    first = HEADER + 16 * len(keys)
    second = first + sum(len(one) + 1 for one in ids)
    tables = [*_places(ids, first), *_places(texts, second)]
    head = struct.pack("<7I", MAGIC, 0, len(keys), HEADER, HEADER + 8 * len(keys), 0, 0)
    bodies = (one + b"\0" for one in (*ids, *texts))
    return b"".join((head, *(struct.pack("<2I", *one) for one in tables), *bodies))


def _pairs(entries: Iterable[Entry]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        if entry.is_translated:
            key = f"{entry.text}\0{entry.plural}" if entry.plural else entry.text
            yield key, "\0".join(entry.said)


def _places(texts: Iterable[bytes], start: int) -> Iterator[tuple[int, int]]:
    for text in texts:
        yield len(text), start
        start += len(text) + 1


def by_text(entries: Iterable[Entry]) -> Mapping[str, Entry]:
    """Entries by what is translated."""
    return {entry.text: entry for entry in entries}
