"""A24 SMOKE: placing grenades, what it costs to enter, fire out of it, and its end."""

from collections.abc import Iterator

from rules.board.board import Board
from rules.board.locations import LocationId, LocationKind, hex_of, is_pillbox
from rules.board.terrain import Terrain
from rules.chapters.concealment.a12_unseen_tries import Attempt, tell_of_try
from rules.chapters.concealment.covers import set_apart
from rules.chapters.fire.a24_white_phosphorus import phosphorus
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.terms.a07_shot import Aim
from rules.forces.entities import Ec, Wind
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.kernel.audience import Audience, Side
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.adjacency import accessible_from
from rules.position.asl_table import AslTable
from rules.position.fire import Blaze
from rules.position.knowledge import Knowledge
from rules.position.position import Position, good_order, is_dummy, name, nation_of, values
from rules.position.smoke import Cloud, Smoke

ENDS_MPH = 6
"""The dr that ends the MPh of who makes it (A24.1)."""
FALLS_SHORT = 4
"""The dr from which on a grenade thrown a level up does not get there (A24.1)."""
_COST = 2  # one MF, in halves
_SIDES = 6
_SLOWED = frozenset({Phase.MPH, Phase.RTPH})
_NOWHERE = frozenset({Terrain.MARSH, Terrain.WATER})


def exponent(unit: Unit, *, wp: bool) -> int:
    """A24.1, A24.3: the highest dr that places a grenade: for WP one less."""
    return (values(unit).smoke or 0) - wp


def grenade_drm(unit: Unit) -> tuple[Modifier, ...]:
    """A4.51: the drm of the dr for a grenade."""
    return (Modifier("A4.51", f"{name(unit)} is CX", 1),) if unit.cx else ()


def has_phosphorus(position: Position, unit: Unit) -> bool:
    """A24.3: whether a unit's nationality has WP grenades this year, and it could place one."""
    first = nation_of(unit).wp_from
    return first is not None and first <= position.conditions.year and exponent(unit, wp=True) > 0


def placer_bar(position: Position, unit: Unit, *, wp: bool) -> Barrier | None:
    """A24.1, A24.3: why a unit may place no grenade, or None if it may."""
    if values(unit).smoke is None:
        return Barrier("A24.1", f"{name(unit)} has no smoke exponent.")
    if wp and not has_phosphorus(position, unit):
        return Barrier("A24.3", f"{name(unit)} has no WP grenades.")
    if not good_order(unit) or is_dummy(unit):
        return Barrier("A24.1", f"{name(unit)} is in no state to place SMOKE.")
    if unit.tried_smoke:
        return Barrier("A24.1", f"{name(unit)} has tried to place SMOKE in this MPh.")
    return None


def placement_bar(position: Knowledge, unit: Unit, to: LocationId) -> Barrier | None:
    """A24.1, A24.6: why a unit may not place a grenade in that Location, or None if it may."""
    board, where = position.board, position.board.name(to)
    bar = _weather_bar(position, to) or _pillbox_bar(unit, to)
    if bar is not None:
        return bar
    if not position.within_reach(unit.at, to):
        return Barrier("A24.1", f"{where} is neither the unit's own Location nor ADJACENT to it.")
    nowhere = _ground_without_smoke(board, to)
    if nowhere is not None:
        return Barrier("A24.1", f"SMOKE is not placed {nowhere}.")
    if board.absolute(to) - board.absolute(unit.at) > 1:
        return Barrier("A24.1", f"{where} is more than one level up.")
    if _is_upwind(position, unit.at, to):
        return Barrier("A24.1", f"{where} is upwind.")
    return None


def _ground_without_smoke(board: Board, to: LocationId) -> str | None:
    """A24.1: where no grenade is placed, in words: on foot bridges, nor off bridges in water and
    its like; None elsewhere.
    """
    here = hex_of(to)
    if board.kind(to) is LocationKind.BRIDGE:
        return "on a foot bridge" if board.foot_bridge(here) else None
    terrain = board.terrain(here)
    return f"in the {terrain.value}" if terrain in _NOWHERE else None


def _pillbox_bar(unit: Unit, to: LocationId) -> Barrier | None:
    """B30.2, B30.3: why no grenade goes there into a pillbox or out of one, or None if it may."""
    if is_pillbox(to):
        return Barrier("B30.3", "No SMOKE is placed inside a pillbox.")
    if is_pillbox(unit.at) and hex_of(to) != hex_of(unit.at):
        return Barrier("B30.2", "Out of a pillbox a grenade goes into its own hex alone.")
    return None


def _weather_bar(position: Position, to: LocationId) -> Barrier | None:
    """A24.6: why SMOKE would have no effect in a Location, or None if it would."""
    if position.conditions.wind is Wind.HEAVY_WINDS:
        return Barrier("A24.6", "In Heavy Winds SMOKE has no effect.")
    if position.conditions.ec is Ec.MUD and not position.board.terrain(hex_of(to)).is_building:
        return Barrier("A24.6", "In Mud SMOKE has an effect inside buildings alone.")
    return None


