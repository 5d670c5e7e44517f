"""Changes of terrain as the sentences of a scenario."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from rules.board.terrain import DepressionKind, HexsideTerrain, RoadKind, StreamDepth, Terrain
from rules.mapmaking.changes.buildings import Bridged, Built, Rubbled, Storeys
from rules.mapmaking.changes.ground import NATURAL, Becomes, Levelled, Placed, Snow, Snowed
from rules.mapmaking.changes.kinds import Change, Feature, Hexsides, Without
from rules.mapmaking.changes.ways import Courses, Flooded, Streams, Surface
from rules.mapmaking.reading.draft import HIGHEST, LOWEST
from rules.mapmaking.reading.lists import MATERIALS

MOST_HEXES = 2000
"""More names than this in one list are refused."""

_PLURALS: Mapping[Terrain, str] = MappingProxyType(
    {
        Terrain.ORCHARD: "orchards",
        Terrain.VINEYARD: "vineyards",
        Terrain.CRAG: "crags",
        Terrain.GRAVEYARD: "graveyards",
        Terrain.RICE_PADDY: "rice paddies",
        Terrain.HUTS: "huts",
        Terrain.SHELLHOLES: "shellholes",
    }
)


def read_changes(sentences: Iterable[str]) -> tuple[Change, ...]:
    """The changes some sentences mean, in their order.

    Raises ValueError, which says what is wrong and what may have been meant.
    """
    return tuple(_read(text) for text in sentences)


def sentence(change: Change) -> str:
    """The sentence of a change."""
    match change:
        case Rubbled():
            return f"rubble: {' '.join(change.names)}"
        case Placed():
            return f"{change.terrain.value}: {' '.join(change.names)}"
        case _:
            return next(text for text, one in _SENTENCES.items() if one == change)


def _read(text: str) -> Change:
    head, colon, tail = (" ".join(part.split()) for part in text.partition(":"))
    if colon:
        return _listed(head, tuple(tail.split()))
    change = _SENTENCES.get(head) or _SENTENCES.get(head.replace(" is ", " are "))
    change = change or _SENTENCES.get(head.replace(" are ", " is "))
    if change is None:
        near = get_close_matches(head, _SENTENCES, n=3)
        hint = f"; perhaps {' or '.join(repr(one) for one in near)}" if near else ""
        raise ValueError(f"{head!r} is no change of terrain{hint}")
    return change


def _listed(head: str, names: tuple[str, ...]) -> Change:
    if not names or len(names) > MOST_HEXES:
        raise ValueError(f"{head!r} needs a list of hexes, {MOST_HEXES:,} at most")
    if head == "rubble":
        return Rubbled(names)
    kinds = {kind.value: kind for kind in (*NATURAL, Terrain.OPEN_GROUND)}
    if head not in kinds:
        raise ValueError(f"{head!r} cannot be placed; {', '.join(kinds)} and rubble can")
    return Placed(kinds[head], names)


def _all() -> Iterator[tuple[str, Change]]:
    yield from _growth()
    for feature in Feature:
        yield f"no {feature.value}", Without(feature)
    for depth in StreamDepth:
        yield f"streams are {depth.value}", Streams(depth)
    yield "rivers are flooded", Flooded()
    courses = {
        "gullies": DepressionKind.GULLY,
        "streams": DepressionKind.STREAM,
        "sunken roads": DepressionKind.SUNKEN_ROAD,
    }
    for name, kind in courses.items():
        for other in ("gullies", "streams"):
            if name != other:
                yield f"{name} are {other}", Courses(kind, courses[other])
    yield "roads are paved", Surface(RoadKind.PAVED)
    yield "roads are dirt", Surface(RoadKind.DIRT)
    fences = {
        "walls": HexsideTerrain.WALL,
        "hedges": HexsideTerrain.HEDGE,
        "bocage": HexsideTerrain.BOCAGE,
    }
    for name, old in fences.items():
        for other, new in fences.items():
            if old is not new:
                yield f"{name} {'is' if name == 'bocage' else 'are'} {other}", Hexsides(old, new)
    for material, building in MATERIALS.items():
        yield f"buildings are {material}", Built(building)
        yield f"bridges are {material}", Bridged(building)
    yield "buildings are single story", Storeys(0)
    yield "buildings are two story at most", Storeys(1)
    yield "no hills", Levelled(LOWEST, 0)
    yield "no valleys", Levelled(0, HIGHEST)
    for snow in Snow:
        yield snow.value, Snowed(snow)


def _growth() -> Iterator[tuple[str, Change]]:
    for old in NATURAL:
        verbs = [f"{_PLURALS[old]} are"] if old in _PLURALS else []
        for verb in (*verbs, f"{old.value} is"):
            for new in (*NATURAL, Terrain.OPEN_GROUND):
                if old is not new:
                    yield f"{verb} {new.value}", Becomes(old, new)


_SENTENCES: Mapping[str, Change] = MappingProxyType(dict(_all()))
