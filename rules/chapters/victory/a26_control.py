"""A26.11-.16 Control of hexes, buildings and Locations.

Two judgments are kept of each: by what everybody sees, and, where that is otherwise, whose it
really is, with all who are concealed or hidden (`RealControl`). Nobody is told of the second before
something is decided by it (A26.15).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, TypeAlias

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of, location
from rules.chapters.concealment.a12_hidden import come_out
from rules.chapters.concealment.covers import looks
from rules.chapters.victory.a26_burning import burnt_to, has_burnt
from rules.forces.entities import Control, Goal
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.memo import asked_once
from rules.kernel.secret import Secret
from rules.kernel.view import LogLine
from rules.position.asl_fact import AslFact
from rules.position.asl_table import AslTable
from rules.position.fortifications import pillbox_in
from rules.position.knowledge import Knowledge
from rules.position.position import Position, good_order, is_armed, is_dummy, is_smc, name
from rules.position.real_control import RealControl, by_truth

Seeing: TypeAlias = Callable[[LocationId], tuple[Unit, ...]]
"""Who is seen in a Location."""

_UPPER = LocationKind.UPPER_LEVEL
_BUILDING = "#"


class ControlPutRight(AslFact, frozen=True, kw_only=True, tag="ControlPutRight"):
    """By the truth Control is not whose everybody took it for, and something is decided by it."""

    rule: ClassVar[str] = "A26.15"
    tells: ClassVar[tuple[str, ...]] = ("side", "at", "of")
    gives_away: ClassVar[str] = "who Controls it by the truth; not who has gained or denied it"
    side: Side
    at: LocationId
    of: Goal

    def line(self, position: Knowledge) -> LogLine:
        text = f"has Control of {_called(position.board, self.of, self.at)}, as is known now"
        return LogLine(kind="reveal", side=self.side, text=text, rule="A26.15", at=(self.at,))


def control_id(of: Goal, place: str) -> str:
    """The id of the Control of a hex, of a Location, or of the building whose first hex that is."""
    return f"{place}{_BUILDING}" if of is Goal.BUILDING else place


def hex_of_control(control: Control) -> HexId:
    """The hex whose Control that is, or where its building or Location is."""
    return hex_of(_place(control))


def _place(control: Control) -> LocationId:
    """Where it is: the Location, or the ground of the hex or of the building's first hex."""
    if control.of is Goal.LOCATION:
        return LocationId(control.id)
    return location(HexId(control.id.removesuffix(_BUILDING)))


def hold(table: AslTable, control: Control, side: Side) -> None:
    """A side has Control now, in the sight of all."""
    _keep(table, control, seen=side, really=side)


def _keep(table: AslTable, control: Control, *, seen: Side, really: Side) -> None:
    if seen is not control.side:
        table.world.change(control, side=seen)
    real = table.world.find(RealControl, control.id)
    if real is not None and real.owner is not (None if really is seen else really):
        table.world.drop(real)
        real = None
    if real is None and really is not seen:
        at = Secret(hex_of_control(control), really)
        table.world.add(RealControl(id=control.id, owner=really, at=at))


@asked_once
def _hexes_of_building(board: Board, hex_id: HexId) -> tuple[HexId, ...]:
    """A26.13: the hexes of the building in a hex, in board order; Rowhouses are one building. Where
    that hex is rubble, what is left of it (B24.1).
    """
    return board.building_hexes(hex_id)


def update_control(table: AslTable) -> None:
    """A26.11: what a side has gained. Where a round of CC is being fought that is seen when it is
    over.
    """
    position, fought = table.truth, table.clock.fighting
    unseen = _unseen(position)

    def really_at(at: LocationId) -> tuple[Unit, ...]:
        return (*position.personnel_at(at), *unseen.get(at, ()))

    for control in table.world.all(Control):
        extent = tuple(_extent(position, control))
        if fought is not None and fought in extent:
            continue
        blazes = has_burnt(position, control, extent)
        if blazes:
            _forfeit(table, control, burnt_to(position, blazes))
            continue
        _gain(
            table,
            control,
            _gains(position, control, extent, position.personnel_at),
            _gains(position, control, extent, really_at),
        )


@asked_once
def _unseen(position: Position) -> Mapping[LocationId, tuple[Unit, ...]]:
    """The concealed and hidden units by where they are: no Dummies."""
    found: dict[LocationId, tuple[Unit, ...]] = {}
    for unit in position.pieces():
        if unit.under is not None and not is_dummy(unit):
            found[unit.at] = (*found.get(unit.at, ()), unit)
    return found


