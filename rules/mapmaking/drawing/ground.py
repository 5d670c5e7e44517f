"""The bare ground: paper, soft patches of meadow and dry earth, tufts of grass."""

import numpy as np

from rules.mapmaking.drawing import palette
from rules.mapmaking.drawing.plan import HexLabel, Plan
from rules.mapmaking.drawing.svg import Places, element, group, path, stamps, stroke
from rules.mapmaking.noise import between, fraction, fractions, number

_TUFT = (
    ((-2.0, 0.0), (-1.9, -1.4), (-2.4, -2.6)),
    ((0.0, 0.0), (0.0, -3.0)),
    ((2.0, 0.0), (1.9, -1.4), (2.4, -2.6)),
)
_PATCHED = 0.42
_MOST_TUFTS = 4


def defs() -> str:
    """Gradients of this layer."""
    return "".join(
        element(
            "radialGradient",
            element("stop", stop_color=colour, stop_opacity=0.5)
            + element("stop", offset=0.5, stop_color=colour, stop_opacity=0.24)
            + element("stop", offset=1, stop_color=colour, stop_opacity=0),
            id=f"bd-{name}",
        )
        for name, colour in (("meadow", palette.MEADOW), ("dry", palette.DRY))
    )


def paper(plan: Plan) -> str:
    """The plain ground."""
    width, height = plan.features.size
    return element("rect", width=width, height=height, fill=palette.GROUND)


def patches(plan: Plan) -> str:
    """Soft patches of lush and of dry ground."""
    return group(patch for label in plan.labels for patch in _patch(label))


def tufts(plan: Plan) -> str:
    """Tufts of grass, on hills and in valleys too."""
    return path(stamps(_tufts(plan), _TUFT), **stroke(palette.TUFT, 0.6, stroke_opacity=0.9))


def _patch(label: HexLabel) -> list[str]:
    key = f"{label.key} patch"
    if fraction(key) > _PATCHED:
        return []
    x, y = label.centre
    return [
        element(
            "ellipse",
            cx=round(x + label.sign * between(f"{key} x", -20, 20)),
            cy=round(y + label.sign * between(f"{key} y", -20, 20)),
            rx=round(between(f"{key} rx", 45, 100)),
            ry=round(between(f"{key} ry", 35, 70)),
            fill="url(#bd-meadow)" if number(f"{key} kind", 2) else "url(#bd-dry)",
        )
    ]


def _tufts(plan: Plan) -> Places:
    found = [np.empty((0, 2))]
    for label in plan.labels:
        count = number(f"{label.key} tufts", _MOST_TUFTS)
        sway = fractions(f"{label.key} tuft", 2 * count).reshape(-1, 2) - 0.5
        found.append(np.asarray(label.centre) + sway * (40, 48) * label.sign)
    return np.vstack(found)
