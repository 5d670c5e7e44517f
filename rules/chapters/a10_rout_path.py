"""A10.51 Where a routing unit may go: what each step must not do, and the cover it must make for.

Distances and MF are counted in half MF. Enemies out of LOS are ignored until they become Known,
but for the Locations that they are in; those seen once are remembered until the rout is over
(A10.533).
"""

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from rules.board.locations import HexId, LocationId, LocationKind, hex_of, level_of
from rules.board.terrain import StreamDepth, Terrain
from rules.chapters.a04_movement import entries
from rules.chapters.a17_wounds import WOUNDED_MF
from rules.chapters.b19_depressions import stream_depth
from rules.chapters.b23_rowhouses import part_of_building
from rules.chapters.b28_minefields import meets_mines
from rules.chapters.b_barriers import barrier
from rules.chapters.b_entry import Entry, no_way, ways
from rules.chapters.b_terrain import is_cover
from rules.chapters.known_enemies import known_enemies
from rules.forces.adjacency import accessible, accessible_from
from rules.forces.entities import Unit
from rules.forces.position import Position

ROUT_HALVES = 12  # six MF


@dataclass(frozen=True)
class Rout:
    """A rout as far as it has come: ids and Locations only.

    `start` is where it began, `planned_at` where its destination was last designated, `spent`
    half MF. `seen` are the enemies that were Known on the way, `goals` the destinations it may
    still make for: none of them if nothing was in reach, so that it goes where it likes. `arrived`
    says that it has reached one and owes nothing more.
    """

    router: str
    leader: str | None
    start: LocationId
    planned_at: LocationId
    seen: tuple[str, ...]
    goals: tuple[LocationId, ...] = ()
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
    goals: tuple[LocationId, ...]
    arrived: bool


def begin_rout(position: Position, router: Unit, leader: Unit | None) -> Rout:
    """A10.51: a rout about to start, its destination designated as far as the rules do that."""
    rout = Rout(
        router=router.id,
        leader=None if leader is None else leader.id,
        start=router.at,
        planned_at=router.at,
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
            found[to] = step
    return dict(sorted(found.items()))


def may_low_crawl(position: Position, rout: Rout) -> bool:
    """A10.52, B21.43: the whole rout, so before any step; not out of a Location with an enemy in
    it, nor out of water.
    """
    router = position.unit(rout.router)
    fords = position.board.kind(router.at) is LocationKind.WATER
    return rout.spent == 0 and not fords and not position.units_at(router.at, router.side.enemy)


def objection(position: Position, rout: Rout, to: LocationId) -> str:
    """Why a step that is not among the `next_steps` is none, as a sentence for its player."""
    ground = _Ground(position, rout)
    bar = barrier(position.board, ground.here, to)
    if bar is not None:
        return bar.why
    if ground.is_held(to):
        return "A routing unit may not enter the Location of an enemy."
    if to not in ground.ways(ground.here):
        return _why_barred(ground, to)
    if not ground.affords(ground.ways(ground.here)[to], mf_left(position, rout)):
        return "That costs more MF than are left."
    if not rout.goals:
        return "In cover a rout is over, unless its next hex is cover too."
    names = ", ".join(position.board.name(goal) for goal in rout.goals)
    return f"It must make for the nearest woods or building it may reach: {names}."


def _why_barred(ground: "_Ground", to: LocationId) -> str:
    if not ways(ground.board, ground.here, to):
        return no_way(ground.board, to).why
    foes = [foe for foe in ground.enemies if foe != ground.here]
    if any(ground.position.adjacent(to, foe) for foe in foes):
        return "A routing unit may not move next to a Known enemy."
    range_ = ground.position.range
    if any(range_(to, foe) < range_(ground.here, foe) for foe in ground.enemies):
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
        spent=rout.spent + _rout_cost(step.entry),
        arrived=step.arrived,
    )
    beset = any(position.within_reach(enemy.at, router.at) for enemy in known)
    if set(seen) == set(rout.seen) or (went.arrived and not beset):
        return went
    again = replace(went, planned_at=router.at, arrived=False)
    return replace(again, goals=_goals(position, again))


