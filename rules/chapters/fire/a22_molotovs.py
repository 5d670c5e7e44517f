"""A22.6 Molotov Cocktails: a unit of a Fire Group at point-blank range throws one with it.

Who has them is said by a special rule. The Flames that the coloured die of an attack brings are
those of B25.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from rules.board.locations import LocationId, hex_of, is_on_cliff
from rules.board.terrain import Terrain
from rules.chapters.concealment.a12_unseen_tries import Attempt, tell_of_try
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.terms.a07_factors import NOTHING, Addition, Factor
from rules.chapters.terms.a07_shot import MARK_OF_KIND, FireKind, Firing, Shot
from rules.forces.fired import Fired
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.law import NamedQuestion
from rules.position.position import Position, is_leader, name, values

MOL_FP = 4
CHECK = 3
BREAKS_USER = 6
_GROWTH = frozenset({Terrain.WOODS, Terrain.ORCHARD})

Provided: TypeAlias = Callable[[], Iterable[Side]]

MOLOTOVS: NamedQuestion[Provided] = NamedQuestion("MOLOTOVS", ())
"""The sides whose Personnel have MOL; special rules say so."""


def has_molotovs(position: Position, side: Side) -> bool:
    """A22.6: whether a side has MOL."""
    return any(side in ask() for ask in position.law.asks(MOLOTOVS))


def molotov_bar(
    position: Knowledge, unit: Unit, at: LocationId, kind: FireKind, targets: Iterable[Unit]
) -> Barrier | None:
    """A22.6-A22.611: why a unit may throw no MOL there, or None if it may."""
    if not has_molotovs(position, unit.side):
        return Barrier("A22.6", f"{name(unit)} has no MOL.")
    bar = what_bars(position, unit, Act.FIRE) or _user_bar(position, unit, kind)
    if bar is not None:
        return bar
    if not position.within_reach(unit.at, at):
        return Barrier("A22.611", f"{position.board.name(at)} is not within throwing distance.")
    if not _is_clear(position, unit, at, tuple(targets)):
        return Barrier("A22.6", "No MOL is thrown through the hexside of woods or an orchard.")
    return None


def _user_bar(position: Position, unit: Unit, kind: FireKind) -> Barrier | None:
    if unit.pinned or is_leader(unit) or is_on_cliff(unit.at):
        return Barrier("A22.6", f"{name(unit)} is in no state to throw a MOL.")
    awaits = unit.fired is Fired.BOUNDING and kind is FireKind.ADVANCING
    if unit.used_mol or unit.inherent_lost or (unit.fired is not None and not awaits):
        return Barrier("A22.611", f"{name(unit)} has fired, or tried a MOL, in this Player Turn.")
    weapons = position.weapons_of(unit)
    if any(weapon.fired_at is not None or weapon.fired is not None for weapon in weapons):
        return Barrier("A22.611", f"{name(unit)} uses a MOL and no other SW.")
    return None


def _is_clear(position: Position, unit: Unit, at: LocationId, targets: tuple[Unit, ...]) -> bool:
    """A22.6: not across the hexside of woods or an orchard, but along a road at who is on it."""
    here, there, board = hex_of(unit.at), hex_of(at), position.board
    if here == there or not {board.terrain(here), board.terrain(there)} & _GROWTH:
        return True
    on_road = bool(targets) and all(target.manner.exposed for target in targets)
    return on_road and board.road_between(here, there)


def thrower_factors(firing: Firing) -> Iterable[Factor]:
    """A22.611, A7.351: a HS or crew throws instead of firing; who is set ablaze adds nothing."""
    if not _throws(firing):
        return
    if firing.shot.mol_fails:
        yield Factor("A22.611", "the MOL fails", NOTHING)
    elif values(firing.unit).cls is not UnitClass.SQUAD:
        yield Factor("A22.611", "throws a MOL", NOTHING)


def molotov_fp(firing: Firing) -> Iterable[Addition]:
    """A22.611: four FP, whatever multiplies the rest."""
    if _throws(firing) and not firing.shot.mol_fails:
        yield Addition("A22.611", "MOL", MOL_FP, flat=True)


def _throws(firing: Firing) -> bool:
    return firing.weapon is None and firing.shot.mol == firing.unit.id


def check_drm(unit: Unit) -> tuple[Modifier, ...]:
    """A22.611: the drm of the MOL Check."""
    found = [Modifier("A22.611", "no AFV", 1)]
    match values(unit).cls:
        case UnitClass.HS | UnitClass.CREW:
            found.append(Modifier("A22.611", "HS or crew", 1))
        case UnitClass.HERO:
            found.append(Modifier("A22.611", "SMC", 2))
        case _:
            pass
    if unit.cx:
        found.append(Modifier("A4.51", f"{name(unit)} is CX", 1))
    return tuple(found)


def check_molotov(table: AslTable, shot: Shot) -> Shot | None:
    """A22.611: the MOL Check of an attack as declared, and the attack that is made: a HS, crew or
    SMC that fails adds nothing to it. None if nobody is left who attacks.
    """
    if shot.mol is None:
        return shot
    unit = table.truth.unit(shot.mol)
    mods = check_drm(unit)
    tell_of_try(table, (unit,), Attempt.MOLOTOV, CHECK, mods)
    purpose = Purpose("MOL", f"MOL Check of {name(unit)}", "A22.611", unit.side)
    roll = table.roll(purpose)
    passed = roll.total + sum(mod.value for mod in mods) <= CHECK
    table.log(
        "roll", f"{name(unit)}: MOL Check", side=unit.side, rule="A22.611", at=(unit.at,),
        roll=roll, mods=mods, result="passed" if passed else "failed",
    )  # fmt: skip
    table.change(unit.counter, used_mol=True)
    if passed:
        return shot
    if values(unit).cls is UnitClass.SQUAD:
        return replace(shot, mol=None)
    table.change(unit.counter, fired=MARK_OF_KIND[shot.kind])
    left = tuple(firer for firer in shot.firers if firer.unit != unit.id)
    return replace(shot, firers=left, mol=None) if left else None


def as_thrown(shot: Shot, roll: Roll) -> Shot:
    """A22.612: a coloured 6 takes the MOL and its user's FP out of the attack."""
    fails = shot.mol is not None and roll.dice[0] == BREAKS_USER
    return replace(shot, mol_fails=True) if fails else shot
