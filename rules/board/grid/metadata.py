"""Reading `BoardMetadata.xml` and `SharedBoardMetadata.xml`, as far as LOS needs them.

Read with expat alone: a document type declaration is refused, so entities cannot grow.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final
from xml.parsers import expat

from rules.board.grid.errors import GridError
from rules.board.grid.terrain import Category, TerrainTable, TerrainType

MAX_BYTES: Final = 4 << 20
MAX_HEXES: Final = 128
MAX_CODE: Final = 255
MAX_HEIGHT: Final = 9
MAX_PIXELS: Final = 100_000.0
LEAST_HEX: Final = 8.0

_SIDES: Final = re.compile(r"[0-5]{1,6}")
_HEX: Final = re.compile(r"([A-Za-z])\1{0,4}-?[0-9]{1,3}")
_TRUTH: Final = {"TRUE": True, "FALSE": False}
_SLOPING: Final = {"slope", "rrembankment"}
_REGULAR_GRIDS: Final = {None, "", "Normal"}


@dataclass(frozen=True, slots=True)
class BoardMetadata:
    """What a board says of itself: its size in hexes, and its hex grid in pixels.

    The four pixel values are None on boards of standard geometry. `slopes` names the hexsides 0-5
    of a hex that slope up. `name` is what the board is called and `image` the file of its picture,
    both as they stand there.
    """

    columns: int
    rows: int
    hex_width: float | None = None
    hex_height: float | None = None
    a1_x: float | None = None
    a1_y: float | None = None
    slopes: Mapping[str, frozenset[int]] = field(default_factory=dict)
    name: str = ""
    image: str = ""


def read_board_metadata(xml: bytes, file: str = "BoardMetadata.xml") -> BoardMetadata:
    """What a board's own metadata says. Raises GridError."""
    reader = _BoardReader(file)
    _parse(xml, file, reader.element)
    if reader.board is None:
        raise GridError(file, "boardMetadata", "is missing")
    slopes = {hex: frozenset(sides) for hex, sides in reader.slopes.items()}
    return replace(reader.board, slopes=slopes)


def read_terrain_table(xml: bytes, file: str = "SharedBoardMetadata.xml") -> TerrainTable:
    """The terrain types all boards share. Raises GridError.

    Types go by name: of two with one name the later stands, for the code of the earlier too unless
    that is another type's by now.
    """
    types: dict[str, TerrainType] = {}
    named: dict[int, str] = {}

    def element(name: str, attributes: dict[str, str], line: int) -> None:
        if name == "terrainType":
            kind = _terrain_type(_Attributes(file, line, name, attributes))
            types[kind.name] = kind
            named[kind.code] = kind.name

    _parse(xml, file, element)
    if not types:
        raise GridError(file, "terrainTypes", "there are none")
    by_code: dict[int, str] = {}
    for kind in types.values():
        if by_code.setdefault(kind.code, kind.name) != kind.name:
            other = by_code[kind.code]
            raise GridError(file, kind.name, f"has code {kind.code} like {other}")
    others = {code: types[name].code for code, name in named.items() if code not in by_code}
    return TerrainTable(tuple(types.values()), others)


class _BoardReader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.board: BoardMetadata | None = None
        self.slopes: dict[str, set[int]] = {}

    def element(self, name: str, attributes: dict[str, str], line: int) -> None:
        fields = _Attributes(self.file, line, name, attributes)
        if name == "boardMetadata":
            self._board(fields)
        elif name in _SLOPING:
            hex = fields.matching("hex", _HEX).upper()
            sides = fields.matching("hexsides", _SIDES)
            self.slopes.setdefault(hex, set()).update(map(int, sides))

    def _board(self, fields: "_Attributes") -> None:
        grid = fields.text.get("HexGridConfig")
        if grid not in _REGULAR_GRIDS:
            raise fields.error("HexGridConfig", f"{grid} is not supported")
        self.board = BoardMetadata(
            columns=fields.whole("width", 1, MAX_HEXES),
            rows=fields.whole("height", 1, MAX_HEXES),
            hex_width=fields.pixels("hexWidth", LEAST_HEX),
            hex_height=fields.pixels("hexHeight", LEAST_HEX),
            a1_x=fields.pixels("A1CenterX", -MAX_PIXELS),
            a1_y=fields.pixels("A1CenterY", -MAX_PIXELS),
            name=fields.text.get("name", "").strip(),
            image=fields.text.get("boardImageFileName", "").strip(),
        )


