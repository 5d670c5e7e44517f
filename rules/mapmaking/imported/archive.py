"""The files of a board out of a folder or a zip archive that nobody vouches for.

Nothing is unpacked to disk, and only files that are needed are read, each up to a limit. An archive
is refused as a whole for whatever no honest board has: see `_check`.
"""

import stat
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import IO, Final

from rules.board.grid.engine import BOARD_METADATA, LOSDATA, SHARED_METADATA
from rules.board.grid.errors import GridError
from rules.board.grid.losdata import MAX_PACKED
from rules.board.grid.metadata import MAX_BYTES, read_board_metadata
from rules.mapmaking.imported import images

MAX_ARCHIVE: Final = 64 << 20
MAX_MEMBERS: Final = 2_000
MAX_UNPACKED: Final = 256 << 20
MAX_RATIO: Final = 200
"""How many times its packed size a member may unpack to, if it is of any size."""

_SMALL: Final = 1 << 16
_MAX_DIRECTORY: Final = 1 << 20
_END: Final = b"PK\x05\x06"
_END_SIZE: Final = 22
_LONGEST_COMMENT: Final = 0xFFFF
_ZIP64_LOCATOR: Final = b"PK\x06\x07"
_ZIP64_LOCATOR_SIZE: Final = 20
_ENCRYPTED: Final = 0x1 | 0x40
_NOT_IN_NAMES: Final = {"\\", ":", "\x00"}
_METHODS: Final = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_PICTURES: Final = (".gif", ".png", ".jpg", ".jpeg")

_UNSOUND: Final = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, ValueError)
"""What `zipfile` raises for archives that are damaged."""

Read = Callable[[str, int], bytes]


@dataclass(frozen=True, slots=True)
class Archive:
    """The files of one board: their bytes. `picture` is None if there is none; `name` is that of
    the folder or archive, without an ending."""

    name: str
    losdata: bytes
    metadata: bytes
    shared: bytes
    picture: bytes | None
    picture_name: str = ""


def read_archive(path: Path, shared: Path | None = None) -> Archive:
    """The files of a board in a folder or zip archive.

    The metadata that all boards share is the file given, else that in the folder or archive, else
    that beside it. Raises GridError.
    """
    if path.is_dir():
        return _archive(path, shared, _in_folder(path), _folder_reader(path))
    with _opened(path) as file:
        _check_size(file, path)
        try:
            with zipfile.ZipFile(file) as archive:
                members = _check(archive, path)
                return _archive(path, shared, frozenset(members), _zip_reader(archive, members))
        except (*_UNSOUND, OSError) as error:
            raise GridError(str(path), "archive", f"is no sound zip: {error}") from None


def _archive(path: Path, shared: Path | None, names: frozenset[str], read: Read) -> Archive:
    for needed in (LOSDATA, BOARD_METADATA):
        if needed not in names:
            raise GridError(str(path), needed, "is missing")
    metadata = read(BOARD_METADATA, MAX_BYTES)
    picture = _picture(path, metadata, names)
    return Archive(
        name=path.name if path.is_dir() else path.stem,
        losdata=read(LOSDATA, MAX_PACKED),
        metadata=metadata,
        shared=_shared(path, shared, names, read),
        picture=None if picture is None else read(picture, images.MAX_BYTES),
        picture_name=picture or "",
    )


def _shared(path: Path, given: Path | None, names: frozenset[str], read: Read) -> bytes:
    if given is None and SHARED_METADATA in names:
        return read(SHARED_METADATA, MAX_BYTES)
    beside = given or path.absolute().parent / SHARED_METADATA
    if not beside.is_file():
        raise GridError(str(beside), "file", "is missing; --shared says where it is")
    with _opened(beside) as file:
        return _limited(file, MAX_BYTES, str(beside))


def _picture(path: Path, metadata: bytes, names: frozenset[str]) -> str | None:
    """The picture that the metadata names, else one called like the board."""
    named = read_board_metadata(metadata, f"{path}/{BOARD_METADATA}").image
    if named in names:
        return named
    stem = (path.name if path.is_dir() else path.stem).lower()
    pictures = (
        name
        for name in sorted(names)
        if PurePosixPath(name).suffix.lower() in _PICTURES and PurePosixPath(name).stem == stem
    )
    return next(pictures, None)


