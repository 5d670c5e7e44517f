"""SSR that change the terrain of an imported board: its cells, its hexes, LOS and picture."""

import base64
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command

from rules.board.board import Board
from rules.board.grid.geometry import Names, geometry_of
from rules.board.grid.losdata import LosData, write_losdata
from rules.board.locations import location
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, Terrain
from rules.mapmaking.changes import read_changes
from rules.mapmaking.finding import find_board
from rules.mapmaking.imported.agreement import changed_cells, difference
from rules.mapmaking.maps import MapPlan, load_map
from rules.mapmaking.picture import board_svg
from rules.mapmaking.placing import MapError, Placement
from tests.rules.board.grid.grids import shape
from tests.rules.mapmaking.imports import (
    ALL_CODES,
    CARD,
    archive,
    board_data,
    board_files,
    png,
    spot,
    way,
)


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty library, and nothing remembered of the one before."""
    place = tmp_path / "library"
    monkeypatch.setenv("BOARD_LIBRARY", str(place))
    load_map.cache_clear()
    yield place
    load_map.cache_clear()


def bring(at: Path, data: LosData | None = None, picture: bytes | None = None) -> Board:
    files = board_files(picture)
    if data is not None:
        files["LOSData"] = write_losdata(data)
    call_command("importboard", str(archive(at, files, "bd77.zip")), stdout=StringIO())
    return find_board("bd77", 7)


def changed(*sentences: str) -> Board:
    return load_map(MapPlan((Placement("bd77"),), read_changes(sentences)), 7)


def codes_in(board: Board, name: str) -> set[int]:
    here = geometry_of(shape()).hex_at == Names(shape()).index(name)
    return {int(code) for code in np.unique(board.ground.cells.terrain[here])}


def terrain(board: Board, *names: str) -> list[Terrain]:
    return [board.terrain(board.hex(name)) for name in names]


def hindrances(board: Board, one: str, other: str) -> list[str]:
    los = board.los(location(board.hex(one)), location(board.hex(other)))
    return [each.terrain for each in los.hindrances]


def blocked(board: Board, one: str, other: str) -> bool:
    return board.los(location(board.hex(one)), location(board.hex(other))).blocked


def test_grain_is_brush_to_hexes_and_los(tmp_path: Path) -> None:
    board = bring(tmp_path)
    brush = changed("grain is brush")
    assert terrain(brush, "G2", "H2", "A3") == [Terrain.BRUSH, Terrain.BRUSH, Terrain.WOODS]
    assert hindrances(board, "F1", "H2") == ["grain"]
    assert hindrances(brush, "F1", "H2") == ["brush"]
    winter = load_map(MapPlan((Placement("bd77"),), read_changes(["grain is brush"])), 1)
    assert hindrances(winter, "F1", "H2") == ["brush"]


def test_inherent_terrain_leaves_its_whole_hex(tmp_path: Path) -> None:
    """Of the orchard in A5 and the trees of C5 there is little, off the dot in C5."""
    data = board_data()
    x, y = geometry_of(shape()).centre[Names(shape()).index("C5")]
    data.terrain[x + 5 : x + 12, y : y + 3] = ALL_CODES["Orchard"]
    board = bring(tmp_path, data)
    assert terrain(board, "A5", "C5") == [Terrain.ORCHARD] * 2
    bare, woods = changed("orchards are open ground"), changed("orchards are woods")
    assert terrain(bare, "A5", "C5") == [Terrain.OPEN_GROUND] * 2
    assert terrain(woods, "A5", "C5") == [Terrain.WOODS] * 2
    assert hindrances(board, "A4", "A6") == ["orchard"]
    assert not hindrances(bare, "A4", "A6")
    assert blocked(woods, "A4", "A6")
    assert blocked(woods, "C4", "C6")


def test_terrain_of_whole_hexes_stays_off_their_hexsides(tmp_path: Path) -> None:
    """A6.2: woods in F4 alone leave F4/2 clear, woods in both hexes grow over it."""
    bring(tmp_path)
    one, both = changed("woods: F4"), changed("woods: F4 G4")
    assert terrain(one, "F4", "G4") == [Terrain.WOODS, Terrain.OPEN_GROUND]
    assert blocked(one, "F3", "F5")
    assert codes_in(one, "F4") == {ALL_CODES["Woods"], 0}
    geometry = geometry_of(shape())
    here = np.isin(geometry.hex_at, [Names(shape()).index(name) for name in ("F4", "G4")])
    edge = here & (geometry.hex_at != np.roll(geometry.hex_at, 2, axis=0))
    edge &= np.roll(here, 2, axis=0)
    assert not (one.ground.cells.terrain[edge] == ALL_CODES["Woods"]).any()
    assert (both.ground.cells.terrain[edge] == ALL_CODES["Woods"]).mean() > 0.8


def test_what_is_drawn_beyond_a_hex_goes_with_it(tmp_path: Path) -> None:
    """The woods of A3 reach into B2; those of I2 are not theirs."""
    data = board_data()
    border = geometry_of(shape()).hex_at == Names(shape()).index("B2")
    xs = np.arange(data.size[0])[:, None]
    data.terrain[border & (xs < 24) & (data.terrain == 0)] = ALL_CODES["Woods"]
    board = bring(tmp_path, data)
    assert ALL_CODES["Woods"] in codes_in(board, "B2")
    one = changed("open ground: A3")
    assert terrain(one, "A3", "I2") == [Terrain.OPEN_GROUND, Terrain.WOODS]
    assert not {ALL_CODES["Woods"], ALL_CODES["Pine Woods"]} & codes_in(one, "B2")
    every = changed("woods is brush")
    assert terrain(every, "A3", "I2") == [Terrain.BRUSH] * 2
    assert ALL_CODES["Brush"] in codes_in(every, "B2")


def test_no_roads(tmp_path: Path) -> None:
    """B3: with the road the bridge is gone, and what it led over is there; the path stays."""
    board = bring(tmp_path)
    bare = changed("no roads")
    assert {road.kind for road in bare.layout.roads} == {RoadKind.PATH}
    assert codes_in(bare, "C2") == {ALL_CODES["Open Ground"]}
    assert ALL_CODES["Paved Road"] not in codes_in(bare, "A3") | codes_in(bare, "A4")
    e5 = bare.hex("E5")
    assert board.bridge(board.hex("E5")) is not None
    assert bare.bridge(e5) is None
    assert codes_in(bare, "E5") <= {ALL_CODES["Shallow Stream"], ALL_CODES["Open Ground"]}
    assert (bare.elevation(e5), bare.ground_level(e5)) == (-1, 0)
    assert [bare.absolute(one) for one in bare.locations(e5)] == [-1]
    forded = changed("no bridges")
    assert forded.bridge(forded.hex("E5")) is None
    assert forded.road_between(forded.hex("E5"), forded.hex("E4"))
    walked = changed("no paths")
    assert RoadKind.PATH not in {road.kind for road in walked.layout.roads}
    assert len(walked.layout.roads) > 1
    assert codes_in(walked, "F2") == {ALL_CODES["Open Ground"]}


def test_paths_that_came_to_a_road_end_there(tmp_path: Path) -> None:
    """Those of B1 and C1 stay; what of a path is drawn along the road joins nothing."""
    data = board_data()
    for column in "BC":
        way(data, (f"{column}1", f"{column}2"), "Path")
        spot(data, f"{column}2", "Dirt Road", reach=20)
    b2, c2 = (geometry_of(shape()).centre[Names(shape()).index(name)] for name in ("B2", "C2"))
    x, y = (b2 + c2) // 2
    data.terrain[x - 6 : x + 7, y + 2 : y + 5] = ALL_CODES["Path"]
    board = bring(tmp_path, data)
    assert board.road_between(board.hex("B2"), board.hex("C2"))
    assert board.path_between(board.hex("C1"), board.hex("C2"))
    bare = changed("no roads")
    one, two = bare.hex("B2"), bare.hex("C2")
    assert bare.road(two) is None
    assert bare.path_between(bare.hex("C1"), two)
    assert not bare.path_between(one, two)


def test_a_road_to_a_building_ends_where_that_was(tmp_path: Path) -> None:
    data = board_data()
    way(data, ("C2", "C3"), "Dirt Road")
    board = bring(tmp_path, data)
    assert board.terrain(board.hex("C3")) is Terrain.STONE_BUILDING
    gone = changed("no buildings")
    assert gone.road(gone.hex("C2")) is RoadKind.DIRT
    assert gone.road(gone.hex("C3")) is None
    assert codes_in(gone, "C3") == {ALL_CODES["Open Ground"]}


def test_bridges_of_wood(tmp_path: Path) -> None:
    bring(tmp_path)
    wooden = changed("bridges are wooden")
    assert wooden.bridge(wooden.hex("E5")) is Terrain.WOODEN_BUILDING
    assert ALL_CODES["Single Hex Wooden Bridge"] in codes_in(wooden, "E5")


def test_surfaces(tmp_path: Path) -> None:
    bring(tmp_path)
    paved = changed("roads are paved")
    assert paved.road(paved.hex("C2")) is RoadKind.PAVED
    dirt = changed("roads are dirt")
    assert dirt.road(dirt.hex("A4")) is RoadKind.DIRT
    assert ALL_CODES["Paved Road"] not in codes_in(dirt, "A4")


def test_hexside_terrain(tmp_path: Path) -> None:
    """B9.2: a line over the hedge B5/0 is blocked; the bocage of B1 is no hedge."""
    board = bring(tmp_path)
    assert blocked(board, "B3", "B6")
    assert not blocked(changed("no hedges"), "B3", "B6")
    bare = changed("no walls")
    assert HexsideTerrain.WALL not in bare.layout.hexsides.values()
    assert not np.isin(bare.ground.cells.terrain, [ALL_CODES["Wall"]]).any()
    other = changed("hedges are walls")
    assert HexsideTerrain.HEDGE not in other.layout.hexsides.values()
    assert other.hexside(other.hex("B1"), 0) is HexsideTerrain.BOCAGE
    assert not np.isin(other.ground.cells.terrain, [ALL_CODES["Hedge"]]).any()


def test_a_building_in_rubble(tmp_path: Path) -> None:
    """B24: C3 is rubble, its half across the hexside stands."""
    board = bring(tmp_path)
    rubble = changed("rubble: C3")
    assert terrain(rubble, "B3", "C3") == [Terrain.STONE_BUILDING, Terrain.STONE_RUBBLE]
    assert rubble.upper_levels(rubble.hex("B3")) == 1
    assert rubble.upper_levels(rubble.hex("C3")) == 0
    assert not codes_in(rubble, "C3") & {ALL_CODES["Stone Building, 1 Level"]}
    assert board.building(board.hex("C3")) is not None
    assert rubble.building(rubble.hex("C3")) is None


def test_the_wall_of_a_rowhouse_goes_with_its_other_half(tmp_path: Path) -> None:
    board = bring(tmp_path)
    wall = ALL_CODES["Rowhouse Wall, 1 Level"]
    assert wall in codes_in(board, "H5")
    rubble = changed("rubble: I5")
    assert terrain(rubble, "H5", "I5") == [Terrain.STONE_BUILDING, Terrain.STONE_RUBBLE]
    assert wall not in codes_in(rubble, "H5") | codes_in(rubble, "I5")
    assert HexsideTerrain.ROWHOUSE_WALL not in rubble.layout.hexsides.values()


def test_buildings_gone_lower_and_of_wood(tmp_path: Path) -> None:
    data = board_data()
    x, y = geometry_of(shape()).centre[Names(shape()).index("E3")]
    data.terrain[x - 26 : x + 27, y - 26 : y + 27] = 0
    bring(tmp_path, data)
    gone = changed("no buildings")
    assert not gone.layout.buildings
    assert terrain(gone, "B3", "C4", "D1") == [Terrain.OPEN_GROUND] * 3
    assert not gone.ground.cells.stairways.any()
    low = changed("buildings are two story at most")
    assert low.upper_levels(low.hex("C4")) == 1
    assert ALL_CODES["Stone Building, 2 Level"] not in codes_in(low, "C4")
    c3, c4 = map(low.hex, ("C3", "C4"))
    assert low.building(c3) != low.building(c4)
    with pytest.raises(MapError, match="terrain table has no Wooden Building"):
        changed("buildings are wooden")


def test_depressions_of_another_kind(tmp_path: Path) -> None:
    bring(tmp_path)
    gully = changed("streams are gullies")
    assert gully.depression(gully.hex("F5")) is DepressionKind.GULLY
    assert ALL_CODES["Gully"] in codes_in(gully, "F5")
    stream = changed("gullies are streams")
    assert stream.depression(stream.hex("D5")) is DepressionKind.STREAM


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("no hills", "the levels of G1 cannot be changed so"),
        ("no gullies", "the Depressions of D5 cannot be changed so"),
        ("grain is marsh", "its terrain table has no Marsh"),
    ],
)
def test_what_cells_cannot_have_is_refused(tmp_path: Path, sentence: str, message: str) -> None:
    bring(tmp_path)
    with pytest.raises(MapError, match=f"bd77 is imported: .*{message}"):
        changed(sentence)


def test_what_nothing_is_of_changes_nothing(tmp_path: Path) -> None:
    board = bring(tmp_path, picture=png())
    same = changed("vineyards are brush", "no fords")
    assert difference(same.layout, board.layout) is None
    assert (same.ground.cells.terrain == board.ground.cells.terrain).all()
    assert board_svg(same).count("<image") == 1


def test_the_picture_is_drawn_over_where_it_is_changed(tmp_path: Path) -> None:
    board = bring(tmp_path, picture=png())
    brush = changed("grain is brush")
    assert changed_cells(board.layout, brush.layout) == {board.grid.cell("G2")}
    images = re.findall(r'href="data:image/([a-z+]+);base64,([^"]+)"', board_svg(brush))
    assert [kind for kind, _ in images] == ["png", "svg+xml"]
    over = base64.b64decode(images[1][1]).decode()
    assert ">G2<" in over
    assert ">H2<" not in over
    assert "clip-path" in over


def test_a_scenario_on_a_changed_board_plays(tmp_path: Path) -> None:
    bring(tmp_path, picture=png())
    card = tmp_path / "card.yaml"
    card.write_text(
        CARD
        + "terrain: [grain is brush, no walls, woods: C6]\n".replace("woods: C6", '"woods: C6"')
    )
    out = StringIO()
    call_command("simulate", str(card), games=2, stdout=out)
    assert re.search(r"^2 games, \d{2,} steps, 0 faults$", out.getvalue(), re.M)
