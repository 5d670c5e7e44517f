"""What the header of a picture says: its format and size. The pixels are for browsers to read."""

import struct
from dataclasses import dataclass
from typing import Final

from rules.board.grid.errors import GridError

MAX_BYTES: Final = 16 << 20
MAX_SIDE: Final = 12_000

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_PNG_HEAD: Final = struct.Struct(">I4sII")
_PNG_END: Final = b"\x00\x00\x00\x00IEND\xaeB`\x82"
_GIF: Final = (b"GIF87a", b"GIF89a")
_GIF_HEAD: Final = struct.Struct("<HH")
_GIF_END: Final = b";"
_JPEG: Final = b"\xff\xd8\xff"
_JPEG_END: Final = b"\xff\xd9"
_JPEG_FRAME: Final = struct.Struct(">BHH")
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_START_OF_SCAN, _LAST_RESTART, _FIRST_RESTART = 0xDA, 0xD7, 0xD0


@dataclass(frozen=True, slots=True)
class Image:
    """A picture's format ("gif", "png" or "jpeg"), and its size in pixels."""

    format: str
    width: int
    height: int


def read_image(content: bytes, file: str) -> Image:
    """What a picture is, whatever its file is called. Raises GridError for one that is no GIF, PNG
    or JPEG, ends early or is too large."""
    if len(content) > MAX_BYTES:
        raise GridError(file, "picture", f"is larger than {MAX_BYTES} bytes")
    image = _image(content, file)
    if not (1 <= image.width <= MAX_SIDE and 1 <= image.height <= MAX_SIDE):
        size = f"{image.width} x {image.height}"
        raise GridError(file, "picture", f"{size} pixels; at most {MAX_SIDE} each way are accepted")
    return image


def _image(content: bytes, file: str) -> Image:
    try:
        if content.startswith(_PNG):
            length, kind, width, height = _PNG_HEAD.unpack_from(content, len(_PNG))
            whole = content.endswith(_PNG_END)
            if (length, kind) != (13, b"IHDR"):
                raise GridError(file, "picture", "is a PNG without a header")
            image = Image("png", width, height)
        elif content.startswith(_GIF):
            width, height = _GIF_HEAD.unpack_from(content, len(_GIF[0]))
            whole = content.rstrip(b"\x00").endswith(_GIF_END)
            image = Image("gif", width, height)
        elif content.startswith(_JPEG):
            whole = content.rstrip(b"\x00").endswith(_JPEG_END)
            image = _jpeg(content, file)
        else:
            raise GridError(file, "picture", "is neither a GIF, a PNG nor a JPEG")
    except (struct.error, IndexError):
        raise GridError(file, "picture", "ends early") from None
    if not whole:
        raise GridError(file, "picture", "ends early")
    return image


def _jpeg(content: bytes, file: str) -> Image:
    """The size is in the frame header, behind segments of any length."""
    at = 2
    while True:
        if content[at] != 0xFF:  # noqa: PLR2004 # what every marker begins with
            raise GridError(file, "picture", "is a JPEG with something between its segments")
        marker = content[at + 1]
        if marker == 0xFF:  # noqa: PLR2004 # padding before a marker
            at += 1
        elif marker in _FRAMES:
            _, height, width = _JPEG_FRAME.unpack_from(content, at + 4)
            return Image("jpeg", width, height)
        elif marker == _START_OF_SCAN:
            raise GridError(file, "picture", "is a JPEG without a frame")
        elif _FIRST_RESTART <= marker <= _LAST_RESTART:
            at += 2
        else:
            at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
            content[at]
