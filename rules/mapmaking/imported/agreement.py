"""Whether two layouts of one board are the same to the rules, in whatever order they list it."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.board.geometry import Cell, step
from rules.board.layout import Hexside, Layout, hexsides_along
from rules.board.terrain import HexsideTerrain


def difference(wanted: Layout, found: Layout) -> str | None:
    """The first hex that is not what is wanted, with what it is not, in words, or None if all are.

    Names and order of buildings, roads and Depressions do not matter, nor does how deep streams
    are. Two buildings that touch are still two where nothing drawn tells them apart any more.
    """
    for what, one, other in _compared(wanted, _parted(found, wanted)):
        differ = [key for key in {**one, **other} if one.get(key) != other.get(key)]
        if differ:
            return f"the {what} of {wanted.grid.name(min(differ))}"
    return None


def changed_cells(before: Layout, after: Layout) -> frozenset[Cell]:
    """The hexes that are not what they were; both hexes of a hexside."""
    found: set[Cell] = set()
    for _, one, other in _compared(before, after):
        found.update(key for key in {**one, **other} if one.get(key) != other.get(key))
    return frozenset(found)


def _parted(found: Layout, wanted: Layout) -> Layout:
    """A layout whose buildings do not go on into hexes they are not to go on into."""
    joints = {frozenset(joint) for one in wanted.buildings for joint in one.joints}
    inside = {hexsides_along(tuple(joint))[0] for joint in joints}
    buildings = (
        replace(one, joints=tuple(joint for joint in one.joints if frozenset(joint) in joints))
        for one in found.buildings
    )
    hexsides = {
        key: kind
        for key, kind in found.hexsides.items()
        if kind is not HexsideTerrain.ROWHOUSE_WALL or key in inside
    }
    return replace(found, buildings=tuple(buildings), hexsides=MappingProxyType(hexsides))


def _compared(
    one: Layout, other: Layout
) -> Iterator[tuple[str, Mapping[Cell, Hashable], Mapping[Cell, Hashable]]]:
    parts = zip(_facts(one).items(), _facts(other).values(), strict=True)
    return ((what, own, its) for (what, own), its in parts)


def _facts(layout: Layout) -> dict[str, Mapping[Cell, Hashable]]:
    """What the rules are told of each hex, by what it is about."""
    return {
        "levels": layout.levels,
        "fords": dict.fromkeys(layout.fords, True),
        "terrain": layout.terrain,
        "Depressions": _by_hex(_depressions(layout)),
        "bridges": layout.bridges,
        "roads": _by_hex(_ways(layout)),
        "hexsides": _by_hex((key, kind) for key, kind in layout.hexsides.items()),
        "buildings": _buildings(layout),
    }


def _by_hex(facts: Iterator[tuple[Hexside, Hashable]]) -> dict[Cell, frozenset[Hashable]]:
    """What is said of hexsides, by their hexes."""
    found: dict[Cell, set[Hashable]] = {}
    for (cell, side), fact in facts:
        found.setdefault(cell, set()).add((side, fact))
        if side >= 0:
            found.setdefault(step(cell, side), set()).add((side, cell, fact))
    return {cell: frozenset(those) for cell, those in found.items()}


def _ways(layout: Layout) -> Iterator[tuple[Hexside, Hashable]]:
    for road in layout.roads:
        for key in road.hexsides():
            yield key, road.kind


def _depressions(layout: Layout) -> Iterator[tuple[Hexside, Hashable]]:
    """Depression hexsides, and the kind of each hex: of the first that runs through it."""
    kinds: dict[Cell, Hashable] = {}
    for course in layout.depressions:
        for cell in course.cells:
            kinds.setdefault(cell, course.kind)
        for key in course.hexsides():
            yield key, None
    for cell, kind in kinds.items():
        yield (cell, -1), kind


def _buildings(layout: Layout) -> dict[Cell, Hashable]:
    """Material, upper levels, stairwell, and the hexes beside that a building goes on into."""
    found: dict[Cell, Hashable] = {}
    for one in layout.buildings:
        for cell in one.cells:
            beside = frozenset(c for joint in one.joints if cell in joint for c in joint)
            stairs = cell in one.stairwells
            found[cell] = (one.material, one.top(cell), stairs, beside)
    return found
