"""What is to be translated: sentences in templates, Python and scripts, by their domain."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from django.utils.translation.template import templatize

Domain = Literal["django", "djangojs"]

ROOT: Final = Path(__file__).resolve().parents[2]
SINGULAR: Final = frozenset(("gettext", "gettext_lazy", "gettext_noop", "_"))
PLURAL: Final = frozenset(("ngettext", "ngettext_lazy"))
WORDED: Final = frozenset(("Worded", "NotNow", "NoRound", "BadAnswer", "TooMuch"))
"""Exceptions whose first argument waits for its reader."""
REFUSED: Final = "Refused"
"""Its second argument is translated by the page that it is sent to, or by the one that shows it."""
_LITERAL = r"""u?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
_CALL = re.compile(rf"\b(_|gettext|ngettext)\(({_LITERAL})(?:, ({_LITERAL}))?")
_SCRIPT = re.compile(r'\b(n?gettext)\(("(?:\\.|[^"\\])*")(?:,\s*("(?:\\.|[^"\\])*"))?')


@dataclass(frozen=True)
class Sentence:
    """What is written in a source, and where."""

    text: str
    plural: str
    file: str


def sentences(domain: Domain) -> list[Sentence]:
    """All sentences of a domain, in the order of files and lines."""
    return [*_scripts(), *_refusals()] if domain == "djangojs" else [*_templates(), *_python()]


def _templates() -> Iterator[Sentence]:
    for path in _files("templates", "*.html", "*.txt"):
        yield from template_sentences(path.read_text(encoding="utf-8"), _named(path))


def _python() -> Iterator[Sentence]:
    for path in _files("games", "*.py"):
        yield from python_sentences(path.read_text(encoding="utf-8"), _named(path))


def _refusals() -> Iterator[Sentence]:
    for path in _files("games", "*.py"):
        for one in _calls(path.read_text(encoding="utf-8")):
            if _name(one) == REFUSED:
                yield from _of(one.args[1:2], _named(path))


def _scripts() -> Iterator[Sentence]:
    for path in _files("static/js", "*.js"):
        yield from script_sentences(path.read_text(encoding="utf-8"), _named(path))


def template_sentences(text: str, file: str) -> Iterator[Sentence]:
    """Those of `translate`, `blocktranslate` and `_()` in a template."""
    for name, one, plural in _CALL.findall(templatize(text)):
        many = str(ast.literal_eval(plural)) if name == "ngettext" else ""
        yield Sentence(str(ast.literal_eval(one)), many, file)


def python_sentences(text: str, file: str) -> Iterator[Sentence]:
    """Those that are given to gettext, and those of refusals."""
    for call in _calls(text):
        name = _name(call)
        if name in SINGULAR or name in WORDED:
            yield from _of(call.args[:1], file)
        elif name in PLURAL:
            yield from _of(call.args[:2], file)
        elif name == REFUSED:
            yield from _of(call.args[1:2], file)


def script_sentences(text: str, file: str) -> Iterator[Sentence]:
    """Those that are given to gettext in a script."""
    for name, one, plural in _SCRIPT.findall(text):
        many = json.loads(plural) if name == "ngettext" and plural else ""
        yield Sentence(json.loads(one), many, file)


def _calls(text: str) -> list[ast.Call]:
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return sorted(found, key=lambda call: (call.lineno, call.col_offset))


def _name(call: ast.Call) -> str:
    func = call.func
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def _of(args: list[ast.expr], file: str) -> Iterator[Sentence]:
    """The sentence that constant arguments are; an argument that is reckoned is none."""
    texts = [arg.value for arg in args if isinstance(arg, ast.Constant)]
    if texts and len(texts) == len(args) and all(isinstance(text, str) and text for text in texts):
        yield Sentence(str(texts[0]), "".join(str(text) for text in texts[1:]), file)


def _files(folder: str, *patterns: str) -> list[Path]:
    found = (path for pattern in patterns for path in (ROOT / folder).rglob(pattern))
    return sorted(path for path in found if "migrations" not in path.parts)


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
