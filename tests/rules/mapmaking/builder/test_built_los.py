"""LOS on boards built from a few lines, judged by hand (A6, B)."""

import pytest

from rules.board.grid.answers import GridLos
from rules.board.grid.engine import GridBoard
from rules.board.grid.hexes import Kind, Spot
from rules.mapmaking.builder.built import built_grid
from rules.mapmaking.reading import read_layout

GULLY = "gully: A4 B3 C4 D3 E4 F3 G4 H3"
ALONG = "gully: E1 E2 E3 E4 E5"
RIVER = "river: A4 B3 B4 C4 D3 D4 E4 F3 F4 G4"
HALL = "building stone hall: E4 F3"
TOWER = "building stone hall levels 2 stairwell E4: E4 F3"
ROW = "building stone row levels 1: E4 F3\nrowhouse: E4/1"
CLIFF = "level 2: E1 E2 E3 D1 D2 F1 F2\ncliff: E3/3"
ROAD = "road dirt: E2 E3 E4 E5 E6\nbridge stone: E4"
HIGH_BRIDGE = f"level 1: D2 D3 E1-E9 F2 F3\ngully: D3 E4 F3\n{ROAD}"
ALONG_RIVER = "river: E3-E8\nroad dirt: D3 E4 F3\nbridge stone: E4"


def look(text: str, source: str, target: str, month: int, name: str = "drill") -> GridLos:
    """The LOS between two Locations, such as "C3", "C3/1" or "C3/bridge"; both ways the same."""
    layout = read_layout(f"board {name}\nsize 13 x 9\n{text}", file=name)
    grid = built_grid(layout, month)
    ends = spot(grid, source), spot(grid, target)
    there, back = grid.los(*ends), grid.los(*reversed(ends))
    assert (there.blocked, there.hindrance) == (back.blocked, back.hindrance)
    return there


def spot(grid: GridBoard, place: str) -> Spot:
    name, _, level = place.partition("/")
    if level == "bridge":
        spots = grid.spots[grid.names.index(name)]
        return next(spot for spot in spots if spot.kind is Kind.BRIDGE)
    return grid.spot(name, int(level or 0))


