"""Reading `LOSData`: elevation and terrain of every pixel, from a gzip of Java's block data.

The file comes from strangers, so nothing in it is believed: its size, the size it unpacks to, its
block lengths and its dimensions are all checked before anything is made of them.
"""

import struct
import zlib
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from rules.board.grid.errors import GridError
from rules.board.grid.terrain import TerrainTable

MAX_PACKED: Final = 8 << 20
MAX_UNPACKED: Final = 64 << 20
MAX_COLUMNS: Final = 128
MAX_ROWS: Final = 128
MAX_PIXELS: Final = 16_000_000

_GZIP: Final = 31
_STREAM_HEADER: Final = b"\xac\xed\x00\x05"
_SHORT_BLOCK, _LONG_BLOCK = 0x77, 0x7A
_HEAD: Final = struct.Struct(">iiii")


@dataclass(frozen=True, slots=True)
class LosData:
    """The cells of a board.

    `columns` and `rows` are hexes (rows of an even column). `elevation` and `terrain` are indexed
    `[x, y]` in pixels: levels, and codes of `terrain.TerrainTable`. `stairways` are the hexes with
    a stairway, column by column.
    """

    columns: int
    rows: int
    elevation: npt.NDArray[np.int8]
    terrain: npt.NDArray[np.uint8]
    stairways: npt.NDArray[np.bool_]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.terrain.shape[0], self.terrain.shape[1]


def read_board_losdata(packed: bytes, table: TerrainTable, file: str) -> LosData:
    """The cells of a board with the terrain of a table: each type by one code, whichever of its
    codes the board has. Raises GridError.
    """
    data = read_losdata(packed, file)
    return replace(data, terrain=table.codes[data.terrain])


def read_losdata(packed: bytes, file: str = "LOSData") -> LosData:
    """The cells in the bytes of an `LOSData` file. Raises GridError."""
    payload = _blocks(_unpack(packed, file), file)
    if len(payload) < _HEAD.size:
        raise GridError(file, "head", "the data ends before the board's size")
    columns, rows, width, height = _HEAD.unpack_from(payload)
    if not (1 <= columns <= MAX_COLUMNS and 1 <= rows <= MAX_ROWS):
        raise GridError(file, "head", f"{columns} x {rows} hexes is no board")
    if not (width >= 1 and height >= 1 and width * height <= MAX_PIXELS):
        raise GridError(file, "head", f"{width} x {height} pixels is no board")
    cells = width * height
    hexes = columns * rows + columns // 2
    expected = _HEAD.size + 2 * cells + hexes
    if len(payload) != expected:
        raise GridError(file, "cells", f"{len(payload)} bytes where {expected} belong")
    grid = np.frombuffer(payload, np.uint8, 2 * cells, _HEAD.size).reshape(width, height, 2)
    stairways = np.frombuffer(payload, np.uint8, hexes, _HEAD.size + 2 * cells)
    if stairways.max() > 1:
        raise GridError(file, "stairways", "a hex has neither 0 nor 1")
    return LosData(
        columns=columns,
        rows=rows,
        elevation=np.ascontiguousarray(grid[:, :, 0]).view(np.int8),
        terrain=np.ascontiguousarray(grid[:, :, 1]),
        stairways=stairways == 1,
    )


def write_losdata(data: LosData) -> bytes:
    """The bytes of an `LOSData` file with these cells; the inverse of `read_losdata`."""
    width, height = data.size
    cells = np.stack([data.elevation.view(np.uint8), data.terrain], axis=2).tobytes()
    payload = (
        _HEAD.pack(data.columns, data.rows, width, height)
        + cells
        + data.stairways.astype(np.uint8).tobytes()
    )
    block = struct.pack(">BI", _LONG_BLOCK, len(payload)) + payload
    packer = zlib.compressobj(wbits=_GZIP)
    return packer.compress(_STREAM_HEADER + block) + packer.flush()


def _unpack(packed: bytes, file: str) -> bytes:
    if len(packed) > MAX_PACKED:
        raise GridError(file, "file", f"is larger than {MAX_PACKED} bytes")
    unpacker = zlib.decompressobj(wbits=_GZIP)
    try:
        stream = unpacker.decompress(packed, MAX_UNPACKED)
    except zlib.error as error:
        raise GridError(file, "file", f"is not a gzip: {error}") from None
    if unpacker.unconsumed_tail:
        raise GridError(file, "file", f"unpacks to more than {MAX_UNPACKED} bytes")
    if not unpacker.eof:
        raise GridError(file, "file", "the gzip ends early")
    return stream


def _blocks(stream: bytes, file: str) -> bytes:
    """The data of all blocks, put together."""
    if not stream.startswith(_STREAM_HEADER):
        raise GridError(file, "stream", "is not a Java object stream")
    parts: list[memoryview] = []
    view = memoryview(stream)
    at = len(_STREAM_HEADER)
    while at < len(view):
        kind = view[at]
        head = {_SHORT_BLOCK: 2, _LONG_BLOCK: 5}.get(kind)
        if head is None:
            raise GridError(file, f"byte {at}", f"0x{kind:02x} begins no data block")
        length = int.from_bytes(view[at + 1 : at + head], "big")
        if at + head + length > len(view):
            raise GridError(file, f"byte {at}", "the block ends after the data")
        parts.append(view[at + head : at + head + length])
        at += head + length
    return b"".join(parts)
