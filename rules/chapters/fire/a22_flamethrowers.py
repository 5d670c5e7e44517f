"""A22 Flamethrowers: at whom, with what, and when they run dry."""

from rules.board.locations import LocationId, is_on_cliff, is_pillbox
from rules.chapters.concealment.a12_unseen_weapons import tell_of_weapon
from rules.chapters.fire.a07_drm import hindrances
from rules.chapters.fire.a07_eligibility import locations_of_enemies
from rules.chapters.fire.a07_exposed import all_hit, movers_hit
from rules.chapters.fire.a07_fire import cowering_shift, may_cower
from rules.chapters.fire.a07_firers import allowance, used_weapons
from rules.chapters.fire.a07_struck import all_there, movers_alone
from rules.chapters.fire.a08_residual import residual_fp
from rules.chapters.fire.a22_other_weapons import against_possessor
from rules.chapters.fire.a22_special_attacks import (
    Blow,
    Ledger,
    strike,
    x_number,
)
from rules.chapters.fire.a24_smoke import out_of_smoke
from rules.chapters.fire.b11_cliff_fire import up_cliff_bar
from rules.chapters.ground.b30_pillbox_tem import faces
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.movement.able import Act, what_bars
from rules.chapters.terms.a07_shot import KIND_OF_PHASE, MARK_OF_KIND, Aim, FireKind, Firer, Shot
from rules.chapters.works.b30_pillboxes import outward_bar
from rules.forces.entities import Wind
from rules.forces.fired import Fired
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience
from rules.kernel.dice import Roll
from rules.kernel.ids import ShownId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import Position, name, vantage, weapon_values
from rules.position.seeing import eye_of, los_of
from rules.tables import IftKind, column_left, ift_column

LONG_RANGE = 2
MOST_LEVELS = 2
_SETS_FIRE = frozenset({IftKind.KIA, IftKind.K})


def flame_bar(position: Knowledge, unit: Unit, weapon: Weapon, at: LocationId) -> Barrier | None:
    """A22.1: why a unit may not fire its FT there, or None if it may."""
    bar = special_bar(position, unit, weapon) or hands_bar(position, unit)
    if bar is not None:
        return bar
    where = position.board.name(at)
    if at not in locations_of_enemies(position, unit.side):
        return Barrier("A7.4", f"There is no enemy in {where}.")
    if at != unit.at and position.foes_at(unit.at, unit.side):
        return Barrier("A7.212", f"{name(unit)} may fire only at the enemy in its own Location.")
    if not flame_fp(position, unit, at):
        return Barrier("A22.1", f"{where} is out of the reach of a FT.")
    bar = outward_bar(position, unit.at, at) or up_cliff_bar(position, unit.at, at)
    if bar is not None:
        return bar
    los = los_of(position, eye_of(unit), at)
    return Barrier("A6.1", f"{name(unit)} has no LOS to there.") if los.blocked else None


def special_bar(position: Knowledge, unit: Unit, weapon: Weapon) -> Barrier | None:
    """A22.1, A23.1: why a unit may use neither FT nor DC now, or None if it may: one of them in a
    Player Turn.
    """
    bar = what_bars(position, unit, Act.FIRE)
    if bar is not None:
        return bar
    if unit.pinned:
        return Barrier("A7.8", f"{name(unit)} is pinned.")
    if is_on_cliff(unit.at):
        return Barrier("B11.43", f"{name(unit)} climbs, and uses no SW.")
    if unit.used_special or weapon.fired is not None:
        return Barrier("A22.1", f"{name(unit)} has used a FT or DC in this Player Turn.")
    return None


def hands_bar(position: Knowledge, unit: Unit) -> Barrier | None:
    """A7.35: whether a unit has used its hands otherwise in this fire phase."""
    kind = KIND_OF_PHASE.get(position.clock.phase)
    used = () if kind is None else used_weapons(position, unit, kind)
    fired = unit.fired not in {None, Fired.BOUNDING}
    if len(used) < allowance(unit, with_inherent=fired):
        return None
    return Barrier("A7.35", f"{name(unit)} has not hands enough for that.")


