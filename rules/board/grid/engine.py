"""A grid board: every LOS question about one playing area, answered and remembered."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rules.board.geometry import CORNERS, STEPS, lattice, lattice_corner
from rules.board.grid.answers import (
    OBSTRUCTIONS,
    GridLos,
    Hindrance,
    Obstruction,
)
from rules.board.grid.errors import GridError
from rules.board.grid.geometry import (
    NO_HEX,
    STANDARD_HEIGHT,
    STANDARD_WIDTH,
    Names,
    Shape,
    geometry_of,
)
from rules.board.grid.ground import (
    ADJACENT,
    BASE,
    CENTRE_X,
    CENTRE_Y,
    HEXES,
    SIDE,
    TERRAINS,
    VALUES,
    End,
    Notes,
    Q,
    R,
    make_ground,
    new_notes,
)
from rules.board.grid.hexes import Kind, Spot, derive_hexes, derive_spots, stairways
from rules.board.grid.losdata import MAX_PACKED, LosData, read_board_losdata
from rules.board.grid.metadata import (
    MAX_BYTES,
    BoardMetadata,
    read_board_metadata,
    read_terrain_table,
)
from rules.board.grid.options import Reading
from rules.board.grid.terrain import BUILDING, CODES, NOTHING, Category, TerrainTable
from rules.board.grid.under import hexes_under
from rules.board.grid.walk import (
    AT,
    AT_X,
    AT_Y,
    FIELDS,
    FROM_TARGET,
    HINDRANCE,
    OF,
    REASON,
    follow,
    runs_along,
)

SHARED_METADATA: Final = "SharedBoardMetadata.xml"
BOARD_METADATA: Final = "BoardMetadata.xml"
LOSDATA: Final = "LOSData"
BY_SSR: Final = frozenset({Kind.ROOFTOP, Kind.CELLAR})

_ANSWERS_KEPT: Final = 1 << 16
_CODE: Final = 0xFF
_IN_THE_WAY: Final = frozenset(
    {Category.WOODS, Category.BUILDING, Category.FACTORY, Category.MARKETPLACE, Category.WATER}
)
_TOUCHING: Final = 1
_WALLED: Final = 5
"""How many pixels beside a hexside count as on it: where a wall or hedge is drawn, as many as that
is wide on one side, and one more.
"""
_SWEEPS_KEPT: Final = 512
_REMEMBERED: Final = frozenset({"los", "los_to_corner", "sweep", "crossed"})


@dataclass(frozen=True, slots=True)
class Sweep:
    """The LOS from one Location to many, as arrays in the order of the targets asked for."""

    blocked: npt.NDArray[np.bool_]
    hindrance: npt.NDArray[np.int64]


class GridBoard:
    """One board under one reading of the rules. Immutable, but for what it remembers.

    Under the rulebook's reading there are rooftops and cellars only where `by_ssr` says so; the
    other reading has them in every building of more than one hex.
    """

    def __init__(
        self,
        data: LosData,
        metadata: BoardMetadata,
        table: TerrainTable,
        reading: Reading,
        *,
        file: str = LOSDATA,
        by_ssr: Collection[Kind] = (),
    ) -> None:
        self.reading = reading
        self._rulebook = reading is Reading.RULEBOOK
        self.table = table.corrected() if self._rulebook else table
        shape = _shape(data, metadata, file)
        geometry = geometry_of(shape, even=self._rulebook)
        hexes = derive_hexes(data, self.table, geometry, file, even=self._rulebook)
        self.names = Names(shape)
        self._corner = geometry.corner
        self._in_the_way = np.zeros(CODES, np.bool_)
        for kind in table:
            self._in_the_way[kind.code] = kind.category in _IN_THE_WAY
        self._stairways = stairways(data, self.table, geometry, even=self._rulebook)
        left_out = BY_SSR - frozenset(by_ssr) if self._rulebook else frozenset[Kind]()
        self.spots: tuple[tuple[Spot, ...], ...] = tuple(
            tuple(spot for spot in spots if spot.kind not in left_out)
            for spots in derive_spots(data, hexes, self.table, geometry, even=self._rulebook)
        )
        self.ground = make_ground(
            data, self.table, geometry, hexes, _slopes(metadata.slopes, self.names, file)
        )
        self._centres = np.array(
            [end_of(next(s for s in spots if s.central)) for spots in self.spots], np.int64
        )
        self._remember()

    def _remember(self) -> None:
        self.los = lru_cache(maxsize=_ANSWERS_KEPT)(self._los)
        self.los_to_corner = lru_cache(maxsize=_ANSWERS_KEPT)(self._los_to_corner)
        self.sweep = lru_cache(maxsize=_SWEEPS_KEPT)(self._sweep)
        self.crossed = lru_cache(maxsize=_ANSWERS_KEPT)(self._crossed)

    def __getstate__(self) -> dict[str, Any]:
        """All but what it remembers."""
        return {name: value for name, value in vars(self).items() if name not in _REMEMBERED}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._remember()

    def spot(self, name: str, level: int = 0, kind: Kind | None = None) -> Spot:
        """The Location of a hex at a level above its base. ValueError if there is none."""
        for spot in self.spots[self.names.index(name)]:
            if spot.level == level and kind in (None, spot.kind):
                return spot
        raise ValueError(f"{name} has no such Location at level {level}")

    def distance(self, a: int, b: int) -> int:
        """Range between two hexes, in hexes (A1.22)."""
        hexes = self.ground.hexes
        dq, dr = int(hexes[b, Q] - hexes[a, Q]), int(hexes[b, R] - hexes[a, R])
        return max(abs(dq), abs(dr), abs(dq + dr))

    def base(self, hex: int) -> int:
        """The base level of a hex."""
        return int(self.ground.hexes[hex, BASE])

    def has_stairway(self, hex: int) -> bool:
        """Whether one may change levels in a hex (B23.22)."""
        return bool(self._stairways[hex])

    def memory(self) -> int:
        """Bytes the arrays of this board take; those of its shape are shared and not counted."""
        ground = self.ground
        return sum(array.nbytes for array in (ground.cells, ground.kinds, ground.hexes))

    def fresh_sweep(self, source: Spot, targets: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The LOS from one Location to many, nothing remembered: rows as `walk` describes them.

        The rows of `targets` have the fields of a `ground.End`, none in the source's hex.
        """
        out = np.zeros((len(targets), FIELDS), np.int64)
        follow(self.ground, end_of(source), targets, self._rulebook, True, new_notes(), out)
        return out

    def centres_but(self, hex: int) -> npt.NDArray[np.int64]:
        """The own Locations of all hexes but one, as targets."""
        return np.delete(self._centres, hex, axis=0)

    def _sweep(self, source: Spot) -> Sweep:
        """The LOS to the own Location of every hex, by hex."""
        found = self.fresh_sweep(source, self.centres_but(source.hex))
        found = np.insert(found, source.hex, 0, axis=0)
        own = self.los(source, next(s for s in self.spots[source.hex] if s.central))
        found[source.hex, REASON] = own.blocked
        return Sweep(found[:, REASON] != 0, np.where(found[:, REASON] != 0, 0, found[:, HINDRANCE]))

    def _los(self, source: Spot, target: Spot) -> GridLos:
        """The LOS between two Locations (A6)."""
        if source.hex == target.hex:
            return self._in_one_hex(source, target)
        ends = end_of(source), end_of(target)
        chosen, notes = self._follow(*ends)
        if not chosen[REASON]:
            back, notes_back = self._follow(*reversed(ends))
            if back[REASON] or back[HINDRANCE] < chosen[HINDRANCE]:
                chosen, notes = back, notes_back
                chosen[FROM_TARGET] = 1
        return self._answer(source, target, chosen, notes)

    def _los_to_corner(self, source: Spot, target: Spot, vertex: int) -> GridLos:
        """The LOS from a Location to a vertex of another hex, at the level of a Location there
        (A6.12): drawn from the centre alone. What stands in that hex may hide its own vertex.
        """
        x, y = self.corner(target.hex, vertex)
        spine = self._spine_to(source.hex, target.hex, vertex)
        end = end_of(target)._replace(at_corner=True, x=x, y=y, spine=spine)
        chosen, notes = self._follow(end_of(source), end)
        return self._answer(source, target, chosen, notes)

    def corner(self, hex: int, vertex: int) -> tuple[int, int]:
        """The pixel of a vertex; at the edge of the map the nearest that is there."""
        x, y = self._corner[hex, vertex]
        width, height = self.ground.cells.shape
        return min(max(int(x), 0), width - 1), min(max(int(y), 0), height - 1)

    def _spine_to(self, source: int, hex: int, vertex: int) -> int:
        """The hexspine of a hex along which a line runs to a vertex of another, -1 if along
        none.
        """
        (x, y), (to_x, to_y) = lattice(self._cell(source)), lattice_corner(self._cell(hex), vertex)
        for spine, (dx, dy) in enumerate(CORNERS):
            across, down = to_x - x, to_y - y
            if across * dy == down * dx and across * dx + down * dy > 0:
                return spine
        return NO_HEX

    def _cell(self, hex: int) -> tuple[int, int]:
        return int(self.ground.hexes[hex, Q]), int(self.ground.hexes[hex, R])

    def _answer(
        self, source: Spot, target: Spot, chosen: npt.NDArray[np.int64], notes: Notes
    ) -> GridLos:
        """What the row of an answer and the notes say."""
        distance = self.distance(source.hex, target.hex)
        hindrances = tuple(
            Hindrance(
                self.names.all[int(notes[HEXES + away])],
                self.table[int(notes[TERRAINS + away])].name,
                int(notes[VALUES + away]),
                self.distance(source.hex, int(notes[HEXES + away])),
            )
            for away in range(distance)
            if notes[VALUES + away]
        )
        blocked = chosen[REASON] != 0
        return GridLos(
            range=distance,
            rise=target.elevation - source.elevation,
            obstruction=OBSTRUCTIONS[int(chosen[REASON])] if blocked else None,
            at=self.names.all[int(chosen[AT])] if blocked else None,
            pixel=(int(chosen[AT_X]), int(chosen[AT_Y])) if blocked else None,
            by=self.table[int(chosen[OF])].name if blocked else None,
            found_from_target=bool(chosen[FROM_TARGET]),
            hindrances=tuple(sorted(hindrances, key=lambda one: (one.range, one.hex))),
            hindrance=int(chosen[HINDRANCE]),
            along=runs_along(self.ground, source.hex, target.hex, self._rulebook),
        )

    def _follow(self, source: End, target: End) -> tuple[npt.NDArray[np.int64], Notes]:
        """One line one way: the row of the answer, and the notes with its hindrances."""
        out, notes = np.zeros((1, FIELDS), np.int64), new_notes()
        targets = np.array([target], np.int64)
        follow(self.ground, source, targets, self._rulebook, False, notes, out)
        return np.asarray(out[0], np.int64), notes

    def _in_one_hex(self, source: Spot, target: Spot) -> GridLos:
        """B23.25, B6.2: floors see each other by a stairway, a bridge hides what is below."""
        rise = target.elevation - source.elevation
        why: Obstruction | None = None
        if source != target:
            if self._in_building(source) and self._in_building(target):
                if abs(rise) > 1 or not self._stairways[source.hex]:
                    why = Obstruction.OTHER_FLOOR
            elif self._on_bridge(source) or self._on_bridge(target):
                why = Obstruction.BRIDGE
        at = None if why is None else self.names.all[source.hex]
        return GridLos(range=0, rise=rise, obstruction=why, at=at)

    def _in_building(self, spot: Spot) -> bool:
        if spot.terrain == NOTHING:
            return spot.kind is Kind.CELLAR
        return bool(self.table.flags[spot.terrain] & BUILDING)

    def _on_bridge(self, spot: Spot) -> bool:
        if spot.terrain == NOTHING:
            return spot.kind is Kind.BRIDGE
        return self.table[spot.terrain].category is Category.BRIDGE

    def _crossed(self, source: int, target: int) -> tuple[int, ...]:
        """The hexes a line between two hexes has pixels of, in order from the source.

        The line is always drawn from the hex that comes first on the board, so that both ends
        agree on them. A line along hexsides has the hexes on both sides.
        """
        along = self._beside(source, target)
        if along:
            return along
        first, last = sorted((source, target))
        hexes = self.ground.hexes
        start = int(hexes[first, CENTRE_X]), int(hexes[first, CENTRE_Y])
        end = int(hexes[last, CENTRE_X]), int(hexes[last, CENTRE_Y])
        found = self._under(start, end)
        return found if source == first else found[::-1]

    def crossed_to_corner(self, source: int, hex: int, vertex: int) -> tuple[int, ...]:
        """The hexes that a line from a hex to a vertex of another has pixels of, in order; the
        latter among them, and those on both sides of hexsides that it runs along.
        """
        hexes = self.ground.hexes
        x, y = int(hexes[source, CENTRE_X]), int(hexes[source, CENTRE_Y])
        to_x, to_y = self.corner(hex, vertex)
        aside = 0 if self._spine_to(source, hex, vertex) == NO_HEX else 1
        lines = (self._under((x, y + up), (to_x, to_y + up)) for up in {0, aside, -aside})
        return tuple(dict.fromkeys([*(one for line in lines for one in line), hex]))

    def _under(self, start: tuple[int, int], end: tuple[int, int]) -> tuple[int, ...]:
        """The hexes that a line between two pixels has pixels of, in order."""
        return tuple(map(int, hexes_under(self.ground, *start, *end)))

    def is_clear_side(self, hex: int, side: int) -> bool:
        """A4.3: whether neither woods nor buildings, nor water, touch a hexside; a wall or hedge
        on it is taken for as much of it as is drawn.
        """
        (x0, y0), (x1, y1) = self.corner(hex, side), self.corner(hex, (side + 1) % 6)
        band = _WALLED if self.ground.hexes[hex, SIDE + side] != NOTHING else _TOUCHING
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        width, height = self.ground.cells.shape
        for step in range(steps + 1):
            x, y = x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps
            box = self.ground.cells[
                max(x - band, 0) : min(x + band + 1, width),
                max(y - band, 0) : min(y + band + 1, height),
            ]
            if self._in_the_way[box & _CODE].any():
                return False
        return True

    def _beside(self, source: int, target: int) -> tuple[int, ...]:
        """The hexes of a line along hexsides, in order; none of another line."""
        hexes = self.ground.hexes
        way = hexes[target, Q] - hexes[source, Q], hexes[target, R] - hexes[source, R]
        distance = self.distance(source, target)
        for side, (q, r) in enumerate(STEPS):
            before = STEPS[side - 1]
            leap = q + before[0], r + before[1]
            if distance % 2 == 0 and way == (leap[0] * distance // 2, leap[1] * distance // 2):
                return self._leaping(source, target, side)
        return ()

    def _leaping(self, source: int, target: int, side: int) -> tuple[int, ...]:
        """The hexes from one to another past the hexside between two neighbours each time."""
        met = [source]
        while met[-1] != target:
            around = self.neighbours(met[-1])
            pair = [hex for hex in (around[side - 1], around[side]) if hex != NO_HEX]
            beyond = next(
                there
                for hex, turn in ((around[side - 1], side), (around[side], side - 1))
                if hex != NO_HEX
                for there in (self.neighbours(hex)[turn],)
            )
            met += [*pair, beyond]
        return tuple(met)

    def neighbours(self, hex: int) -> tuple[int, ...]:
        """The hexes next to one, by hexside 0-5; NO_HEX where there is none."""
        return tuple(int(other) for other in self.ground.hexes[hex, ADJACENT : ADJACENT + 6])


def end_of(spot: Spot) -> End:
    """A Location as an end of a line."""
    return End(
        hex=spot.hex,
        level=spot.elevation,
        central=spot.central,
        sunken=spot.kind is Kind.DEPRESSION,
        rooftop=spot.kind is Kind.ROOFTOP,
        cellar=spot.kind is Kind.CELLAR,
        at_corner=False,
        x=0,
        y=0,
        spine=NO_HEX,
    )


def load_grid_board(folder: Path, reading: Reading, *, by_ssr: Collection[Kind] = ()) -> GridBoard:
    """The board in a folder, with the shared metadata beside the folder. Raises GridError."""
    packed = _bytes(folder / LOSDATA, MAX_PACKED)
    own = folder / BOARD_METADATA
    metadata = read_board_metadata(_bytes(own, MAX_BYTES), str(own))
    shared = folder.parent / SHARED_METADATA
    table = _table(_bytes(shared, MAX_BYTES), str(shared))
    data = read_board_losdata(packed, table, str(folder / LOSDATA))
    return GridBoard(data, metadata, table, reading, file=str(folder / LOSDATA), by_ssr=by_ssr)


@lru_cache(maxsize=4)
def _table(xml: bytes, file: str) -> TerrainTable:
    return read_terrain_table(xml, file)


def _bytes(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise GridError(str(path), "file", f"cannot be read: {error.strerror}") from None
    if len(content) > most:
        raise GridError(str(path), "file", f"is larger than {most} bytes")
    return content


def _shape(data: LosData, metadata: BoardMetadata, file: str) -> Shape:
    if (data.columns, data.rows) != (metadata.columns, metadata.rows):
        raise GridError(
            file,
            "head",
            f"has {data.columns} x {data.rows} hexes where the metadata says"
            f" {metadata.columns} x {metadata.rows}",
        )
    width, height = data.size
    hex_width = STANDARD_WIDTH if metadata.hex_width is None else metadata.hex_width
    hex_height = STANDARD_HEIGHT if metadata.hex_height is None else metadata.hex_height
    return Shape(
        columns=data.columns,
        rows=data.rows,
        width=width,
        height=height,
        hex_width=hex_width,
        hex_height=hex_height,
        a1_x=0.0 if metadata.a1_x is None else metadata.a1_x,
        a1_y=hex_height / 2 if metadata.a1_y is None else metadata.a1_y,
    )


def _slopes(slopes: Mapping[str, frozenset[int]], names: Names, file: str) -> npt.NDArray[np.bool_]:
    found = np.zeros((len(names.all), 6), np.bool_)
    for name, sides in slopes.items():
        try:
            found[names.index(name), sorted(sides)] = True
        except ValueError as error:
            raise GridError(file, f"slope {name}", str(error)) from None
    return found
