"""Names that not everybody may read: a text holds a token, and each audience reads it its own way.

    text = f"{token('ua3')} moves on"       # ⟦ua3⟧ moves on
    rendered(text, {"ua3": "4-6-7 A"}.get)  # 4-6-7 A moves on
    rendered(text, {}.get)                  # ? moves on

Tokens that stand together, joined by " + ", are one "?" for who does not know them: how many there
are and in which order must not show, so whoever lists counters puts the tokens last.
"""

import re
from collections.abc import Callable
from typing import Any, Final

UNKNOWN: Final = "?"
_MARK: Final = "⟦"
_TOKEN: Final = re.compile(r"⟦([^⟦⟧]*)⟧")
_RUN: Final = re.compile(r"⟦[^⟦⟧]*⟧(?: \+ ⟦[^⟦⟧]*⟧)*")

NameOf = Callable[[str], str | None]
"""The name of a counter by its id, or None for who may not know it."""


def token(id_: str) -> str:
    """What stands for the name of a counter until it is known who reads it."""
    return f"⟦{id_}⟧"


def has_token(text: str) -> bool:
    """Whether a text must be rendered before anybody reads it."""
    return _MARK in text


def rendered(text: str, name_of: NameOf) -> str:
    """A text as it reads for those who know these names."""
    if not has_token(text):
        return text

    def run(found: re.Match[str]) -> str:
        names = [name_of(id_) for id_ in _TOKEN.findall(found[0])]
        known = [name for name in names if name is not None]
        return " + ".join([*known, *([UNKNOWN] if len(known) < len(names) else [])])

    return _RUN.sub(run, text)


def rendered_all(value: Any, name_of: NameOf) -> Any:
    """The same for all texts in a value of lists, mappings and the like."""
    match value:
        case str():
            return rendered(value, name_of)
        case dict():
            return {key: rendered_all(inner, name_of) for key, inner in value.items()}
        case list():
            return [rendered_all(inner, name_of) for inner in value]
        case tuple():
            return tuple(rendered_all(inner, name_of) for inner in value)
        case _:
            return value