def flame_fp(position: Position, unit: Unit, at: LocationId) -> int:
    """A22.1, A22.2: 24 FP within one hex, 12 at two, half of that two levels up or down; 0 where it
    does not reach.
    """
    distance = position.range(unit.at, at)
    levels = abs(position.board.absolute(vantage(unit)) - position.board.absolute(at))
    windy = position.conditions.wind is Wind.HEAVY_WINDS
    if distance > LONG_RANGE or levels > MOST_LEVELS or (windy and distance == LONG_RANGE):
        return 0
    fp = 24 if distance < LONG_RANGE else 12
    return fp // 2 if levels == MOST_LEVELS else fp


async def flame(
    table: AslTable,
    weapon_id: ShownId,
    at: LocationId,
    kind: FireKind,
    movers: tuple[ShownId, ...] | None = None,
) -> None:
    """A22.1: the attack; it may cower, and no TEM, leader or hero changes it. In First Fire it is
    made at `movers` alone.
    """
    weapon = table.truth.view.get(Weapon, weapon_id)
    unit = table.truth.unit(weapon.holder or ShownId(""))
    position = table.truth
    targets = all_hit(position, unit.side, at) if movers is None else movers_hit(position, movers)
    shot = Shot(kind, (Firer(unit.id, (weapon.id,), inherent=False),), at, targets)
    fp, cowers, shift = (
        flame_fp(position, unit, at),
        may_cower(position, shot),
        cowering_shift(position, shot),
    )

    full = ift_column(fp)

    def column(roll: Roll) -> int | None:
        shifted = full is not None and cowers and roll.is_doubles
        return column_left(full, shift) if shifted and full is not None else full

    def is_gone(roll: Roll) -> bool:
        return roll.total >= x_number(unit, weapon)

    def after(table: AslTable, roll: Roll) -> None:
        if is_gone(roll):
            used_up(table, weapon_id, "A22.3")

    def drm(target: Unit) -> Ledger:
        return (*_drm(Aim(position, shot, target, vantage(unit))), *_own_drm(unit))

    struck = (
        all_there(table, targets, at, unit.side, (unit.side.enemy,))
        if movers is None
        else movers_alone(targets, at, unit.side)
    )
    ledgers = struck.each_seen(table, drm)
    tell_of_weapon(
        table, shot, weapon.type, x_number(unit, weapon), fp, ledgers, shift if cowers else 0
    )
    table.put(weapon, fired=MARK_OF_KIND[kind])
    alone = not allowance(unit, with_inherent=True)
    table.change(unit.counter, used_special=True, inherent_lost=unit.inherent_lost or alone)
    text = f"FT of {name(unit)}"
    outside = sum(mod.value for mod in next(iter(ledgers.values()), ()) if mod.value > 0)

    def left(roll: Roll) -> int:
        return 0 if is_gone(roll) else residual_fp(column(roll), outside)

    leaves = None if movers is None else left
    blow = Blow(
        unit.side,
        "A22.1",
        text,
        at,
        unit.at,
        struck,
        ledgers,
        column,
        full,
        drm,
        after,
        leaves,
        _SETS_FIRE,
        "B25.12",
        hidden=struck.each_hidden(drm),
    )
    await strike(table, blow)


def _drm(aim: Aim) -> tuple[Modifier, ...]:
    """A22.1: Hindrances, SMOKE, the NCA of a pillbox (B30.3), and that the target has a FT itself
    (A22.4).
    """
    through_nca = is_pillbox(aim.target.at) and not faces(aim.position, aim.target.at, aim.origin)
    tem = (aim.tem,) if through_nca and aim.tem is not None else ()
    return (
        *hindrances(aim),
        *out_of_smoke(aim),
        *tem,
        *against_possessor(aim.position, aim.target),
    )


def _own_drm(unit: Unit) -> tuple[Modifier, ...]:
    return (Modifier("A4.51", f"{name(unit)} is CX", 1),) if unit.cx else ()


def used_up(table: AslTable, weapon_id: ShownId, rule: str) -> None:
    """A22.3, A23.2: a FT or DC is gone; of one under a "?" its side alone hears."""
    weapon = table.truth.view.find(Weapon, weapon_id)
    if weapon is not None:
        text = f"{weapon_values(weapon).name} is removed"
        to = Audience.PUBLIC if weapon.under is None else weapon.side.audience
        table.log("fire", text, side=weapon.side, rule=rule, at=(weapon.at,), to=to)
        table.drop(weapon)
