"""What a move would cost and meet, from what the mover knows (docs/wire.md §8). Nothing changes.

The costs are those of the move itself: each step is judged as if the units had come so far.
"""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import Annotated

import msgspec

from rules.board.locations import LocationId, hex_of, location
from rules.chapters.a04_bypass import is_bypassing, spoken
from rules.chapters.a04_movement import as_movers, having_gone, mf_left, next_entries
from rules.chapters.a06_vertices import Aspect, los_to
from rules.chapters.a19_inexperience import would_be_unled
from rules.chapters.b20_crest import goes_ahead
from rules.chapters.b28_minefields import meets_mines
from rules.chapters.b28_trails import is_past_the_mines, leaves_by_trail
from rules.chapters.b_entry import Entry, mf_text
from rules.forces.entities import Minefield, MineMarker
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.play.checks import own_stack
from rules.play.move_refusals import refuse_mover, refuse_step
from rules.play.moves import Move
from rules.position.knowledge import Knowledge
from rules.position.law import Law
from rules.position.position import good_order
from rules.position.seeing import eye_of

MOST_LEGS = 40

Place = Annotated[str, msgspec.Meta(max_length=40)]


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a plan: a Location, or a hex and so the cheapest of its Locations.

    `manner` chooses between the way that is cheaper but gives no cover, as by road, and the terrain
    itself, where there are both; None is the cheaper.
    """

    to: Place
    manner: Manner | None = None


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One entry in the cost of a step, in MF as players write them."""

    rule: str
    label: str
    mf: str


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One of the ways into a Location: by its terrain, or a cheaper one that gives no cover."""

    manner: Manner
    label: str
    mf: str


class Threat(msgspec.Struct, frozen=True, kw_only=True):
    """What is known to be able to attack at a step."""

    rule: str
    text: str


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a path: its cost, the MF spent so far and those left, the range from the start.

    `ways` and `others` are what could have been chosen instead: ways into the Location, if there
    are several, and other Locations of its hex that could be entered. `seen_from` are the
    Locations of known enemies in Good Order that have a LOS to it.
    """

    to: LocationId
    manner: Manner
    cost: tuple[Part, ...]
    mf: str
    total: str
    left: str
    range: int
    ways: tuple[Way, ...]
    others: tuple[LocationId, ...]
    threats: tuple[Threat, ...]
    seen_from: tuple[LocationId, ...]


class Barred(msgspec.Struct, frozen=True, kw_only=True):
    """Why the path ends early: the place that cannot be entered, rule and reason."""

    to: str
    rule: str
    why: str


class PathCard(msgspec.Struct, frozen=True, kw_only=True):
    """A path of units from where they are, as far as it goes; the MF allowed count the road bonus
    where it is used (B3.4).
    """

    units: tuple[ShownId, ...]
    start: LocationId
    allowed: str
    steps: tuple[Step, ...]
    barred: Barred | None


class ReachCard(msgspec.Struct, frozen=True, kw_only=True):
    """The Locations that units can get to, each with the MF that they would have left."""

    units: tuple[ShownId, ...]
    places: dict[LocationId, str]


def path(
    position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...], legs: tuple[Leg, ...]
) -> PathCard:
    """The steps of a plan that can be made, and why the next one cannot. Raises Refused for units
    that may not move at all, or are none of the side's in one Location.
    """
    units = start = _movers(position, side, unit_ids)
    steps: list[Step] = []
    barred = None
    for leg in legs:
        try:
            ways, others = _ways(position, units, leg)
        except Refused as refused:
            barred = Barred(to=leg.to, rule=refused.rule, why=refused.why)
            break
        entry = _chosen(ways, leg)
        threats = tuple(_threats(position, side, units, entry))
        units = _advanced(position, units, entry)
        step = _step(position, start, units, entry, ways)
        steps.append(msgspec.structs.replace(step, others=others, threats=threats))
    return PathCard(
        units=unit_ids,
        start=start[0].at,
        allowed=mf_text(max(_left(position.law, start), _spent(start, units))),
        steps=tuple(steps),
        barred=barred,
    )


def reach(position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...]) -> ReachCard:
    """Every Location that units can enter together, one after the other, with the MF then left.

    Raises Refused as `path` does.
    """
    start = _movers(position, side, unit_ids)
    least: dict[LocationId, int] = {}
    ahead = [(0, start[0].at, 0)]
    known = {_state(start): start}
    waiting = [start]
    while ahead:
        spent, at, index = heappop(ahead)
        units = waiting[index]
        if not is_bypassing(units[0]):
            least.setdefault(at, spent)
        for entry in next_entries(position, units):
            gone = _advanced(position, units, entry)
            key, before = _state(gone), known.get(_state(gone))
            if before is None or gone[0].mf_spent < before[0].mf_spent:
                known[key] = gone
                waiting.append(gone)
                heappush(ahead, (_spent(start, gone), entry.to, len(waiting) - 1))
    left = _left(position.law, start)
    places = {at: mf_text(max(0, left - spent)) for at, spent in sorted(least.items())}
    return ReachCard(
        units=unit_ids, places={at: mf for at, mf in places.items() if at != start[0].at}
    )


def _state(units: tuple[Unit, ...]) -> tuple[LocationId, bool, tuple[int, ...]]:
    """On what it depends how units may go on: where they are, and whether in Bypass (A4.3)."""
    return units[0].at, _keeps_bonus(units), units[0].sides


def _keeps_bonus(units: tuple[Unit, ...]) -> bool:
    """B3.4: whether all of them have kept to the road so far."""
    return not any(unit.off_road for unit in units)


def _spent(start: tuple[Unit, ...], units: tuple[Unit, ...]) -> int:
    """Half MF that the dearest of them has paid since the start."""
    pairs = zip(start, units, strict=True)
    return max(after.mf_spent - before.mf_spent for before, after in pairs)


