"""Hindrances that come and go, put on top of an answer: smoke, vehicles, wrecks, blazes.

Chapters that know such things describe them as `Moving`; nothing here knows what they are. The
answer of the ground itself stays remembered, and is not asked again when a tank has moved.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from rules.board.grid.answers import BLOCKING_HINDRANCE, GridLos, Hindrance, Obstruction
from rules.board.grid.blind import HEXES_PER_BLIND_HEX
from rules.board.grid.engine import GridBoard
from rules.board.grid.hexes import Spot

H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Moving(Generic[H]):
    """Something in a hex that hinders LOS, what players call it, the DRM, and the rule.

    `hex` is an index of the grid here, and the id of a hex where the rules ask a board.
    `height` is in levels above `level`, the absolute level it stands on (None: the base of the
    hex). Of height 0 it hinders only a LOS between ends on its own level, as a wreck does (A6.7);
    higher, it hinders whatever an obstacle of that height would block, Blind Hexes included
    (A24.4). `at_ends` if it also counts in the hexes of the ends (SMOKE).
    """

    hex: H
    label: str
    value: int
    rule: str
    height: int = 0
    level: int | None = None
    at_ends: bool = False


def with_moving(
    board: GridBoard, source: Spot, target: Spot, moving: Iterable[Moving[int]]
) -> GridLos:
    """The LOS between two Locations with what hinders it for the moment.

    The values in one hex add up; of hexes at one range the larger counts (A6.7). Counted from
    either end, the smaller total holds (A6.5), and six or more block (B.10).
    """
    answer, there = board.los(source, target), tuple(moving)
    if answer.blocked or not there:
        return answer
    hexes = board.crossed(source.hex, target.hex)
    return _hindered(board, answer, hexes, source, target, there)


def with_moving_to_corner(
    board: GridBoard, source: Spot, target: Spot, vertex: int, moving: Iterable[Moving[int]]
) -> GridLos:
    """The same of the LOS to a vertex of the target's hex (A6.12)."""
    answer, there = board.los_to_corner(source, target, vertex), tuple(moving)
    if answer.blocked or not there:
        return answer
    hexes = board.crossed_to_corner(source.hex, target.hex, vertex)
    return _hindered(board, answer, hexes, source, target, there)


def _hindered(
    board: GridBoard,
    answer: GridLos,
    hexes: tuple[int, ...],
    source: Spot,
    target: Spot,
    moving: Iterable[Moving[int]],
) -> GridLos:
    """An answer with what hinders besides in the hexes of its line."""
    met = [one for one in moving if one.hex in hexes and _hinders(board, source, target, one)]
    if not met:
        return answer
    added = tuple(
        Hindrance(
            board.names.all[one.hex],
            one.label,
            one.value,
            board.distance(source.hex, one.hex),
            one.rule,
        )
        for one in met
    )
    met_by_all = (*answer.hindrances, *added)
    counted = min(
        (_counted(board, met_by_all, end.hex) for end in (source, target)),
        key=_total,
    )
    hindrances = tuple(sorted(counted, key=lambda one: (one.range, one.hex, one.terrain)))
    total = _total(hindrances)
    if total < BLOCKING_HINDRANCE:
        return replace(answer, hindrances=hindrances, hindrance=total)
    return replace(
        answer,
        obstruction=Obstruction.HINDRANCES,
        at=hindrances[-1].hex,
        by=hindrances[-1].terrain,
        hindrances=hindrances,
        hindrance=total,
    )


def _counted(board: GridBoard, met: tuple[Hindrance, ...], end: int) -> list[Hindrance]:
    """Of the hindrances met those that count from an end: at each range those of one hex (A6.7)."""
    in_hex: dict[str, list[Hindrance]] = {}
    for one in met:
        in_hex.setdefault(one.hex, []).append(one)
    at_range: dict[int, list[Hindrance]] = {}
    for hex, some in in_hex.items():
        away = board.distance(end, board.names.index(hex))
        if _total(some) > _total(at_range.get(away, [])):
            at_range[away] = some
    return [one for some in at_range.values() for one in some]


def _total(hindrances: Iterable[Hindrance]) -> int:
    return sum(one.value for one in hindrances)


def _hinders(board: GridBoard, source: Spot, target: Spot, one: Moving[int]) -> bool:
    level = board.base(one.hex) if one.level is None else one.level
    low, high = sorted((source.elevation, target.elevation))
    if one.hex in {source.hex, target.hex}:
        here = source if one.hex == source.hex else target
        return one.at_ends and level <= here.elevation < level + max(one.height, 1)
    top = level + one.height
    if not one.height:
        return low == high == level
    if high < level or low >= top:
        return False
    if high <= top:
        return True
    higher, lower = (source, target) if source.elevation > target.elevation else (target, source)
    to_high = board.distance(higher.hex, one.hex)
    to_low = board.distance(lower.hex, one.hex)
    return to_low <= max(2 * top + to_high // HEXES_PER_BLIND_HEX - high - low + 1, 1)