def mf_left(position: Position, rout: Rout) -> int:
    """A10.5: half MF that are left of six, of three for a wounded SMC (A17.2)."""
    units = (position.unit(unit_id) for unit_id in rout.movers)
    allowed = min(2 * WOUNDED_MF if unit.wounded else ROUT_HALVES for unit in units)
    return max(0, allowed - rout.spent)


def _goals(position: Position, rout: Rout) -> tuple[LocationId, ...]:
    """A10.51: the woods and buildings that may be designated: the nearest of those that may not be
    ignored, and whatever may be but is no farther.

    Ways over Known mines do not bind, but may be chosen (B28.413).
    """
    ground = _Ground(position, rout)
    limit = ROUT_HALVES - rout.spent
    unmined = ground.reach(limit, avoid=position.known_mines())
    binding = [cost for to, cost in unmined.items() if ground.binds(to)]
    if not binding:
        return ()
    anyhow = ground.reach(limit)
    goals = (to for to, cost in anyhow.items() if cost <= min(binding) and ground.is_goal(to))
    return tuple(sorted(goals))


def _rout_cost(entry: Entry) -> int:
    """Half MF of a way for a unit that routs: ALL MF are the six it has (A10.5)."""
    return ROUT_HALVES if entry.takes_all else entry.halves


