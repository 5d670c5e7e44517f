"""A10.51 Where a routing unit may go: what each step must not do, and the cover it must make for.

Distances and MF are counted in half MF. Enemies out of LOS are ignored until they become Known;
those seen once are remembered until the rout is over (A10.533).
"""

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from rules.board.locations import HexId, LocationId, hex_name, hex_of, location
from rules.chapters.a04_movement import Entry, entries
from rules.chapters.a17_wounds import WOUNDED_MF
from rules.chapters.b_terrain import is_cover
from rules.chapters.known_enemies import known_enemies
from rules.forces.entities import Unit
from rules.forces.position import Position

ROUT_HALVES = 12  # six MF


@dataclass(frozen=True)
class Rout:
    """A rout as far as it has come: ids and hexes only.

    `start` is where it began, `planned_at` where its destination was last designated, `spent`
    half MF. `seen` are the enemies that were Known on the way, `goals` the destinations it may
    still make for: none of them if nothing was in reach, so that it goes where it likes. `arrived`
    says that it has reached one and owes nothing more.
    """

    router: str
    leader: str | None
    start: LocationId
    planned_at: HexId
    seen: tuple[str, ...]
    goals: tuple[HexId, ...] = ()
    spent: int = 0
    arrived: bool = False

    @property
    def movers(self) -> tuple[str, ...]:
        return (self.router,) if self.leader is None else (self.router, self.leader)

    @property
    def may_stop(self) -> bool:
        """A10.51: it must try to reach its destination, if there is one."""
        return self.arrived or not self.goals


@dataclass(frozen=True)
class Step:
    """One legal step: how the Location is entered, and the rout's goals after it."""

    entry: Entry
    goals: tuple[HexId, ...]
    arrived: bool


def begin_rout(position: Position, router: Unit, leader: Unit | None) -> Rout:
    """A10.51: a rout about to start, its destination designated as far as the rules do that."""
    rout = Rout(
        router=router.id,
        leader=None if leader is None else leader.id,
        start=router.at,
        planned_at=hex_of(router.at),
        seen=tuple(enemy.id for enemy in known_enemies(position, router.side, router.at)),
    )
    return replace(rout, goals=_goals(position, rout))


def next_steps(
    position: Position, rout: Rout, *, low_crawl: bool = False
) -> dict[LocationId, Step]:
    """A10.51, A10.52: the Locations that a rout may enter next, by id.

    By Low Crawl, as when its destination is out of reach, it keeps to a shortest way in MF.
    """
    ground = _Ground(position, rout)
    left = mf_left(position, rout)
    found = {}
    for to in ground.ways(ground.here):
        step = ground.step(to, left, low_crawl=low_crawl)
        if step is not None:
            found[location(to)] = step
    return dict(sorted(found.items()))


def may_low_crawl(position: Position, rout: Rout) -> bool:
    """A10.52: the whole rout, so before any step; not out of a Location with an enemy in it."""
    router = position.unit(rout.router)
    return rout.spent == 0 and not position.units_at(router.at, router.side.enemy)


def objection(position: Position, rout: Rout, to: LocationId) -> str:
    """Why a step that is not among the `next_steps` is none, as a sentence for its player."""
    ground = _Ground(position, rout)
    here, there = ground.here, hex_of(to)
    if position.board.distance(here, there) != 1:
        return "A rout goes on into an adjacent hex."
    if there in ground.enemies:
        return "A routing unit may not enter the Location of a Known enemy."
    if there not in ground.ways(here):
        return _why_barred(ground, here, there)
    if _cheapest(ground.ways(here)[there]) > mf_left(position, rout):
        return "That costs more MF than are left."
    if not rout.goals:
        return "In cover a rout is over, unless its next hex is cover too."
    names = ", ".join(hex_name(goal) for goal in rout.goals)
    return f"It must make for the nearest woods or building it may reach: {names}."