def _movers(position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...]) -> tuple[Unit, ...]:
    units = own_stack(position, side, unit_ids)
    for unit in units:
        refuse_mover(position, unit)
    return as_movers(position, units)


def _ways(
    position: Knowledge, units: tuple[Unit, ...], leg: Leg
) -> tuple[tuple[Entry, ...], tuple[LocationId, ...]]:
    """The ways into the Location of a leg; of a hex, into the one that is cheapest to enter. And
    the other Locations of that hex that could be entered.
    """
    around = next_entries(position, units)
    found = [e for e in around if leg.to in {e.to, hex_of(e.to)}]
    if not found:
        to = LocationId(leg.to)
        place = to if "/" in to else location(hex_of(LocationId(f"{to}/0")))
        refuse_step(position, units, Move(units=tuple(u.id for u in units), to=place))
        raise Refused("A4.1", "That place cannot be entered from there.")
    cheapest = min(found, key=lambda e: (_is_particular(e), e.halves, e.to))
    in_hex = {entry.to for entry in around if hex_of(entry.to) == hex_of(cheapest.to)}
    ways = tuple(entry for entry in found if entry.to == cheapest.to)
    return ways, tuple(sorted(in_hex - {cheapest.to}))


def _chosen(ways: tuple[Entry, ...], leg: Leg) -> Entry:
    wanted = [way for way in ways if leg.manner in {None, way.manner}]
    return min(wanted or ways, key=lambda way: (_is_particular(way), way.halves))


def _is_particular(way: Entry) -> bool:
    """Whether a way is taken only by who says so: Bypass (A4.3), straight to the Crest (B20.9)."""
    return bool(way.sides) or way.facing is not None


def _advanced(position: Knowledge, units: tuple[Unit, ...], entry: Entry) -> tuple[Unit, ...]:
    """Units as they would be after a step; a Green squad may find or leave a leader (A19.3)."""
    gone = tuple(having_gone(position.law, unit, entry) for unit in units)
    companions = (*gone, *position.personnel_at(entry.to, gone[0].side))
    gone = tuple(
        msgspec.structs.replace(unit, unled=would_be_unled(unit, companions)) for unit in gone
    )
    return as_movers(position, gone)


def _left(law: Law, units: tuple[Unit, ...]) -> int:
    """Half MF that all of them have left."""
    return min(mf_left(law, unit) for unit in units)


def _step(
    position: Knowledge,
    start: tuple[Unit, ...],
    units: tuple[Unit, ...],
    entry: Entry,
    ways: tuple[Entry, ...],
) -> Step:
    parts = (Part(rule=p.rule, label=p.label, mf=mf_text(p.value)) for p in entry.cost)
    choices = (Way(manner=w.manner, label=_label(w), mf=mf_text(w.halves)) for w in ways)
    return Step(
        to=entry.to,
        manner=entry.manner,
        cost=tuple(parts),
        mf=mf_text(entry.halves),
        total=mf_text(_spent(start, units)),
        left=mf_text(_left(position.law, units)),
        range=position.range(start[0].at, entry.to),
        ways=tuple(choices) if len(ways) > 1 else (),
        others=(),
        threats=(),
        seen_from=_seen_from(position, start[0].side, entry),
    )


_LABELS: Mapping[Manner, str] = {
    Manner.TERRAIN: "through the terrain",
    Manner.ROAD: "by the road",
    Manner.SHELLHOLES: "past the shellholes",
    **{way: f"in Bypass along the {spoken(way.sides)}" for way in Manner if way.sides},
    Manner.TRENCH: "through the trench",
    Manner.UP_TRENCH: "into the trench",
    Manner.CREST: "into Crest status",
    Manner.TRAIL: "along the trail break",
    Manner.WOODS_TRAIL: "by the trail break, into the mines",
    Manner.CLEARING: "to clear the mines",
    Manner.RUBBLE_TRAIL: "by the trail break through the rubble",
    Manner.CLEARING_RUBBLE: "to clear the rubble",
}


def _label(way: Entry) -> str:
    """What players call a way where there is another."""
    return _LABELS[way.manner]


def _threats(
    position: Knowledge, side: Side, units: tuple[Unit, ...], entry: Entry
) -> Iterator[Threat]:
    """B28.41: known mines attack whoever leaves their hex and whoever enters it, but for those at
    the Crest above them (B20.97).
    """
    origin, to = units[0].at, entry.to
    met = meets_mines(position.board, origin, to)
    safe = all(leaves_by_trail(position, unit, to) for unit in units)
    leaves = not safe and not goes_ahead(position.board, units, to)
    enters = entry.facing is None and not is_past_the_mines(entry.manner)
    leaving = ((origin, "leaving"),) if leaves else ()
    entering = ((to, "entering"),) if enters else ()
    steps = (*leaving, *entering)
    for at, doing in (step for step in steps if hex_of(step[0]) in met):
        for strength in mines_known(position, side, at):
            words = f"{strength} FP" if strength else "unknown strength"
            text = f"mines attack on {doing} {position.board.name(hex_of(at))}: {words}"
            yield Threat(rule="B28.41", text=text)


def mines_known(position: Knowledge, side: Side, at: LocationId) -> Iterator[int | None]:
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


def _seen_from(position: Knowledge, side: Side, entry: Entry) -> tuple[LocationId, ...]:
    aspect = Aspect(entry.sides, crest=entry.facing is not None)
    seeing = {
        enemy.at
        for enemy in position.foes(side)
        if good_order(enemy) and not los_to(position, eye_of(enemy), entry.to, aspect).blocked
    }
    return tuple(sorted(seeing))
