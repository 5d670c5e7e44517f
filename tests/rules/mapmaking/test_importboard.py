"""`manage.py importboard`, and the boards that come of it: hexes, LOS, picture, maps, play."""

import random
import re
from collections.abc import Iterator
from io import StringIO
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from rules.board.board import Board
from rules.board.geometry import opposite
from rules.board.grid.engine import load_grid_board
from rules.board.grid.hexes import Kind
from rules.board.grid.losdata import LosData, write_losdata
from rules.board.grid.options import Reading
from rules.board.layout import BoardError
from rules.board.locations import LocationKind, hex_of, location
from rules.board.lying import Crop
from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, StreamDepth, Terrain
from rules.mapmaking.changes import read_changes
from rules.mapmaking.finding import board_ids, find_board
from rules.mapmaking.maps import MapPlan, load_map
from rules.mapmaking.picture import board_svg
from rules.mapmaking.placing import MapError, Placement, first_column
from rules.scenarios import read_scenario
from tests.rules.board.grid.grids import rotated
from tests.rules.mapmaking.imports import (
    ALL_CODES,
    CARD,
    METADATA,
    archive,
    board_data,
    board_files,
    folder,
    png,
    spot,
)

SLOPES = b"><slopes><slope hex='A4' hexsides='2'/></slopes></boardMetadata>"


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty library, and nothing remembered of the one before."""
    place = tmp_path / "library"
    monkeypatch.setenv("BOARD_LIBRARY", str(place))
    load_map.cache_clear()
    yield place
    load_map.cache_clear()


def run(*arguments: object) -> str:
    out = StringIO()
    call_command("importboard", *map(str, arguments), stdout=out)
    return out.getvalue()


def bring(at: Path, files: dict[str, bytes] | None = None, *arguments: str) -> str:
    """Import a made-up board as bd77 unless the arguments say otherwise."""
    return run(archive(at, files or board_files(), "bd77.zip"), *arguments)


@pytest.fixture
def board(tmp_path: Path) -> Board:
    bring(tmp_path)
    return find_board("bd77", 7)


def test_the_command_says_what_it_found(tmp_path: Path, library: Path) -> None:
    said = bring(tmp_path, board_files(png()))
    assert said.startswith(f"bd77: Board 77, kept in {library / 'bd77'}\n")
    assert "9 x 6, 58 hexes, levels 0 to 1\n" in said
    assert "    1 Gully\n" in said
    assert "note: Pine Woods is played as woods (1 hex)\n" in said
    assert "Bocage is played" not in said
    assert "note: Stone Market Place is played as stone building (1 hex)\n" in said
    assert said.endswith("LOS: as VASL has it\npicture: bd77.gif\n")
    names = {path.name for path in (library / "bd77").iterdir()}
    own = {"LOSData", "BoardMetadata.xml", "SharedBoardMetadata.xml"}
    assert names == own | {"board.json", "picture.png"}
    assert "bd77" in board_ids()


def test_a_folder_another_id_title_and_reading(tmp_path: Path) -> None:
    place = folder(tmp_path, board_files())
    said = run(place, "--as", "mill", "--title", "The mill", "--reading", "rulebook")
    assert said.startswith("mill: The mill, kept in ")
    assert "LOS: as the rulebook has it\npicture: none came with it" in said
    board = find_board("mill", 7)
    assert (board.id, board.title) == ("mill", "The mill")
    assert board.ground.reading is Reading.RULEBOOK


@pytest.mark.parametrize("id", ["so1", "so77"])
def test_ids_of_our_boards_are_ours(tmp_path: Path, id: str) -> None:
    with pytest.raises(CommandError, match=f"{id} is the id of a board of ours"):
        bring(tmp_path, None, "--as", id)


@pytest.mark.parametrize("id", ["../up", "a/b", "Bd", "7", "-a", "a-", "a" * 25, ".new"])
def test_what_is_no_id_is_refused(tmp_path: Path, library: Path, id: str) -> None:
    with pytest.raises(CommandError, match="is no id"):
        bring(tmp_path, None, f"--as={id}")
    assert not library.exists()


def test_a_board_is_only_replaced_if_that_is_asked_for(tmp_path: Path, library: Path) -> None:
    bring(tmp_path)
    with pytest.raises(CommandError, match="in the library already; --replace"):
        bring(tmp_path, board_files(png()))
    assert not (library / "bd77" / "picture.png").exists()
    bring(tmp_path, board_files(png()), "--replace")
    assert (library / "bd77" / "picture.png").exists()
    assert [path.name for path in library.iterdir()] == ["bd77"]


def test_nothing_is_left_of_what_could_not_be_written(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(tmp_path)
    before = (library / "bd77" / "board.json").read_bytes()

    write = Path.write_bytes

    def full(self: Path, content: bytes) -> int:
        if self.name == "board.json":
            raise OSError(28, "no space left")
        return write(self, content)

    place = archive(tmp_path, board_files(), "bd78.zip")
    monkeypatch.setattr(Path, "write_bytes", full)
    for arguments in (["--as", "bd77", "--replace"], []):
        with pytest.raises(CommandError, match="cannot be written: no space left"):
            run(place, *arguments)
    assert [path.name for path in library.iterdir()] == ["bd77"]
    assert (library / "bd77" / "board.json").read_bytes() == before


def cells(data: LosData, **changed: object) -> bytes:
    fields = {name: getattr(data, name) for name in LosData.__slots__}
    return write_losdata(LosData(**{**fields, **changed}))


def high() -> bytes:
    data = board_data()
    data.elevation[3, 3] = 77
    return cells(data)


def meaningless() -> bytes:
    data = board_data()
    data.terrain[3, 3] = 250
    return cells(data)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("LOSData", b"GIF89a", "LOSData: file: is not a gzip"),
        ("LOSData", high(), "LOSData: cells: levels -1 to 77"),
        ("LOSData", meaningless(), "terrain code 250 is not in the terrain table"),
        (
            "LOSData",
            cells(board_data(), rows=5, stairways=np.zeros(49, np.bool_)),
            "do not end with the last hexes",
        ),
        ("BoardMetadata.xml", METADATA.replace(b"/>", b" A1CenterX='-500'/>"), "upper left"),
        ("BoardMetadata.xml", METADATA.replace(b"/>", b" hexWidth='50'/>"), "do not end with"),
        ("BoardMetadata.xml", b"<boardMetadata/>", "boardMetadata width: is missing"),
        ("SharedBoardMetadata.xml", b"<x/>", "terrainTypes: there are none"),
        ("bd77.gif", b"GIF89a", "bd77.gif: picture: ends early"),
        ("bd77.gif", png(400, 300), "400 x 300 pixels do not fit a board of 450 x 387"),
    ],
)
def test_what_is_wrong_is_refused_and_nothing_is_kept(
    tmp_path: Path, library: Path, name: str, content: bytes, message: str
) -> None:
    with pytest.raises(CommandError, match=message):
        bring(tmp_path, {**board_files(png()), name: content})
    assert not library.exists()


def test_what_the_hexes_are(board: Board) -> None:
    kinds = {
        "A3": Terrain.WOODS,
        "B3": Terrain.STONE_BUILDING,
        "E3": Terrain.STONE_BUILDING,
        "G5": Terrain.WATER,
        "G2": Terrain.GRAIN,
        "H2": Terrain.BRUSH,
        "A5": Terrain.ORCHARD,
        "I2": Terrain.WOODS,
        "C2": Terrain.OPEN_GROUND,
        "E5": Terrain.OPEN_GROUND,
    }
    assert {name: board.terrain(board.hex(name)) for name in kinds} == kinds
    assert [board.elevation(board.hex(name)) for name in ("H1", "C1", "D5", "G5")] == [1, 0, -1, -1]
    assert [board.ground_level(board.hex(name)) for name in ("D5", "E5", "G5")] == [0, 0, 0]


def test_depressions_and_bridges(board: Board) -> None:
    d5, e5, f5, g5 = map(board.hex, ("D5", "E5", "F5", "G5"))
    kinds = [DepressionKind.GULLY, DepressionKind.STREAM, DepressionKind.STREAM, None]
    assert [board.depression(hex) for hex in (d5, e5, f5, g5)] == kinds
    assert board.depression_between(f5, g5)
    assert board.depression_between(d5, e5)
    assert not board.depression_between(d5, board.hex("D4"))
    assert board.bridge(e5) is Terrain.STONE_BUILDING
    assert board.kind(location(e5, 1)) is LocationKind.BRIDGE
    assert [board.absolute(one) for one in board.locations(e5)] == [-1, 0]


def test_hexsides_are_the_same_from_both_hexes(board: Board) -> None:
    sides = {
        ("D4", 0): HexsideTerrain.WALL,
        ("B5", 0): HexsideTerrain.HEDGE,
        ("G1", 3): HexsideTerrain.CLIFF,
        ("H5", 1): HexsideTerrain.ROWHOUSE_WALL,
        ("B1", 0): HexsideTerrain.BOCAGE,
        ("E2", 0): None,
    }
    for (name, side), kind in sides.items():
        hex = board.hex(name)
        assert board.hexside(hex, side) is kind
        across = dict(board.neighbours(hex))[side]
        assert board.hexside(across, opposite(side)) is kind
    assert len(board.layout.hexsides) == 5


def test_buildings_hang_together_where_they_cross_a_hexside(board: Board) -> None:
    b3, c3, c4, d1, e3 = map(board.hex, ("B3", "C3", "C4", "D1", "E3"))
    assert board.building(b3) == board.building(c3) != board.building(c4)
    assert board.building_passage(b3, c3)
    assert [board.upper_levels(hex) for hex in (b3, c4, d1, e3)] == [1, 2, 0, 2]
    assert [board.stairwell(hex) for hex in (b3, c3, c4, d1, e3)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    h5, i5 = map(board.hex, ("H5", "I5"))
    assert board.building(h5) == board.building(i5)
    assert board.rowhouse_between(h5, i5)
    assert not board.building_passage(h5, i5)


def test_roads_run_where_they_are_drawn(board: Board) -> None:
    a2, b2, c2, d2, a3, a4 = map(board.hex, ("A2", "B2", "C2", "D2", "A3", "A4"))
    assert [board.road(hex) for hex in (a2, b2, c2, d2)] == [RoadKind.DIRT] * 4
    assert [board.road(hex) for hex in (a3, a4)] == [RoadKind.PAVED] * 2
    assert board.road_between(a2, b2)
    assert board.road_between(c2, d2)
    assert not board.road_between(a2, a3)
    f1, f2, f3 = map(board.hex, ("F1", "F2", "F3"))
    assert board.path_between(f1, f2)
    assert board.path_between(f2, f3)
    assert board.road(f2) is None


def test_a_road_at_the_corner_of_a_hex_does_not_cross_its_hexside(tmp_path: Path) -> None:
    """It touches G3/3 at its right vertex; both hexes have a road of their own."""
    data = board_data()
    for name in ("G3", "G4"):
        spot(data, name, "Dirt Road", reach=8)
    x, y = 6 * 56.25 + 18.75, 3 * 64.5
    data.terrain[round(x) - 5 : round(x) + 6, round(y) - 5 : round(y) + 6] = ALL_CODES["Dirt Road"]
    bring(tmp_path, board_files() | {"LOSData": write_losdata(data)})
    board = find_board("bd77", 7)
    g3, g4 = map(board.hex, ("G3", "G4"))
    assert [board.road(hex) for hex in (g3, g4)] == [RoadKind.DIRT] * 2
    assert not board.road_between(g3, g4)


def test_woods_beside_a_road_are_woods(board: Board) -> None:
    assert board.terrain(board.hex("A3")) is Terrain.WOODS
    assert board.terrain(board.hex("A4")) is Terrain.OPEN_GROUND


def test_los_is_that_of_the_grid(board: Board, library: Path) -> None:
    grid = load_grid_board(shelf(library), Reading.VASL)
    locations = [one for hex in board.hexes for one in board.locations(hex)]
    rng = random.Random(7)
    blocked = 0
    for _ in range(1500):
        ends = rng.sample(locations, 2)
        spots = [
            next(
                spot
                for spot in grid.spots[grid.names.index(board.name(hex_of(end)))]
                if spot.elevation == board.absolute(end)
                and spot.kind not in {Kind.ROOFTOP, Kind.CELLAR}
            )
            for end in ends
        ]
        ours, theirs = board.los(*ends), grid.los(*spots)
        assert ours.blocked == theirs.blocked
        assert ours.blocked or ours.hindrance == theirs.hindrance
        assert ours.at is None or board.name(ours.at) == theirs.at
        blocked += ours.blocked
    assert 300 < blocked < 1200


def shelf(library: Path) -> Path:
    """The folder of bd77, with the shared metadata beside it."""
    place = library / "bd77"
    (library / "SharedBoardMetadata.xml").write_bytes(
        (place / "SharedBoardMetadata.xml").read_bytes()
    )
    return place


def test_grain_and_orchards_have_their_season(board: Board) -> None:
    """B15.6, B14.2: G2 lies between F1 and H2, A5 between A4 and A6."""
    winter = find_board("bd77", 1)
    grain = location(board.hex("F1")), location(board.hex("H2"))
    trees = location(board.hex("A4")), location(board.hex("A6"))
    assert [one.terrain for one in board.los(*grain).hindrances] == ["grain"]
    assert not winter.los(*grain).hindrances
    assert [one.terrain for one in board.los(*trees).hindrances] == ["orchard"]
    assert [one.terrain for one in winter.los(*trees).hindrances] == ["orchard, out of season"]


def test_a_board_without_a_picture_is_drawn(board: Board) -> None:
    drawn = board_svg(board)
    assert 'viewBox="0 0 456 396" width="450" height="387" preserveAspectRatio="none"' in drawn
    assert "<image" not in drawn
    assert ">E5<" in drawn


def test_a_board_with_a_picture_shows_it(tmp_path: Path) -> None:
    bring(tmp_path, board_files(png()))
    drawn = board_svg(find_board("bd77", 7))
    assert drawn.count("<image") == 1
    assert 'href="data:image/png;base64,iVBORw0KGgo' in drawn
    assert ">E5<" not in drawn


def second(at: Path, **metadata: bytes) -> None:
    """Another board, bd78: the same turned, without a picture."""
    files = {**board_files(), "LOSData": write_losdata(rotated(board_data()))}
    xml = METADATA.replace(b"/>", metadata.get("slopes", b"/>"))
    run(archive(at, files | {"BoardMetadata.xml": xml}, "bd78"), "--title", "Another")


def test_imported_boards_join(tmp_path: Path) -> None:
    bring(tmp_path, board_files(png()))
    second(tmp_path)
    plan = MapPlan((Placement("bd77"), Placement("bd78", 8, 0, turned=True)))
    joined = load_map(plan, 7)
    assert joined.size == pytest.approx((900, 387))
    assert joined.hex("77E5") == "bd77:77E5"
    alone = find_board("bd77", 7)
    rng = random.Random(1)
    names = [alone.name(hex) for hex in alone.hexes if alone.name(hex)[0] in "BCDEFG"]
    for _ in range(200):
        one, other = rng.sample(names, 2)
        ends = [location(joined.hex(f"77{name}")) for name in (one, other)]
        own = [location(alone.hex(name)) for name in (one, other)]
        assert joined.los(*ends).blocked == alone.los(*own).blocked
    drawn = board_svg(joined)
    assert drawn.count("<image") == 1
    assert ">78E5<" in drawn


def test_a_cut_and_turned_picture(tmp_path: Path) -> None:
    bring(tmp_path, board_files(png()))
    cut = load_map(MapPlan((Placement("bd77", turned=True, crop=Crop((0, 8), (0, 3))),)), 7)
    drawn = board_svg(cut)
    assert drawn.count("<image") == 1
    assert drawn.count("<use") >= 2
    assert "rotate(180 " in drawn


@pytest.mark.parametrize("turned", [False, True])
def test_los_on_a_part_of_a_board_is_that_on_the_board(board: Board, turned: bool) -> None:
    """But for lines from side to side, which may run along the cut."""
    crop = Crop((5, 8), (4, 6))
    column = first_column(board.grid, crop, turned=turned)
    part = load_map(MapPlan((Placement("bd77", column, 0, turned, crop),)), 7)
    for source, target in permutations(part.hexes, 2):
        ends = location(source), location(target)
        if part.centre(source)[1] != part.centre(target)[1]:
            assert part.los(*ends).explain() == board.los(*ends).explain()


def test_what_cannot_join_is_refused(tmp_path: Path) -> None:
    bring(tmp_path)
    second(tmp_path)
    with pytest.raises(MapError, match="the hexes of so1 and bd77 are not of one size"):
        load_map(MapPlan((Placement("bd77"), Placement("so1", 0, 6))), 7)
    run(archive(tmp_path, board_files(), "bd79"), "--reading", "rulebook")
    with pytest.raises(MapError, match="bd79 and bd77 are not judged by the same"):
        load_map(MapPlan((Placement("bd77"), Placement("bd79", 8, 0))), 7)


def test_streams_may_change_their_depth(board: Board) -> None:
    dry = load_map(MapPlan((Placement("bd77"),), tuple(read_changes(["streams are dry"]))), 7)
    assert dry.layout.streams is StreamDepth.DRY
    assert dry.ground.grid.table is board.ground.table


@pytest.mark.parametrize(
    ("other", "ends"),
    [
        (Placement("bd78", 8, 0), ("78A4", "78C5")),
        (Placement("bd78", -8, 0, turned=True), ("78A4", "78C5")),
        (None, ("A4", "C5")),
        (Crop((0, 8), (3, 6)), ("A4", "C5")),
    ],
    ids=["joined", "joined and turned", "turned", "cut and turned"],
)
@pytest.mark.parametrize("sloped", [False, True])
def test_slopes_lie_as_their_board_does(
    tmp_path: Path, other: Placement | Crop | None, ends: tuple[str, str], sloped: bool
) -> None:
    """From a hex that slopes up one sees over the brush in B4 (B.5)."""
    bring(tmp_path)
    second(tmp_path, slopes=SLOPES if sloped else b"/>")
    if isinstance(other, Placement):
        plan = MapPlan((Placement("bd77"), other))
    else:
        plan = MapPlan((Placement("bd78", turned=True, crop=other),))
    on = load_map(plan, 7)
    los = on.los(*(location(on.hex(name)) for name in ends))
    assert (los.blocked, los.hindrance) == (False, 0 if sloped else 1)


def test_a_damaged_library_is_named(tmp_path: Path, library: Path) -> None:
    bring(tmp_path)
    (library / "bd77" / "LOSData").write_bytes(b"moth")
    with pytest.raises(BoardError, match=r"LOSData:1: file: is not a gzip"):
        find_board("bd77", 7)
    (library / "bd77" / "board.json").write_bytes(b"{}")
    with pytest.raises(BoardError, match=r"board\.json:1: card: "):
        find_board("bd77", 7)
    with pytest.raises(BoardError, match="cannot be read"):
        find_board("bd99", 7)


def test_a_scenario_on_an_imported_board_plays(tmp_path: Path) -> None:
    bring(tmp_path, board_files(png()))
    card = tmp_path / "card.yaml"
    card.write_text(CARD)
    out = StringIO()
    call_command("simulate", str(card), games=3, stdout=out)
    assert read_scenario(card).board == "bd77"
    assert re.search(r"^3 games, \d{2,} steps, 0 faults$", out.getvalue(), re.M)
    with pytest.raises(CommandError, match="There is no scenario 'bd77'"):
        call_command("simulate", "bd77", games=1)