def _why_barred(ground: "_Ground", here: HexId, there: HexId) -> str:
    distance = ground.board.distance
    if any(distance(there, foe) == 1 and here != foe for foe in ground.enemies):
        return "A routing unit may not move next to a Known enemy."
    if any(distance(there, foe) < distance(here, foe) for foe in ground.enemies):
        return "A routing unit may not come nearer to a Known enemy."
    return "In cover a rout is over, unless its next hex is cover too."


def after_step(position: Position, rout: Rout, step: Step, *, leader: str | None) -> Rout:
    """The rout after a step that it survived: an enemy newly Known has it plan anew (A10.533).

    In cover that it made for, and not next to an enemy, it stays arrived.
    """
    router = position.unit(rout.router)
    known = known_enemies(position, router.side, router.at)
    seen = tuple(sorted({*rout.seen, *(enemy.id for enemy in known)}))
    went = replace(
        rout,
        leader=leader,
        seen=seen,
        goals=step.goals,
        spent=rout.spent + step.entry.halves,
        arrived=step.arrived,
    )
    beset = any(position.range(enemy.at, router.at) <= 1 for enemy in known)
    if set(seen) == set(rout.seen) or (went.arrived and not beset):
        return went
    again = replace(went, planned_at=hex_of(router.at), arrived=False)
    return replace(again, goals=_goals(position, again))


def mf_left(position: Position, rout: Rout) -> int:
    """A10.5: half MF that are left of six, of three for a wounded SMC (A17.2)."""
    units = (position.unit(unit_id) for unit_id in rout.movers)
    allowed = min(2 * WOUNDED_MF if unit.wounded else ROUT_HALVES for unit in units)
    return allowed - rout.spent


def _goals(position: Position, rout: Rout) -> tuple[HexId, ...]:
    """A10.51: the woods and buildings that may be designated: the nearest of those that may not be
    ignored, and whatever may be but is no farther.

    Ways over Known mines do not bind, but may be chosen (B28.413).
    """
    ground = _Ground(position, rout)
    limit = ROUT_HALVES - rout.spent
    unmined = ground.reach(rout.planned_at, limit, avoid=position.known_mines())
    binding = [cost for to, cost in unmined.items() if ground.binds(to)]
    if not binding:
        return ()
    anyhow = ground.reach(rout.planned_at, limit)
    goals = (to for to, cost in anyhow.items() if cost <= min(binding) and ground.is_goal(to))
    return tuple(sorted(goals))