class _Ground:
    """The Locations around a rout, and the legal ways between them."""

    def __init__(self, position: Position, rout: Rout) -> None:
        self.position = position
        self.board = position.board
        self.rout = rout
        self.units = tuple(position.unit(unit_id) for unit_id in rout.movers)
        self.here = self.units[0].at
        enemies = position.units(self.units[0].side.enemy)
        self.enemies = sorted({enemy.at for enemy in enemies if enemy.id in rout.seen})
        self._ways: dict[LocationId, dict[LocationId, tuple[Entry, ...]]] = {}

    def ways(self, origin: LocationId) -> dict[LocationId, tuple[Entry, ...]]:
        """The Locations that may be entered from one, and in which ways."""
        if origin not in self._ways:
            found = {
                to: self._entries(origin, to)
                for to in accessible_from(self.board, origin)
                if self._may_step(origin, to)
            }
            self._ways[origin] = {to: entered for to, entered in found.items() if entered}
        return self._ways[origin]

    def is_held(self, to: LocationId) -> bool:
        """Whether an enemy is there, in LOS or not: even he bars the way in (A4.14)."""
        return bool(self.position.units_at(to, self.units[0].side.enemy))

    def is_goal(self, to: LocationId) -> bool:
        """Whether a Location is cover to rout to: woods or a building, and not where it plans."""
        return to != self.rout.planned_at and self._is_cover(to)

    def binds(self, to: LocationId) -> bool:
        """A10.51: whether a rout may not ignore a Location that it could make for."""
        return self.is_goal(to) and not self._may_ignore(hex_of(to))

    def _may_ignore(self, to: HexId) -> bool:
        """A10.51, B23.71: a hex of the building it is in, the other side of a Rowhouse wall being
        another; or one no farther from some Known enemy.
        """
        planned, distance = hex_of(self.rout.planned_at), self.board.distance
        if to in part_of_building(self.board, planned):
            return True
        foes = {hex_of(foe) for foe in self.enemies}
        return any(distance(to, foe) <= distance(planned, foe) for foe in foes)

    def _is_cover(self, at: LocationId) -> bool:
        """A10.51: woods and buildings; a bridge over woods is neither."""
        is_bridge = self.board.kind(at) is LocationKind.BRIDGE
        return not is_bridge and is_cover(self.position, hex_of(at))

    def reach(self, limit: int, avoid: frozenset[HexId] = frozenset()) -> dict[LocationId, int]:
        """The Locations within a number of half MF from here, and what each costs in the cheapest
        way.
        """

        def onward(here: LocationId) -> Iterator[tuple[LocationId, int]]:
            for to, found in self.ways(here).items():
                mined = hex_of(to) in avoid and hex_of(to) in meets_mines(self.board, here, to)
                if not mined:
                    yield to, _cheapest(found)

        return _dijkstra(self.here, limit, onward)

    def affords(self, ways: Iterable[Entry], left: int) -> bool:
        """Whether the MF left suffice for the cheapest way; for ALL MF none may be spent yet."""
        return any(self._affords(entry, left) for entry in ways)

    def _affords(self, entry: Entry, left: int) -> bool:
        return self.rout.spent == 0 if entry.takes_all else entry.halves <= left

    def step(self, to: LocationId, left: int, *, low_crawl: bool) -> Step | None:
        """The step into a Location if it is legal now: by its own terrain, if need be by road."""
        if low_crawl and self._is_wet(to):
            return None
        for entry in reversed(self.ways(self.here)[to]):
            if not self._affords(entry, left):
                continue
            served = tuple(
                goal
                for goal in self.rout.goals
                if self._serves(goal, to, entry, None if low_crawl else left)
            )
            free = not self.rout.goals and not self.rout.arrived
            stays_in_cover = self.rout.arrived and self._is_cover(to)
            if free or stays_in_cover or served:
                others = tuple(goal for goal in served if goal != to)
                return Step(entry, others, arrived=stays_in_cover or to in served)
        return None

    def _is_wet(self, to: LocationId) -> bool:
        """A10.52: no Low Crawl into marsh, a Water Obstacle or a stream that is not dry."""
        hex_id = hex_of(to)
        if self.board.kind(to) is LocationKind.DEPRESSION:
            return stream_depth(self.board, hex_id) not in {None, StreamDepth.DRY}
        wet = self.board.terrain(hex_id) in {Terrain.MARSH, Terrain.WATER}
        return wet and level_of(to) == 0

    def _serves(self, goal: LocationId, to: LocationId, entry: Entry, left: int | None) -> bool:
        """Whether a step leads on to a destination: within the MF left, else by a shortest way."""
        distances = self._distances_to[goal]
        if self.here not in distances or to not in distances:
            return False
        via = _rout_cost(entry) + distances[to]
        if left is not None and distances[self.here] <= left:
            return via <= left
        return via == distances[self.here]

    @cached_property
    def _distances_to(self) -> dict[LocationId, dict[LocationId, int]]:
        def back(here: LocationId) -> Iterator[tuple[LocationId, int]]:
            for origin in self._origins(here):
                if here in self.ways(origin):
                    yield origin, _cheapest(self.ways(origin)[here])

        return {goal: _dijkstra(goal, ROUT_HALVES, back) for goal in self.rout.goals}

    def _origins(self, to: LocationId) -> Iterator[LocationId]:
        """The Locations from which one is accessible."""
        hexes = (hex_of(to), *(hex_id for _, hex_id in self.board.neighbours(hex_of(to))))
        for hex_id in hexes:
            yield from (at for at in self.board.locations(hex_id) if accessible(self.board, at, to))

    def _entries(self, origin: LocationId, to: LocationId) -> tuple[Entry, ...]:
        there = tuple(msgspec.structs.replace(unit, at=origin) for unit in self.units)
        return entries(self.position, there, to)

    def _may_step(self, origin: LocationId, to: LocationId) -> bool:
        """A10.51: not onto an enemy, not next to a Known one, not nearer; and out of cover only
        into cover.
        """
        if self.is_held(to):
            return False
        for foe in self.enemies:
            if self.position.range(to, foe) < self.position.range(origin, foe):
                return False
            if origin != foe and self.position.adjacent(to, foe):
                return False
        return self._is_cover(to) or not self._must_stop(origin)

    def _must_stop(self, at: LocationId) -> bool:
        """A10.51: in cover that it may not ignore, out of an enemy's reach, a rout is over."""
        beset = any(self.position.within_reach(at, foe) for foe in self.enemies)
        return self.binds(at) and not beset


def _cheapest(ways: Iterable[Entry]) -> int:
    return min(_rout_cost(entry) for entry in ways)


def _dijkstra(
    origin: LocationId,
    limit: int,
    onward: Callable[[LocationId], Iterable[tuple[LocationId, int]]],
) -> dict[LocationId, int]:
    """Least costs from a Location to those within a limit."""
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
