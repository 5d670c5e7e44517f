"""What would betray a minefield, or a counter set up unseen, in anything sent to others."""

import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from tests.browser.table import hex_id

OWNED = ("mine_record:", "placement:rus-")
"""How the keys of faces begin that nobody but the Russian may see."""
MARKERS = ("minefield:",)
"""The same of minefields that everybody knows: there are none before the first is entered."""
SECRET_VERBS = frozenset({"record_mines", "erase_mines"})


def betrayals(
    sent: str,
    *,
    records: Collection[str],
    hexes: Collection[str],
    faces: tuple[str, ...],
) -> list[str]:
    """Everything in a frame or a body that says more than others may know.

    `records` are the ids of the owner's records, `hexes` the names of mined hexes that nobody has
    entered yet, `faces` how the keys begin of those that may not be shown at all.
    """
    found = [f"the id {one}" for one in records if re.search(rf'[":]{one}"', sent)]
    for part in _parts(_read(sent)):
        keys = [f"{part.get('k')}:{part.get('id')}", *part.get("drop", ())]
        found += [f"the face {key}" for key in keys if key.startswith(faces)]
        if part.get("verb") in SECRET_VERBS:
            found.append(f"an offer {part['verb']}")
        words = " ".join(_words(part))
        if re.search(r"\bmine", words, re.IGNORECASE):
            found += [f"mines in {name}" for name in hexes if _names(words, name)]
    return found


def _names(words: str, name: str) -> bool:
    return re.search(rf"\b{name}\b", words) is not None


def _read(sent: str) -> Any:
    """The JSON that was sent; of a page, the JSON in its script blocks."""
    if sent.lstrip().startswith(("{", "[")):
        return json.loads(sent)
    return [
        json.loads(block) for block in re.findall(r"(?s)application/json\">(.*?)</script>", sent)
    ]


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a value."""
    if isinstance(value, dict):
        yield value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inside:
        yield from _parts(one)


def _words(part: dict[str, Any]) -> Iterator[str]:
    """The names and texts that stand directly in an object, or in a list in it.

    A group of an OB says where it sets up and how many factors it has, as its card does.
    """
    if "area_text" in part:
        return
    for name, value in part.items():
        yield name
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str):
                yield one


def selectors(hexes: Collection[str]) -> str:
    """What would show a secret if it were drawn on a page, as a CSS selector."""
    marks = [
        f'[{mark}="{hex_id(name)}"]' for name in hexes for mark in ("data-mine", "data-secret")
    ]
    faces = [f'[data-face^="{begin}"]' for begin in OWNED]
    return ", ".join([*marks, *faces, "[data-mine-record]", "[data-mine-form]"])
