"""Archives that nobody vouches for: what is read of them, and what is refused."""

import os
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.board.grid.errors import GridError
from rules.mapmaking.imported import archive as reading
from rules.mapmaking.imported.archive import read_archive
from rules.mapmaking.imported.images import MAX_SIDE, Image, read_image
from tests.rules.mapmaking.imports import archive, board_files, folder, gif, jpeg, png, zipped

FILES = board_files(gif())


@pytest.mark.parametrize("make", [folder, archive])
def test_the_files_of_a_board_come_from_a_folder_or_a_zip(
    tmp_path: Path, make: Callable[..., Path]
) -> None:
    found = read_archive(make(tmp_path, FILES))
    assert found.name == "bd77"
    assert found.losdata == FILES["LOSData"]
    assert found.metadata == FILES["BoardMetadata.xml"]
    assert found.shared == FILES["SharedBoardMetadata.xml"]
    assert found.picture == FILES["bd77.gif"]


def test_a_zip_may_have_all_in_one_folder_and_an_ending(tmp_path: Path) -> None:
    inside = {f"bd77/{name}": content for name, content in FILES.items()}
    found = read_archive(archive(tmp_path, inside, "bd77.zip"))
    assert (found.name, found.picture) == ("bd77", FILES["bd77.gif"])


def test_the_shared_metadata_may_lie_beside_or_be_given(tmp_path: Path) -> None:
    own = {name: text for name, text in FILES.items() if name != "SharedBoardMetadata.xml"}
    place = archive(tmp_path, own)
    with pytest.raises(GridError, match=r"SharedBoardMetadata.xml: file: is missing; --shared"):
        read_archive(place)
    given = tmp_path / "other.xml"
    given.write_bytes(b"<given/>")
    assert read_archive(place, given).shared == b"<given/>"
    (tmp_path / "SharedBoardMetadata.xml").write_bytes(b"<beside/>")
    assert read_archive(place).shared == b"<beside/>"


def test_a_picture_is_found_by_the_board_s_name_too(tmp_path: Path) -> None:
    files = {**board_files(), "BoardMetadata.xml": b"<boardMetadata width='9' height='6'/>"}
    assert read_archive(archive(tmp_path, files)).picture is None
    files |= {"other.png": png(), "bd77.png": gif()}
    assert read_archive(archive(tmp_path, files)).picture == gif()


@pytest.mark.parametrize("missing", ["LOSData", "BoardMetadata.xml"])
@pytest.mark.parametrize("make", [folder, archive])
def test_what_is_missing_is_named(tmp_path: Path, make: Callable[..., Path], missing: str) -> None:
    files = {name: content for name, content in FILES.items() if name != missing}
    with pytest.raises(GridError, match=f"bd77: {missing}: is missing"):
        read_archive(make(tmp_path, files))


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GridError, match="is missing"):
        read_archive(tmp_path / "absent")
    text = tmp_path / "text"
    text.write_bytes(b"a board, honestly" * 100)
    with pytest.raises(GridError, match="neither a folder nor a whole zip"):
        read_archive(text)


def test_every_truncated_archive_is_refused(tmp_path: Path) -> None:
    whole = zipped(FILES)
    for length in [*range(0, len(whole), 997), len(whole) - 1, len(whole) - 30]:
        (tmp_path / "bd77").write_bytes(whole[:length])
        with pytest.raises(GridError):
            read_archive(tmp_path / "bd77")


def test_an_archive_with_any_byte_changed_is_read_or_refused(tmp_path: Path) -> None:
    whole = zipped({**FILES, "LOSData": FILES["LOSData"][:2000]})
    for at in [*range(0, len(whole), 61), *range(len(whole) - 80, len(whole))]:
        (tmp_path / "bd77").write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            read_archive(tmp_path / "bd77")
        except GridError:
            continue


def member(name: str, content: bytes = b"x", mode: int = 0) -> tuple[zipfile.ZipInfo, bytes]:
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = mode << 16
    return info, content


@pytest.mark.parametrize(
    ("hostile", "message"),
    [
        (member("../../etc/cron.d/board"), "no name within"),
        (member("pictures/../../x"), "no name within"),
        (member("/etc/passwd"), "no name within"),
        (member("C:/boot.ini"), "no name within"),
        (member("..\\up.txt"), "no name within"),
        (member("losdata"), "losdata: is in the archive twice"),
        (member("link", b"/etc/passwd", stat.S_IFLNK | 0o777), "link: is a link"),
        (member("pipe", b"", stat.S_IFIFO | 0o644), "pipe: is a link or no plain file"),
        (member("zeros", bytes(4 << 20)), "zeros: unpacks to more than 200 times"),
    ],
)
def test_hostile_members_are_refused(
    tmp_path: Path, hostile: tuple[zipfile.ZipInfo, bytes], message: str
) -> None:
    place = archive(tmp_path, FILES)
    with zipfile.ZipFile(place, "a") as file:
        file.writestr(*hostile)
    with pytest.raises(GridError, match=message):
        read_archive(place)


