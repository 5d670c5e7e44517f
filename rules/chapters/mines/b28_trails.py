"""B28.61, B24.74 Trail Breaks through minefields: ways in and out that no mines attack."""

from collections.abc import Iterator
from dataclasses import replace

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, level_of
from rules.chapters.fire.a07_exposed import as_it_goes
from rules.chapters.ground.b_entry import Entry
from rules.chapters.terms.a07_shot import Aim, FireKind
from rules.forces.manner import Manner
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.ids import CounterId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order, is_dummy, is_smc
from rules.position.trail_breaks import PartialBreak, TrailBreak, partial_of, trail_sides

_IN_WOODS = Modifier("B13.421", "woods by trail break", 3)
_RIDING_IN_WOODS = Modifier("B13.421", "woods by trail break", 6)


def trail_ways(
    position: Position, units: tuple[Unit, ...], to: LocationId, found: tuple[Entry, ...]
) -> Iterator[Entry]:
    """B28.61: along a Trail Break at twice the cost, through woods at a lower one too (B13.421);
    B24.74: or for all MF, by a partial one that is made in going, to clear the mines of the hex.
    """
    side = crossed(position.board, units[0].at, to)
    if position.clock.phase is not Phase.MPH or side is None or not found:
        return
    if hex_of(to) not in position.known_mines():
        return
    if side in trail_sides(position.view, hex_of(to)):
        way = _by_trail(found[-1], _RIDING_IN_WOODS if units[0].horse else _IN_WOODS)
        if way.manner is Manner.WOODS_TRAIL:
            yield way
        yield _past_the_mines(way)
    elif may_begin(position, units):
        first, *more = found[-1].cost
        all_mf = (Modifier("B24.74", "to clear mines", first.value), *more)
        yield replace(found[-1], cost=all_mf, manner=Manner.CLEARING, takes_all=True)


def _by_trail(way: Entry, woods: Modifier) -> Entry:
    """B13.421: what woods cost by Trail Break, Cavalry twice as much; other terrain as usual."""
    saved = sum(part.value - woods.value for part in way.cost if part.rule == "B13.4")
    if not saved:
        return way
    cost = tuple(_by_trail_cost(part, woods, saved) for part in way.cost)
    return replace(way, cost=cost, manner=Manner.WOODS_TRAIL)


def _by_trail_cost(part: Modifier, woods: Modifier, saved: int) -> Modifier:
    """B13.421, B10.4: going uphill doubles what is paid for the woods."""
    match part.rule:
        case "B13.4":
            return woods
        case "B10.4":
            return Modifier(part.rule, part.label, part.value - saved)
        case _:
            return part


def _past_the_mines(way: Entry) -> Entry:
    """B28.61: at twice the cost."""
    free = Modifier("B28.61", "past the mines", way.halves)
    return replace(way, cost=(*way.cost, free), manner=Manner.TRAIL)


def may_begin(position: Position, units: tuple[Unit, ...]) -> bool:
    """B24.71, B24.74: whether units may enter to clear a hex: in Good Order, with a MMC among them,
    none of whom has fired.
    """
    fired = any(unit.fired is not None for unit in units)
    able = any(not is_smc(unit) and not is_dummy(unit) for unit in units)
    return able and all(map(good_order, units)) and not fired


def is_on_the_ground(board: Board, at: LocationId) -> bool:
    """Whether mines of the hex would lie in that Location."""
    return level_of(at) == 0 and board.kind(at) is not LocationKind.PILLBOX


def crossed(board: Board, origin: LocationId, to: LocationId) -> int | None:
    """The hexside of a hex over which one comes into it on the ground, None if over none."""
    if not (is_on_the_ground(board, origin) and is_on_the_ground(board, to)):
        return None
    return board.side_between(hex_of(to), hex_of(origin))


def is_past_the_mines(manner: Manner) -> bool:
    """B28.61: whether mines do not attack who enters so: along a Trail Break at twice the cost, or
    to clear them.
    """
    return manner in {Manner.TRAIL, Manner.CLEARING}


def leaves_by_trail(position: Position, unit: Unit, to: LocationId) -> bool:
    """B28.61, B24.74: whether a unit leaves its hex along a Trail Break, or by its partial one."""
    side = crossed(position.board, to, unit.at)
    if side is None:
        return False
    partial = partial_of(position.view, unit)
    by_partial = partial is not None and partial.side == side
    return by_partial or side in trail_sides(position.view, hex_of(unit.at))


def on_a_trail(aim: Aim) -> Iterator[Modifier]:
    """B28.61, B13.4212: Defensive First Fire at who has used a Trail Break, to escape mines or for
    its cost in woods or rubble.
    """
    target = as_it_goes(aim.position, aim.target)
    moves = aim.shot.kind is FireKind.FIRST and target.moving and not aim.shot.is_snap
    cheap = {Manner.WOODS_TRAIL, Manner.RUBBLE_TRAIL}
    in_it = target.manner in cheap or is_past_the_mines(target.manner)
    if moves and in_it:
        yield Modifier("B13.4212", "in a trail break", -1)


def make_partial(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, at: LocationId
) -> None:
    """B24.74: the units have come in by a partial Trail Break of their own."""
    side = crossed(table.board, origin, at)
    if side is not None:
        id_ = table.kernel.new_id(Audience.PUBLIC, "b")
        table.world.add(PartialBreak(id=id_, at=hex_of(at), side=side))
        for unit in table.alive(unit_ids):
            table.change(unit.counter, partial=id_)


def end_partials(table: AslTable) -> None:
    """B24.74: it is gone when those who made it have left the hex, or are."""
    held = set()
    for unit in table.truth.pieces():
        partial = partial_of(table.world, unit)
        if partial is not None and partial.at == hex_of(unit.at):
            held.add(partial.id)
        elif unit.partial is not None:
            table.change(unit.counter, partial=None)
    for one in table.world.all(PartialBreak):
        if one.id not in held:
            table.world.drop(one)


def break_trail(table: AslTable, hex_id: HexId, sides: tuple[int, ...]) -> bool:
    """B24.74: a Trail Break joins hexsides of a hex; whether all of them have one now."""
    old = table.world.find(TrailBreak, hex_id)
    joined = tuple(sorted({*sides, *(() if old is None else old.sides)}))
    if old is None:
        table.world.add(TrailBreak(id=hex_id, at=hex_id, sides=joined))
    else:
        table.world.change(old, sides=joined)
    for partial in table.world.all(PartialBreak):
        if partial.at == hex_id:
            table.world.drop(partial)
    return {side for side, _ in table.board.neighbours(hex_id)} <= {*joined}
