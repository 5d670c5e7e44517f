"""A10.51 Where a routing unit may go: what each step must not do, and the cover it must make for.

Distances and MF are counted in half MF. Enemies out of LOS are ignored until they become Known,
but for the Locations that they are in; those seen once are remembered until the rout is over
(A10.533).
"""

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from operator import le, lt
from types import MappingProxyType
from typing import TypeAlias

import msgspec

from rules.board.locations import LocationId, LocationKind, hex_of, is_pillbox, level_of
from rules.board.terrain import StreamDepth, Terrain
from rules.chapters.concealment.known_enemies import known_enemies
from rules.chapters.ground.b19_depressions import stream_depth
from rules.chapters.ground.b23_rowhouses import part_of_building
from rules.chapters.ground.b_barriers import barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.ground.b_terrain import is_cover
from rules.chapters.mines.b28_minefields import meets_mines
from rules.chapters.morale.a17_wounds import WOUNDED_MF
from rules.chapters.movement.a04_movement import entries, missing_way
from rules.chapters.works.b30_routs import ways_at_once
from rules.forces.units import Unit
from rules.kernel.ids import ShownId
from rules.kernel.memo import Kept, asked_once
from rules.position.adjacency import accessible_from
from rules.position.knowledge import Knowledge
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, vantage

ROUT_HALVES = 12  # six MF

Steps: TypeAlias = Iterable[tuple[LocationId, int]]
"""Locations next to one, each with the half MF of the step."""


@dataclass(frozen=True)
class Rout:
    """A rout as far as it has come: ids and Locations only.

    `start` is where it began, `planned_at` where its destination was last designated, `spent`
    half MF. `seen` are the enemies that were Known on the way, `goals` the destinations it may
    still make for: none of them if nothing was in reach, so that it goes where it likes. `arrived`
    says that it has reached one and owes nothing more, `reduced` that mines have just Reduced the
    router, so that its HS goes on at its option (B28.413).
    """

    router: ShownId
    leader: ShownId | None
    start: LocationId
    planned_at: LocationId
    seen: tuple[ShownId, ...]
    goals: tuple[LocationId, ...] = ()
    spent: int = 0
    arrived: bool = False
    reduced: bool = False

    @property
    def movers(self) -> tuple[ShownId, ...]:
        return (self.router,) if self.leader is None else (self.router, self.leader)

    @property
    def may_stop(self) -> bool:
        """A10.51: it must try to reach its destination, if there is one; a squad that mines have
        just Reduced need not (B28.413).
        """
        return self.arrived or self.reduced or not self.goals


@dataclass(frozen=True)
class Step:
    """One legal step: how the Location is entered, and the rout's goals after it."""

    entry: Entry
    goals: tuple[LocationId, ...]
    arrived: bool


@asked_once
def begin_rout(position: Knowledge, router: Unit, leader: Unit | None) -> Rout:
    """A10.51: a rout about to start, its destination designated as far as the rules do that."""
    rout = Rout(
        router=router.id,
        leader=None if leader is None else leader.id,
        start=router.at,
        planned_at=router.at,
        seen=tuple(enemy.id for enemy in known_enemies(position, router.side, vantage(router))),
    )
    return replace(rout, goals=_goals(position, rout))


def next_steps(
    position: Knowledge, rout: Rout, *, low_crawl: bool = False
) -> Mapping[LocationId, Step]:
    """A10.51, A10.52: the Locations that a rout may enter next, by id.

    By Low Crawl, as when its destination is out of reach, it keeps to a shortest way in MF.
    """
    return _next_steps(position, rout, crawls(position, rout, low_crawl=low_crawl))


@asked_once
def _next_steps(position: Knowledge, rout: Rout, low_crawl: bool) -> Mapping[LocationId, Step]:
    going = _Going(_ground_of(position, rout), rout, mf_left(position, rout), low_crawl)
    found = {to: going.step(to) for to in sorted(going.ground.ways(going.ground.here))}
    return MappingProxyType({to: step for to, step in found.items() if step is not None})


def _is_whole_rout(position: Position, rout: Rout, low_crawl: bool) -> bool:
    """A10.52: Low Crawl is all of a rout, and does not begin with an enemy in its Location."""
    router = position.unit(rout.router)
    begins = rout.spent == 0 and not position.foes_at(router.at, router.side)
    return begins or not low_crawl


def _keeps_order(position: Position, rout: Rout, low_crawl: bool) -> bool:
    """A19.12: who is Disrupted does not Low Crawl."""
    return not low_crawl or not position.unit(rout.router).disrupted