def test_a_name_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    place = archive(tmp_path, FILES)
    with zipfile.ZipFile(place, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("LOSData", b"another")
    with pytest.raises(GridError, match="LOSData: is in the archive twice"):
        read_archive(place)


def marked(whole: bytes, local: int, central: int, value: int) -> bytes:
    """A zip with two bytes of every header of a member changed."""
    changed = bytearray(whole)
    for sign, offset in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        at = changed.find(sign)
        while at >= 0:
            struct.pack_into("<H", changed, at + offset, value)
            at = changed.find(sign, at + 4)
    return bytes(changed)


def test_encrypted_and_oddly_packed_archives_are_refused(tmp_path: Path) -> None:
    whole = zipped({"LOSData": b"a", "BoardMetadata.xml": b"b"})
    place = tmp_path / "bd77"
    place.write_bytes(marked(whole, 6, 8, 1))
    with pytest.raises(GridError, match="LOSData: is encrypted"):
        read_archive(place)
    place.write_bytes(marked(whole, 8, 10, 12))
    with pytest.raises(GridError, match="LOSData: is packed in a way"):
        read_archive(place)


def test_a_size_that_is_a_lie_is_found_out(tmp_path: Path) -> None:
    """A member says that it unpacks to little."""
    whole = bytearray(zipped({**FILES, "LOSData": os.urandom(50_000)}))
    for sign, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", whole, whole.find(sign) + offset, 100)
    (tmp_path / "bd77").write_bytes(whole)
    with pytest.raises(GridError):
        read_archive(tmp_path / "bd77")


@pytest.mark.parametrize(
    ("limit", "value", "message"),
    [
        ("MAX_ARCHIVE", 1000, "is larger than 1000 bytes"),
        ("MAX_MEMBERS", 4, "more than 4 members"),
        ("MAX_UNPACKED", 10_000, "unpacks to more than 10000 bytes"),
        ("_MAX_DIRECTORY", 100, "too long a list"),
        ("MAX_PACKED", 1000, "LOSData: file: is larger than 1000 bytes"),
        ("MAX_BYTES", 50, r"BoardMetadata.xml: file: is larger than 50 bytes"),
    ],
)
def test_each_limit_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, message: str
) -> None:
    place = archive(tmp_path, FILES)
    assert read_archive(place).picture is not None
    monkeypatch.setattr(reading, limit, value)
    with pytest.raises(GridError, match=message):
        read_archive(place)


def test_a_list_of_members_of_the_large_kind_is_refused(tmp_path: Path) -> None:
    whole = zipped(FILES)
    end = whole.rindex(b"PK\x05\x06")
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, 0, 1)
    (tmp_path / "bd77").write_bytes(whole[:end] + locator + whole[end:])
    with pytest.raises(GridError, match="too long a list"):
        read_archive(tmp_path / "bd77")


def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    place = folder(tmp_path, FILES)
    secret = tmp_path / "secret"
    secret.write_bytes(FILES["LOSData"])
    (place / "LOSData").unlink()
    (place / "LOSData").symlink_to(secret)
    with pytest.raises(GridError, match="LOSData: file: is not a plain file"):
        read_archive(place)


def test_metadata_with_a_document_type_is_refused(tmp_path: Path) -> None:
    bomb = b'<!DOCTYPE b [<!ENTITY a "aaaa">]><boardMetadata width="9" height="6"/>'
    with pytest.raises(GridError, match="document type"):
        read_archive(archive(tmp_path, {**FILES, "BoardMetadata.xml": bomb}))


@pytest.mark.parametrize(
    ("content", "format"), [(gif(3, 5), "gif"), (png(3, 5), "png"), (jpeg(3, 5), "jpeg")]
)
def test_pictures_are_what_their_first_bytes_say(content: bytes, format: str) -> None:
    assert read_image(content, "bd77.txt") == Image(format, 3, 5)


def test_pictures_that_end_early_are_refused() -> None:
    for whole in (gif(), png(), jpeg()):
        for length in [*range(min(len(whole), 60)), len(whole) - 1]:
            with pytest.raises(GridError, match=r"bd77\.gif: picture: "):
                read_image(whole[:length], "bd77.gif")


@pytest.mark.parametrize(
    "content",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<html>GIF89a",
        b"BM" + bytes(100),
        b"",
    ],
)
def test_what_is_no_picture_is_refused(content: bytes) -> None:
    with pytest.raises(GridError, match="is neither a GIF, a PNG nor a JPEG"):
        read_image(content, "bd77.gif")


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (MAX_SIDE + 1, 5), (5, MAX_SIDE + 1)])
def test_pictures_of_no_size_or_too_large_are_refused(size: tuple[int, int]) -> None:
    for content in (gif(*size), jpeg(*size)):
        with pytest.raises(GridError, match="pixels; at most 12000"):
            read_image(content, "bd77.gif")


def test_a_broken_jpeg_is_refused() -> None:
    whole = jpeg()
    no_frame = whole.replace(b"\xff\xc0", b"\xff\xc4")
    with pytest.raises(GridError, match="without a frame"):
        read_image(no_frame, "bd77.jpg")
    with pytest.raises(GridError, match="between its segments"):
        read_image(whole.replace(b"\xff\xc0", b"\x00\xc0"), "bd77.jpg")
