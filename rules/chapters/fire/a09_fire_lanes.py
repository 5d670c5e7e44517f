"""A9.22-A9.223 Fire Lanes: a MG that goes on firing along a Hex Grain to the end of the MPh."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, crest_of, hex_of, is_pillbox, location
from rules.chapters.fire.a07_attack import IftAttack
from rules.chapters.fire.a07_drm import total
from rules.chapters.fire.a07_exposed import with_captives
from rules.chapters.fire.a07_target_drm import target_drm
from rules.chapters.fire.a08_again import Again, fires_as
from rules.chapters.fire.a08_residual import Ledgers, movement_of, resolve_left, shown_of
from rules.chapters.fire.a09_alternate_lanes import alternate_lines, choose_side, is_beside
from rules.chapters.fire.a09_two_smc import is_alone
from rules.chapters.fire.a19_ammunition import is_short
from rules.chapters.fire.a21_captured import WORSE, is_captured
from rules.chapters.fire.b16_wet_firers import wet_factors
from rules.chapters.fire.b20_crest_fire import crest_factors
from rules.chapters.ground.b09_walls import terrain_effect
from rules.chapters.terms.a07_shot import FireKind, Firing, Shot
from rules.forces.entities import FireLane
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.refused import Refused
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import Position, good_order, name, vantage, weapon_values
from rules.tables import column_left, ift_column

HARD = frozenset({"bridge", "crag", "graveyard", "orchard"})
"""The Hindrances that count against a Fire Lane; the others only take FFMO away."""


def refuse_lane(position: Position, shot: Shot, parts: tuple[Firing, ...]) -> None:
    """A9.22: raise Refused if the one MG of an attack may not lay that Fire Lane with it."""
    if shot.lane is None:
        return
    guns = [part for part in parts if part.weapon is not None]
    if len(guns) != 1:
        raise Refused("A9.22", "A Fire Lane is laid with the one MG of an attack.")
    bar = _lane_bar(guns[0])
    if bar:
        raise Refused("A9.22", bar)
    if shot.lane not in lane_ends(guns[0]):
        raise Refused("A9.22", "A Fire Lane leads along a Hex Grain through its target.")


def _lane_bar(gun: Firing) -> str:
    """What keeps a MG from laying a Fire Lane with that attack, "" if nothing does."""
    unit = gun.unit
    if gun.shot.kind is not FireKind.FIRST:
        return "Fire Lanes are laid in Defensive First Fire."
    if not good_order(unit) or unit.pinned or is_alone(gun):
        return f"{name(unit)} cannot lay a Fire Lane."
    if gun.mark is not None or fires_as(gun) is not Again.NO or unit.fired is not None:
        return f"{gun.label} has fired and lays no Fire Lane."
    if is_short(gun.position.law, unit):
        return f"{name(unit)} is short of ammunition and lays no Fire Lane."
    if wet_factors(gun) or any(crest_factors(gun)) or gun.distance == 0 or gun.distance > gun.reach:
        return f"{gun.label} lays a Fire Lane in full, within its Normal Range."
    return ""


def lane_ends(gun: Firing) -> tuple[LocationId, ...]:
    """A9.22: where the counter may go: the target or beyond on the Hex Grain, on the level of the
    MG and within its Normal Range; nowhere if the attack may lay no Fire Lane.
    """
    aimed_at = crest_of(gun.shot.at) if gun.shot.aspect.crest else gun.shot.at
    if gun.position.board.absolute(aimed_at) != _level(gun):
        return ()
    return () if _lane_bar(gun) else (*_along_grain(gun), *_along_alternate(gun))


def _level(gun: Firing) -> int:
    """The level that a MG fires from, at the Crest that over its hex (B20.9)."""
    return gun.position.board.absolute(vantage(gun.unit))


def _along_grain(gun: Firing) -> Iterator[LocationId]:
    """A9.22: the target and what is beyond it on the Hex Grain."""
    board, own, to = gun.position.board, hex_of(gun.unit.at), hex_of(gun.shot.at)
    side = board.grain(own, to)
    if side is not None:
        yield gun.shot.at
        yield from _on_level(gun, _beyond(board, to, (side,)))


def _along_alternate(gun: Firing) -> Iterator[LocationId]:
    """A9.221: likewise on an Alternate Hex Grain, in the hexes whose centres it passes."""
    board, own, to = gun.position.board, hex_of(gun.unit.at), hex_of(gun.shot.at)
    for first, sides in alternate_lines(board, own, to):
        yield from _on_level(gun, (first, *_beyond(board, first, sides)))


def _on_level(gun: Firing, hexes: Iterable[HexId]) -> Iterator[LocationId]:
    """Within the Normal Range of a MG, the Locations of its level."""
    board, level = gun.position.board, _level(gun)
    for hex in hexes:
        if gun.position.range(gun.unit.at, location(hex)) > gun.reach:
            return
        there = (at for at in board.locations(hex) if not is_pillbox(at))
        yield from (at for at in there if board.absolute(at) == level)


def _beyond(board: Board, hex: HexId, sides: tuple[int, ...]) -> Iterator[HexId]:
    """The hexes that one comes to by going on across those hexsides again and again."""
    here: HexId | None = hex
    while here is not None:
        for side in sides:
            here = None if here is None else dict(board.neighbours(here)).get(side)
        if here is not None:
            yield here


async def lay_lane(table: AslTable, attack: IftAttack) -> IftAttack:
    """A9.22: place the Fire Lane that was declared, for which the MG gives up its ROF; none if its
    unit has cowered, or the MG is out of order.
    """
    end = attack.shot.lane
    gun = next((part for part in attack.parts if part.weapon is not None), None)
    if end is None or gun is None:
        return attack
    if gun.unit.counter not in attack.cowered and gun.id not in attack.stopped:
        beside = await choose_side(table, gun, end)
        lane = FireLane(id=ShownId(gun.id), origin=vantage(gun.unit), at=end, beside=beside)
        table.world.add(lane)
        side = gun.unit.side
        table.log("fire", f"{gun.label} lays a Fire Lane", side=side, rule="A9.22", at=(end,))
    return replace(attack, given_up=(*attack.given_up, gun.id))


async def lane_attacks(
    table: AslTable, unit_ids: tuple[CounterId, ...], origin: LocationId, at: LocationId
) -> tuple[CounterId, ...]:
    """A9.22: each Fire Lane there attacks those who enter or spend MF, after Residual FP; each unit
    once in a Location, and again only if its DRM have got worse for it. Captives are attacked with
    their guards (A20.54).
    """
    for lane_id in tuple(lane.id for lane in table.world.all(FireLane)):
        lane = table.world.find(FireLane, lane_id)
        if lane is None:
            continue
        there = table.alive(unit_ids)
        met = [unit.counter for unit in there if covers(table.truth, lane, vantage(unit))]
        await _attack(table, lane, tuple(met), at)
    return tuple(unit.counter for unit in table.alive(unit_ids))


def covers(position: Position, lane: FireLane, at: LocationId) -> bool:
    """A9.22: whether a Location is in a Fire Lane: between the MG and the counter, on the level of
    both, in LOS.
    """
    board, own, end, to = position.board, hex_of(lane.origin), hex_of(lane.at), hex_of(at)
    side = board.grain(own, to)
    straight = side is not None and side == board.grain(own, end)
    if not straight and not is_beside(board, own, end, to, lane.beside):
        return False
    if position.range(lane.origin, at) > position.range(lane.origin, lane.at):
        return False
    level = board.absolute(at) == board.absolute(lane.origin)
    return level and not is_pillbox(at) and not position.line(lane.origin, at).blocked


async def _attack(
    table: AslTable, lane: FireLane, unit_ids: tuple[CounterId, ...], at: LocationId
) -> None:
    position, hit = table.truth, Ledgers()
    weapon = position.view.get(Weapon, lane.id)
    for unit in with_captives(position, table.alive(unit_ids)):
        drm = tuple(lane_drm(position, lane, position.seen(unit)))
        shown = shown_of(table, unit.counter)
        if all(
            total(drm) < sum_ for one, where, sum_ in lane.attacked if (one, where) == (shown, at)
        ):
            hit[unit.counter] = drm
    if not hit:
        return
    met = tuple((shown_of(table, one), at, total(drm)) for one, drm in hit.items())
    table.world.change(lane, attacked=(*lane.attacked, *dict.fromkeys(met)))
    fp = lane_fp(weapon_values(weapon).fp, position.range(lane.origin, at))
    roll = await resolve_left(table, ("FP of a Fire Lane", "A9.22"), fp, at, hit)
    _wear(table, ShownId(lane.id), roll.total)


def forget_lanes(table: AslTable, unit_ids: tuple[CounterId, ...], at: LocationId) -> None:
    """A12.15, A9.22: like Residual FP, Fire Lanes attack those anew who are sent back into them."""
    back = {shown_of(table, unit.counter) for unit in table.alive(unit_ids)}
    for lane in table.world.all(FireLane):
        attacked = tuple(one for one in lane.attacked if one[0] not in back or one[1] != at)
        if attacked != lane.attacked:
            table.world.change(lane, attacked=attacked)


def lane_fp(printed: int, distance: int) -> int:
    """A9.22: the column left of that of the MG, doubled in the ADJACENT hex."""
    column = ift_column(Fraction(printed))
    left = None if column is None else column_left(column, 1)
    strength = 0 if left is None else left
    return strength * 2 if distance == 1 else strength


def lane_drm(position: Position, lane: FireLane, unit: Unit) -> Iterator[Modifier]:
    """A9.22: TEM, that of hexsides too; Hindrances that are hard; FFNAM, and FFMO where there is
    neither TEM nor any Hindrance; what comes of the target.
    """
    los = position.line(lane.origin, vantage(unit))
    gunner = position.unit(position.view.get(Weapon, lane.id).holder or ShownId(""))
    tem = terrain_effect(position, unit, los, (gunner,))
    if tem is not None:
        yield tem
    for found in los.hindrances:
        if found.terrain in HARD:
            where = position.board.name(found.hex)
            yield Modifier(found.rule, f"{found.terrain} in {where}", found.value)
    sheltered = tem is not None or bool(los.hindrances)
    yield from movement_of(position, unit, lane.origin, los, sheltered=sheltered)
    yield from target_drm(position, unit)


def _wear(table: AslTable, weapon_id: ShownId, rolled: int) -> None:
    """A9.223: an Original DR of the B# or more stops the MG, and so the Fire Lane."""
    weapon = table.truth.view.find(Weapon, weapon_id)
    unit = None if weapon is None else table.truth.view.find(Unit, weapon.holder or "")
    if weapon is None or unit is None:
        return
    captured = is_captured(unit, weapon)
    printed, called = weapon_values(weapon).breakdown, weapon_values(weapon).name
    if rolled < printed - WORSE * captured:
        return
    for_good = captured and rolled >= printed
    result = "eliminated" if for_good else "malfunctions"
    table.log("fire", called, side=unit.side, rule="A9.7", at=(weapon.at,), result=result)
    if for_good:
        table.drop(weapon)
    else:
        table.put(weapon, malfunctioned=True)


def end_lanes(table: AslTable) -> None:
    """A9.223: a Fire Lane ends when its MG is out of order or its unit no longer mans it, being
    broken, pinned or gone, or has an enemy in its Location.
    """
    for lane in table.world.all(FireLane):
        if not _is_manned(table.truth, lane):
            table.world.drop(lane)


def _is_manned(position: Position, lane: FireLane) -> bool:
    weapon = position.view.find(Weapon, lane.id)
    if weapon is None or weapon.malfunctioned or weapon.holder is None:
        return False
    unit = position.unit(weapon.holder)
    enemies = position.foes_at(unit.at, unit.side)
    return vantage(unit) == lane.origin and good_order(unit) and not unit.pinned and not enemies


def remove_lanes(table: AslTable) -> None:
    """A9.223: all Fire Lanes are gone at the end of the MPh."""
    for lane in table.world.all(FireLane):
        table.world.drop(lane)
