"""The bare ground: paper, soft patches of meadow and dry earth, tufts of grass."""

from rules.board.board import Board
from rules.board.drawing import palette
from rules.board.drawing.svg import element, group, path, use
from rules.board.geometry import centre
from rules.board.noise import between, fraction, number, smooth
from rules.board.terrain import Terrain

_TUFT = "M-2 0Q-1.7-1.6-2.4-2.6M0 0V-3M2 0Q1.7-1.6 2.4-2.6"


def defs() -> str:
    """Gradients and symbols of this layer."""
    fades = "".join(
        element(
            "radialGradient",
            element("stop", stop_color=colour, stop_opacity=0.6)
            + element("stop", offset=0.5, stop_color=colour, stop_opacity=0.28)
            + element("stop", offset=1, stop_color=colour, stop_opacity=0),
            id=f"bd-{name}",
        )
        for name, colour in (("meadow", palette.MEADOW), ("dry", palette.DRY))
    )
    return fades + path(_TUFT, id="bd-tuft")


def ground(board: Board) -> str:
    """Paper, patches and tufts over the whole board."""
    width, height = board.grid.size()
    paper = element("rect", width=width, height=height, fill=palette.GROUND)
    tufts = group(_tufts(board), fill="none", stroke=palette.TUFT, stroke_width=0.6)
    return paper + group(_patches(board)) + tufts


def _patches(board: Board) -> list[str]:
    patches = []
    for cell in board.grid.cells():
        name = f"{board.id} patch {board.grid.name(cell)}"
        x, y = centre(cell)
        lush = smooth(f"{board.id} lush", x, y, 190)
        built = board.terrain_at(cell).is_building
        if not built and fraction(name) > abs(lush):
            continue
        patches.append(
            element(
                "ellipse",
                cx=round(x + between(f"{name} x", -20, 20)),
                cy=round(y + between(f"{name} y", -20, 20)),
                rx=round(between(f"{name} rx", 45, 100)),
                ry=round(between(f"{name} ry", 35, 70)),
                fill="url(#bd-meadow)" if built or lush > 0 else "url(#bd-dry)",
            )
        )
    return patches


def _tufts(board: Board) -> list[str]:
    tufts = []
    for cell in board.grid.cells():
        if board.terrain_at(cell) is not Terrain.OPEN_GROUND or board.road_sides_at(cell):
            continue
        name = f"{board.id} tuft {board.grid.name(cell)}"
        x, y = centre(cell)
        for tuft in range(number(name, 4)):
            dx, dy = between(f"{name}{tuft} x", -24, 24), between(f"{name}{tuft} y", -14, 24)
            tufts.append(use("bd-tuft", (x + dx, y + dy)))
    return tufts
