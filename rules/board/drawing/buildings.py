"""Buildings: their footprints under hipped roofs, with a shadow to the south-east."""

from collections.abc import Sequence
from math import hypot

from rules.board.board import Board
from rules.board.drawing import palette
from rules.board.drawing.svg import Place, element, group, line, path, polygon
from rules.board.footprints import Block
from rules.board.geometry import FINE
from rules.board.layout import Building
from rules.board.noise import number
from rules.board.terrain import Terrain

Colours = tuple[tuple[int, int, int], tuple[int, int, int]]

_RECTANGLE = 4
_COURSE = 2.6
_FEWEST_BOARDS = 3


def buildings(board: Board) -> str:
    """All buildings of a board, shadows first."""
    shadows, roofs = [], []
    for building in board.layout.buildings:
        blocks = _blocks(board, building)
        shadows += [_shadow(_corners(block)) for block in blocks]
        roofs.append(_roofs(board, building, blocks))
    shadow = path("".join(shadows), fill=palette.SHADOW, fill_opacity=0.34, filter="url(#bd-soft)")
    return shadow + group(roofs)


def _blocks(board: Board, building: Building) -> list[Block]:
    """The blocks of a building once each, in the order they are drawn."""
    footprints = [board.footprint_at(cell).blocks for cell in building.cells]
    blocks = dict.fromkeys(block for footprint in footprints for block in footprint)
    return sorted(blocks, key=lambda block: (block.tower, not block.link))


def _roofs(board: Board, building: Building, blocks: Sequence[Block]) -> str:
    stone = building.material is Terrain.STONE_BUILDING
    colours = palette.STONE_ROOF if stone else palette.WOODEN_ROOF
    ink = palette.STONE_LINE if stone else palette.WOODEN_LINE
    outline = path(
        "".join(polygon(_corners(block)) for block in blocks),
        fill=ink,
        stroke=ink,
        stroke_width=2.2 if stone else 1.6,
        stroke_linejoin="round",
    )
    faces = "".join(_roof(block, colours, ink, stone=stone) for block in blocks)
    if building.church:
        return outline + faces + _cross(blocks)
    return outline + faces + _chimney(f"{board.id} {building.id}", blocks[-1])


def _roof(block: Block, colours: Colours, ink: str, *, stone: bool) -> str:
    corners = _corners(block)
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


def _cross(blocks: Sequence[Block]) -> str:
    tower = next((block for block in blocks if block.tower), blocks[-1])
    corners = _corners(tower)
    x, y = _mix(corners[0], corners[2], 0.5)
    return path(
        f"M{x:.1f} {y - 4.5:.1f}v9M{x - 3:.1f} {y - 1.7:.1f}h6",
        fill="none",
        stroke=palette.STONE_LINE,
        stroke_width=1.5,
    )


def _chimney(name: str, block: Block) -> str:
    a, b, c, d = _corners(block)
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


def _shadow(corners: Sequence[Place]) -> str:
    """The block moved to the south-east, away from the light."""
    moved = [(x + 2.6, y + 3.2) for x, y in corners]
    return polygon(moved)


def _corners(block: Block) -> tuple[Place, ...]:
    return tuple((x / FINE, y / FINE) for x, y in block.corners)


def _length(a: Place, b: Place) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _mix(a: Place, b: Place, share: float) -> Place:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
