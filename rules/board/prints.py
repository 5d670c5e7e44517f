"""Printed boards in a picture: images of boards that we do not draw ourselves."""

from dataclasses import dataclass

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Print:
    """The image of a board, where it lies: left, top, right and bottom in picture units, turned by
    half a turn or not. What is outside of `shown` is cut off."""

    image: bytes
    format: str
    box: Box
    shown: Box
    turned: bool = False