def _in_folder(path: Path) -> frozenset[str]:
    return frozenset(entry.name for entry in path.iterdir())


def _folder_reader(path: Path) -> Read:
    def read(name: str, most: int) -> bytes:
        inside = path / name
        if inside.is_symlink() or not inside.is_file():
            raise GridError(str(inside), "file", "is not a plain file")
        with _opened(inside) as file:
            return _limited(file, most, str(inside))

    return read


def _zip_reader(archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo]) -> Read:
    def read(name: str, most: int) -> bytes:
        where = f"{archive.filename or 'archive'}/{name}"
        try:
            with archive.open(members[name]) as file:
                return _limited(file, most, where)
        except _UNSOUND as error:
            raise GridError(where, "file", f"cannot be unpacked: {error}") from None

    return read


def _limited(file: IO[bytes], most: int, where: str) -> bytes:
    content = file.read(most + 1)
    if len(content) > most:
        raise GridError(where, "file", f"is larger than {most} bytes")
    return content


def _opened(path: Path) -> IO[bytes]:
    try:
        if not path.is_file():
            raise GridError(str(path), "file", "is missing" if not path.exists() else "is no file")
        return path.open("rb")
    except OSError as error:
        raise GridError(str(path), "file", f"cannot be read: {error.strerror}") from None


def _check_size(file: IO[bytes], path: Path) -> None:
    """Before any list of members is made: that neither archive nor list is too long."""
    size = file.seek(0, 2)
    if size > MAX_ARCHIVE:
        raise GridError(str(path), "archive", f"is larger than {MAX_ARCHIVE} bytes")
    file.seek(max(0, size - _END_SIZE - _LONGEST_COMMENT - _ZIP64_LOCATOR_SIZE))
    tail = file.read()
    file.seek(0)
    at = tail.rfind(_END)
    if at < 0 or at + _END_SIZE > len(tail):
        raise GridError(str(path), "archive", "is neither a folder nor a whole zip archive")
    locator = tail[max(0, at - _ZIP64_LOCATOR_SIZE) : at]
    listed = int.from_bytes(tail[at + 12 : at + 16], "little")
    if locator.startswith(_ZIP64_LOCATOR) or listed > _MAX_DIRECTORY:
        raise GridError(str(path), "archive", "has too long a list of members")


def _check(archive: zipfile.ZipFile, path: Path) -> Mapping[str, zipfile.ZipInfo]:
    """The files by name, without a folder that all are in.

    GridError for too many members, names out of the archive, the same name twice, links, secret
    writing, packing that nobody uses for boards, and what unpacks to too much.
    """
    infos = archive.infolist()
    if len(infos) > MAX_MEMBERS:
        raise GridError(str(path), "archive", f"has more than {MAX_MEMBERS} members")
    seen: set[str] = set()
    for info in infos:
        problem = _problem(info, seen)
        if problem:
            raise GridError(str(path), info.filename[:80], problem)
        seen.add(info.filename.lower())
    if sum(info.file_size for info in infos) > MAX_UNPACKED:
        raise GridError(str(path), "archive", f"unpacks to more than {MAX_UNPACKED} bytes")
    files = {info.filename: info for info in infos if not info.is_dir()}
    tops = {name.partition("/")[0] for name in files}
    if len(tops) == 1 and all("/" in name for name in files):
        files = {name.partition("/")[2]: info for name, info in files.items()}
    return MappingProxyType(files)


def _problem(info: zipfile.ZipInfo, seen: set[str]) -> str | None:
    """What is wrong with a member, or None if nothing is."""
    name, kind = info.orig_filename, stat.S_IFMT(info.external_attr >> 16)
    out = name.startswith("/") or ".." in name.split("/") or bool(_NOT_IN_NAMES & set(name))
    found = {
        "is no name within the archive": out or not name,
        "is in the archive twice": info.filename.lower() in seen,
        "is a link or no plain file": kind not in {0, stat.S_IFREG, stat.S_IFDIR},
        "is encrypted": bool(info.flag_bits & _ENCRYPTED),
        "is packed in a way that is not accepted": info.compress_type not in _METHODS,
        f"unpacks to more than {MAX_RATIO} times its size": (
            info.file_size > max(_SMALL, MAX_RATIO * info.compress_size)
        ),
    }
    return next((problem for problem, holds in found.items() if holds), None)