def _is_on_land(position: Position, rout: Rout, low_crawl: bool) -> bool:
    """B21.43: nobody Low Crawls out of water."""
    at = position.unit(rout.router).at
    return not low_crawl or position.board.kind(at) is not LocationKind.WATER


ROUT_MANNER: NamedQuestion[Callable[[Position, Rout, bool], bool]] = NamedQuestion(
    "ROUT_MANNER",
    (
        Rule("A10.52", _is_whole_rout),
        Rule("A19.12", _keeps_order),
        Rule("B21.43", _is_on_land),
    ),
)
"""Whether a rout may go so, by Low Crawl or not: only if all of these say so."""


def may_go(position: Position, rout: Rout, *, low_crawl: bool) -> bool:
    """A10.5, A10.52: whether a rout may go so, by Low Crawl or not."""
    return position.law.allows(ROUT_MANNER, position, rout, low_crawl)


def crawls(position: Position, rout: Rout, *, low_crawl: bool) -> bool:
    """A10.52: whether a rout is one by Low Crawl: if it is to be, or cannot be another."""
    return low_crawl or not may_go(position, rout, low_crawl=False)


def may_low_crawl(position: Position, rout: Rout) -> bool:
    """A10.52: whether a rout may be one by Low Crawl."""
    return may_go(position, rout, low_crawl=True)


def objection(position: Knowledge, rout: Rout, to: LocationId) -> str:
    """Why a step that is not among the `next_steps` is barred, as a sentence for its player."""
    ground = _ground_of(position, rout)
    bar = barrier(position.board, ground.here, to)
    if bar is not None and not _leads_at_once(ground, to):
        return bar.why
    if ground.is_held(to):
        return "A routing unit may not enter the Location of an enemy."
    if to not in ground.ways(ground.here):
        return _why_barred(ground, to)
    left = mf_left(position, rout)
    if not any(_affords(rout, entry, left) for entry in ground.ways(ground.here)[to]):
        return "That costs more MF than are left."
    if not rout.goals:
        return "In cover a rout is over, unless its next hex is cover too."
    names = ", ".join(position.board.name(goal) for goal in rout.goals)
    return f"It must make for the nearest woods or building it may reach: {names}."


def _leads_at_once(ground: "Ground", to: LocationId) -> bool:
    """B30.41: whether a way leads straight into a pillbox, or out of one."""
    return any(entry.to == to for entry in ways_at_once(ground.position, ground.units))


def _why_barred(ground: "Ground", to: LocationId) -> str:
    if not entries(ground.position, ground.units, to) and not _leads_at_once(ground, to):
        return missing_way(ground.position, ground.units, to).why
    if ground.is_beside(to, ground.here):
        return "A routing unit may not move next to a Known enemy."
    if ground.is_nearer(to, ground.here):
        return "A routing unit may not come nearer to a Known enemy."
    return "In cover a rout is over, unless its next hex is cover too."