class _Attributes:
    """The attributes of one element; every complaint names file, line, element and attribute."""

    def __init__(self, file: str, line: int, element: str, text: dict[str, str]) -> None:
        self.file = file
        self.line = line
        self.element = element
        self.text = text

    def error(self, attribute: str, message: str) -> GridError:
        return GridError(f"{self.file}:{self.line}", f"{self.element} {attribute}", message)

    def required(self, attribute: str) -> str:
        if attribute not in self.text:
            raise self.error(attribute, "is missing")
        return self.text[attribute].strip()

    def matching(self, attribute: str, pattern: re.Pattern[str]) -> str:
        text = self.required(attribute)
        if pattern.fullmatch(text) is None:
            raise self.error(attribute, f"{text[:40]!r} is not understood")
        return text

    def whole(self, attribute: str, least: int, most: int) -> int:
        number = self.number(attribute, self.required(attribute), least, most)
        if number != int(number):
            raise self.error(attribute, "is not a whole number")
        return int(number)

    def pixels(self, attribute: str, least: float) -> float | None:
        text = self.text.get(attribute, "").strip()
        return self.number(attribute, text, least, MAX_PIXELS) if text else None

    def number(self, attribute: str, text: str, least: float, most: float) -> float:
        try:
            number = float(text)
        except ValueError:
            raise self.error(attribute, f"{text[:40]!r} is not a number") from None
        if not least <= number <= most:
            raise self.error(attribute, f"{text[:40]} is not within {least:g} to {most:g}")
        return number

    def truth(self, attribute: str) -> bool:
        text = self.required(attribute).upper()
        if text not in _TRUTH:
            raise self.error(attribute, f"{text[:40]!r} is neither TRUE nor FALSE")
        return _TRUTH[text]


def _terrain_type(fields: _Attributes) -> TerrainType:
    category = fields.required("LOSCategory").upper()
    if category not in Category.__members__:
        raise fields.error("LOSCategory", f"{category[:40]!r} is unknown")
    return TerrainType(
        name=fields.required("name"),
        code=fields.whole("typeCode", 0, MAX_CODE),
        height=fields.whole("height", 0, MAX_HEIGHT),
        half_level=fields.truth("isHalfLevelHeight"),
        obstacle=fields.truth("isLOSObstacle"),
        inherent=fields.truth("isInherentTerrain"),
        split=fields.number("split", fields.text.get("split", "0"), 0, MAX_HEIGHT) != 0,
        lower_obstacle=fields.truth("isLowerLOSObstacle"),
        lower_hindrance=fields.truth("isLowerLOSHindrance"),
        category=Category[category],
    )


def _parse(xml: bytes, file: str, element: Callable[[str, dict[str, str], int], None]) -> None:
    if len(xml) > MAX_BYTES:
        raise GridError(file, "file", f"is larger than {MAX_BYTES} bytes")
    parser = expat.ParserCreate()

    def refuse(*_: object) -> None:
        line = parser.CurrentLineNumber
        raise GridError(f"{file}:{line}", "document type", "declarations are not accepted")

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda name, attributes: element(
        name, attributes, parser.CurrentLineNumber
    )
    try:
        parser.Parse(xml, True)
    except expat.ExpatError as error:
        raise GridError(f"{file}:{error.lineno}", "XML", expat.ErrorString(error.code)) from None
