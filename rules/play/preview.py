"""What a move would cost and meet, from what the mover knows (docs/wire.md §7). Nothing changes.

The costs are those of the move itself: each step is judged as if the units had come so far.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Annotated

import msgspec

from rules.board.locations import LocationId, hex_of, location
from rules.chapters.a04_movement import having_gone, mf_left, next_entries
from rules.chapters.b28_minefields import meets_mines
from rules.chapters.b_entry import Entry, mf_text
from rules.forces.entities import Minefield, MineMarker, Unit
from rules.forces.position import Position, good_order
from rules.kernel.audience import Side
from rules.kernel.refused import Refused
from rules.play.checks import own_stack
from rules.play.commands import Move
from rules.play.movement import refuse_mover, refuse_step

MOST_LEGS = 40

Place = Annotated[str, msgspec.Meta(max_length=40)]


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a plan: a Location, or a hex and so the cheapest of its Locations.

    `road` chooses the road or the terrain where both lead there; None is the cheaper.
    """

    to: Place
    road: bool | None = None


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One entry in the cost of a step, in MF as players write them."""

    rule: str
    label: str
    mf: str


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One of the ways into a Location: by road or by its terrain."""

    road: bool
    mf: str


class Threat(msgspec.Struct, frozen=True, kw_only=True):
    """What is known to be able to attack at a step."""

    rule: str
    text: str


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a path: its cost, the MF spent so far and those left, the range from the start.

    `seen_from` are the Locations of known enemies in Good Order that have a LOS to it.
    """

    to: LocationId
    road: bool
    cost: tuple[Part, ...]
    mf: str
    total: str
    left: str
    range: int
    ways: tuple[Way, ...]
    threats: tuple[Threat, ...]
    seen_from: tuple[LocationId, ...]


class Barred(msgspec.Struct, frozen=True, kw_only=True):
    """Why the path ends before it was to: the place that cannot be entered, rule and reason."""

    to: str
    rule: str
    why: str


class PathCard(msgspec.Struct, frozen=True, kw_only=True):
    """A path of units from where they are, as far as it goes."""

    units: tuple[str, ...]
    start: LocationId
    allowed: str
    steps: tuple[Step, ...]
    barred: Barred | None


class ReachCard(msgspec.Struct, frozen=True, kw_only=True):
    """The Locations that units can come to, each with the MF that they would have left."""

    units: tuple[str, ...]
    places: dict[LocationId, str]


def path(
    position: Position, side: Side, unit_ids: tuple[str, ...], legs: tuple[Leg, ...]
) -> PathCard:
    """The steps of a plan that can be made, and why the next one cannot. Raises Refused for units
    that may not move at all, or are none of the side's in one Location.
    """
    units = start = _movers(position, side, unit_ids)
    steps: list[Step] = []
    barred = None
    for leg in legs:
        try:
            ways = _ways(position, units, leg)
        except Refused as refused:
            barred = Barred(to=leg.to, rule=refused.rule, why=refused.why)
            break
        entry = _chosen(ways, leg)
        threats = tuple(_threats(position, side, units[0].at, entry.to))
        units = _advanced(units, entry)
        steps.append(_step(position, start, units, entry, ways, threats))
    return PathCard(
        units=unit_ids,
        start=start[0].at,
        allowed=mf_text(_left(start)),
        steps=tuple(steps),
        barred=barred,
    )


def reach(position: Position, side: Side, unit_ids: tuple[str, ...]) -> ReachCard:
    """Every Location that units can enter together, one after the other, with the MF then left.

    Raises Refused as `path` does.
    """
    start = _movers(position, side, unit_ids)
    least = {start[0].at: 0}
    ahead = [(0, start[0].at)]
    while ahead:
        spent, at = heappop(ahead)
        if spent > least[at]:
            continue
        for entry in next_entries(position, _at(start, at, spent)):
            total = spent + entry.halves
            if total < least.get(entry.to, total + 1):
                least[entry.to] = total
                heappush(ahead, (total, entry.to))
    left = _left(start)
    places = {at: mf_text(left - spent) for at, spent in sorted(least.items()) if spent}
    return ReachCard(units=unit_ids, places=places)


def _movers(position: Position, side: Side, unit_ids: tuple[str, ...]) -> tuple[Unit, ...]:
    units = own_stack(position, side, unit_ids)
    for unit in units:
        refuse_mover(unit)
    return units


def _ways(position: Position, units: tuple[Unit, ...], leg: Leg) -> tuple[Entry, ...]:
    """The ways into the Location of a leg; of a hex, into the one that is cheapest to enter."""
    found = [e for e in next_entries(position, units) if leg.to in {e.to, hex_of(e.to)}]
    if not found:
        to = LocationId(leg.to)
        place = to if "/" in to else location(hex_of(LocationId(f"{to}/0")))
        refuse_step(position, units, Move(units=tuple(u.id for u in units), to=place))
        raise Refused("A4.1", "That place cannot be entered from there.")
    cheapest = min(found, key=lambda e: (e.halves, e.to))
    return tuple(entry for entry in found if entry.to == cheapest.to)


def _chosen(ways: tuple[Entry, ...], leg: Leg) -> Entry:
    wanted = [way for way in ways if leg.road in {None, way.exposed}]
    return min(wanted or ways, key=lambda way: way.halves)


def _advanced(units: tuple[Unit, ...], entry: Entry) -> tuple[Unit, ...]:
    return tuple(having_gone(unit, entry) for unit in units)


def _at(units: tuple[Unit, ...], at: LocationId, spent: int) -> tuple[Unit, ...]:
    """The units as they would be there, with so many half MF more spent."""
    return tuple(
        msgspec.structs.replace(unit, at=at, mf_spent=unit.mf_spent + spent) for unit in units
    )


def _left(units: tuple[Unit, ...]) -> int:
    """Half MF that all of them have left."""
    return min(mf_left(unit) for unit in units)


def _step(
    position: Position,
    start: tuple[Unit, ...],
    units: tuple[Unit, ...],
    entry: Entry,
    ways: tuple[Entry, ...],
    threats: tuple[Threat, ...],
) -> Step:
    parts = (Part(rule=p.rule, label=p.label, mf=mf_text(p.value)) for p in entry.cost)
    choices = (Way(road=way.exposed, mf=mf_text(way.halves)) for way in ways)
    return Step(
        to=entry.to,
        road=entry.exposed,
        cost=tuple(parts),
        mf=mf_text(entry.halves),
        total=mf_text(units[0].mf_spent - start[0].mf_spent),
        left=mf_text(_left(units)),
        range=position.range(start[0].at, entry.to),
        ways=tuple(choices) if len(ways) > 1 else (),
        threats=threats,
        seen_from=_seen_from(position, start[0].side, entry.to),
    )


def _threats(
    position: Position, side: Side, origin: LocationId, to: LocationId
) -> Iterator[Threat]:
    """B28.41: known mines attack whoever leaves their hex and whoever enters it."""
    met = meets_mines(position.board, origin, to)
    steps = ((origin, "leaving"), (to, "entering"))
    for at, doing in (step for step in steps if hex_of(step[0]) in met):
        for strength in mines_known(position, side, at):
            words = f"{strength} FP" if strength else "unknown strength"
            text = f"mines attack on {doing} {position.board.name(hex_of(at))}: {words}"
            yield Threat(rule="B28.41", text=text)


def mines_known(position: Position, side: Side, at: LocationId) -> Iterator[int | None]:
    """The strengths of the minefields of a hex that a side knows: those on the board, with None
    while the strength is secret, and its own records.
    """
    own = {
        hex_id: record.strength.for_(side)
        for record in position.view.all(Minefield)
        if (hex_id := record.at.for_(side)) is not None
    }
    if hex_of(at) in own:
        yield own[hex_of(at)]
        return
    for marker in position.view.all(MineMarker):
        if marker.at == hex_of(at):
            yield marker.strength


def _seen_from(position: Position, side: Side, to: LocationId) -> tuple[LocationId, ...]:
    watchers = {unit.at for unit in position.units(side.enemy) if good_order(unit)}
    return tuple(at for at in sorted(watchers) if not position.board.los(at, to).blocked)