def after_step(
    position: Knowledge, rout: Rout, step: Step, *, leader: ShownId | None, reduced: bool
) -> Rout:
    """The rout after a step that it survived, `reduced` by mines or not: an enemy newly Known has
    it plan anew (A10.533).

    In cover that it made for, and not next to an enemy, it stays arrived.
    """
    router = position.unit(rout.router)
    known = known_enemies(position, router.side, vantage(router))
    seen = tuple(sorted({*rout.seen, *(enemy.id for enemy in known)}))
    went = replace(
        rout,
        leader=leader,
        seen=seen,
        goals=step.goals,
        spent=rout.spent + _rout_cost(step.entry),
        arrived=step.arrived,
        reduced=reduced,
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


def having_paid(rout: Rout, halves: int) -> Rout:
    """A rout that has spent MF where it is."""
    return replace(rout, spent=rout.spent + halves)


def _goals(position: Knowledge, rout: Rout) -> tuple[LocationId, ...]:
    """A10.51: the woods and buildings that may be designated: the nearest of those that may not be
    ignored, and whatever may be but is no farther.

    Ways over Known mines do not bind, but may be chosen (B28.413).
    """
    ground = _ground_of(position, rout)
    limit = ROUT_HALVES - rout.spent
    unmined = ground.unmined_costs()
    binding = [cost for to, cost in unmined.items() if cost <= limit and ground.binds(to)]
    if not binding:
        return ()
    anyhow = ground.costs()
    goals = (to for to, cost in anyhow.items() if cost <= min(binding) and ground.is_goal(to))
    return tuple(sorted(goals))


def _rout_cost(entry: Entry) -> int:
    """Half MF of a way for a unit that routs: ALL MF are the six it has (A10.5)."""
    return ROUT_HALVES if entry.takes_all else entry.halves


@dataclass(frozen=True)
class _Terms:
    """What decides which ways are legal, however far the rout has come: who routs, the enemies that
    were Known on the way, and where the destination was designated.
    """

    movers: tuple[ShownId, ...]
    seen: tuple[ShownId, ...]
    planned_at: LocationId


def _ground_of(position: Knowledge, rout: Rout) -> "Ground":
    return _ground(position, _Terms(rout.movers, rout.seen, rout.planned_at))


@asked_once
def _ground(position: Knowledge, terms: _Terms) -> "Ground":
    return Ground(position, terms)


class Ground:
    """The Locations around a rout, and the legal ways between them."""

    def __init__(self, position: Position, terms: _Terms) -> None:
        self.kept: Kept = {}
        self.position = position
        self.board = position.board
        self.planned_at = terms.planned_at
        self.units = tuple(position.unit(unit_id) for unit_id in terms.movers)
        self.here = self.units[0].at
        enemies = position.personnel(self.units[0].side.enemy)
        self.enemies = sorted({enemy.at for enemy in enemies if enemy.id in terms.seen})

    @asked_once
    def ways(self, origin: LocationId) -> Mapping[LocationId, tuple[Entry, ...]]:
        """The Locations that may be entered from one, and in which ways."""
        on_way = {} if origin == self.here else {"posture": None}
        there = tuple(msgspec.structs.replace(one, at=origin, **on_way) for one in self.units)
        found = {
            to: entries(self.position, there, to)
            for to in accessible_from(self.board, origin)
            if self._may_step(origin, to)
        }
        for entry in ways_at_once(self.position, there):
            if self._may_step(origin, entry.to):
                found[entry.to] = (*found.get(entry.to, ()), entry)
        return {to: entered for to, entered in found.items() if entered}

    def is_held(self, to: LocationId) -> bool:
        """Whether an enemy is there, in LOS or not: even he bars the way in (A4.14)."""
        return bool(self.position.foes_at(to, self.units[0].side))

    def is_goal(self, to: LocationId) -> bool:
        """Whether a Location is one to rout to, and not where it plans."""
        return to != self.planned_at and self.position.law.allows(ROUT_GOAL, self, to)

    @asked_once
    def binds(self, to: LocationId) -> bool:
        """A10.51: whether a rout may not ignore a Location that it could make for."""
        return self.is_goal(to) and not self._may_ignore(to)

    def _may_ignore(self, to: LocationId) -> bool:
        """A10.51, B23.71: a hex of the building it is in, the other side of a Rowhouse wall being
        another; or one no farther from some Known enemy.
        """
        if hex_of(to) in part_of_building(self.board, hex_of(self.planned_at)):
            return True
        return any(map(le, self._ranges(to), self._ranges(self.planned_at)))

    @asked_once
    def is_cover(self, at: LocationId) -> bool:
        """A10.51, B30.5: woods, buildings and pillboxes; a bridge over woods is none."""
        if is_pillbox(at):
            return True
        is_bridge = self.board.kind(at) is LocationKind.BRIDGE
        return not is_bridge and is_cover(self.position, hex_of(at))

    @asked_once
    def costs(self) -> Mapping[LocationId, int]:
        """The Locations within the MF of a whole rout from here, and what each costs in half MF in
        the cheapest way.
        """
        return _dijkstra(self.here, ROUT_HALVES, self._onward)

    @asked_once
    def unmined_costs(self) -> Mapping[LocationId, int]:
        """The same, but for the ways over Known mines."""
        mined = self.position.known_mines()
        if not mined:
            return self.costs()

        def onward(here: LocationId) -> Steps:
            for to, cost in self._onward(here):
                if hex_of(to) not in mined or hex_of(to) not in meets_mines(self.board, here, to):
                    yield to, cost

        return _dijkstra(self.here, ROUT_HALVES, onward)

    @asked_once
    def costs_to(self, goal: LocationId) -> Mapping[LocationId, int]:
        """What it costs to a goal from the Locations on the ways there that are within reach."""
        return _dijkstra(goal, ROUT_HALVES, lambda to: self._back().get(to, ()))

    @asked_once
    def _back(self) -> Mapping[LocationId, list[tuple[LocationId, int]]]:
        """From where each Location within reach is entered, and at what cost."""
        back: dict[LocationId, list[tuple[LocationId, int]]] = {}
        for origin in self.costs():
            for to, cost in self._onward(origin):
                back.setdefault(to, []).append((origin, cost))
        return back

    @asked_once
    def _onward(self, here: LocationId) -> Steps:
        ways_ = self.ways(here).items()
        return tuple((to, min(map(_rout_cost, found))) for to, found in ways_)

    def _may_step(self, origin: LocationId, to: LocationId) -> bool:
        return self.position.law.allows(ROUT_STEP, self, origin, to)

    def is_nearer(self, to: LocationId, origin: LocationId) -> bool:
        """Whether a step leads nearer to any of the Known enemies."""
        return any(map(lt, self._ranges(to), self._ranges(origin)))

    def is_beside(self, to: LocationId, origin: LocationId) -> bool:
        """Whether a step leads next to a Known enemy, but one whose Location it leaves."""
        return bool(self._foes_beside(to) - {origin})

    @asked_once
    def _ranges(self, at: LocationId) -> tuple[int, ...]:
        return tuple(self.position.range(at, foe) for foe in self.enemies)

    @asked_once
    def _foes_beside(self, at: LocationId) -> frozenset[LocationId]:
        return frozenset(foe for foe in self.enemies if self.position.adjacent(at, foe))

    @asked_once
    def must_stop(self, at: LocationId) -> bool:
        """A10.51: in cover that it may not ignore, out of an enemy's reach, a rout is over."""
        return self.binds(at) and at not in self.enemies and not self._foes_beside(at)


def _is_free(ground: Ground, origin: LocationId, to: LocationId) -> bool:
    """A4.14: not onto an enemy, in LOS or not."""
    return not ground.is_held(to)


def _keeps_away(ground: Ground, origin: LocationId, to: LocationId) -> bool:
    """A10.51: not nearer to a Known enemy, not next to one."""
    return not ground.is_nearer(to, origin) and not ground.is_beside(to, origin)


def _keeps_to_cover(ground: Ground, origin: LocationId, to: LocationId) -> bool:
    """A10.5: out of cover only into cover."""
    return ground.is_cover(to) or not ground.must_stop(origin)


ROUT_STEP: NamedQuestion[Callable[[Ground, LocationId, LocationId], bool]] = NamedQuestion(
    "ROUT_STEP",
    (
        Rule("A4.14", _is_free),
        Rule("A10.51", _keeps_away),
        Rule("A10.5", _keeps_to_cover),
    ),
)
"""Whether a rout may step from one Location into another: only if all of these say so."""

ROUT_GOAL: NamedQuestion[Callable[[Ground, LocationId], bool]] = NamedQuestion(
    "ROUT_GOAL", (Rule("A10.51", lambda ground, to: ground.is_cover(to)),)
)
"""Which Locations a rout makes for: only those that all of these say."""


@dataclass(frozen=True)
class _Going:
    """A rout that has come so far over its ground, with so many half MF left."""

    ground: Ground
    rout: Rout
    left: int
    low_crawl: bool

    def step(self, to: LocationId) -> Step | None:
        """The step into a Location if it is legal now: by its own terrain, if need be by road."""
        if self.low_crawl and self._is_wet(to):
            return None
        for entry in reversed(self.ground.ways(self.ground.here)[to]):
            if not _affords(self.rout, entry, self.left):
                continue
            served = tuple(goal for goal in self.rout.goals if self._serves(goal, to, entry))
            free = not self.rout.goals and not self.rout.arrived
            stays_in_cover = self.rout.arrived and self.ground.is_cover(to)
            if free or stays_in_cover or served:
                others = tuple(goal for goal in served if goal != to)
                return Step(entry, others, arrived=stays_in_cover or to in served)
        return None

    def _is_wet(self, to: LocationId) -> bool:
        """A10.52: no Low Crawl into marsh, a Water Obstacle or a stream that is not dry."""
        board, hex_id = self.ground.board, hex_of(to)
        if board.kind(to) is LocationKind.DEPRESSION:
            return stream_depth(board, hex_id) not in {None, StreamDepth.DRY}
        wet = board.terrain(hex_id) in {Terrain.MARSH, Terrain.WATER}
        return wet and level_of(to) == 0

    def _serves(self, goal: LocationId, to: LocationId, entry: Entry) -> bool:
        """Whether a step leads on to a destination: within the MF left, else by a shortest way, as
        always by Low Crawl.
        """
        costs, here = self.ground.costs_to(goal), self.ground.here
        if here not in costs or to not in costs:
            return False
        via = _rout_cost(entry) + costs[to]
        if not self.low_crawl and costs[here] <= self.left:
            return via <= self.left
        return via == costs[here]


def _affords(rout: Rout, entry: Entry, left: int) -> bool:
    """Whether the MF left suffice for a way; for ALL MF none may be spent yet."""
    return rout.spent == 0 if entry.takes_all else entry.halves <= left


def _dijkstra(
    origin: LocationId, limit: int, onward: Callable[[LocationId], Steps]
) -> Mapping[LocationId, int]:
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
