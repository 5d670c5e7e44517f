"""Files of what is costly to make and then only read: pictures of boards, and of scenarios that
users brought along their rules and what pages show of them.

Each is named after all that it follows from, so that none is ever stale, and any of them can be
made again. Whoever makes one writes it beside its place and moves it there whole. Those of users
take no more than so much room: what nobody has read for longest goes first.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from rules.board.grid.keeping import kept_below
from rules.mapmaking.builder.built import said
from rules.mapmaking.imported.library import shelved_ids
from rules.scenarios import loader
from rules.scenarios.balance import without_balance
from rules.scenarios.shelf import OwnCard, own_card
from rules.scenarios.types import Scenario

MOST_ROOM: Final = 2 << 30
"""Bytes of the files that belong to users' scenarios."""
_DIGITS: Final = 16
_OF_USERS: Final = "own-"
_RULES: Final = Path(loader.__file__).parent.parent
_FOR_ALL_TO_READ: Final = 0o644


def room() -> Path:
    """The folder."""
    return kept_below() / "storeroom"


def picture_digest(scenario: Scenario, own: OwnCard | None = None) -> str:
    """What the picture of a scenario's map goes by: versions with the same map share it."""
    boards = {} if own is None else own.boards
    return _digest("picture", said((scenario.board, scenario.plan, scenario.month, boards)))


def picture_file(digest: str, *, own: bool) -> Path:
    """Where a picture is, packed by gzip."""
    return room() / f"{_OF_USERS if own else ''}picture-{digest}.svg.gz"


def rules_file(version: str, card: OwnCard) -> Path:
    """Where the rules of a version of a user's scenario are."""
    return room() / f"{_OF_USERS}rules-{_digest(version, _card(card))}"


def kept_rules(version: str) -> bytes | None:
    """The rules of a version of a user's scenario, if they are there."""
    return read(rules_file(version, own_card(without_balance(version)[0])))


def sheet_file(version: str, card: OwnCard) -> Path:
    """Where what pages show of such a version is."""
    return room() / f"{_OF_USERS}sheet-{_digest(version, _card(card))}.json"


def read(path: Path) -> bytes | None:
    """What a file has, or None."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):
        os.utime(path)  # by when it was read last
    return content


def write(path: Path, content: bytes) -> None:
    """Put a file in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", delete=False) as file:
        file.write(content)
    made = Path(file.name)
    made.chmod(_FOR_ALL_TO_READ)
    made.replace(path)


def tidy(most: int = MOST_ROOM) -> None:
    """Take away files of users' scenarios beyond so many bytes."""
    found = sorted(_files(), reverse=True)
    for _, size, path in found:
        most -= size
        if most < 0:
            path.unlink(missing_ok=True)


def _files() -> Iterator[tuple[float, int, Path]]:
    for path in room().glob(f"{_OF_USERS}*"):
        with suppress(OSError):  # another process was quicker
            stat = path.stat()
            yield stat.st_mtime, stat.st_size, path


def _card(card: OwnCard) -> str:
    return said((card.id, card.source, card.boards))


def _digest(*what: str) -> str:
    digest = hashlib.sha256(_code())
    digest.update(said(what).encode())
    return digest.hexdigest()[:_DIGITS]


@cache
def _code() -> bytes:
    """All rules, charts, cards and boards, and which boards the site has besides."""
    digest = hashlib.sha256()
    folders = [folder for folder, _, _ in os.walk(_RULES) if "__pycache__" not in folder]
    for path in sorted(path for folder in folders for path in Path(folder).iterdir()):
        if path.is_file():
            digest.update(path.read_bytes())
    digest.update(said(shelved_ids()).encode())
    return digest.digest()
