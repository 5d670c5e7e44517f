"""The Fortifications of a group, as a card writes them (A12.33)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rules.chapters.works.b_fortifiable import building_levels, takes
from rules.position.hidden_fortifications import FortificationKind
from rules.scenarios.types import NO_FORTIFICATIONS, Fortifications

if TYPE_CHECKING:
    from rules.board.board import Board
    from rules.data import Node
    from rules.scenarios.types import Group, Scenario

_COUNTED: Final = ("wire", "foxholes", "trenches", "roadblocks", "charges", "buildings")
_PRINTED: Final = re.compile(r"[1-3]\+[1-7]\+[1-7]")
_SQUADS_PER_HEX: Final = 3
_MOST: Final = 100


def read_fortifications(node: Node | None) -> Fortifications:
    """What a group has of them. Raises DataError."""
    if node is None:
        return NO_FORTIFICATIONS
    node.only((*_COUNTED, "pillboxes"))
    counts = {name: node[name].integer(1, _MOST) for name in _COUNTED if node.get(name) is not None}
    return Fortifications(**counts, pillboxes=_pillboxes(node.get("pillboxes")))


def _pillboxes(node: Node | None) -> tuple[str, ...]:
    """B30.1: how many there are, by what is printed on them."""
    found: list[str] = []
    for printed, count in () if node is None else node.pairs():
        if not _PRINTED.fullmatch(printed):
            raise count.error("squads and two TEM stand on a pillbox, such as 1+3+5 (B30.1)")
        found += [printed] * count.integer(1, _MOST)
    return tuple(found)


def check_fortifications(node: Node, scenario: Scenario, board: Board) -> None:
    """Whether there are hexes enough for each kind, whatever else lies where. Raises DataError."""
    for side, card in scenario.sides.items():
        for item, group in zip(node[side.value]["groups"].items(), card.groups, strict=True):
            _check_buildings(item, group, board)
            for kind, needed in _hexes_needed(group.fortifications).items():
                fit = sum(takes(board, kind, hex_id) for hex_id in group.area)
                if fit < needed:
                    why = f"{kind.words} needs {needed} hexes, {fit} of the area can have it"
                    raise item["fortifications"].error(why)


def _check_buildings(item: Node, group: Group, board: Board) -> None:
    """B23.9: each is a Location of a building."""
    there = sum(len(building_levels(board, hex_id)) for hex_id in group.area)
    needed = group.fortifications.buildings
    if there < needed:
        why = f"{needed} Fortified Building Locations, {there} of the area can be one"
        raise item["fortifications"].error(why)


def _hexes_needed(of: Fortifications) -> dict[FortificationKind, int]:
    """How many hexes each kind takes at least; a hex has as many roadblocks as roads leave it."""
    entrenched = of.trenches + -(-of.foxholes // _SQUADS_PER_HEX)
    return {
        FortificationKind.WIRE: of.wire,
        FortificationKind.FOXHOLES: entrenched,
        FortificationKind.ROADBLOCK: min(of.roadblocks, 1),
        FortificationKind.PILLBOX: len(of.pillboxes),
        FortificationKind.CHARGE: of.charges,
    }
