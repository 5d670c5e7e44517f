"""A small made-up board as VASL keeps boards: with something of everything, and its files."""

import struct
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import numpy as np

from rules.board.grid.geometry import Names, geometry_of
from rules.board.grid.losdata import LosData, write_losdata
from tests.rules.board.grid.grids import ROWS, paint, shape, terrain_xml

MORE = (
    ("Plowed Field", 1, 0, 0, 0, 0, 0, 0, 0, "OPEN"),
    ("Stone Market Place", 46, 2, 1, 1, 0, 0, 1, 0, "MARKETPLACE"),
    ("Pine Woods", 61, 1, 0, 1, 0, 0, 1, 0, "WOODS"),
    ("Dirt Road", 66, 0, 0, 0, 0, 0, 0, 0, "ROAD"),
    ("Paved Road", 67, 0, 0, 0, 0, 0, 0, 0, "ROAD"),
    ("Path", 70, 0, 0, 0, 0, 0, 0, 0, "OPEN"),
    ("Single Hex Wooden Bridge", 83, 0, 1, 0, 0, 1, 0, 1, "BRIDGE"),
    ("Shallow Stream", 32, 0, 0, 0, 0, 0, 0, 0, "DEPRESSION"),
)
ALL_CODES = {row[0]: row[1] for row in (*ROWS, *MORE)}
SHARED = terrain_xml((*ROWS, *MORE))
METADATA = b'<boardMetadata name="77" width="9" height="6" boardImageFileName="bd77.gif"/>'

CARD = """\
id: card
title: The Gully
date: 3 July 1943
place: West of Kolodets
intro: Two squads, one house.
board: bd77
month: 7
year: 1943
turns: 2
half_turn: false
first: a
setup: [b, a]
sides:
  a:
    nation: german
    name: German
    role: attacks
    elr: 3
    san: 0
    groups:
      - {name: Weber, area: columns A, units: {ger-467: 2}}
  b:
    nation: russian
    name: Russian
    role: defends
    elr: 2
    san: 0
    groups:
      - {name: Guard, area: columns H-I, units: {rus-447: 2}}
victory: {side: a, at_least: 1, hexes: B3 C3, text: The Germans win with the house.}
balance: {a: {text: One turn more., turns: 5}, b: {text: One turn less., turns: 3}}
"""

TERRAIN = {
    "A3": "Woods",
    "B3": "Stone Building, 1 Level",
    "C3": "Stone Building, 1 Level",
    "C4": "Stone Building, 2 Level",
    "D1": "Stone Building",
    "D5": "Gully",
    "E5": "Gully",
    "F5": "Gully",
    "G5": "Water",
    "G2": "Grain",
    "H2": "Brush",
    "A5": "Orchard",
    "H5": "Stone Building, 1 Level",
    "I5": "Stone Building, 1 Level",
}
SUNK = {"D5": -1, "E5": -1, "F5": -1, "G5": -1}
HILL = {"G1": 1, "H0": 1, "H1": 1}
SIDES = {
    ("D4", 0): "Wall",
    ("B5", 0): "Hedge",
    ("G1", 3): "Cliff",
    ("H5", 1): "Rowhouse Wall, 1 Level",
    ("B1", 0): "Bocage",
    ("E2", 0): "Cliff",
}


def board_data() -> LosData:
    """The cells: a road E4-E6 on a bridge over the stream in E5, other roads, and a path."""
    data = paint(TERRAIN, levels=SUNK | HILL, sides=SIDES)
    spot(data, "I2", "Pine Woods")
    spot(data, "E3", "Stone Market Place")
    for name in ("E5", "F5"):
        here = geometry_of(shape()).hex_at == Names(shape()).index(name)
        data.terrain[here] = ALL_CODES["Shallow Stream"]
    way(data, ("E4", "E5", "E6"), "Dirt Road")
    spot(data, "E5", "Single Hex Stone Bridge", reach=12, level=0)
    way(data, ("A2", "B2", "C2", "D2"), "Dirt Road")
    way(data, ("F1", "F2", "F3"), "Path")
    way(data, ("A3", "A4"), "Paved Road")
    data.stairways[Names(shape()).index("C4")] = True
    return data


def spot(
    data: LosData, name: str, kind: str, *, reach: float = 25, level: int | None = None
) -> None:
    """A round patch of terrain on the dot of a hex."""
    x, y = geometry_of(shape()).centre[Names(shape()).index(name)]
    xs, ys = np.ogrid[: data.size[0], : data.size[1]]
    there = (xs - x) ** 2 + (ys - y) ** 2 <= reach**2
    data.terrain[there] = ALL_CODES[kind]
    if level is not None:
        data.elevation[there] = level


def way(data: LosData, names: Sequence[str], kind: str) -> None:
    """A strip of terrain from dot to dot."""
    centres = [geometry_of(shape()).centre[Names(shape()).index(name)] for name in names]
    for start, end in pairwise(centres):
        for t in np.linspace(0, 1, 120):
            x, y = (start + t * (end - start)).astype(int)
            data.terrain[max(x - 4, 0) : x + 5, max(y - 4, 0) : y + 5] = ALL_CODES[kind]


def board_files(picture: bytes | None = None) -> dict[str, bytes]:
    """The files of the board's archive; its size is 450 x 387 pixels."""
    files = {
        "LOSData": write_losdata(board_data()),
        "BoardMetadata.xml": METADATA,
        "SharedBoardMetadata.xml": SHARED,
        "colors": b"woods 60",
    }
    return files if picture is None else files | {"bd77.gif": picture}


def folder(at: Path, files: Mapping[str, bytes], name: str = "bd77") -> Path:
    """A folder with files."""
    place = at / name
    place.mkdir(parents=True)
    for file, content in files.items():
        (place / file).write_bytes(content)
    return place


def archive(at: Path, files: Mapping[str, bytes], name: str = "bd77") -> Path:
    """A zip archive with files."""
    place = at / name
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as file:
        for member, content in files.items():
            file.writestr(member, content)
    return place


def gif(width: int = 450, height: int = 387) -> bytes:
    """The least a GIF can be."""
    head = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6)
    frame = b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02\x02\x44\x01\x00"
    return head + frame + b";"


def png(width: int = 450, height: int = 387, grey: int = 0x80) -> bytes:
    """A PNG of one shade."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    rows = (b"\x00" + bytes([grey]) * width) * height
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def jpeg(width: int = 450, height: int = 387) -> bytes:
    """What stands around the pixels of a JPEG."""
    application = b"\xff\xe0" + struct.pack(">H", 16) + b"JFIF\x00" + bytes(9)
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    scan = b"\xff\xda" + struct.pack(">H", 8) + b"\x01\x01\x00\x00\x3f\x00"
    return b"\xff\xd8" + application + frame + scan + b"pixels" + b"\xff\xd9"


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The bytes of a zip archive."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for member, data in files.items():
            file.writestr(member, data)
    return content.getvalue()
