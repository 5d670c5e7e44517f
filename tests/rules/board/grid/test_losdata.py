"""Reading LOSData and metadata: what is right is read, what is wrong is refused and named."""

import gzip
import struct
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.grid import losdata
from rules.board.grid.engine import load_grid_board
from rules.board.grid.errors import GridError
from rules.board.grid.losdata import (
    LosData,
    read_board_losdata,
    read_losdata,
    write_losdata,
)
from rules.board.grid.metadata import read_board_metadata, read_terrain_table
from rules.board.grid.options import Reading
from tests.rules.board.grid.grids import ROWS, paint, terrain_xml

HEADER = b"\xac\xed\x00\x05"


def packed(payload: bytes) -> bytes:
    return gzip.compress(HEADER + b"\x7a" + struct.pack(">I", len(payload)) + payload)


def test_what_was_written_is_read() -> None:
    data = paint({"C3": "Woods"}, levels={"D3": -1})
    again = read_losdata(write_losdata(data))
    assert (again.columns, again.rows, again.size) == (data.columns, data.rows, data.size)
    assert np.array_equal(again.terrain, data.terrain)
    assert np.array_equal(again.elevation, data.elevation)
    assert again.elevation.min() == -1


def test_short_and_long_blocks_are_put_together() -> None:
    payload = struct.pack(">iiii", 1, 1, 1, 2) + b"\x01\x3c\xff\x00" + b"\x01"
    blocks = b"\x77\x05" + payload[:5] + b"\x7a" + struct.pack(">I", len(payload) - 5) + payload[5:]
    data = read_losdata(gzip.compress(HEADER + blocks))
    assert data.terrain.tolist() == [[60, 0]]
    assert data.elevation.tolist() == [[1, -1]]
    assert data.stairways.tolist() == [True]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"no gzip", "is not a gzip"),
        (gzip.compress(HEADER)[:-4], "the gzip ends early"),
        (gzip.compress(b"\x00\x00"), "is not a Java object stream"),
        (gzip.compress(HEADER + b"\x70"), "0x70 begins no data block"),
        (gzip.compress(HEADER + b"\x77\x09ab"), "the block ends after the data"),
        (packed(b"1234"), "ends before the board's size"),
        (packed(struct.pack(">iiii", 0, 10, 9, 9)), "is no board"),
        (packed(struct.pack(">iiii", 33, 10, 1 << 30, 1 << 30)), "is no board"),
        (packed(struct.pack(">iiii", 1, 1, 1, 1) + b"\x00"), "bytes where 19 belong"),
        (packed(struct.pack(">iiii", 1, 1, 1, 1) + b"\x00\x00\x02"), "neither 0 nor 1"),
    ],
    ids=lambda one: one if isinstance(one, str) else "file",
)
def test_a_bad_file_is_refused(content: bytes, complaint: str) -> None:
    with pytest.raises(GridError, match=complaint) as caught:
        read_losdata(content, "bd99/LOSData")
    assert caught.value.file == "bd99/LOSData"


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(losdata, "MAX_UNPACKED", 1000)
    with pytest.raises(GridError, match="unpacks to more than 1000 bytes"):
        read_losdata(gzip.compress(bytes(100_000)))


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    for attempt in (content, gzip.compress(HEADER + content), packed(content)):
        with suppress(GridError):
            assert isinstance(read_losdata(attempt), LosData)


def test_board_metadata() -> None:
    found = read_board_metadata(
        b'<boardMetadata width="15" height="5" hexWidth="168.75" A1CenterX="-901">'
        b'<slopes><slope hex="C3" hexsides="01"/></slopes></boardMetadata>'
    )
    assert (found.columns, found.rows, found.hex_width, found.a1_x) == (15, 5, 168.75, -901)
    assert found.hex_height is None
    assert found.slopes == {"C3": {0, 1}}


@pytest.mark.parametrize(
    ("xml", "complaint"),
    [
        (b"<boardMetadata", "XML"),
        (b"<other/>", "boardMetadata: is missing"),
        (b'<boardMetadata width="3"/>', "height: is missing"),
        (b'<boardMetadata width="x" height="3"/>', "'x' is not a number"),
        (b'<boardMetadata width="3.5" height="3"/>', "not a whole number"),
        (b'<boardMetadata width="999" height="3"/>', "not within 1 to 128"),
        (b'<boardMetadata width="nan" height="3"/>', "not within 1 to 128"),
        (b'<boardMetadata width="3" height="3" HexGridConfig="Odd"/>', "Odd is not supported"),
        (b"<!DOCTYPE x []><boardMetadata/>", "declarations are not accepted"),
    ],
)
def test_bad_board_metadata_is_refused(xml: bytes, complaint: str) -> None:
    with pytest.raises(GridError, match=complaint):
        read_board_metadata(xml)


def test_of_two_types_of_one_name_the_later_stands_for_both_codes() -> None:
    scrub = ("Scrub", 100, 0, 0, 0, 0, 0, 0, 0, "OPEN")
    later = ("Scrub", 121, 0, 0, 0, 0, 0, 0, 0, "OPEN")
    table = read_terrain_table(terrain_xml((*ROWS, scrub, later)))
    assert table.named("Scrub").code == 121
    data = paint({})
    data.terrain[5, 5:7] = 100, 121
    read = read_board_losdata(write_losdata(data), table, "LOSData")
    assert [*read.terrain[5, 4:7]] == [data.terrain[5, 4], 121, 121]


def test_a_code_that_is_another_type_s_by_now_is_that_one_s() -> None:
    moved = ("Scrub", 100, 0, 0, 0, 0, 0, 0, 0, "OPEN"), ("Scrub", 121, 0, 0, 0, 0, 0, 0, 0, "OPEN")
    table = read_terrain_table(
        terrain_xml((*ROWS, *moved, ("Moss", 100, 0, 0, 0, 0, 0, 0, 0, "OPEN")))
    )
    assert table[100].name == "Moss"
    assert table.codes[100] == 100


def test_two_types_of_one_code_are_refused() -> None:
    other = ("Moss", 60, 0, 0, 0, 0, 0, 0, 0, "OPEN")
    with pytest.raises(GridError, match="Moss: has code 60 like Woods"):
        read_terrain_table(terrain_xml((*ROWS, other)))


def test_an_unknown_terrain_code_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "bd1"
    folder.mkdir()
    data = paint({})
    data.terrain[5, 5] = 99
    (folder / "LOSData").write_bytes(write_losdata(data))
    (folder / "BoardMetadata.xml").write_bytes(b'<boardMetadata width="9" height="6"/>')
    (tmp_path / "SharedBoardMetadata.xml").write_bytes(terrain_xml())
    with pytest.raises(GridError, match="terrain code 99 is not in the terrain table"):
        load_grid_board(folder, Reading.VASL)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(GridError, match="LOSData: file: cannot be read"):
        load_grid_board(tmp_path, Reading.VASL)
