"""What a player makes of the ground, from what his side knows: how far it is to a goal, how hard
the enemy hits a place, and where units come to.

It is a rule of thumb, not the rules: distances pass over who stands where, and danger counts FP.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, hex_of
from rules.chapters.ground.b_entry import Entry, ways
from rules.chapters.ground.b_terrain import hex_tem
from rules.chapters.movement.a04_movement import as_movers, mf_left
from rules.chapters.movement.a05_stacking import within_limit
from rules.forces.entities import Minefield, Residual
from rules.forces.fired import Fired
from rules.forces.manner import Manner
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.memo import asked_once
from rules.kernel.world import Known
from rules.position.adjacency import accessible_from
from rules.position.eyes import Eye
from rules.position.knowledge import Knowledge
from rules.position.law import Law
from rules.position.position import good_order, values, weapon_values
from rules.position.seeing import los_of

FAR = 400
"""Half MF to where no way leads."""
ALL_MF = 8
"""What terrain that takes ALL MF is counted as, in half MF."""
SQUAD_FP = 4
SEEN = 16
"""Hexes beyond which nobody is afraid of small arms."""
EASE = (1.0, 0.65, 0.4, 0.25, 0.12, 0.06)
"""How much of a danger is left by the DRM of cover and Hindrance."""
UNDER_WAY = 1.3
IN_THE_OPEN = 1.8
"""How much more of it there is for who moves, and who moves in the open (A4.6)."""
MINED = 2.0
SPENT = 0.3
"""What is to be feared of a unit that has used up its fire."""
SUSPECTED = 0.6
SUSPECTED_REACH = 5
"""How much of a squad, and of what range, a "?" is taken for that may stand for nothing."""


@dataclass(frozen=True, slots=True)
class Route:
    """A way of a stack to a Location: the first step, half MF spent, how many steps, the worst
    danger on it, and the steps after the first.
    """

    to: LocationId
    first: Entry | None
    spent: int
    steps: int
    danger: float
    then: tuple[Entry, ...] = ()


def half_mf_to(position: Knowledge, goal: HexId, at: LocationId) -> int:
    """Half MF from a Location to a goal."""
    return _distances(position.board, position.law, goal).get(at, FAR)


@asked_once
def _distances(board: Board, law: Law, goal: HexId) -> Mapping[LocationId, int]:
    """Half MF to the ground of a hex from wherever a way leads there."""
    bare = Knowledge(Known(0, ()), board, law)
    found: dict[LocationId, int] = {}
    ahead = [(0, board.locations(goal)[0])]
    while ahead:
        spent, at = heappop(ahead)
        if at in found:
            continue
        found[at] = spent
        for origin in accessible_from(board, at):
            step = _cheapest(ways(bare, origin, at))
            if step is not None and origin not in found:
                heappush(ahead, (spent + _cost(step), origin))
    return found


def _cheapest(entries: tuple[Entry, ...]) -> Entry | None:
    found = (entry for entry in entries if not entry.minimum and not entry.tires)
    return min(found, key=_cost, default=None)


def _cost(entry: Entry) -> int:
    return ALL_MF if entry.takes_all else entry.halves


def cover(position: Knowledge, at: LocationId) -> int:
    """The TEM of a Location's terrain."""
    tem = hex_tem(position, hex_of(at))
    return tem.value if tem else 0


@asked_once
def danger(position: Knowledge, side: Side, at: LocationId) -> float:
    """How hard the known enemies can hit who stands in a Location: about 1 for one squad with a
    LOS to the open.
    """
    return sum(
        fp / SQUAD_FP * EASE[min(cover(position, at) + hindrance, len(EASE) - 1)]
        for fp, hindrance in _fire(position, side, at)
    )


@asked_once
def danger_of_moving(position: Knowledge, side: Side, at: LocationId) -> float:
    """The same for who enters it in his MPh."""
    lying = MINED if hex_of(at) in mined(position, side) else 0.0
    lying += left_over(position, at)
    here = danger(position, side, at)
    if not here:
        return lying
    seen_well = not cover(position, at) and any(
        not hindrance for _, hindrance in _fire(position, side, at)
    )
    return lying + here * (IN_THE_OPEN if seen_well else UNDER_WAY)


def left_over(position: Knowledge, at: LocationId) -> float:
    """A8.2: the danger of the Residual FP that lies in a Location, to whoever enters it."""
    fp = sum(one.fp for one in position.view.all(Residual) if one.at == at)
    return fp / SQUAD_FP * EASE[min(cover(position, at), len(EASE) - 1)]


