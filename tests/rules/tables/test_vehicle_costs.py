"""The Terrain Chart for vehicles, row by row as it is read across, and what its marks say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.forces.vehicle_types import Moves
from rules.tables import VehicleCost, reverse_factor, vehicle_costs, vehicle_terrains
from rules.tables.vehicle_costs import COLUMNS

# MP of wagon, motorcycle, AC, FT, HT, truck: c is COT, A the allotment, h, t and q a half, a third
# and a quarter of it, M a Minimum Move, x not at all.
ROWS = """
open-ground           1    3    3    1    1    4
shellholes            2    2c   2c   c    c    4c
road                  1    1/2  1/2  1/2  1/2  1/2
sunken-road           x    x    x    x    x    x
elevated-road         x    6    x    5    5    x
bridge                x    x    x    x    x    x
runway                1    3    3    1    1    4
sewer                 x    x    x    x    x    x
cliff                 x    x    x    x    x    x
wall                  x    x    x    1c   x    x
hedge                 x    x    3c   1c   2c   x
bocage                x    x    x    hc   x    x
hill                  cc   4c   4c   4c   4c   4c
brush                 2    4    4    2    2    6
vineyard              2    4    4    2    2    6
woods                 A    x    A    A|h  A    A
light-woods           A    x    A    A|t  A|t  A
orchard               1    3    3    1    1    4
cactus-patch          3    9    9    3    3    12
olive-grove           2    6    6    2    2    8
grain                 3/2  4    4    1    1    5
marsh                 x    x    x    x    x    x
mudflat               x    x    x    x    x    x
crag                  x    x    x    x    x    x
graveyard             x    4    x    h    x    x
graveyard-along       1    1    1    1    1    1
gully                 A    4c   4c   2c   3c   6c
stream                A    4c   4c   2c   3c   6c
stream-deep           A    x    4c   2c   3c   6c
stream-woods          M    x    M    M|3h M    M
stream-woods-along    A    7    7    3    4    10
stream-brush          M    11   11   5    6    16
stream-brush-along    A    7    7    3    4    10
stream-orchard        M    10   10   4    5    14
stream-orchard-along  A    7    7    3    4    10
water-fordable        A    x    x    x    x    x
water                 x    x    x    x    x    x
building              x    x    x    h    x    x
rubble                x    x    x    h    x    x
tower                 x    x    x    h    x    x
debris                x    x    x    q    x    x
blaze                 x    x    x    x    x    x
wire                  x    x    4c   2c   4c   4c
foxhole               1c   2c   2c   c    c    4c
trench                x    x    x    c    x    x
minefield             c    c    c    c    c    c
roadblock             x    x    x    x    x    x
pillbox               c    c    c    c    c    c
rail-car              x    x    x    x    x    x
rail-car-wrecked      x    x    x    h    x    x
wreck                 1c   c    1c   1c   1c   1c
"""
SHARES = {Fraction(1): "A", Fraction(1, 2): "h", Fraction(1, 3): "t", Fraction(1, 4): "q"}

# Where each mark stands, by terrain and column.
MARKED = {
    "bog": """
        hedge:AC,HT bocage:FT vineyard:AC,FT,HT,truck woods:wagon,AC,FT,HT,truck
        light-woods:wagon,AC,FT,HT,truck graveyard:FT stream-woods:FT building:FT rubble:FT
        tower:FT debris:FT wire:AC,FT,HT,truck trench:FT rail-car-wrecked:FT""",
    "bog_leaving": "gully:truck stream:wagon,AC,FT,HT,truck stream-deep:wagon,AC,FT,HT,truck",
    "doubled": """
        sunken-road:wagon,AC,FT,HT,truck elevated-road:wagon,AC,FT,HT,truck
        bridge:AC,FT,HT,truck woods:FT light-woods:FT,HT""",
    "half_by_road": "hill:motorcycle,AC,FT,HT,truck",
    "whole_if_bu": "road:AC,FT,HT,truck",
    "wreck_check": "shellholes:motorcycle elevated-road:motorcycle stream:motorcycle",
    "pushed": """
        elevated-road:motorcycle wall:motorcycle hedge:motorcycle woods:motorcycle
        light-woods:motorcycle mudflat:motorcycle stream-woods:motorcycle building:motorcycle
        rubble:motorcycle tower:motorcycle debris:motorcycle rail-car:motorcycle
        rail-car-wrecked:motorcycle""",
}
ALL_BY_ROAD = {
    "sunken-road", "elevated-road", "bridge", "runway", "brush", "vineyard", "woods", "light-woods",
    "cactus-patch", "olive-grove",
}  # fmt: skip


def shown(way: VehicleCost) -> str:
    if not way.allowed:
        return "x"
    if way.minimum_move:
        return "M"
    mp = str(way.mp) if way.mp else ""
    return mp + SHARES.get(way.share, "") + "c" * way.others


@pytest.mark.rule("B1")
@pytest.mark.parametrize("line", ROWS.strip().splitlines(), ids=lambda line: line.split()[0])
def test_every_cell(line: str) -> None:
    terrain, *said = line.split()
    cells = ["|".join(shown(way) for way in vehicle_costs(terrain, moves)) for moves in COLUMNS]
    assert cells == said


def test_every_row_and_type_of_mp() -> None:
    assert list(vehicle_terrains()) == [line.split()[0] for line in ROWS.strip().splitlines()]
    assert {moves.value for moves in Moves} <= set(COLUMNS)
    with pytest.raises(KeyError):
        vehicle_costs("lava", "FT")
    with pytest.raises(KeyError):
        vehicle_costs("woods", "hovercraft")


@pytest.mark.rule("B1")
@pytest.mark.parametrize("mark", MARKED)
def test_where_each_mark_stands(mark: str) -> None:
    said = {word.split(":")[0]: word.split(":")[1].split(",") for word in MARKED[mark].split()}
    found = {
        terrain: [
            moves
            for moves in COLUMNS
            if any(getattr(way, mark) for way in vehicle_costs(terrain, moves))
        ]
        for terrain in vehicle_terrains()
    }
    assert {terrain: moves for terrain, moves in found.items() if moves} == said


@pytest.mark.rule("D2.2")
def test_d2_2_reverse() -> None:
    assert {moves.value: reverse_factor(moves.value) for moves in Moves} == {
        "FT": 4,
        "HT": 4,
        "AC": 2,
        "truck": 3,
    }
    with pytest.raises(KeyError):
        reverse_factor("motorcycle")


@pytest.mark.rule("B3.4")
def test_b3_4_what_a_road_leads_through() -> None:
    roads = {
        terrain
        for terrain in vehicle_terrains()
        if all(way.road for moves in COLUMNS for way in vehicle_costs(terrain, moves))
    }
    assert roads == ALL_BY_ROAD
    assert not any(way.road for way in vehicle_costs("orchard", "wagon"))
    assert all(way.road for way in vehicle_costs("orchard", "FT"))
