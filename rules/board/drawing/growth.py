"""Brush, grain and woods."""

from math import cos, hypot, radians, sin

from rules.board.board import Board
from rules.board.drawing import palette
from rules.board.drawing.outlines import Area, Style, areas
from rules.board.drawing.roads import half_width, run_of
from rules.board.drawing.svg import Place, disc, element, group, line, path, use
from rules.board.noise import between, number, smooth
from rules.board.terrain import Terrain

OUTLINES = {
    Terrain.WOODS: Style(inset=4.5, soften=11, rough=2.6),
    Terrain.BRUSH: Style(inset=2.0, soften=12, rough=3.2),
    Terrain.GRAIN: Style(inset=1.5, soften=13, rough=1.2),
}
_RADII = (4.4, 5.3, 6.2)
_BUSHES = (1.6, 2.1, 2.7)
_EDGE_DEPTH = 9.0
_BUSH_MARGIN = 4.0


def defs() -> str:
    """Symbols of this layer: crowns by tone and size, bushes by size."""
    crowns = "".join(
        element("g", _crown(radius, tone), id=f"bd-c{tone_number}{size}")
        for tone_number, tone in enumerate(palette.CROWNS)
        for size, radius in enumerate(_RADII)
    )
    bushes = "".join(element("g", _bush(size), id=f"bd-b{n}") for n, size in enumerate(_BUSHES))
    return crowns + bushes


def brush(board: Board) -> str:
    """Patches of brush with bushes strewn over them."""
    found = _areas(board, Terrain.BRUSH)
    ground = path(
        "".join(area.data() for area in found),
        fill=palette.BRUSH,
        stroke=palette.BRUSH_EDGE,
        stroke_width=0.8,
        stroke_dasharray="2.6 1.8",
        fill_rule="evenodd",
    )
    bushes = [
        use(f"bd-b{number(f'{area.name} {place}', len(_BUSHES))}", place)
        for area in found
        for place in area.strew(11.0, area.name)
        if area.depth(place) > _BUSH_MARGIN and not _on_road(board, place, 2)
    ]
    return ground + group(bushes)


def grain(board: Board) -> str:
    """Fields, their rows at an angle of each field's own."""
    return "".join(
        _field(area, f"bd-f{index}") for index, area in enumerate(_areas(board, Terrain.GRAIN))
    )


def woods_floor(board: Board) -> str:
    """What lies under the crowns: shadow, dark edge and floor. Roads are drawn upon it."""
    edges, floors = [], []
    for area in _areas(board, Terrain.WOODS):
        floors.append(area.data())
        edges += [
            (place, radius)
            for place, radius in _crowns(board, area)
            if area.depth(place) < _EDGE_DEPTH
        ]
    shadow = "".join(disc((x + 2.2, y + 3), radius) for (x, y), radius in edges)
    edge = "".join(disc(place, radius + 0.7) for place, radius in edges)
    return (
        path(shadow, fill=palette.SHADOW, fill_opacity=0.3, filter="url(#bd-soft)")
        + path(edge, fill=palette.WOODS_EDGE)
        + path("".join(floors), fill="none", stroke=palette.WOODS_EDGE, stroke_width=1.4)
        + path("".join(floors), fill=palette.WOODS, fill_rule="evenodd")
    )


def woods_crowns(board: Board) -> str:
    """The crowns of the trees."""
    crowns = []
    for area in _areas(board, Terrain.WOODS):
        for place, radius in _crowns(board, area):
            name = f"{area.name} {place}"
            slow = smooth(area.name, *place, 60) + between(f"{name} tone", -0.7, 0.7)
            tone = min(4, max(0, int((slow + 1) * 2.5)))
            crowns.append((number(name, 1000), use(f"bd-c{tone}{_RADII.index(radius)}", place)))
    return group(crown for _, crown in sorted(crowns))


def _areas(board: Board, terrain: Terrain) -> list[Area]:
    return areas(board, terrain, OUTLINES[terrain])


def _crowns(board: Board, area: Area) -> list[tuple[Place, float]]:
    found = []
    for place in area.strew(7.4, f"{area.name} crown"):
        radius = _RADII[number(f"{area.name} {place} size", len(_RADII))]
        if not _on_road(board, place, radius):
            found.append((place, radius))
    return found


def _on_road(board: Board, place: Place, margin: float) -> bool:
    for road in board.layout.roads:
        reach = half_width(road) + margin
        for x, y in run_of(board, road):
            if abs(x - place[0]) < reach and hypot(x - place[0], y - place[1]) < reach:
                return True
    return False


def _field(area: Area, clip: str) -> str:
    outline = area.data()
    angle = radians(number(area.name, 12) * 15 + 7)
    rows, lights = _rows(area, angle, 0), _rows(area, angle, 1.1)
    hatching = group(
        (
            path(
                lights, stroke=palette.GRAIN_LIGHT, stroke_width=1.0, stroke_dasharray="9 1.5 5 2.5"
            ),
            path(rows, stroke=palette.GRAIN_ROW, stroke_width=0.8, stroke_dasharray="6 2 4 1.5"),
        ),
        clip_path=f"url(#{clip})",
        fill="none",
    )
    return (
        element("clipPath", path(outline), id=clip)
        + path(outline, fill=palette.GRAIN)
        + hatching
        + path(outline, fill="none", stroke=palette.GRAIN_EDGE, stroke_width=1)
    )


def _rows(area: Area, angle: float, shift: float) -> str:
    left, right, top, bottom = area.box()
    x, y = (left + right) / 2, (top + bottom) / 2
    reach = hypot(right - left, bottom - top) / 2
    along, across = (cos(angle), sin(angle)), (-sin(angle), cos(angle))
    rows = []
    for row in range(int(-reach / 3.6), int(reach / 3.6) + 1):
        off = row * 3.6 + shift
        start = x + across[0] * off - along[0] * reach, y + across[1] * off - along[1] * reach
        end = x + across[0] * off + along[0] * reach, y + across[1] * off + along[1] * reach
        rows.append(line(start, end))
    return "".join(rows)


def _crown(radius: float, tone: str) -> str:
    inner = radius * 0.62
    light = f"M{-inner:.1f} 0A{inner:.1f} {inner:.1f} 0 0 1 0 {-inner:.1f}"
    return element(
        "circle",
        r=radius,
        fill=tone,
        stroke=palette.CROWN_LINE,
        stroke_width=0.5,
        stroke_opacity=0.8,
    ) + path(
        light,
        fill="none",
        stroke=palette.CROWN_LIGHT,
        stroke_width=0.8,
        stroke_opacity=0.6,
        stroke_linecap="round",
    )


def _bush(size: float) -> str:
    lobes = ((-0.55, 0.25, 0.8), (0.6, 0.3, 0.75), (0.0, -0.3, 0.95))
    dark = "".join(disc((x * size + 0.5, y * size + 0.7), r * size) for x, y, r in lobes)
    body = "".join(disc((x * size, y * size), r * size) for x, y, r in lobes)
    return (
        path(dark, fill=palette.BUSH_DARK, fill_opacity=0.75)
        + path(body, fill=palette.BUSH)
        + path(disc((-0.3 * size, -0.5 * size), size * 0.5), fill=palette.BUSH_LIGHT)
    )
