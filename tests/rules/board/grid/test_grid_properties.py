"""What holds for any board and any two Locations."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rules.board.grid.engine import GridBoard
from rules.board.grid.geometry import Names
from rules.board.grid.hexes import Spot
from rules.board.grid.losdata import LosData
from rules.board.grid.options import Reading
from tests.examples import examples
from tests.rules.board.grid.grids import grid, paint, rotated, shape

BOARD = shape()
HEXES = Names(BOARD).all
GROWTH = ("Woods", "Brush", "Grain", "Orchard", "Crags", "Stone Building", "Huts")
TERRAIN = (*GROWTH, "Gully", "Stone Building, 1 Level", "Stone Building, 2 Level", "Light Woods")
WALLS = ("Wall", "Hedge", "Bocage", "Cliff", "Rowhouse Wall, 1 Level")

hexes = st.sampled_from(HEXES)
terrains = st.dictionaries(hexes, st.sampled_from(TERRAIN), max_size=14)
levels = st.dictionaries(hexes, st.integers(-1, 3), max_size=14)
walls = st.dictionaries(st.tuples(hexes, st.integers(0, 5)), st.sampled_from(WALLS), max_size=6)
readings = st.sampled_from(Reading)
boards = st.builds(
    lambda terrain, level, sides, reading: grid(paint(terrain, levels=level, sides=sides), reading),
    terrains,
    levels,
    walls,
    readings,
)
unhurried = settings(examples(60), suppress_health_check=[HealthCheck.too_slow])


def some_spots(data: st.DataObject, board: GridBoard, count: int = 6) -> list[Spot]:
    every = [spot for spots in board.spots for spot in spots]
    return data.draw(st.lists(st.sampled_from(every), min_size=2, max_size=count, unique=True))


@pytest.mark.rule("A6.5")
@unhurried
@given(board=boards, data=st.data())
def test_los_is_reciprocal(board: GridBoard, data: st.DataObject) -> None:
    spots = some_spots(data, board)
    for source in spots:
        for target in spots:
            there, back = board.los(source, target), board.los(target, source)
            assert there.blocked == back.blocked
            assert there.range == back.range
            assert there.rise == -back.rise
            assert there.blocked or there.hindrance == back.hindrance


@unhurried
@given(
    terrain=terrains,
    level=levels,
    reading=readings,
    where=st.lists(hexes, min_size=1, max_size=5),
    data=st.data(),
)
def test_more_brush_never_hinders_less(
    terrain: dict[str, str],
    level: dict[str, int],
    reading: Reading,
    where: list[str],
    data: st.DataObject,
) -> None:
    level = {name: value for name, value in level.items() if name not in where}
    bare = {name: kind for name, kind in terrain.items() if name not in where}
    grown = bare | dict.fromkeys(where, "Brush")
    before, after = (grid(paint(one, levels=level), reading) for one in (bare, grown))
    for source, target in zip(*[iter(some_spots(data, before, 8))] * 2, strict=False):
        was, now = before.los(source, target), after.los(*same(after, source, target))
        assert now.blocked or (not was.blocked and now.hindrance >= was.hindrance)


@unhurried
@given(
    terrain=terrains,
    level=levels,
    reading=readings,
    where=st.lists(hexes, min_size=1, max_size=5),
    data=st.data(),
)
def test_another_obstacle_never_opens_a_los(
    terrain: dict[str, str],
    level: dict[str, int],
    reading: Reading,
    where: list[str],
    data: st.DataObject,
) -> None:
    bare = {name: kind for name, kind in terrain.items() if name not in where}
    grown = bare | dict.fromkeys(where, "Woods")
    before, after = (grid(paint(one, levels=level), reading) for one in (bare, grown))
    for source, target in zip(*[iter(some_spots(data, before, 8))] * 2, strict=False):
        if before.los(source, target).blocked:
            assert after.los(*same(after, source, target)).blocked


@unhurried
@given(
    terrain=st.dictionaries(
        st.sampled_from([name for name in HEXES if name[0] in "BCD"]), st.sampled_from(TERRAIN)
    ),
    data=st.data(),
)
def test_los_does_not_depend_on_where_on_the_board_it_is(
    terrain: dict[str, str], data: st.DataObject
) -> None:
    """Four columns on and two hexes down, or on a board joined to it, a line meets the same."""
    wide = shape(columns=13, rows=10)
    here = grid(paint(terrain, board=wide))
    there = grid(paint({moved(name): kind for name, kind in terrain.items()}, board=wide))
    places = st.sampled_from(
        [name for name in HEXES if name[0] in "BCD" and name[1:] not in ("0", "6")]
    )
    for source, target in data.draw(st.lists(st.tuples(places, places), min_size=1, max_size=8)):
        one = here.los(here.spot(source), here.spot(target))
        other = there.los(there.spot(moved(source)), there.spot(moved(target)))
        assert (one.obstruction, one.hindrance) == (other.obstruction, other.hindrance)
        assert one.at is None or moved(one.at) == other.at


@unhurried
@given(terrain=st.dictionaries(hexes, st.sampled_from(GROWTH), max_size=14), data=st.data())
def test_los_does_not_depend_on_the_orientation_of_the_board(
    terrain: dict[str, str], data: st.DataObject
) -> None:
    """Turned by half a turn. Lines that graze an edge by less than a few pixels are left out."""
    grids = [paint(terrain, inset=inset) for inset in (3.0, 6.0, 9.0)]
    small, board, large = (grid(one) for one in reversed(grids))
    turned = grid(rotated(grids[1]))
    last = len(HEXES) - 1
    pairs = st.lists(st.tuples(st.integers(0, last), st.integers(0, last)), min_size=1, max_size=8)
    checked = 0
    for source, target in data.draw(pairs):
        answers = [
            (answer.blocked, answer.blocked or answer.hindrance)
            for on in (small, board, large)
            for answer in (on.los(on.spots[source][0], on.spots[target][0]),)
        ]
        if len(set(answers)) > 1:
            continue
        checked += 1
        answer = turned.los(turned.spots[last - source][0], turned.spots[last - target][0])
        assert (answer.blocked, answer.blocked or answer.hindrance) == answers[0]
    assume(checked)


def same(board: GridBoard, *spots: Spot) -> list[Spot]:
    """The Locations of another board at the same place and level."""
    found = []
    for spot in spots:
        there = [one for one in board.spots[spot.hex] if one.elevation == spot.elevation]
        assume(there)
        found.append(there[0])
    return found


def moved(name: str) -> str:
    """The hex four columns to the right and two hexes down."""
    return f"{chr(ord(name[0]) + 4)}{int(name[1:]) + 2}"


def answers_of(data: LosData) -> str:
    """A digest of the LOS between all Locations of a board, under both readings."""
    found = []
    for reading in Reading:
        board = grid(data, reading)
        spots = [spot for spots in board.spots for spot in spots]
        found += [board.los(a, b).explain() for a in spots[::3] for b in spots[::5]]
    return hashlib.sha256(json.dumps(found).encode()).hexdigest()


def everything() -> LosData:
    """A board with something of everything."""
    kinds = {name: TERRAIN[index % len(TERRAIN)] for index, name in enumerate(HEXES[::2])}
    heights = {name: index % 5 - 1 for index, name in enumerate(HEXES) if index % 4 == 0}
    sides = {(name, index % 6): WALLS[index % len(WALLS)] for index, name in enumerate(HEXES[::5])}
    return paint(kinds, levels=heights, sides=sides)


@pytest.mark.parametrize("way", ["never compiled", "not compiled yet"])
def test_compiled_or_not_the_answers_are_the_same(way: str, tmp_path: Path) -> None:
    ways = {
        "never compiled": {"NUMBA_DISABLE_JIT": "1"},
        "not compiled yet": {"NUMBA_CACHE_DIR": str(tmp_path)},
    }
    script = (
        "from tests.rules.board.grid import test_grid_properties as these;"
        "print(these.answers_of(these.everything()))"
    )
    plain = subprocess.run(  # noqa: S603 # our own interpreter and our own words
        [sys.executable, "-c", script],
        env={**os.environ, **ways[way], "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=Path(__file__).parents[4],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not any(path.is_file() for path in tmp_path.rglob("*"))
    assert plain.stdout.strip() == answers_of(everything())
