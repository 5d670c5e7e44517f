"""Printed boards, put together as they lie and as elements of SVG."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace

from rules.board.geometry import COLUMN_WIDTH, HEX_HEIGHT
from rules.board.lying import Lie
from rules.board.prints import Box, Print
from rules.mapmaking.drawing.svg import element


def joined_prints(parts: tuple[tuple[Print, ...], ...], lie: tuple[Lie, ...]) -> tuple[Print, ...]:
    """The printed boards of a map as they lie.

    Hexes that stick out of a cut board lie under the boards beside it, whose own part in play lies
    on top of all.
    """
    return (*_placed(parts, lie, core=False), *_placed(parts, lie, core=True))


def prints_svg(prints: tuple[Print, ...]) -> str:
    """Printed boards as elements of SVG, from the bottom up. Each image is in it once."""
    images = {id(one.image): _image(one) for one in prints}
    numbers = {key: number for number, key in enumerate(images)}
    defs = "".join(element("g", image, id=f"bd-print-{numbers[k]}") for k, image in images.items())
    shown = (_shown(n, numbers[id(one.image)], one) for n, one in enumerate(prints))
    return element("defs", defs) + "".join(shown)


def _placed(
    parts: tuple[tuple[Print, ...], ...], lie: tuple[Lie, ...], *, core: bool
) -> Iterator[Print]:
    for prints, one in reversed(tuple(zip(parts, lie, strict=True))):
        if core or one.core() != one.reach():
            left, top = one.column, one.row
            right, bottom = left + one.grid.columns - 1, top + one.grid.rows
            for printed in prints:
                yield replace(
                    printed,
                    box=_units(left, top, right, bottom),
                    shown=_units(*(one.core() if core else one.reach())),
                    turned=one.turned,
                )


def _units(left: int, top: int, right: int, bottom: int) -> Box:
    """Columns and hexes of the map as picture units."""
    return left * COLUMN_WIDTH, top * HEX_HEIGHT, right * COLUMN_WIDTH, bottom * HEX_HEIGHT


def _image(one: Print) -> str:
    left, top, right, bottom = one.box
    middle = f"{(left + right) / 2:g} {(top + bottom) / 2:g}"
    turn: dict[str, str] = {"transform": f"rotate(180 {middle})"} if one.turned else {}
    return element(
        "image",
        href=f"data:image/{one.format};base64,{b64encode(one.image).decode()}",
        x=left,
        y=top,
        width=right - left,
        height=bottom - top,
        preserveAspectRatio="none",
        **turn,
    )


def _shown(number: int, image: int, one: Print) -> str:
    left, top, right, bottom = one.shown
    clip = f"bd-shown-{number}"
    cut = element("rect", x=left, y=top, width=right - left, height=bottom - top)
    use = element("use", href=f"#bd-print-{image}")
    return element("clipPath", cut, id=clip) + element("g", use, clip_path=f"url(#{clip})")