def smoke_targets(position: Knowledge, unit: Unit) -> tuple[LocationId, ...]:
    """Where a unit may place a grenade."""
    if placer_bar(position, unit, wp=False) is not None:
        return ()
    there = (unit.at, *sorted(accessible_from(position.board, unit.at)))
    return tuple(to for to in there if placement_bar(position, unit, to) is None)


def placement_cost(position: Position, unit: Unit, to: LocationId) -> tuple[Modifier, ...]:
    """A24.1: one MF into its own Location, two into an ADJACENT one."""
    return () if to == unit.at else (Modifier("A24.1", "into an ADJACENT Location", _COST),)


async def place_grenade(table: AslTable, unit_id: CounterId, to: LocationId, *, wp: bool) -> None:
    """A24.1, A24.3: the Final dr no higher than the exponent; an Original 6 ends the unit's MPh."""
    unit = table.unit(unit_id)
    highest, what = exponent(unit, wp=wp), "WP" if wp else "SMOKE"
    where, mods = table.board.name(to), grenade_drm(unit)
    tell_of_try(table, (unit,), Attempt.SMOKE, highest, mods)
    purpose = Purpose("smoke", f"{what} grenade of {name(unit)}", "A24.1", unit.side)
    roll = table.roll(purpose)
    placed = roll.total + sum(mod.value for mod in mods) <= highest
    ended = roll.total == ENDS_MPH
    if ended:
        set_apart(table, (unit.id,))
    table.change(unit.counter, tried_smoke=True, moved=unit.moved or ended)
    text = f"{name(unit)} tries to place {what} in {where} (exponent {highest})"
    result = what if placed else f"no {what}, its MPh is over" if ended else f"no {what}"
    table.log(
        "roll", text, side=unit.side, rule="A24.1", at=(to, unit.at),
        roll=roll, mods=mods, result=result,
    )  # fmt: skip
    if placed:
        lands = _comes_down(table, unit, to)
        lay_smoke(table, lands, Cloud.GRENADE, unit.side, wp=wp)
        if wp:
            await phosphorus(table, lands, unit.side)


def _comes_down(table: AslTable, unit: Unit, to: LocationId) -> LocationId:
    """A24.1: where a grenade lands: thrown a level up it may fall back."""
    if table.board.absolute(to) <= table.board.absolute(unit.at):
        return to
    roll = table.roll(Purpose("smoke", "SMOKE grenade thrown upwards", "A24.1", unit.side))
    back = roll.total >= FALLS_SHORT
    result = "falls back" if back else "lands there"
    text = f"The grenade is thrown up to {table.board.name(to)}"
    table.log("roll", text, side=unit.side, rule="A24.1", at=(to,), roll=roll, result=result)
    return unit.at if back else to


def lay_smoke(
    table: AslTable, at: LocationId, cloud: Cloud, side: Side, *, wp: bool = False
) -> None:
    """Put a SMOKE counter of a side into a Location."""
    id_ = table.kernel.new_id(Audience.PUBLIC, "s")
    table.world.add(Smoke(id=id_, at=at, cloud=cloud, side=side, wp=wp))


def entry_cost(position: Position, units: tuple[Unit, ...], to: LocationId) -> Iterator[Modifier]:
    """A24.7: in the MPh and the RtPh one MF more, which is part of the COT: two uphill."""
    if position.clock.phase in _SLOWED and in_smoke(position, to):
        uphill = position.board.absolute(to) > position.board.absolute(units[0].at)
        yield Modifier("A24.7", "SMOKE", 2 * _COST if uphill else _COST)


def out_of_smoke(aim: Aim) -> Iterator[Modifier]:
    """A24.8: fire out of SMOKE, or within it, has one more DRM."""
    position = aim.position
    if any(in_smoke(position, position.unit(firer).at) for firer in aim.shot.units):
        yield Modifier("A24.8", "fired out of SMOKE", 1)


def smoke_within(position: Position, unit: Unit) -> Iterator[Modifier]:
    """A24.2: the SMOKE of its Location hinders Residual FP against a unit, which is not fired out
    of it (A24.8).
    """
    for found in position.line(unit.at, unit.at).hindrances:
        yield Modifier(found.rule, f"{found.terrain} in its Location", found.value)


def in_smoke(position: Position, at: LocationId) -> bool:
    """Whether there is SMOKE in a Location, or that of a Blaze (B25.2)."""
    clouds: tuple[Smoke | Blaze, ...] = (*position.view.all(Smoke), *position.view.all(Blaze))
    return any(cloud.at == at for cloud in clouds)


def end_of_grenades(table: AslTable) -> None:
    """A24.11: the SMOKE of grenades goes at the end of the MPh."""
    for cloud in table.world.all(Smoke):
        if cloud.cloud is Cloud.GRENADE:
            table.world.drop(cloud)


def _is_upwind(position: Position, at: LocationId, to: LocationId) -> bool:
    """A24.1: whether a Mild Breeze blows from one of the three upwind hexes, which that is."""
    weather = position.conditions
    side = position.board.side_between(hex_of(at), hex_of(to))
    if weather.wind is not Wind.MILD_BREEZE or weather.wind_to is None or side is None:
        return False
    upwind = (weather.wind_to + _SIDES // 2) % _SIDES
    return (side - upwind) % _SIDES in {0, 1, _SIDES - 1}