# Blocked by which rule, or clear with what hindrance.
@pytest.mark.parametrize(
    ("text", "source", "target", "expected"),
    [
        # Obstacles and what looks over them
        ("", "A1", "M9", 0),
        ("woods: E4", "E2", "E6", "A6.2"),
        ("woods: E4\nlevel 1: E2", "E2", "E7", "A6.2"),
        ("woods: E4\nlevel 2: E2 E6", "E2", "E6", 0),
        ("woods: E4\nlevel 2: E2", "E2", "E5", "A6.4"),
        ("woods: E4\nlevel 2: E2", "E2", "E6", 0),
        ("woods: E7\nlevel 2: E2", "E2", "E8", "A6.4"),
        ("woods: E7\nlevel 2: E2", "E2", "E9", "A6.4"),
        ("rubble stone: E4", "E2", "E6", "A6.21"),
        ("rubble stone: E4\nlevel 1: E2", "E2", "E6", 0),
        # Hindrances
        ("brush: E4", "E2", "E6", 1),
        ("brush: E4 E5", "E2", "E7", 2),
        ("brush: E4\nlevel 1: E2", "E2", "E6", 0),
        ("marsh: E4", "E2", "E6", 1),
        ("huts: E4", "E2", "E6", 1),
        ("shellholes: E4", "E2", "E6", 0),
        ("brush: E2 E6", "E2", "E6", 0),
        # Inherent Terrain counts over its whole hex, hexsides and vertices included (B.6)
        ("crag: E4", "E2", "E6", 1),
        ("crag: E4", "D3", "F3", 1),
        ("graveyard: E4", "D3", "F3", 1),
        ("vineyard: E4", "D3", "F3", 1),
        # Orchards (B14.2)
        ("orchard: E4", "E2", "E6", 1),
        ("orchard: E4\nlevel 1: E2", "E2", "E6", "A6.2"),
        # Hills: Crest Lines and plateaus (B10.2)
        ("level 1: E4", "E2", "E6", "A6.2"),
        ("level 1: E2 E3 E4", "E2", "E6", "A6.2"),
        ("level 1: E4 E5 E6", "E2", "E4", 0),
        ("level 1: E4 E5 E6", "E2", "E5", "A6.2"),
        ("level 2: E2\nlevel 1: E3 E4", "E2", "E5", 0),
        ("level -1: E3 E4 E5", "E2", "E6", 0),
        ("level -1: E3 E4 E5", "E3", "E6", 0),
        ("level -1: E3 E4 E5", "E3", "E7", "A6.2"),
        # Up and down cliffs (B11)
        (CLIFF, "E3", "E4", 0),
        (CLIFF, "E3", "E5", 0),
        (CLIFF, "E2", "E4", "A6.2"),
        # Walls and hedges (B9.2)
        ("wall: E4/0", "E2", "E6", "B9.2"),
        ("hedge: E4/0", "E2", "E6", "B9.2"),
        ("wall: E3/0", "E2", "E6", 0),
        ("wall: E6/0", "E2", "E6", 0),
        ("hedge: E4/0\nlevel 1: E2", "E2", "E6", 0),
        # Depressions (A6.3, B19)
        (GULLY, "D3", "E4", 0),
        (GULLY, "C4", "E4", "B19.51"),
        (GULLY, "E4", "E5", 0),
        (GULLY, "E4", "E6", "A6.3"),
        (f"{GULLY}\nlevel 1: E6", "E4", "E6", 0),
        (f"{GULLY}\nlevel 1: E7", "E4", "E7", "A6.3"),
        (GULLY, "E2", "E7", 0),
        (ALONG, "E2", "E4", 0),
        (ALONG, "E1", "E5", 0),
        # Water lies in a Crest Line (B21.2)
        (RIVER, "E4", "E5", 0),
        (RIVER, "E4", "E6", "A6.2"),
        (RIVER, "C4", "E4", 0),
        (RIVER, "E3", "E6", 0),
        # Into, out of and through buildings (B23)
        (HALL, "E2", "E6", "A6.2"),
        (f"{HALL}\nlevel 1: E2 E6", "E2", "E6", "A6.21"),
        (f"{HALL}\nlevel 2: E2 E6", "E2", "E6", 0),
        (f"{TOWER}\nlevel 2: E2 E6", "E2", "E6", "A6.21"),
        (f"{TOWER}\nbrush: E5", "E4/1", "E6", 0),
        (f"{TOWER}\nwoods: E5", "E4/1", "E7", "A6.2"),
        (f"{TOWER}\nwoods: E5", "E4/2", "E6", "A6.4"),
        (f"{TOWER}\nwoods: E5", "E4/2", "E7", 0),
        (TOWER, "E4/1", "E4/2", 0),
        (TOWER, "F3/1", "F3/2", "B23.25"),
        (TOWER, "E4/1", "F3/1", 0),
        (TOWER, "E4/1", "F3/2", "A6.8"),
        (ROW, "E4", "F3", "B23.71"),
        (ROW, "E4/1", "F3/1", "B23.71"),
        # Bridges (B6.2)
        (f"river: E4\n{ROAD}", "E4/-1", "E4/bridge", "B6.2"),
        (f"river: E4\n{ROAD}", "E4/bridge", "E6", 0),
        (f"river: E4\n{ROAD}", "E2", "E6", 0),
        (f"river: E4\n{ROAD}", "D3", "F4", 1),
        (HIGH_BRIDGE, "E2", "E6", 0),
        (ALONG_RIVER, "E3", "E5", 0),
        (ALONG_RIVER, "E2", "E5", 1),
        # Along the edges of the board the hex that is there decides
        ("woods: E1", "B0", "F0", "A6.2"),
        ("woods: E9", "B9", "F9", "A6.2"),
        ("crag: E9", "B9", "F9", 1),
        ("woods: A4", "A2", "A6", "A6.2"),
        ("woods: M4", "M2", "M6", "A6.2"),
    ],
)
def test_lines_judged_by_hand(text: str, source: str, target: str, expected: str | int) -> None:
    answer = look(text, source, target, 7)
    found = answer.rule if answer.blocked else answer.hindrance
    assert found == expected, answer.explain()


@pytest.mark.parametrize(
    ("text", "target", "month", "expected"),
    [
        ("grain: E4", "E6", 7, 1),
        ("grain: E4", "E6", 10, 0),
        ("grain: E4", "E6", 5, 0),
        ("orchard: E4", "E6", 1, 1),
        ("orchard: E4\nlevel 1: E2", "E6", 4, "A6.2"),
        ("orchard: E4\nlevel 1: E2", "E6", 11, 1),
    ],
)
def test_seasons(text: str, target: str, month: int, expected: str | int) -> None:
    answer = look(text, "E2", target, month)
    assert (answer.rule if answer.blocked else answer.hindrance) == expected


@pytest.mark.rule("B9.35")
@pytest.mark.parametrize("name", ["ash", "birch", "cedar", "fir"])
def test_a_hillside_wall_stands_on_the_hill_however_its_outline_runs(name: str) -> None:
    brow = "level 1: E2 E3 E8\nwall: E3/3"
    assert look(brow, "E2", "E8", 7, name).rule == "B9.2"
    assert not look(brow, "E3", "E8", 7, name).blocked


@pytest.mark.rule("B10.23")
@pytest.mark.parametrize("name", [f"hill-{number}" for number in "abcdefgh"])
def test_blind_hexes_are_counted_from_the_hex_of_the_crest(name: str) -> None:
    hill = "level 2: E1\nlevel 1: E2-E6"
    assert look(hill, "E1", "E7", 7, name).rule == "B10.23"
    assert not look(hill, "E1", "E8", 7, name).blocked
