"""The map of a scenario card: which boards, how they lie, what changes on them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rules.board.lying import Crop, crop_of
from rules.mapmaking.changes import read_changes
from rules.mapmaking.finding import SITE_BOARDS
from rules.mapmaking.maps import MapPlan, map_from
from rules.mapmaking.placing import Edge, MapError, Placement, beside, first_column
from rules.scenarios.areas import column_range
from rules.scenarios.water import WATER, flooding_of

if TYPE_CHECKING:
    from rules.board.board import Board
    from rules.board.geometry import Grid
    from rules.data import Node
    from rules.mapmaking.changes import Change
    from rules.mapmaking.finding import Boards

_FIELDS = ("board", "beside", "offset", "at", "turned", "hexrows", "numbers", "terrain")
_BESIDE = re.compile(r"(north|east|south|west) of (\S+)")
_NUMBERS = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
_MOST = 200


def read_map(root: Node, month: int, boards: Boards = SITE_BOARDS) -> tuple[MapPlan, Board]:
    """The plan of a card's `board` or `map`, with its `terrain`, and the map it makes.

    Raises DataError.
    """
    whole, several, terrain = root.get("board"), root.get("map"), root.get("terrain")
    if several is None:
        nodes: tuple[Node, ...] = (root["board"],)
        placements = [Placement(_known(root["board"], boards))]
    elif whole is not None:
        raise whole.error("does not go with map, which names the boards")
    else:
        nodes, placements = several.items(), []
        for node in nodes:
            placements.append(_placement(node, tuple(placements), month, boards))
    plan = MapPlan(tuple(placements), _changes(terrain) + flooding_of(root))
    try:
        return plan, map_from(plan, month, boards)
    except MapError as error:
        at = terrain if error.number is None else nodes[error.number] if nodes else several
        raise (at or root.get(WATER) or root).error(str(error)) from None


def _known(node: Node, boards: Boards) -> str:
    return node.choice(boards.ids())


def _placement(node: Node, before: tuple[Placement, ...], month: int, boards: Boards) -> Placement:
    node.only(_FIELDS)
    id, turned = _known(node["board"], boards), node.get("turned")
    grid = boards.find(id, month).grid
    crop = _crop(node, grid)
    half_turn = turned is not None and turned.flag()
    column, row = _corner(node, before, grid, crop, half_turn, month, boards)
    return Placement(id, column, row, half_turn, crop, _changes(node.get("terrain")))


def _corner(
    node: Node,
    before: tuple[Placement, ...],
    grid: Grid,
    crop: Crop | None,
    turned: bool,
    month: int,
    boards: Boards,
) -> tuple[int, int]:
    """The column and row of the upper left corner of a board."""
    at, edge, offset = node.get("at"), node.get("beside"), node.get("offset")
    if not before:
        for told in (at, edge, offset):
            if told is not None:
                raise told.error("the first board lies where it lies")
        return first_column(grid, crop, turned=turned), 0
    if (at is None) == (edge is None):
        raise node.error("needs either beside, as in 'south of so1', or at")
    if at is not None:
        if offset is not None:
            raise offset.error("goes with beside only")
        place = [one.integer(-_MOST, _MOST) for one in at.items()]
        if len(place) != 2:  # noqa: PLR2004 # a column and a row
            raise at.error("is a column and a row, as in [32, 0]")
        return place[0], place[1]
    return _beside(node["beside"], before, grid, crop, offset, month, boards)


def _beside(
    node: Node,
    before: tuple[Placement, ...],
    grid: Grid,
    crop: Crop | None,
    offset: Node | None,
    month: int,
    boards: Boards,
) -> tuple[int, int]:
    match = _BESIDE.fullmatch(node.text())
    if match is None:
        raise node.error("is written as in: south of so1")
    other = next((one for one in before if one.board == match[2]), None)
    if other is None:
        raise node.error(f"{match[2]} is not on the map before this board")
    by = 0 if offset is None else offset.integer(-_MOST, _MOST)
    its_grid = boards.find(other.board, month).grid
    return beside(Edge(match[1]), other, its_grid, grid, crop, by)


def _crop(node: Node, grid: Grid) -> Crop | None:
    hexrows, numbers = node.get("hexrows"), node.get("numbers")
    if hexrows is None and numbers is None:
        return None
    columns, rows = crop_of(grid, None).columns, crop_of(grid, None).numbers
    if hexrows is not None:
        try:
            columns = column_range(hexrows.text(), grid.columns)
        except ValueError as error:
            raise hexrows.error(str(error)) from None
    if numbers is not None:
        match = _NUMBERS.fullmatch(numbers.text())
        if match is None:
            raise numbers.error("is written as in: 1-5")
        rows = int(match[1]), int(match[2])
    return Crop(columns, rows)


def _changes(node: Node | None) -> tuple[Change, ...]:
    changes: list[Change] = []
    for item in node.items() if node is not None else ():
        try:
            changes += read_changes([item.text()])
        except ValueError as error:
            raise item.error(str(error)) from None
    return tuple(changes)
