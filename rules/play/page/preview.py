"""What a move would cost and meet, from what the mover knows (docs/wire.md §8). Nothing changes.

The costs are those of the move itself: each step is judged as if they had come so far. Which steps
there are, and what each costs, depends on how they get on (`gait`).
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Annotated

import msgspec

from rules.board.locations import LocationId, hex_of, location
from rules.chapters.ground.b_entry import mf_text
from rules.chapters.terms.a06_vertices import los_to
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.play.moving.gait import Gait, Onward, Progress, Threat
from rules.play.moving.gaits import GAITS
from rules.play.moving.move_commands import NextStep
from rules.position.knowledge import Knowledge
from rules.position.position import good_order
from rules.position.seeing import eye_of

MOST_LEGS = 40

Place = Annotated[str, msgspec.Meta(max_length=40)]


class Leg(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a plan: a Location, or a hex and so the cheapest of its Locations.

    `way` chooses between the ways into it, as by road or through the terrain; None is the cheapest.
    """

    to: Place
    way: Place | None = None


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One entry in the cost of a step, in points as players write them."""

    rule: str
    label: str
    points: str


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One of the ways into a Location: by its terrain, or a cheaper one that gives no cover."""

    way: str
    label: str
    points: str


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a path: its cost, the points spent so far and those left, the range from the
    start, and the commands that make it.

    `ways` and `others` are what could have been chosen instead: ways into the Location, if there
    are several, and other Locations of its hex that could be entered. `seen_from` are the
    Locations of known enemies in Good Order that have a LOS to it.
    """

    to: LocationId
    way: str
    commands: tuple[NextStep, ...]
    cost: tuple[Part, ...]
    points: str
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
    """A path from where they are, as far as it goes; `measure` says what the points are. The points
    allowed count the road bonus where it is used (B3.4).
    """

    units: tuple[ShownId, ...]
    start: LocationId
    measure: str
    allowed: str
    steps: tuple[Step, ...]
    barred: Barred | None


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """The points that would be left in a Location, and what part of the most that is left anywhere,
    in hundredths.
    """

    left: str
    part: int


class ReachCard(msgspec.Struct, frozen=True, kw_only=True):
    """The Locations that units can get to."""

    units: tuple[ShownId, ...]
    places: dict[LocationId, Reached]


def path(
    position: Knowledge,
    side: Side,
    unit_ids: tuple[ShownId, ...],
    legs: tuple[Leg, ...],
    gaits: Sequence[Gait] = GAITS,
) -> PathCard:
    """The steps of a plan that can be made, and why the next one cannot. Raises Refused for those
    who may not move at all, or are none of the side's in one Location.
    """
    here = start = _setting_out(position, side, unit_ids, gaits)
    steps: list[Step] = []
    barred = None
    for leg in legs:
        try:
            ways, others = _ways(here, leg)
        except Refused as refused:
            barred = Barred(to=leg.to, rule=refused.rule, why=refused.why)
            break
        chosen = _chosen(ways, leg)
        here = chosen.made()
        steps.append(_step(position, start, here, chosen, ways, others))
    return PathCard(
        units=unit_ids,
        start=start.at,
        measure=start.measure,
        allowed=mf_text(max(start.left, here.spent)),
        steps=tuple(steps),
        barred=barred,
    )


def reach(
    position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...], gaits: Sequence[Gait] = GAITS
) -> ReachCard:
    """Every Location that units can enter together, one after the other, with the points then left.

    Raises Refused as `path` does.
    """
    start = _setting_out(position, side, unit_ids, gaits)
    least: dict[LocationId, int] = {}
    ahead = [(0, start.at, 0)]
    known = {start.state: start.spent}
    waiting = [start]
    while ahead:
        spent, at, index = heappop(ahead)
        here = waiting[index]
        if here.may_stay:
            least.setdefault(at, spent)
        for step in here.onward():
            gone = step.made()
            if gone.spent < known.get(gone.state, gone.spent + 1):
                known[gone.state] = gone.spent
                waiting.append(gone)
                heappush(ahead, (gone.spent, step.to, len(waiting) - 1))
    least.pop(start.at, None)
    left = {at: max(0, start.left - spent) for at, spent in sorted(least.items())}
    most = max(left.values(), default=0) or 1
    places = {at: Reached(left=mf_text(of), part=100 * of // most) for at, of in left.items()}
    return ReachCard(units=unit_ids, places=places)


def _setting_out(
    position: Knowledge, side: Side, unit_ids: tuple[ShownId, ...], gaits: Sequence[Gait]
) -> Progress:
    found = (gait(position, side, unit_ids) for gait in gaits)
    return next(one for one in found if one is not None)


def _ways(here: Progress, leg: Leg) -> tuple[tuple[Onward, ...], tuple[LocationId, ...]]:
    """The ways into the Location of a leg; of a hex, into the one that is cheapest to enter. And
    the other Locations of that hex that could be entered.
    """
    around = here.onward()
    found = [one for one in around if leg.to in {one.to, hex_of(one.to)}]
    if not found:
        to = LocationId(leg.to)
        here.refuse(to if "/" in to else location(hex_of(LocationId(f"{to}/0"))))
        raise Refused("A4.1", "That place cannot be entered from there.")
    cheapest = min(found, key=lambda one: (one.is_particular, _price(one), one.to))
    in_hex = {one.to for one in around if hex_of(one.to) == hex_of(cheapest.to)}
    ways = tuple(one for one in found if one.to == cheapest.to)
    return ways, tuple(sorted(in_hex - {cheapest.to}))


def _chosen(ways: tuple[Onward, ...], leg: Leg) -> Onward:
    wanted = [one for one in ways if leg.way in {None, one.way}]
    return min(wanted or ways, key=lambda one: (one.is_particular, _price(one)))


def _price(step: Onward) -> int:
    return sum(part.value for part in step.cost)


def _step(
    position: Knowledge,
    start: Progress,
    here: Progress,
    made: Onward,
    ways: tuple[Onward, ...],
    others: tuple[LocationId, ...],
) -> Step:
    parts = (Part(rule=p.rule, label=p.label, points=mf_text(p.value)) for p in made.cost)
    choices = (Way(way=one.way, label=one.label, points=mf_text(_price(one))) for one in ways)
    return Step(
        to=made.to,
        way=made.way,
        commands=tuple(made.commands),
        cost=tuple(parts),
        points=mf_text(_price(made)),
        total=mf_text(here.spent),
        left=mf_text(here.left),
        range=position.range(start.at, made.to),
        ways=tuple(choices) if len(ways) > 1 else (),
        others=others,
        threats=tuple(made.threats()),
        seen_from=_seen_from(position, start.side, made),
    )


def _seen_from(position: Knowledge, side: Side, made: Onward) -> tuple[LocationId, ...]:
    seeing = {
        enemy.at
        for enemy in position.foes(side)
        if good_order(enemy) and not los_to(position, eye_of(enemy), made.to, made.aspect).blocked
    }
    return tuple(sorted(seeing))
