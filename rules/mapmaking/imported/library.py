"""The site's library of boards: a folder for each, kept out of the repository.

A folder has the board's own files as they came, and `board.json` with what was decided when it was
imported. It is written beside its place and moved there whole.
"""

import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import msgspec

from rules.board.grid.engine import BOARD_METADATA, LOSDATA, SHARED_METADATA
from rules.board.grid.errors import GridError
from rules.board.grid.options import Reading

ID: Final = re.compile(r"[a-z](?:[a-z0-9-]{0,22}[a-z0-9])?")
CARD: Final = "board.json"

_DEFAULT: Final = Path(__file__).parents[3] / "var" / "boards"
_MAX_CARD: Final = 10_000
_FOR_ALL_TO_READ: Final = 0o755


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is written beside a board: its title, by which reading its LOS is judged, and the file
    of its picture with its format, empty if it has none."""

    title: str
    reading: Reading
    picture: str = ""
    format: str = ""


@dataclass(frozen=True, slots=True)
class Shelved:
    """A board of the library: its folder and card."""

    folder: Path
    card: Card

    @property
    def id(self) -> str:
        """The id that scenarios name it by."""
        return self.folder.name

    def content(self, name: str) -> bytes:
        """One of its files. Raises GridError."""
        try:
            return (self.folder / name).read_bytes()
        except OSError as error:
            where = str(self.folder / name)
            raise GridError(where, "file", f"cannot be read: {error.strerror}") from None


def library() -> Path:
    """The folder of the library: BOARD_LIBRARY, or var/boards."""
    return Path(os.environ.get("BOARD_LIBRARY") or _DEFAULT)


def shelved_ids() -> tuple[str, ...]:
    """The ids of all boards in the library, in alphabetical order."""
    folder = library()
    if not folder.is_dir():
        return ()
    found = (one.name for one in folder.iterdir() if (one / CARD).is_file())
    return tuple(sorted(id for id in found if ID.fullmatch(id)))


def shelved(id: str) -> Shelved:
    """A board of the library. KeyError if there is none, GridError for a card that is damaged."""
    folder = library() / id
    if ID.fullmatch(id) is None or not (folder / CARD).is_file():
        raise KeyError(id)
    text = (folder / CARD).read_bytes()[:_MAX_CARD]
    try:
        return Shelved(folder, msgspec.json.decode(text, type=Card))
    except msgspec.MsgspecError as error:
        raise GridError(str(folder / CARD), "card", str(error)) from None


def shelve(id: str, card: Card, files: Mapping[str, bytes], *, replace: bool) -> Shelved:
    """Put a board into the library. GridError if it has one of that id, unless that is to be
    replaced, or cannot be written; then all is as it was."""
    if ID.fullmatch(id) is None:
        message = f"{id!r} is no id: small letters, digits and hyphens, at most 24"
        raise GridError(str(library()), "id", message)
    place = library() / id
    if place.exists() and not replace:
        raise GridError(str(place), "board", "is in the library already; --replace replaces it")
    try:
        library().mkdir(parents=True, exist_ok=True)
        made = Path(mkdtemp(prefix=".new-", dir=library()))
    except OSError as error:
        raise GridError(str(library()), "library", f"is not writable: {error.strerror}") from None
    try:
        for name, content in {**files, CARD: msgspec.json.encode(card)}.items():
            (made / name).write_bytes(content)
        made.chmod(_FOR_ALL_TO_READ)
        _move(made, place)
    except OSError as error:
        raise GridError(str(place), "board", f"cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return Shelved(place, card)


def _move(made: Path, place: Path) -> None:
    """Move a folder to its place; what was there is put back if that fails."""
    if not place.exists():
        made.rename(place)
        return
    old = made.with_name(f".old-{made.name.removeprefix('.new-')}")
    place.rename(old)
    try:
        made.rename(place)
    except OSError:
        old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)


OWN_FILES: Final = (LOSDATA, BOARD_METADATA, SHARED_METADATA)
"""The files that every board of the library has beside its card."""
