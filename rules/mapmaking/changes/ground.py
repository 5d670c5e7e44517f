"""Changes of what grows and lies on the ground."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, unique
from types import MappingProxyType
from typing import TypeAlias

from rules.board.geometry import Cell
from rules.board.layout import Layout
from rules.board.terrain import StreamDepth, Terrain

Resolver: TypeAlias = Callable[[str], Cell]
"""Finds the hex of a name as players write it; ValueError if there is none."""

NATURAL: tuple[Terrain, ...] = (
    Terrain.SHELLHOLES,
    Terrain.WOODS,
    Terrain.BRUSH,
    Terrain.GRAIN,
    Terrain.ORCHARD,
    Terrain.VINEYARD,
    Terrain.MARSH,
    Terrain.CRAG,
    Terrain.GRAVEYARD,
    Terrain.RICE_PADDY,
    Terrain.HUTS,
)
"""Terrain that may become another, apart from Open Ground."""


@unique
class Snow(Enum):
    """Snow that lies on the ground (E3.72, E3.73)."""

    GROUND = "ground snow"
    DEEP = "deep snow"


@dataclass(frozen=True, slots=True)
class Becomes:
    """All terrain of a kind is another."""

    old: Terrain
    new: Terrain

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        return mapped(layout, {self.old: self.new})


@dataclass(frozen=True, slots=True)
class Placed:
    """Some hexes are another terrain: an overlay of whole hexes."""

    terrain: Terrain
    names: tuple[str, ...]

    def on(self, layout: Layout, find: Resolver) -> Layout:
        """The layout so changed. ValueError for a hex of building or water."""
        placed = dict(layout.terrain)
        for name in self.names:
            cell = find(name)
            before = layout.terrain_of(cell)
            if before.is_building or before.is_river:
                raise ValueError(f"{name} is {before.value}")
            placed[cell] = self.terrain
        return with_terrain(layout, placed)


@dataclass(frozen=True, slots=True)
class Snowed:
    """Snow on the ground: marsh is Open Ground (B16.8), streams are frozen and so like dry ones
    (B20.7); deep snow makes Open Ground of brush too (B12.6). Grain has its season alone (B15.6).
    """

    snow: Snow

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        covered = [Terrain.MARSH] + [Terrain.BRUSH] * (self.snow is Snow.DEEP)
        white = mapped(layout, dict.fromkeys(covered, Terrain.OPEN_GROUND))
        return replace(white, streams=StreamDepth.DRY)


@dataclass(frozen=True, slots=True)
class Levelled:
    """The ground lies no higher than one level and no lower than another."""

    lowest: int
    highest: int

    def on(self, layout: Layout, _: Resolver) -> Layout:
        """The layout so changed."""
        levels = {
            cell: max(self.lowest, min(self.highest, level))
            for cell, level in layout.levels.items()
        }
        kept = {cell: level for cell, level in levels.items() if level}
        return replace(layout, levels=MappingProxyType(kept))


def mapped(layout: Layout, kinds: Mapping[Terrain, Terrain]) -> Layout:
    """Terrain of some kinds turned into others."""
    return with_terrain(
        layout, {cell: kinds.get(kind, kind) for cell, kind in layout.terrain.items()}
    )


def with_terrain(layout: Layout, terrain: Mapping[Cell, Terrain]) -> Layout:
    """Other terrain, told by hex; Open Ground need not be."""
    grown = {cell: kind for cell, kind in terrain.items() if kind is not Terrain.OPEN_GROUND}
    return replace(layout, terrain=MappingProxyType(grown))
