"""A26.16 Control of what burns: whoever kindled it has lost it, and so has he what it cuts off."""

from collections.abc import Iterable, Iterator

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of, level_of, location
from rules.forces.entities import Control, Goal
from rules.kernel.audience import Side
from rules.position.fire import Blaze
from rules.position.position import Position, good_order, is_armed, is_smc


def has_burnt(
    position: Position, control: Control, extent: Iterable[LocationId]
) -> tuple[Blaze, ...]:
    """A26.16: the Blazes by which nobody holds that any more as he did: it burns, or they cut it
    off. None of them, and its Control is as ever.
    """
    ablaze = {blaze.at: blaze for blaze in position.view.all(Blaze)}
    if not ablaze:
        return ()
    places = tuple(extent)
    own = tuple(ablaze[at] for at in places if at in ablaze)
    if control.of is Goal.BUILDING and any(blaze.by for blaze in own):
        return own
    ground = tuple(at for at in places if level_of(at) == 0) or places
    if all(at in ablaze for at in ground):
        return own
    return _cut_off(position.board, ablaze, ground)


def _cut_off(
    board: Board, ablaze: dict[LocationId, Blaze], places: tuple[LocationId, ...]
) -> tuple[Blaze, ...]:
    """The Blazes around these Locations, if from none of them a way leads past fire to the ground
    at the map's edge.
    """
    seen = {at for at in places if at not in ablaze}
    met: set[LocationId] = set(places) & ablaze.keys()
    ahead = sorted(seen)
    while ahead:
        at = ahead.pop()
        if level_of(at) == 0 and len(board.neighbours(hex_of(at))) < len(_SIDES):
            return ()
        for to in _ways(board, at):
            if to in ablaze:
                met.add(to)
            elif to not in seen:
                seen.add(to)
                ahead.append(to)
    return tuple(ablaze[at] for at in sorted(met))


_SIDES = range(6)


def _ways(board: Board, at: LocationId) -> Iterator[LocationId]:
    """Where one comes from a Location: by a stairwell, through a building, over the ground."""
    here, level = hex_of(at), level_of(at)
    for to in board.locations(here):
        if abs(level_of(to) - level) == 1 and board.stairwell(here):
            yield to
    for _, neighbour in board.neighbours(here):
        if level == 0:
            yield from (to for to in board.locations(neighbour) if level_of(to) == 0)
        elif board.building_passage(here, neighbour):
            to = location(neighbour, level)
            if board.has_location(to):
                yield to


def burnt_to(position: Position, blazes: tuple[Blaze, ...]) -> Side | None:
    """A26.16: which side Controls what these Blazes hold: the enemy of the only one that kindled
    in their area; if none did, or both, who holds most of the hexes around it. None if neither
    holds more.
    """
    area = _area(position, {hex_of(blaze.at) for blaze in blazes})
    there = (blaze for blaze in position.view.all(Blaze) if hex_of(blaze.at) in area)
    kindlers = {side for blaze in there for side in blaze.by}
    if len(kindlers) == 1:
        return kindlers.pop().enemy
    held = [_holds(position, hex_id) for hex_id in _around(position.board, area)]
    one, other = (held.count(side) for side in Side)
    if one == other:
        return None
    return tuple(Side)[0 if one > other else 1]


def _area(position: Position, start: set[HexId]) -> set[HexId]:
    """The hexes with Blazes that hang together with those."""
    ablaze = {hex_of(blaze.at) for blaze in position.view.all(Blaze)}
    area, ahead = set(start), sorted(start)
    while ahead:
        around = {hex_id for _, hex_id in position.board.neighbours(ahead.pop())}
        new = (around & ablaze) - area
        area |= new
        ahead += sorted(new)
    return area


def _around(board: Board, area: set[HexId]) -> list[HexId]:
    beside = {to for hex_id in area for _, to in board.neighbours(hex_id)}
    return sorted(beside - area)


def _holds(position: Position, hex_id: HexId) -> Side | None:
    """Who holds a hex: whoever Controls it, where that counts, or whose armed Good Order MMC alone
    is seen in it.
    """
    control = next((one for one in position.view.all(Control) if one.id == hex_id), None)
    if control is not None:
        return control.side
    units = [unit for unit in position.personnel_in(hex_id) if unit.under is None]
    armed = [unit for unit in units if is_armed(position, unit) and unit.guard is None]
    sides = {unit.side for unit in armed}
    if len(sides) != 1 or not any(good_order(unit) and not is_smc(unit) for unit in armed):
        return None
    return sides.pop()