class _Ground:
    """The hexes around a rout, and the legal ways between them."""

    def __init__(self, position: Position, rout: Rout) -> None:
        self.position = position
        self.board = position.board
        self.rout = rout
        self.units = tuple(position.unit(unit_id) for unit_id in rout.movers)
        self.here = hex_of(self.units[0].at)
        enemies = position.units(self.units[0].side.enemy)
        self.enemies = sorted({hex_of(enemy.at) for enemy in enemies if enemy.id in rout.seen})
        self._ways: dict[HexId, dict[HexId, tuple[Entry, ...]]] = {}

    def ways(self, origin: HexId) -> dict[HexId, tuple[Entry, ...]]:
        """The hexes that may be entered from one, and in which ways."""
        if origin not in self._ways:
            self._ways[origin] = {
                to: self._entries(origin, to)
                for _, to in self.board.neighbours(origin)
                if self._may_step(origin, to)
            }
        return self._ways[origin]

    def is_goal(self, to: HexId) -> bool:
        """Whether a hex is cover to rout to: woods or a building other than where it plans."""
        return to != self.rout.planned_at and is_cover(self.position, to)

    def binds(self, to: HexId) -> bool:
        """A10.51: whether a rout may not ignore a hex that it could make for."""
        return self.is_goal(to) and not self.may_ignore(to)

    def may_ignore(self, to: HexId) -> bool:
        """A10.51: a hex of the building it is in, or one no farther from some Known enemy."""
        building = self.board.building(to)
        if building is not None and building == self.board.building(self.rout.planned_at):
            return True
        planned = self.rout.planned_at
        return any(self._range(to, foe) <= self._range(planned, foe) for foe in self.enemies)

    def reach(
        self, origin: HexId, limit: int, avoid: frozenset[HexId] = frozenset()
    ) -> dict[HexId, int]:
        """The hexes within a number of half MF, and what each costs in the cheapest way."""

        def onward(here: HexId) -> Iterator[tuple[HexId, int]]:
            for to, ways in self.ways(here).items():
                if to not in avoid:
                    yield to, _cheapest(ways)

        return _dijkstra(origin, limit, onward)

    def step(self, to: HexId, left: int, *, low_crawl: bool) -> Step | None:
        """The step into a hex if it is legal now: by its own terrain, if need be by road."""
        for entry in reversed(self.ways(self.here)[to]):
            if entry.halves > left:
                continue
            served = tuple(
                goal
                for goal in self.rout.goals
                if self._serves(goal, to, entry, None if low_crawl else left)
            )
            free = not self.rout.goals and not self.rout.arrived
            stays_in_cover = self.rout.arrived and is_cover(self.position, to)
            if free or stays_in_cover or served:
                others = tuple(goal for goal in served if goal != to)
                return Step(entry, others, arrived=stays_in_cover or to in served)
        return None

    def _serves(self, goal: HexId, to: HexId, entry: Entry, left: int | None) -> bool:
        """Whether a step leads on to a destination: within the MF left, else by a shortest way."""
        distances = self._distances_to[goal]
        if self.here not in distances or to not in distances:
            return False
        via = entry.halves + distances[to]
        if left is not None and distances[self.here] <= left:
            return via <= left
        return via == distances[self.here]

    @cached_property
    def _distances_to(self) -> dict[HexId, dict[HexId, int]]:
        def back(here: HexId) -> Iterator[tuple[HexId, int]]:
            for _, origin in self.board.neighbours(here):
                if here in self.ways(origin):
                    yield origin, _cheapest(self.ways(origin)[here])

        return {goal: _dijkstra(goal, ROUT_HALVES, back) for goal in self.rout.goals}

    def _entries(self, origin: HexId, to: HexId) -> tuple[Entry, ...]:
        there = tuple(msgspec.structs.replace(u, at=location(origin)) for u in self.units)
        return entries(self.position, there, to)

    def _may_step(self, origin: HexId, to: HexId) -> bool:
        """A10.51: not onto a Known enemy, not next to one, not nearer; and out of cover only into
        cover.
        """
        for foe in self.enemies:
            distance = self._range(to, foe)
            if distance == 0 or distance < self._range(origin, foe):
                return False
            if distance == 1 and origin != foe:
                return False
        return is_cover(self.position, to) or not self._must_stop(origin)

    def _must_stop(self, at: HexId) -> bool:
        """A10.51: in cover that it may not ignore, out of an enemy's reach, a rout is over."""
        beset = any(self._range(at, foe) <= 1 for foe in self.enemies)
        return self.binds(at) and not beset

    def _range(self, a: HexId, b: HexId) -> int:
        return self.board.distance(a, b)


def _cheapest(ways: Iterable[Entry]) -> int:
    return min(entry.halves for entry in ways)


def _dijkstra(
    origin: HexId, limit: int, onward: Callable[[HexId], Iterable[tuple[HexId, int]]]
) -> dict[HexId, int]:
    """Least costs from a hex to those within a limit."""
    costs = {origin: 0}
    heap = [(0, origin)]
    while heap:
        cost, here = heapq.heappop(heap)
        if cost > costs[here]:
            continue
        for to, more in onward(here):
            total = cost + more
            if total <= limit and total < costs.get(to, limit + 1):
                costs[to] = total
                heapq.heappush(heap, (total, to))
    return costs
