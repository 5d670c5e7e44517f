"""Changes of buildings and bridges."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.board.geometry import Cell
from rules.board.layout import Building, Layout
from rules.board.rubble import RUBBLE, without_bars
from rules.board.terrain import Terrain
from rules.mapmaking.changes.ground import Resolver, mapped, with_terrain


@dataclass(frozen=True, slots=True)
class Built:
    """All buildings are of one material (B23)."""

    material: Terrain

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        rebuilt = mapped(layout, {kind: self.material for kind in Terrain if kind.is_building})
        buildings = (replace(one, material=self.material) for one in layout.buildings)
        return replace(rebuilt, buildings=tuple(buildings))


@dataclass(frozen=True, slots=True)
class Bridged:
    """All bridges are of one material (B6)."""

    material: Terrain

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        bridges = dict.fromkeys(layout.bridges, self.material)
        return replace(layout, bridges=MappingProxyType(bridges))


@dataclass(frozen=True, slots=True)
class Storeys:
    """No building has more upper levels than this (B23.2)."""

    most: int

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        lower = (_lowered(building, self.most) for building in layout.buildings)
        return replace(layout, buildings=tuple(lower))


@dataclass(frozen=True, slots=True)
class Rubbled:
    """Buildings of some hexes lie in rubble (B24). The rest of a building stands, in the parts
    that are left."""

    names: tuple[str, ...]

    def on(self, layout: Layout, find: Resolver) -> Layout:
        """The layout so changed.

        ValueError for a hex without a building, or if upper levels would be left that no
        stairwell reaches.
        """
        terrain = dict(layout.terrain)
        gone = set[Cell]()
        for name in self.names:
            cell = find(name)
            kind = RUBBLE.get(layout.terrain_of(cell))
            if kind is None:
                raise ValueError(f"there is no building in {name}")
            terrain[cell] = kind
            gone.add(cell)
        left: list[Building] = []
        for building in layout.buildings:
            for part in parts(building, gone):
                if building.stairwells and part.upper_levels > 1 and not part.stairwells:
                    raise ValueError(f"what is left of {part.id} has no stairwell")
                left.append(part)
        rubbled = with_terrain(layout, terrain)
        return without_bars(replace(rubbled, buildings=tuple(named(layout, left))))


def _lowered(building: Building, most: int) -> Building:
    """B23.21-.22: without upper levels no stairwell, with one a stairwell in every hex."""
    if building.upper_levels <= most:
        return building
    stairwells = frozenset(building.cells) if most else frozenset[Cell]()
    return replace(building, upper_levels=most, stairwells=stairwells)


def parts(building: Building, gone: set[Cell]) -> Iterator[Building]:
    """What is left of a building, each connected part for itself."""
    left = [cell for cell in building.cells if cell not in gone]
    joined = [set(joint) for joint in building.joints]
    while left:
        part = [left.pop(0)]
        while near := [cell for cell in left if any({cell, own} in joined for own in part)]:
            part.append(near[0])
            left.remove(near[0])
        yield replace(
            building,
            cells=tuple(part),
            joints=tuple(
                (earlier, cell)
                for index, cell in enumerate(part)
                for earlier in part[:index]
                if {earlier, cell} in joined
            ),
            stairwells=building.stairwells & frozenset(part),
        )


def named(layout: Layout, left: Iterable[Building]) -> Iterator[Building]:
    """Of what is left of each building the parts after the first have a number behind its name."""
    taken = {building.id for building in layout.buildings}
    seen: set[str] = set()
    for part in left:
        name, number = part.id, 1
        while name in seen or (number > 1 and name in taken):
            number += 1
            name = f"{part.id}-{number}"
        seen.add(name)
        yield replace(part, id=name)
