"""A13 Cavalry: its MF, where it may go and for what, and fire by it and at it.

How one comes by a horse is in `a13_mounting`, how one loses it in `a13_bailing_out`.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules.board.locations import LocationId, LocationKind, hex_of, level_of
from rules.board.terrain import Terrain
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import Entry
from rules.chapters.terms.a07_factors import HALF, NOTHING, Factor
from rules.chapters.terms.a07_shot import Firing
from rules.forces.manner import Manner
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.kernel.view import Modifier
from rules.position.fortifications import Dug, Entrenchment, is_wired
from rules.position.position import Position, name

RIDING_HALVES = 24
"""A13.3: twelve MF, in halves."""
GALLOP_HALVES = 8
"""A13.36: four MF more."""

_IN_THE_WAY = frozenset(
    {
        Terrain.WOODEN_BUILDING,
        Terrain.STONE_BUILDING,
        Terrain.WOODEN_RUBBLE,
        Terrain.STONE_RUBBLE,
        Terrain.HUTS,
    }
)
_DEARER = {"B13.4": 4, "B13.6": 2, "B17.4": 4, "B18.4": 2}
"""B Terrain Chart: what it adds for Cavalry, in half MF, to what Infantry pays; what grows in a
Depression costs both the same.
"""
_ON_FOOT_ALONE = frozenset({Manner.SHELLHOLES, Manner.TRENCH, Manner.CREST})
_HIGH = frozenset({LocationKind.UPPER_LEVEL, LocationKind.PILLBOX, LocationKind.CLIFF})
CAVALRY = Modifier("A13.5", "Cavalry", -2)
_FOXHOLES = Modifier("B27.43", "foxholes", 2)


def riding_mf(unit: Unit) -> int | None:
    """A13.3: the half MF of Cavalry; None for who is on foot."""
    return None if unit.horse is None else RIDING_HALVES


def riding_bar(position: Position, units: Iterable[Unit], to: LocationId) -> Barrier | None:
    """A13.3, B Terrain Chart: why Cavalry may not ride there, by whatever way that is no Bypass; or
    None if it may. Cavalry and Infantry move each by themselves (docs/rulings.md).
    """
    stack = tuple(units)
    mounted = [unit for unit in stack if unit.horse is not None]
    if not mounted:
        return None
    if len(mounted) < len(stack):
        return Barrier("A13.3", "Cavalry and those on foot move each by themselves.")
    if position.board.kind(to) in _HIGH:
        where = position.board.name(to)
        return Barrier("A13.3", f"{name(mounted[0])} rides, and cannot go up or into {where}.")
    return _ground_bar(position, to)


def _ground_bar(position: Position, to: LocationId) -> Barrier | None:
    """B6.44, B26.46, B27.43: what of the ground keeps all Cavalry out."""
    board, where = position.board, position.board.name(to)
    if board.kind(to) is LocationKind.BRIDGE:
        foot = board.foot_bridge(hex_of(to))
        return Barrier("B6.44", f"Nobody rides over the foot bridge {where}.") if foot else None
    if is_wired(position.view, hex_of(to)):
        return Barrier("B26.46", f"Cavalry does not enter the Wire in {where}.")
    dug = position.view.find(Entrenchment, hex_of(to))
    if dug is not None and dug.dug is Dug.TRENCH:
        return Barrier("B27.43", f"Cavalry does not cross the trench in {where}.")
    return None


def ways_of_riders(
    position: Position, units: tuple[Unit, ...], to: LocationId, found: tuple[Entry, ...]
) -> tuple[Entry, ...]:
    """B Terrain Chart: those of the ways of Infantry that Cavalry has too, at its own costs."""
    if all(unit.horse is None for unit in units):
        return found
    if riding_bar(position, units, to) is not None:
        return ()
    built = _is_built_up(position, to)
    return tuple(
        _at_its_cost(position, entry)
        for entry in found
        if entry.manner not in _ON_FOOT_ALONE and not (built and not entry.by_road)
    )


def _is_built_up(position: Position, to: LocationId) -> bool:
    """B23.4, B24.4: whether a building or rubble fills a Location, so that one rides in by road or
    past it alone.
    """
    above = position.board.kind(to) in {LocationKind.DEPRESSION, LocationKind.BRIDGE}
    return position.board.terrain(hex_of(to)) in _IN_THE_WAY and not above


def rides_at(position: Position, at: LocationId) -> bool:
    """B Terrain Chart: whether Cavalry may be in a Location at all."""
    high = position.board.kind(at) in _HIGH
    return not high and _ground_bar(position, at) is None and not _is_built_up(position, at)


def riders_way_bar(position: Position, units: Iterable[Unit], to: LocationId) -> Barrier | None:
    """A13.3: the same as `riding_bar`, for a Location that they have no way into."""
    stack = tuple(units)
    bar = riding_bar(position, stack, to)
    if bar is None and stack[0].horse is not None and _is_built_up(position, to):
        where = position.board.name(to)
        return Barrier("A13.3", f"Nobody rides into the building or rubble of {where}.")
    return bar


def _at_its_cost(position: Position, entry: Entry) -> Entry:
    """What Cavalry pays: more in some terrain, doubled uphill like the rest (B10.4), and one MF
    past foxholes (B27.43).
    """
    cost = entry.cost
    if position.board.kind(entry.to) is not LocationKind.DEPRESSION or level_of(entry.to) > 0:
        more = sum(_DEARER.get(part.rule, 0) for part in cost)
        cost = tuple(_dearer(part, more) for part in cost)
    if position.view.find(Entrenchment, hex_of(entry.to)) is not None:
        cost = (*cost, _FOXHOLES)
    return replace(entry, cost=cost)


def _dearer(part: Modifier, more: int) -> Modifier:
    added = more if part.rule == "B10.4" else _DEARER.get(part.rule, 0)
    return Modifier(part.rule, part.label, part.value + added) if added else part


def gallop_bar(unit: Unit) -> Barrier | None:
    """A13.36: why a unit that may move may not Gallop, or None if it may."""
    if unit.horse is None:
        return Barrier("A13.36", f"{name(unit)} does not ride.")
    if unit.double_time:
        return Barrier("A13.36", f"{name(unit)} gallops already.")
    if unit.cx or unit.was_cx:
        return Barrier("A13.36", f"{name(unit)} is CX, or was as it began this MPh.")
    return None


def cavalry_drm(position: Position, unit: Unit) -> tuple[Modifier, ...]:
    """A13.5: an attack at Cavalry, instead of what moving in the open costs those on foot."""
    return (CAVALRY,) if unit.horse is not None else ()


def mounted_factors(firing: Firing) -> tuple[Factor, ...]:
    """A13.4: Mounted Fire is halved; of support weapons a LMG alone is fired from horseback."""
    if firing.unit.horse is None:
        return ()
    fires = firing.type is None or firing.type.kind is WeaponKind.LMG
    return (Factor("A13.4", "Mounted Fire", HALF if fires else NOTHING),)
