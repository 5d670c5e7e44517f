"""Buildings: their footprints under hipped roofs; the higher, the longer the shadow."""

from collections.abc import Sequence
from math import hypot

from shapely.geometry import Polygon
from shapely.ops import unary_union

from rules.board.features import House, Roof
from rules.board.terrain import Terrain
from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import Plan
from rules.mapmaking.drawing.svg import Place, element, fill, group, line, outline, path, polygon
from rules.mapmaking.noise import number

Tone = tuple[int, int, int]
Colours = tuple[Tone, Tone]

_RECTANGLE = 4
_EAVES = 0.5
_COURSE = 2.6
_FEWEST_BOARDS = 3
_SHADOW, _SHADOW_A_LEVEL = 2.4, 1.3
_DARKER_A_LEVEL, _DARKEST = 0.07, 0.28


def buildings(plan: Plan) -> str:
    """All buildings, shadows first. One that stands on the edge of its board is cut there."""
    houses = plan.features.houses
    shadow = "".join(_shadow(house) for house in houses)
    return group(
        [shadow] if shadow else [], fill=palette.SHADOW, fill_opacity=0.34, filter="url(#bd-soft)"
    ) + "".join(_house(f"bd-house{number}", house) for number, house in enumerate(houses))


def _shadow(house: House) -> str:
    """The footprint moved away from the light, the farther the higher the building is."""
    reach = _SHADOW + _SHADOW_A_LEVEL * house.building.upper_levels
    data = outline(house.shape)
    return "".join(
        path(data, transform=f"translate({share * reach:.1f} {share * reach * 1.25:.1f})")
        for share in ((1.0,) if reach < 2 * _SHADOW else (0.5, 1.0))
    )


def _house(clip: str, house: House) -> str:
    stone = house.building.material is Terrain.STONE_BUILDING
    colours = _higher(
        palette.STONE_ROOF if stone else palette.WOODEN_ROOF, house.building.upper_levels
    )
    ink = palette.STONE_LINE if stone else palette.WOODEN_LINE
    edge = path(
        outline(house.shape),
        **fill(_tone(colours, 0.5)),
        stroke=ink,
        stroke_width=2.2 if stone else 1.6,
        stroke_linejoin="round",
    )
    roofs = sorted(house.roofs, key=lambda roof: (roof.tower, not roof.link))
    faces = "".join(_roof(roof, colours, ink, stone=stone) for roof in roofs)
    mark = _cross(roofs) if house.building.church else _chimneys(house.name, roofs)
    whole = unary_union([Polygon(roof.corners) for roof in house.roofs])
    if whole.difference(house.shape.buffer(_EAVES)).is_empty:
        return edge + faces + mark
    outside = element("clipPath", path(outline(house.shape), clip_rule="evenodd"), id=clip)
    return outside + edge + group([faces + mark], clip_path=f"url(#{clip})")


def _higher(colours: Colours, levels: int) -> Colours:
    """The roofs of higher buildings are darker."""
    share = 1 - min(_DARKEST, _DARKER_A_LEVEL * levels)
    dark, bright = (tuple(round(part * share) for part in tone) for tone in colours)
    return (dark[0], dark[1], dark[2]), (bright[0], bright[1], bright[2])


def _corners(roof: Roof) -> tuple[Place, ...]:
    """The corners clockwise as they are seen, still beginning with the ridge's side."""
    corners = roof.corners
    doubled = sum(
        x1 * y2 - x2 * y1
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True)
    )
    return corners if doubled > 0 else (corners[1], corners[0], *reversed(corners[2:]))


