"""B25.15, B25.6 At the end of each AFPh: Flames grow or go out, and Blazes spread."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rules.board.locations import HexId, LocationId, LocationKind, hex_of, level_of, location
from rules.chapters.blazes.b25_wind import downwind, off_the_wind
from rules.chapters.ground.b25_burnable import burns, ec_drm, in_building
from rules.chapters.ground.b25_flames import has_blaze, is_burning, set_alight
from rules.chapters.morale.a_random_selection import drawn
from rules.forces.entities import Wind
from rules.kernel.audience import Audience, Side
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.fire import Blaze, Flame
from rules.position.position import Position

GOES_OUT = 2
_WIND_DRM: Mapping[int, int] = {0: 2, 1: 1, 2: 0, 3: -1}
_DOWNWIND = 1
"""How far off the wind Heavy Winds still carry a fire."""


@dataclass(frozen=True)
class Spread:
    """A Location that a Blaze may spread to: by itself, or by a DR with these DRM."""

    to: LocationId
    mods: tuple[Modifier, ...]
    by_itself: bool = False
    by: tuple[Side, ...] = ()

    @property
    def drm(self) -> int:
        return sum(mod.value for mod in self.mods)


async def burn_on(table: AslTable) -> None:
    """B25.15, B25.6: the Flames first; what became a Blaze now does not spread yet."""
    _grow(table)
    _blow_on(table)
    _spread(table)
    table.settle()


def grow_older(table: AslTable) -> None:
    """B25.15: the Player Turn is over: what was new may grow, and spread, in the next."""
    for flame in table.world.all(Flame):
        if flame.fresh or flame.hampered:
            table.world.change(flame, fresh=False, hampered=False)
    for blaze in table.world.all(Blaze):
        if blaze.fresh:
            table.world.change(blaze, fresh=False)


def _grow(table: AslTable) -> None:
    for flame in table.world.all(Flame):
        needed = burns(table.truth, flame.at)
        if not (flame.fresh or flame.hampered or needed is None) and _is_there(table, flame):
            _grow_one(table, flame, needed.spread)


def _is_there(table: AslTable, flame: Flame) -> bool:
    return table.world.find(Flame, flame.id) is not None


def _grow_one(table: AslTable, flame: Flame, needed: int) -> None:
    """B25.15: its DR makes a Blaze of all Flames of the Location, or puts it out."""
    at, mods = flame.at, tuple(ec_drm(table.truth, flame.at))
    side, where = table.clock.phasing, table.board.name(at)
    roll = table.roll(Purpose("fire", f"Flame in {where}", "B25.15", side), 2)
    final = roll.total + sum(mod.value for mod in mods)
    grows, dies = final >= needed, final <= GOES_OUT
    result = "Blaze" if grows else "goes out" if dies else "burns on"
    table.log(
        "roll",
        f"The Flame in {where} (Spread Number {needed})",
        side=side,
        rule="B25.15",
        at=(at,),
        roll=roll,
        mods=mods,
        result=result,
    )
    if dies:
        table.world.drop(flame)
    if grows:
        there = [one for one in table.world.all(Flame) if one.at == at]
        by = tuple(sorted({side for one in there for side in one.by}))
        for one in there:
            table.world.drop(one)
        id_ = table.kernel.new_id(Audience.PUBLIC, "f")
        table.world.add(Blaze(id=id_, at=at, fresh=True, by=by))


# -- spreading ------------------------------------------------------------------------------------


def _blow_on(table: AslTable) -> None:
    """B25.651: in Gusts each terrain Blaze spreads downwind, on the ground; one of them by two
    hexes.
    """
    position = table.truth
    to = position.conditions.gusts_to
    if to is None:
        return
    on_ground = [blaze for blaze in _spreading(position) if level_of(blaze.at) == 0]
    near = {blaze.id: _blown(position, blaze.at, to, 1) for blaze in on_ground}
    far = {blaze.id: _blown(position, blaze.at, to, 2) for blaze in on_ground}
    able = tuple(
        (blaze.id, f"Blaze in {table.board.name(blaze.at)}", table.clock.phasing)
        for blaze in on_ground
        if far[blaze.id] is not None
    )
    chosen = drawn(table, able, 1, "Gusts, two hexes")
    blown = [(near[blaze.id], blaze.by) for blaze in on_ground]
    blown += [(far[blaze.id], blaze.by) for blaze in on_ground if blaze.id in chosen]
    for at, by in blown:
        if at is not None and not is_burning(table.truth, at):
            set_alight(table, at, "B25.651", by)


def _blown(position: Position, at: LocationId, to: int, hexes: int) -> LocationId | None:
    """The Burnable ground so many hexes downwind that does not burn yet."""
    here: HexId | None = hex_of(at)
    for _ in range(hexes):
        here = None if here is None else downwind(position, here, to)
    found = None if here is None else location(here)
    return None if found is None or not _may_burn(position, found) else found


def _spread(table: AslTable) -> None:
    """B25.6: for each Location next to Blazes that could burn, from the best of them."""
    best: dict[LocationId, Spread] = {}
    for blaze in _spreading(table.truth):
        for spread in spreads(table.truth, blaze.at):
            found = best.get(spread.to)
            if found is None or (spread.by_itself, spread.drm) > (found.by_itself, found.drm):
                best[spread.to] = replace(spread, by=blaze.by)
    for to in sorted(best):
        if best[to].by_itself:
            set_alight(table, to, "B25.64", best[to].by)
        else:
            _spread_to(table, best[to])


def _spread_to(table: AslTable, spread: Spread) -> None:
    needed = burns(table.truth, spread.to)
    if needed is None:
        return
    side, where = table.clock.phasing, table.board.name(spread.to)
    roll = table.roll(Purpose("fire", f"spread to {where}", "B25.6", side), 2)
    spreads_there = roll.total + spread.drm >= needed.spread
    table.log(
        "roll",
        f"Fire spreads to {where} (Spread Number {needed.spread})",
        side=side,
        rule="B25.6",
        at=(spread.to,),
        roll=roll,
        mods=spread.mods,
        result="Flame" if spreads_there else "no Flame",
    )
    if spreads_there:
        set_alight(table, spread.to, "B25.6", spread.by)


def _spreading(position: Position) -> tuple[Blaze, ...]:
    return tuple(blaze for blaze in position.view.all(Blaze) if not blaze.fresh)


def _may_burn(position: Position, at: LocationId) -> bool:
    return burns(position, at) is not None and not is_burning(position, at)


def spreads(position: Position, at: LocationId) -> Iterator[Spread]:
    """B25.6: the Locations that a Blaze in one may spread to."""
    for to in _beside(position, at):
        if _may_burn(position, to) and not has_blaze(position, to):
            spread = _spread_of(position, at, to)
            if spread is not None:
                yield spread


def _beside(position: Position, at: LocationId) -> Iterator[LocationId]:
    """B25.61: the adjacent hexes on the same level, and in a building one level up and down."""
    board, here, level = position.board, hex_of(at), level_of(at)
    for _, neighbour in board.neighbours(here):
        to = location(neighbour, level)
        if board.has_location(to) and board.kind(to) is not LocationKind.BRIDGE:
            yield to
    for to in board.locations(here):
        if abs(level_of(to) - level) == 1:
            yield to


def _spread_of(position: Position, at: LocationId, to: LocationId) -> Spread | None:
    """B25.6, B25.64: by which DRM, or by itself, or not at all in Heavy Winds."""
    mods = (*_rises(position, at, to), *_gap(position, at, to), *ec_drm(position, to))
    side = position.board.side_between(hex_of(at), hex_of(to))
    weather = position.conditions
    if side is None or weather.wind_to is None or _same_building(position, at, to):
        return Spread(to, mods)
    off = off_the_wind(side, weather.wind_to)
    if weather.wind is Wind.HEAVY_WINDS:
        return Spread(to, (), by_itself=True) if off <= _DOWNWIND else None
    drm = _WIND_DRM[off]
    return Spread(to, (*mods, Modifier("B25.64", "wind", drm)) if drm else mods)


def _rises(position: Position, at: LocationId, to: LocationId) -> Iterator[Modifier]:
    rise = position.board.absolute(to) - position.board.absolute(at)
    if rise:
        yield Modifier("B25.6", "upwards" if rise > 0 else "downwards", 1 if rise > 0 else -1)


def _gap(position: Position, at: LocationId, to: LocationId) -> Iterator[Modifier]:
    """B25.6: what is not directly attached to the Blaze, as one building, or growth of one kind."""
    one, other = (position.board.terrain(hex_of(place)) for place in (at, to))
    grown = one is other and not one.is_building
    if not (grown or (one.is_rubble and other.is_rubble) or _same_building(position, at, to)):
        yield Modifier("B25.6", "not directly attached", -2)


def _same_building(position: Position, at: LocationId, to: LocationId) -> bool:
    board = position.board
    one = board.building(hex_of(at)) if in_building(position, at) else None
    return one is not None and one == board.building(hex_of(to))
