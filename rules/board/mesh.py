"""How the hexes of a board lie on the cells of its grid."""

from dataclasses import dataclass
from typing import Final

from rules.board.geometry import COLUMN_WIDTH, HEX_HEIGHT
from rules.board.grid.geometry import Shape

_MANY: Final = 1000


@dataclass(frozen=True, slots=True)
class Mesh:
    """Column pitch and hex height in cells, which are picture units, and whether the last column
    and row of cells lie on the edge of the board (1) or short of it (0).
    """

    width: float
    height: float
    edge: int

    def shape(self, columns: int, rows: int) -> Shape:
        """The shape of a board of so many hexes."""
        return Shape(
            columns=columns,
            rows=rows,
            width=round((columns - 1) * self.width) + self.edge,
            height=round(rows * self.height) + self.edge,
            hex_width=self.width,
            hex_height=self.height,
            a1_x=0.0,
            a1_y=self.height / 2,
        )

    def period(self) -> tuple[int, int]:
        """After how many columns, an even number, and rows hexes lie on cells as before; more
        than any board has if never."""
        columns = (n for n in range(2, _MANY, 2) if (n * self.width).is_integer())
        rows = (n for n in range(1, _MANY) if (n * self.height).is_integer())
        return next(columns, _MANY), next(rows, _MANY)


OWN_MESH = Mesh(COLUMN_WIDTH, HEX_HEIGHT, edge=1)
"""That of our own boards."""
