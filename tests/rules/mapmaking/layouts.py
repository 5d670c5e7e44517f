"""Random small layouts, with something of everything, for properties."""

from hypothesis import strategies as st

from rules.board.geometry import SIDES, Cell, Grid, opposite, step
from rules.board.layout import BoardError, Layout
from rules.mapmaking.reading import read_layout
from rules.mapmaking.reading.statements import AREAS

_LISTS = (*AREAS, "rubble wooden", "rubble stone", "level 1", "level 2", "level -1")
_HEXSIDES = ("wall", "hedge")
_COMPOSED = ("cliff", "ford", "bridge")
_RUNS = ("gully", "stream", "sunken-road", "road dirt", "road paved", "elevated-road", "path")


@st.composite
def layouts(draw: st.DrawFn, *, columns: int = 7, rows: int = 5, statements: int = 16) -> Layout:
    """Some statements drawn one after the other; those that fit what is there already stay."""
    grid = Grid(draw(st.integers(2, columns)), draw(st.integers(2, rows)))
    cells = tuple(grid.cells())
    text = f"board random\ntitle A random board\nsize {grid.columns} x {grid.rows}\n"
    layout = read_layout(text, file="random")
    for index in range(draw(st.integers(0, statements))):
        longer = f"{text}{draw(_statement(grid, cells, index))}\n"
        try:
            layout = read_layout(longer, file="random")
        except BoardError:
            continue
        text = longer
    return layout


@st.composite
def _statement(draw: st.DrawFn, grid: Grid, cells: tuple[Cell, ...], index: int) -> str:
    head = draw(st.sampled_from((*_LISTS, *_RUNS, *_HEXSIDES, *_COMPOSED, *["building"] * 4)))
    if head in _LISTS:
        own = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=6, unique=True))
        return f"{head}: {_names(grid, own)}"
    if head in _HEXSIDES:
        return f"{head}: {grid.name(draw(st.sampled_from(cells)))}/{draw(st.integers(0, 5))}"
    if head in _COMPOSED:
        return _composed(draw, grid, draw(st.sampled_from(cells)), head)
    walk = _walk(draw, grid, cells)
    if head in _RUNS:
        return f"{head}: {_names(grid, walk)}"
    return _building(draw, grid, tuple(dict.fromkeys(walk)), index)


def _composed(draw: st.DrawFn, grid: Grid, cell: Cell, head: str) -> str:
    """What needs something else with it: a ford its river, a cliff its height, a bridge both."""
    name, side = grid.name(cell), draw(st.integers(0, 5))
    if head == "ford":
        return f"river: {name}\nford: {name}"
    if head == "cliff":
        return f"level 3: {name}\ncliff: {name}/{side}"
    over, under = (
        [step(cell, turn), cell, step(cell, opposite(turn))] for turn in (side, (side + 1) % 6)
    )
    if not all(grid.has(end) for end in over + under):
        return f"brush: {name}"
    material = draw(st.sampled_from(["wooden", "stone"]))
    below = draw(st.sampled_from([f"river: {name}", f"gully: {_names(grid, under)}"]))
    return f"{below}\nroad dirt: {_names(grid, over)}\nbridge {material}: {name}"


def _building(draw: st.DrawFn, grid: Grid, own: tuple[Cell, ...], index: int) -> str:
    head = draw(st.sampled_from(["building stone", "building wooden", "church stone"]))
    some = draw(st.sampled_from(own))
    stairs = f"stairwell {grid.name(some)}"
    tower = f"levels 3 {stairs}"
    storeys = draw(st.sampled_from(["", "levels 0", "levels 1", stairs, tower, tower]))
    wall = "" if len(own) < 2 else f"\nrowhouse: {grid.name(own[0])}/{_side(own[0], own[1])}"
    return f"{head} no-{index} {storeys}: {_names(grid, own)}" + draw(st.sampled_from(["", wall]))


def _walk(draw: st.DrawFn, grid: Grid, cells: tuple[Cell, ...]) -> list[Cell]:
    walk = [draw(st.sampled_from(cells))]
    for _ in range(draw(st.integers(1, 5))):
        around = [step(walk[-1], side) for side in SIDES]
        onward = [cell for cell in around if grid.has(cell) and cell not in walk[-2:-1]]
        if not onward:
            break
        walk.append(draw(st.sampled_from(onward)))
    return walk


def _side(cell: Cell, other: Cell) -> int:
    return next(side for side in SIDES if step(cell, side) == other)


def _names(grid: Grid, cells: list[Cell] | tuple[Cell, ...]) -> str:
    return " ".join(grid.name(cell) for cell in cells)
