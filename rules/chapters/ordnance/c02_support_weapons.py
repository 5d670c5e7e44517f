"""C2, A9 Light mortars and LATW as ordnance, in the hands of who possesses them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.chapters.fire.a07_firers import allowance, used_weapons
from rules.chapters.fire.b11_climbers_fire import climber_factors
from rules.chapters.fire.b16_wet_firers import wet_factors
from rules.chapters.fire.b20_crest_fire import crest_factors
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.ordnance.c02_ordnance import Load, Mount, Ordnance, OrdnanceKind, OrdnancePart
from rules.chapters.ordnance.c03_target_types import INDIRECT, INFANTRY
from rules.chapters.ordnance.c08_ammunition import HE, HEAT
from rules.chapters.ordnance.c09_mortars import mortar_bar
from rules.chapters.ordnance.c13_latw import latw_bar
from rules.chapters.terms.a07_shot import Firing
from rules.forces.fired import Fired
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.position.asl_table import AslTable
from rules.position.position import Position, is_leader, is_smc, name, vantage, weapon_values

_BLASTS: Final = frozenset({WeaponKind.BAZ, WeaponKind.PSK})
"""C13.8: a BAZ or PSK has Backblast, a PIAT has none."""

_LOADS: Final[Mapping[WeaponKind, tuple[Load, ...]]] = {
    WeaponKind.MTR: (Load(HE, INDIRECT),),
    WeaponKind.BAZ: (Load(HEAT, INFANTRY),),
    WeaponKind.PSK: (Load(HEAT, INFANTRY),),
    WeaponKind.PIAT: (Load(HEAT, INFANTRY),),
}


def manned(unit: Unit, weapon: Weapon) -> Ordnance:
    """C2: a light mortar or LATW as its possessor fires it; a SMC by himself fires a mortar once
    (C9).
    """
    printed = weapon_values(weapon)
    is_mortar = printed.kind is WeaponKind.MTR
    return Ordnance(
        kind=SUPPORT_WEAPONS,
        id=weapon.id,
        side=unit.side,
        owner=weapon.side,
        at=unit.at,
        origin=vantage(unit),
        crew=(unit,),
        printed=printed,
        rof=0 if is_mortar and is_smc(unit) else printed.rof,
        mount=Mount.GROUND if is_mortar else Mount.SHOULDER,
        fires=_LOADS[printed.kind],
        backblast=printed.kind in _BLASTS,
        fired=weapon.fired,
        fired_at=weapon.fired_at,
        works=not (weapon.malfunctioned or weapon.dm),
        under=weapon.under,
    )


def _of_side(position: Position, side: Side) -> Iterator[Ordnance]:
    for unit in position.personnel(side):
        for weapon in position.weapons_of(unit):
            if weapon_values(weapon).kind in _LOADS:
                yield manned(unit, weapon)


def _find(position: Position, id_: str) -> Ordnance | None:
    weapon = position.view.find(Weapon, id_)
    if weapon is None or weapon.holder is None or weapon_values(weapon).kind not in _LOADS:
        return None
    unit = position.view.find(Unit, weapon.holder)
    return None if unit is None else manned(unit, weapon)


def _name_of(position: Position, id_: str) -> str | None:
    weapon = position.view.find(Weapon, id_)
    is_one = weapon is not None and weapon_values(weapon).kind in _LOADS
    return weapon_values(weapon).name if weapon is not None and is_one else None


def _firing(part: OrdnancePart) -> Firing:
    """What the rules that ask how a support weapon is fired are asked of."""
    weapon = part.position.view.get(Weapon, part.id)
    return Firing(part.position, part.shot, part.crew[0], weapon)


def _bar(part: OrdnancePart) -> Barrier | None:
    """A9.7, A9.8, A7.1: what is so of the unit, of the weapon, and of where they are."""
    firing = _firing(part)
    bar = what_bars(part.position, firing.unit, Act.FIRE)
    if bar is not None:
        return bar
    if firing.weapon is not None and firing.weapon.malfunctioned:
        return Barrier("A9.7", f"{part.label} has malfunctioned.")
    if not part.ordnance.works:
        return Barrier("A9.8", f"{part.label} is dismantled.")
    if part.mark is not None:
        return Barrier("A7.1", f"{part.label} has fired in this Player Turn.")
    return _stance_bar(firing) or _hands_bar(firing)


def _stance_bar(part: Firing) -> Barrier | None:
    """B16.32, B20.95, B11.43: what is so of where its unit is."""
    if any(factor.times == 0 for factor in wet_factors(part)):
        return Barrier("B16.32", f"{part.label} does not fire out of marsh or water.")
    if any(factor.times == 0 for factor in crest_factors(part)):
        return Barrier("B20.95", f"{part.label} is not fired in Crest status.")
    if any(factor.times == 0 for factor in climber_factors(part)):
        return Barrier("B11.43", f"{part.label} is not fired by a climber.")
    return None


def _hands_bar(part: Firing) -> Barrier | None:
    """A7.35, A9.12: what its unit has done."""
    unit = part.unit
    if is_leader(unit) and unit.fired is not None and part.fired_at is None:
        return Barrier("A9.12", f"{name(unit)} has directed fire and fires no weapon.")
    used = {*used_weapons(part.position, unit, part.shot.kind), part.id}
    fired = unit.fired not in {None, Fired.BOUNDING}
    if len(used) > allowance(unit, with_inherent=fired):
        return Barrier("A7.35", f"{name(unit)} has not hands enough for that.")
    return None


def _reach_bar(part: OrdnancePart) -> Barrier | None:
    if part.ordnance.mount is Mount.SHOULDER:
        return latw_bar(part)
    portaged = part.position.view.get(Weapon, part.id).portaged_by is not None
    return mortar_bar(part, has_moved=portaged)


def _change(table: AslTable, ordnance: Ordnance, fields: dict[str, Any]) -> None:
    table.put(table.truth.view.get(Weapon, ordnance.id), **fields)


def _drop(table: AslTable, ordnance: Ordnance) -> None:
    weapon = table.truth.view.find(Weapon, ordnance.id)
    if weapon is not None:
        table.drop(weapon)


SUPPORT_WEAPONS: Final = OrdnanceKind(_of_side, _find, _name_of, _bar, _reach_bar, _change, _drop)
"""Light mortars, BAZ, PSK and PIAT."""
