"""A26 Victory: Control of hexes, buildings and Locations, and whose victory conditions are met."""

from collections.abc import Iterable, Iterator

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, location
from rules.chapters.a26_burning import burnt_to, has_burnt
from rules.chapters.a26_points import casualty_points, exit_points
from rules.forces.entities import Control, Goal, Objective, Posture, Unit
from rules.kernel.audience import Side
from rules.kernel.memo import asked_once
from rules.position.asl_table import AslTable
from rules.position.fortifications import pillbox_in
from rules.position.position import Position, good_order, is_armed, is_smc, name

_UPPER = LocationKind.UPPER_LEVEL
_BUILDING = "#"


def control_id(of: Goal, place: str) -> str:
    """The id of the Control of a hex, of a Location, or of the building whose first hex that is."""
    return f"{place}{_BUILDING}" if of is Goal.BUILDING else place


def hex_of_control(control: Control) -> HexId:
    """The hex whose Control that is, or where its building or Location is."""
    match control.of:
        case Goal.LOCATION:
            return hex_of(LocationId(control.id))
        case _:
            return HexId(control.id.removesuffix(_BUILDING))


@asked_once
def _hexes_of_building(board: Board, hex_id: HexId) -> tuple[HexId, ...]:
    """A26.13: the hexes of the building in a hex, in board order; Rowhouses are one building. Where
    that hex is rubble, what is left of it (B24.1).
    """
    return board.building_hexes(hex_id)


def gains_control(position: Position, control: Control) -> Side | None:
    """A26.11, A26.13: the side with an armed Good Order MMC in the right place, of which no armed
    enemy holds any part.

    Broken enemies deny it too. None if no side has that: Control then stays where it is.
    """
    inside = [unit for at in _extent(position, control) for unit in position.units_at(at)]
    sides = {unit.side for unit in inside if is_armed(position, unit) and _counts(unit)}
    if len(sides) != 1 or _holder(position, control) is None:
        return None
    side = sides.pop()
    return side if _has_pillbox(position, control, side) else None


def _has_pillbox(position: Position, control: Control, side: Side) -> bool:
    """A26.132: whether a side has the pillbox of a hex, if there is one: it needs that too. Control
    is public, so nothing hidden counts.
    """
    pillbox = pillbox_in(position.view, hex_of_control(control))
    if control.of is not Goal.HEX or pillbox is None or pillbox.hidden:
        return True
    return pillbox.side is side


def _counts(unit: Unit) -> bool:
    """A20.5, A26.11: whether a unit takes and denies Control: no captive does."""
    return unit.guard is None


def _extent(position: Position, control: Control) -> Iterator[LocationId]:
    """All the Locations of what is Controlled."""
    match control.of:
        case Goal.LOCATION:
            yield LocationId(control.id)
        case Goal.BUILDING:
            for hex_id in _hexes_of_building(position.board, hex_of_control(control)):
                yield from position.board.locations(hex_id)
        case _:
            yield from position.board.locations(hex_of_control(control))


def _taken_from(position: Position, control: Control) -> Iterator[LocationId]:
    """A26.132, A26.13: where one must be to take Control: of a hex on its ground, where on a bridge
    is as good as beneath; of a building or a Location anywhere in it.
    """
    board = position.board
    for at in _extent(position, control):
        if control.of is not Goal.HEX or board.kind(at) is not _UPPER:
            yield at


def update_control(table: AslTable) -> None:
    """A26.11: what a side has gained. Where a round of CC is being fought that is seen when it is
    over.
    """
    position, fought = table.truth, table.clock.fighting
    for control in table.world.all(Control):
        if fought is not None and fought in _extent(position, control):
            continue
        blazes = has_burnt(position, control, _extent(position, control))
        if blazes:
            _forfeit(table, control, burnt_to(position, blazes))
            continue
        side = gains_control(position, control)
        holder = _holder(position, control)
        if holder is None or side in {None, control.side}:
            continue
        table.world.change(control, side=side)
        text = f"{name(holder)} takes Control of {_called(table.board, control)}"
        table.log(
            "system", text, side=side, rule=_RULES[control.of], at=(holder.at,), result="Control"
        )


def _forfeit(table: AslTable, control: Control, side: Side | None) -> None:
    """A26.16: what burns, or is cut off by fire, changes hands."""
    if side in {None, control.side}:
        return
    table.world.change(control, side=side)
    text = f"Control of {_called(table.board, control)} is lost by fire"
    at = (location(hex_of_control(control)),)
    table.log("system", text, side=side, rule="A26.16", at=at, result="Control")


_RULES = {Goal.HEX: "A26.11", Goal.BUILDING: "A26.13", Goal.LOCATION: "A26.11"}


def _called(board: Board, control: Control) -> str:
    hex_name = board.name(hex_of_control(control))
    match control.of:
        case Goal.BUILDING:
            return f"the building in {hex_name}"
        case Goal.LOCATION:
            return board.name(LocationId(control.id))
        case _:
            return hex_name


def _holder(position: Position, control: Control) -> Unit | None:
    """The first armed Good Order MMC that may take Control; not one in Bypass (A26.11)."""
    there = (unit for at in _taken_from(position, control) for unit in position.units_at(at))
    able = (unit for unit in there if good_order(unit) and is_armed(position, unit))
    inside = (unit for unit in able if unit.posture is not Posture.BYPASS)
    return next((unit for unit in inside if not is_smc(unit)), None)


def controlled(position: Position, side: Side) -> tuple[str, ...]:
    """What a side Controls of all that counts, by id."""
    return tuple(c.id for c in position.view.all(Control) if c.side is side)


def is_met(position: Position, objective: Objective, *, at_end: bool) -> bool:
    """A26.1: whether the side of an objective has what it asks for."""
    return had_of(position, objective, at_end=at_end) >= objective.at_least


def had_of(position: Position, objective: Objective, *, at_end: bool) -> int:
    """A26.1: how much its side has of what an objective counts."""
    match objective.counts:
        case Goal.CVP:
            return casualty_points(position, objective.side, at_end=at_end)
        case Goal.EXIT:
            return exit_points(position, objective.side, at_end=at_end)
        case _:
            return len(set(controlled(position, objective.side)) & set(objective.of))


def winner(position: Position) -> Side:
    """A26.1, A26.3: who wins if the game ends now: the side with the objectives if one of those
    that count to the end is met, else its enemy.
    """
    objectives = position.view.all(Objective)
    side = objectives[0].side
    return side if _any_met(position, _of_turn(objectives, None), at_end=True) else side.enemy


def wins_by_turn(position: Position, turn: int) -> Side | None:
    """A26.1: who wins with the end of a Game Turn, by an objective of that turn."""
    found = _of_turn(position.view.all(Objective), turn)
    return found[0].side if _any_met(position, found, at_end=False) else None


def wins_at_once(position: Position) -> Side | None:
    """A26.1: who wins now, by an objective that ends the game whenever it is met."""
    found = tuple(one for one in position.view.all(Objective) if one.at_once)
    return found[0].side if _any_met(position, found, at_end=False) else None


def _of_turn(objectives: Iterable[Objective], turn: int | None) -> tuple[Objective, ...]:
    return tuple(one for one in objectives if one.turn == turn)


def _any_met(position: Position, objectives: tuple[Objective, ...], *, at_end: bool) -> bool:
    return any(is_met(position, one, at_end=at_end) for one in objectives)