def _roof(roof: Roof, colours: Colours, ink: str, *, stone: bool) -> str:
    corners = _corners(roof)
    if len(corners) != _RECTANGLE:
        return path(polygon(corners), fill=_tone(colours, 0.5))
    start, end = _ridge(corners)
    a, b, c, d = corners
    faces = ((a, b, end, start), (b, c, end), (c, d, start, end), (d, a, start))
    drawn = [path(polygon(face), fill=_shade(face, colours)) for face in faces]
    texture = path(
        "".join(_texture(face, stone=stone) for face in faces if len(face) == _RECTANGLE),
        fill="none",
        stroke=ink,
        stroke_opacity=0.3 if stone else 0.34,
        stroke_width=0.45,
    )
    creases = line(start, end) + "".join(
        line(corner, ridge) for corner, ridge in zip(corners, (start, end, end, start), strict=True)
    )
    return (
        "".join(drawn)
        + texture
        + path(creases, fill="none", stroke=ink, stroke_opacity=0.5, stroke_width=0.5)
    )


def _ridge(corners: Sequence[Place]) -> tuple[Place, Place]:
    """The ends of the ridge: half the width in from each gable end."""
    a, b, c, d = corners
    length, width = _length(a, b), _length(b, c)
    inset = min(0.5, width / length / 2)
    start, end = _mix(a, d, 0.5), _mix(b, c, 0.5)
    return _mix(start, end, inset), _mix(end, start, inset)


def _texture(face: Sequence[Place], *, stone: bool) -> str:
    """Courses along the eaves of a stone building, boards down the slope of a wooden one."""
    eaves_start, eaves_end, ridge_end, ridge_start = face
    if stone:
        rows = max(2, round(_length(eaves_start, ridge_start) / _COURSE))
        return "".join(
            line(_mix(eaves_start, ridge_start, i / rows), _mix(eaves_end, ridge_end, i / rows))
            for i in range(1, rows)
        )
    boards = round(_length(ridge_start, ridge_end) / _COURSE)
    if boards < _FEWEST_BOARDS:
        return ""
    across = _mix(eaves_start, eaves_end, 0.5)
    middle = _mix(ridge_start, ridge_end, 0.5)
    fall = across[0] - middle[0], across[1] - middle[1]
    tops = [_mix(ridge_start, ridge_end, i / boards) for i in range(boards + 1)]
    return "".join(line(top, (top[0] + fall[0], top[1] + fall[1])) for top in tops)


def _shade(face: Sequence[Place], colours: Colours) -> str:
    """The tone of a slope: bright towards the north-west, dark away from it."""
    (x1, y1), (x2, y2) = face[0], face[1]
    length = _length(face[0], face[1]) or 1.0
    out_x, out_y = (y2 - y1) / length, (x1 - x2) / length
    return _tone(colours, (1 - 0.55 * out_x - 0.83 * out_y) / 2)


def _tone(colours: Colours, light: float) -> str:
    dark, bright = colours
    return "#" + "".join(
        f"{round(d + (b - d) * light):02X}" for d, b in zip(dark, bright, strict=True)
    )


def _cross(roofs: Sequence[Roof]) -> str:
    tower = next((roof for roof in roofs if roof.tower), roofs[-1])
    x, y = _mix(tower.corners[0], tower.corners[2], 0.5)
    data = f"M{x:.1f} {y - 4.5:.1f}v9M{x - 3:.1f} {y - 1.7:.1f}h6"
    return path(data, stroke=palette.CREAM, stroke_width=2.6, stroke_opacity=0.55) + path(
        data, stroke=palette.STONE_LINE, stroke_width=1.5
    )


def _chimneys(name: str, roofs: Sequence[Roof]) -> str:
    """A chimney on each roof that is neither a link nor a tower."""
    return "".join(
        _chimney(f"{name} {index}", roof)
        for index, roof in enumerate(roofs)
        if not roof.link and len(roof.corners) == _RECTANGLE
    )


def _chimney(name: str, roof: Roof) -> str:
    a, b, c, d = roof.corners
    share = 0.3 if number(name, 2) else 0.7
    x, y = _mix(_mix(a, b, share), _mix(d, c, share), 0.36)
    return element(
        "rect",
        x=round(x - 1.5, 1),
        y=round(y - 1.5, 1),
        width=3,
        height=3,
        fill=palette.CHIMNEY,
        stroke=palette.WOODEN_LINE,
        stroke_width=0.5,
    )


def _length(a: Place, b: Place) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _mix(a: Place, b: Place, share: float) -> Place:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