def _gain(table: AslTable, control: Control, seen: Unit | None, really: Unit | None) -> None:
    """What follows from who gains it by what everybody sees, and by the truth."""
    _keep(
        table,
        control,
        seen=seen.side if seen else control.side,
        really=really.side if really else by_truth(table.world, control),
    )
    if seen is None or seen.side is control.side:
        return
    text = f"{name(seen)} takes Control of {_called(table.board, control.of, _place(control))}"
    rule = _RULES[control.of]
    table.log("system", text, side=seen.side, rule=rule, at=(seen.at,), result="Control")


_RULES = {Goal.HEX: "A26.11", Goal.BUILDING: "A26.13", Goal.LOCATION: "A26.11"}


def _gains(
    position: Position, control: Control, extent: tuple[LocationId, ...], seeing: Seeing
) -> Unit | None:
    """A26.11, A26.13: the armed Good Order MMC in the right place that gains Control for its side,
    since no armed enemy holds any part.

    Broken enemies deny it too. None if no side has that: Control then stays where it is.
    """
    inside = [unit for at in extent for unit in seeing(at) if _counts(unit)]
    sides = {unit.side for unit in inside if is_armed(position, unit)}
    if len(sides) != 1:
        return None
    holder = _holder(position, control, extent, seeing)
    return holder if holder is not None and _has_pillbox(position, control, holder.side) else None


def _counts(unit: Unit) -> bool:
    """A20.5, A26.11: whether a unit takes and denies Control: no captive does."""
    return unit.guard is None


def _has_pillbox(position: Position, control: Control, side: Side) -> bool:
    """A26.132: whether a side has the pillbox of a hex, if there is one: it needs that too. Control
    is public, so nothing hidden counts.
    """
    pillbox = pillbox_in(position.view, hex_of_control(control))
    if control.of is not Goal.HEX or pillbox is None or pillbox.hidden:
        return True
    return pillbox.side is side


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


def _holder(
    position: Position, control: Control, extent: tuple[LocationId, ...], seeing: Seeing
) -> Unit | None:
    """The first armed Good Order MMC that may take Control; not one in Bypass (A26.11)."""
    there = (unit for at in _taken_from(position, control, extent) for unit in seeing(at))
    able = (unit for unit in there if good_order(unit) and is_armed(position, unit))
    inside = (unit for unit in able if unit.posture is not Posture.BYPASS)
    return next((unit for unit in inside if not is_smc(unit)), None)


def _taken_from(
    position: Position, control: Control, extent: tuple[LocationId, ...]
) -> Iterator[LocationId]:
    """A26.132, A26.13: where one must be to take Control: of a hex on its ground, where on a bridge
    is as good as beneath; of a building or a Location anywhere in it.
    """
    for at in extent:
        if control.of is not Goal.HEX or position.board.kind(at) is not _UPPER:
            yield at


def _forfeit(table: AslTable, control: Control, side: Side | None) -> None:
    """A26.16: what burns, or is cut off by fire, changes hands."""
    if side is None:
        return
    hold(table, control, side)
    if side is control.side:
        return
    text = f"Control of {_called(table.board, control.of, _place(control))} is lost by fire"
    at = (location(hex_of_control(control)),)
    table.log("system", text, side=side, rule="A26.16", at=at, result="Control")


def _called(board: Board, of: Goal, at: LocationId) -> str:
    match of:
        case Goal.BUILDING:
            return f"the building in {board.name(hex_of(at))}"
        case Goal.LOCATION:
            return board.name(at)
        case _:
            return board.name(hex_of(at))


# -- A26.15: when something is decided by it ------------------------------------------------------


def put_control_right(table: AslTable) -> None:
    """A26.15: all Control is whose it really is, and everybody is told."""
    for control in table.world.all(Control):
        _put_right(table, control)


def deny_control(table: AslTable, side: Side, ids: Iterable[str]) -> None:
    """A26.15: a side would win by Control that it does not really have. What it has not is put
    right; and where it would gain it again by what everybody sees, one of those who deny it is
    shown.
    """
    for id_ in ids:
        control = table.world.get(Control, id_)
        if control.side is side and by_truth(table.world, control) is not side:
            _show_denier(table, control)
            _put_right(table, control)


def _put_right(table: AslTable, control: Control) -> None:
    side = by_truth(table.world, control)
    if side is not control.side:
        hold(table, control, side)
        table.tell(ControlPutRight(side=side, at=_place(control), of=control.of))


def _show_denier(table: AslTable, control: Control) -> None:
    position = table.truth
    extent = tuple(_extent(position, control))
    if _gains(position, control, extent, position.personnel_at) is None:
        return
    there = (unit for at in extent for unit in _unseen(position).get(at, ()))
    armed = (unit for unit in there if _counts(unit) and is_armed(position, unit))
    enemies = sorted((one for one in armed if one.side is not control.side), key=looks)
    come_out(table, enemies[:1])
