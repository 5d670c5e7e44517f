"""Maps of several boards, or of one that is turned, cut or changed by SSR.

A `MapPlan` says which boards lie where. What comes of it is a `Board` like any other: its hexes are
named after their boards, `so4:4E5`, where several lie on it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from rules.board.board import Board
from rules.board.geometry import Cell
from rules.board.ground import Ground
from rules.board.layout import Layout
from rules.board.lying import Lie
from rules.mapmaking.changes import Change, change
from rules.mapmaking.changes.buildings import Rubbled
from rules.mapmaking.changes.ground import Placed
from rules.mapmaking.finding import Boards, find_board
from rules.mapmaking.grounds import JoinedGround
from rules.mapmaking.merging import Merged, merged
from rules.mapmaking.placing import MapError, Placement, lies


@dataclass(frozen=True, slots=True)
class MapPlan:
    """The boards of a map, in the order in which they are placed, and what SSR change on it.

    Changes that name hexes name them as on the map. Those of a `Placement` come first, and name
    them as on the board.
    """

    placements: tuple[Placement, ...]
    changes: tuple[Change, ...] = ()


@cache
def load_map(plan: MapPlan, month: int) -> Board:
    """The map of a plan, in a month 1-12, with boards by their ids.

    Raises BoardError for a board that cannot be used, MapError for boards that cannot lie so or be
    changed so. A plan of one whole board as it is gives that board itself.
    """
    first, *others = plan.placements
    if not others and not plan.changes and first == Placement(first.board):
        return find_board(first.board, month)
    return map_of(plan, {one.board: find_board(one.board, month) for one in plan.placements})


def map_from(plan: MapPlan, month: int, boards: Boards) -> Board:
    """The same with boards that come with a card; nothing of such a map is kept here."""
    if not any(boards.is_own(one.board) for one in plan.placements):
        return load_map(plan, month)
    first, *others = plan.placements
    if not others and not plan.changes and first == Placement(first.board):
        return boards.find(first.board, month)
    return map_of(plan, {one.board: boards.find(one.board, month) for one in plan.placements})


def map_of(plan: MapPlan, boards: Mapping[str, Board]) -> Board:
    """The map of a plan, with the boards given by id, all of one month.

    Raises MapError, and KeyError for a board that is not given.
    """
    placements = plan.placements
    if not placements:
        raise MapError(0, "a map needs a board")
    ids = [placement.board for placement in placements]
    for number, id in enumerate(ids):
        if id in ids[:number]:
            raise MapError(number, f"{id} lies on the map already")
    chosen = [boards[id] for id in ids]
    lie = lies(placements, tuple(board.grid for board in chosen))
    before = tuple(
        _changed(number, board.layout, placements[number].changes)
        for number, board in enumerate(chosen)
    )
    name = "+".join(ids)
    title = ", ".join(layout.title for layout in before)
    named = merged(name, title, before, lie)
    layouts = tuple(
        _changed(None, layout, _own(plan.changes, number, layout, lie[number], named))
        for number, layout in enumerate(before)
    )
    final = merged(name, title, layouts, lie)
    grounds = tuple(_ground(number, chosen[number], one) for number, one in enumerate(layouts))
    _check_alike(placements, grounds)
    upright = _upright(grounds, lie, layouts, final)
    ground = JoinedGround(grounds, lie, final, upright)
    return Board(final.layout, chosen[0].month, ground=ground, names=final.names)


def _upright(
    grounds: tuple[Ground, ...], lie: tuple[Lie, ...], layouts: tuple[Layout, ...], map: Merged
) -> JoinedGround | None:
    """The ground of the map turned, if its first board lies turned on it."""
    if not lie[0].turned:
        return None
    turned = tuple(one.half_turned(map.layout.grid) for one in lie)
    return JoinedGround(grounds, turned, merged(map.layout.id, map.layout.title, layouts, turned))


def _ground(number: int, board: Board, layout: Layout) -> Ground:
    """The ground of a board on the map, which may have been changed."""
    if layout == board.layout:
        return board.ground
    try:
        return board.ground.changed(layout)
    except ValueError as error:
        raise MapError(number, str(error)) from None


def _changed(number: int | None, layout: Layout, changes: Iterable[Change]) -> Layout:
    try:
        return change(layout, changes)
    except ValueError as error:
        raise MapError(number, f"{layout.id}: {error}") from None


def _own(
    changes: tuple[Change, ...], number: int, layout: Layout, lie: Lie, on: Merged
) -> Iterator[Change]:
    """The changes as one of the boards names their hexes; not those of hexes it has no part of.

    Of a hex of a seam both halves grow over, and the half that has the building lies in rubble.
    """
    for one in changes:
        match one:
            case Placed() | Rubbled():
                cells = [_cell(name, on) for name in one.names]
                if isinstance(one, Rubbled):
                    here = [cell for cell in cells if on.sources[cell] == number]
                else:
                    here = [cell for cell in cells if lie.has(cell)]
                if here:
                    names = tuple(layout.grid.name(lie.back(cell)) for cell in here)
                    yield replace(one, names=names)
            case _:
                yield one


def _cell(name: str, on: Merged) -> Cell:
    if name not in on.names.cells:
        raise MapError(None, on.names.unknown(name))
    return on.names.cells[name]


def _check_alike(placements: tuple[Placement, ...], grounds: tuple[Ground, ...]) -> None:
    """Cells can be put together only if they are of one size and mean the same."""
    first = grounds[0]
    for number, ground in enumerate(grounds):
        boards = f"{placements[number].board} and {placements[0].board}"
        if ground.mesh != first.mesh:
            raise MapError(number, f"the hexes of {boards} are not of one size")
        if ground.table != first.table or ground.reading != first.reading:
            raise MapError(number, f"{boards} are not judged by the same terrain table")
