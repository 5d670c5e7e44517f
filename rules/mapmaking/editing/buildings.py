"""Buildings put up, changed, and their stairwells."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from rules.board.geometry import Cell, distance
from rules.board.layout import Building, Layout, hexsides_along
from rules.board.terrain import HexsideTerrain, Terrain
from rules.mapmaking.changes.ground import with_terrain
from rules.mapmaking.editing.ground import unbuilt, without_barriers


@dataclass(frozen=True, slots=True)
class Plan:
    """What a building is to be: its material, and upper levels 0-3. Without a name it keeps that
    it has, or gets a new one."""

    material: Terrain
    church: bool = False
    upper_levels: int = 0
    name: str | None = None


def built(layout: Layout, cells: Sequence[Cell], plan: Plan) -> Layout:
    """A building in some hexes; if it begins in a hex of a building, that one goes on from there
    and is all as planned. What else stood in the hexes goes.

    ValueError for a name that another building has, or hexes that do not touch.
    """
    old = _at(layout, cells[0])
    name = plan.name or (old.id if old else _new_name(layout))
    if any(one.id == name and one is not old for one in layout.buildings):
        raise ValueError(f"there is another building called {name}")
    own = _own(old, cells)
    _refuse_apart(layout, own)
    bare = unbuilt(layout, set(own))
    made = Building(
        id=name,
        material=plan.material,
        church=plan.church,
        cells=own,
        joints=_joints(own),
        upper_levels=plan.upper_levels,
        stairwells=_stairwells(old, own, plan.upper_levels),
    )
    place = layout.buildings.index(old) if old else len(bare.buildings)
    buildings = (*bare.buildings[:place], made, *bare.buildings[place:])
    inside = {key for pair in made.joints for key in hexsides_along(pair)}
    open_ = without_barriers(
        bare, {key for key in inside if bare.hexsides.get(key) is not HexsideTerrain.ROWHOUSE_WALL}
    )
    standing = with_terrain(open_, {**bare.terrain, **dict.fromkeys(own, plan.material)})
    return replace(standing, buildings=buildings, fords=standing.fords - set(own))


def stairwell_turned(layout: Layout, cell: Cell) -> Layout:
    """A stairwell put into a hex of a building, or taken out of it. ValueError if it makes no
    difference there, or is the only one."""
    old = _at(layout, cell)
    if old is None:
        raise ValueError("there is no building")
    if old.upper_levels <= 1:
        raise ValueError("a building has stairwells of its own from 2 levels on")
    stairwells = old.stairwells ^ {cell}
    if not stairwells:
        raise ValueError("a building of several levels needs a stairwell")
    changed = replace(old, stairwells=stairwells)
    return replace(
        layout, buildings=tuple(changed if one is old else one for one in layout.buildings)
    )


def _at(layout: Layout, cell: Cell) -> Building | None:
    return next((one for one in layout.buildings if cell in one.cells), None)


def _own(old: Building | None, cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """Its hexes, each once, those that it had first."""
    before = old.cells if old else ()
    return tuple(dict.fromkeys((*before, *cells)))


def _refuse_apart(layout: Layout, cells: tuple[Cell, ...]) -> None:
    for index, cell in enumerate(cells[1:], 1):
        if not any(distance(cell, earlier) == 1 for earlier in cells[:index]):
            name = layout.grid.name(cell)
            raise ValueError(f"{name}: does not touch the rest of its building")


def _joints(cells: tuple[Cell, ...]) -> tuple[tuple[Cell, Cell], ...]:
    return tuple(
        (earlier, cell)
        for index, cell in enumerate(cells)
        for earlier in cells[:index]
        if distance(earlier, cell) == 1
    )


def _stairwells(old: Building | None, own: tuple[Cell, ...], levels: int) -> frozenset[Cell]:
    """B23.22-.23: none without upper levels, with one in every hex, with more those it had or its
    first hex."""
    if levels <= 1:
        return frozenset(own if levels else ())
    return old.stairwells if old and old.upper_levels > 1 else frozenset(own[:1])


def _new_name(layout: Layout) -> str:
    taken = {one.id for one in layout.buildings}
    return next(name for number in count(1) if (name := f"house-{number}") not in taken)
