"""The statement of a building or church."""

from rules.board.geometry import Cell, distance
from rules.board.layout import Building
from rules.mapmaking.reading.draft import Draft, Stated
from rules.mapmaking.reading.entries import Entry
from rules.mapmaking.reading.lists import ID, MATERIALS, cells, set_terrain

MOST_LEVELS = 3


def building(draft: Draft, entry: Entry) -> None:
    """Takes a building into the draft. Raises BoardError."""
    match entry.head[1:]:
        case [material, name, *words] if material in MATERIALS and ID.fullmatch(name):
            pass
        case _:
            example = f"{entry.keyword} stone mill levels 2 stairwell K5: K5 K6"
            raise draft.error(entry.line, entry.keyword, f"is written as in: {example}")
    if any(other.value.id == name for other in draft.buildings):
        raise draft.error(entry.line, name, "there is another building of that name")
    levels, named = _storeys(draft, entry.line, name, words)
    kind = MATERIALS[material]
    own: list[Cell] = []
    joints: list[tuple[Cell, Cell]] = []
    for cell, line in cells(draft, entry.words):
        joined = [earlier for earlier in own if distance(earlier, cell) == 1]
        if own and not joined:
            raise draft.at(line, cell, "does not touch the rest of its building")
        joints += [(earlier, cell) for earlier in joined]
        set_terrain(draft, cell, kind, line)
        own.append(cell)
    for cell in named:
        if cell not in own:
            raise draft.at(entry.line, cell, f"is a stairwell outside {name}")
    upper = levels if levels is not None else _usual_levels(own, named)
    built = Building(
        id=name,
        material=kind,
        church=entry.keyword == "church",
        cells=tuple(own),
        joints=tuple(joints),
        upper_levels=upper,
        stairwells=frozenset(own if upper == 1 else named),
    )
    draft.buildings.append(Stated(built, entry.line))


def _usual_levels(own: list[Cell], named: list[Cell]) -> int:
    """B23.21-.23: Single Story, Two Story and Multi-Story Houses, told by hexes and stairwells."""
    if named:
        return 2
    return 0 if len(own) == 1 else 1


def _storeys(draft: Draft, line: int, name: str, words: list[str]) -> tuple[int | None, list[Cell]]:
    """Levels and stairwells as said between the name and the colon; None where levels are not."""
    levels: int | None = None
    if words[:1] == ["levels"]:
        number = "".join(words[1:2])
        if number not in {str(count) for count in range(MOST_LEVELS + 1)}:
            raise draft.error(line, name, f"levels are from 0 to {MOST_LEVELS}")
        levels, words = int(number), words[2:]
    named = _stairwells(draft, line, name, words)
    if levels in {0, 1} and named:
        raise draft.error(line, name, "has stairwells of its own only from 2 levels on")
    if levels is not None and levels > 1 and not named:
        raise draft.error(line, name, f"has {levels} levels and no stairwell")
    return levels, named


def _stairwells(draft: Draft, line: int, name: str, words: list[str]) -> list[Cell]:
    if not words:
        return []
    if words[0] != "stairwell" or len(words) == 1:
        raise draft.error(line, name, f"is not followed by {words[0]}")
    named = [draft.cell(word, line) for word in words[1:]]
    for cell in named:
        if named.count(cell) > 1:
            raise draft.at(line, cell, "is a stairwell twice")
    return named