@asked_once
def _fire(position: Knowledge, side: Side, at: LocationId) -> tuple[tuple[float, int], ...]:
    """The FP of each enemy Location that has a LOS to a Location, and the Hindrance between."""
    found = []
    suspected = {cover.at for cover in position.covers(side.enemy)}
    for origin in sorted({*position.locations_of(side.enemy), *suspected}):
        distance = position.range(origin, at)
        fp = _fp(position, side.enemy, origin, distance) if distance <= SEEN else 0
        if fp:
            los = los_of(position, Eye(origin), at)
            if not los.blocked:
                found.append((fp, los.hindrance))
    return tuple(found)


def _fp(position: Knowledge, side: Side, origin: LocationId, distance: int) -> float:
    """A7.2: the FP of the units of a Location and their MG at a range, roughly; of a "?" by
    guess.
    """
    units = (unit for unit in position.personnel_at(origin, side) if good_order(unit))
    fp = sum(_fp_of(position, unit, distance) for unit in units)
    guess = SQUAD_FP * SUSPECTED * _by_range(SUSPECTED_REACH, distance)
    return fp + guess * covers_at(position, origin, side)


def covers_at(position: Knowledge, at: LocationId, side: Side) -> int:
    """How many "?" of a side are in a Location."""
    return sum(cover.at == at for cover in position.covers(side))


def _fp_of(position: Knowledge, unit: Unit, distance: int) -> float:
    guns = (weapon_values(gun) for gun in position.weapons_of(unit) if not gun.malfunctioned)
    sources = ((values(unit).fp, values(unit).range), *((gun.fp, gun.range) for gun in guns))
    fp = sum(strength * _by_range(reach, distance) for strength, reach in sources)
    return fp * (SPENT if unit.fired is Fired.FINAL else 1)


def _by_range(reach: int, distance: int) -> float:
    if distance <= 1:
        return 2.0 if reach else 0.0
    return 1.0 if distance <= reach else 0.5 if distance <= 2 * reach else 0.0


@asked_once
def mined(position: Knowledge, side: Side) -> frozenset[HexId]:
    """Where a side knows of mines, its own among them."""
    own = (record.at.for_(side) for record in position.view.all(Minefield))
    return position.known_mines() | frozenset(at for at in own if at is not None)


def routes(position: Knowledge, stack: tuple[Unit, ...], caution: float) -> tuple[Route, ...]:
    """Where a stack can come to in this MPh, by ways that look good to it; first where it is.

    `caution` is what it would pay in half MF to be spared a danger of 1 on its way.
    """
    side, start = stack[0].side, stack[0].at
    budget = min(mf_left(position.law, unit) for unit in as_movers(position, stack))
    done: dict[LocationId, Route] = {}
    number = 0
    ahead = [(0.0, number, Route(start, None, 0, 0, 0.0))]
    while ahead:
        _, _, here = heappop(ahead)
        if here.to in done:
            continue
        done[here.to] = here
        for entry in _next(position, here.to, side):
            spent = here.spent + (budget if entry.takes_all and here.to == start else _cost(entry))
            if entry.to not in done and spent <= budget:
                worst = max(here.danger, danger_of_moving(position, side, entry.to))
                then = () if here.first is None else (*here.then, entry)
                route = Route(entry.to, here.first or entry, spent, here.steps + 1, worst, then)
                number += 1
                heappush(ahead, (spent + caution * worst, number, route))
    return tuple(
        one for one in done.values() if one.to == start or _has_room(position, one.to, stack)
    )


def _next(position: Knowledge, at: LocationId, side: Side) -> list[Entry]:
    """The cheapest way into each Location around where neither an enemy is seen nor a "?"."""
    found = []
    for to in accessible_from(position.board, at):
        entry = _cheapest(ways(position, at, to))
        if entry is not None and not position.seen_at(to, side.enemy):
            found.append(entry)
    return found


def _has_room(position: Knowledge, at: LocationId, stack: tuple[Unit, ...]) -> bool:
    """A5.1: whether a stack fits in beside those who are there."""
    ids = {unit.id for unit in stack}
    others = [u for u in position.personnel_at(at, stack[0].side) if u.id not in ids]
    return within_limit(position, at, [values(unit) for unit in (*others, *stack)])


def by_road(entry: Entry) -> bool:
    """Whether a step is cheap because it gives no cover."""
    return entry.manner is not Manner.TERRAIN
