"""A23 Demolition Charges: Placed in the MPh to detonate in the AFPh, or Thrown."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from rules.board.locations import LocationId, hex_of, is_pillbox
from rules.chapters.concealment.a12_inspection import open_stacks_at
from rules.chapters.concealment.a12_unseen_facts import show_to_enemy
from rules.chapters.concealment.a12_unseen_weapons import tell_of_charge, tell_of_weapon
from rules.chapters.fire.a07_drm import movement
from rules.chapters.fire.a07_eligibility import locations_of_enemies
from rules.chapters.fire.a07_exposed import movers_hit
from rules.chapters.fire.a07_fire import result_of
from rules.chapters.fire.a07_struck import all_there, everybody_at, movers_alone
from rules.chapters.fire.a07_target_drm import target_drm
from rules.chapters.fire.a08_residual import residual_fp
from rules.chapters.fire.a22_flamethrowers import (
    hands_bar,
    special_bar,
    used_up,
)
from rules.chapters.fire.a22_special_attacks import (
    Blow,
    Ledger,
    strike,
    x_number,
)
from rules.chapters.ground.b09_walls import hexside_tem, terrain_effect
from rules.chapters.ground.b30_pillbox_tem import charge_tem, pillbox_tem
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_terrain import FORTIFIED, hex_tem, in_hex_tem
from rules.chapters.movement.a04_movement import entries
from rules.chapters.movement.b06_bridges import strike_bridge
from rules.chapters.terms.a07_shot import MARK_OF_KIND, Aim, FireKind, Firer, Shot
from rules.chapters.works.b23_fortified import breach
from rules.chapters.works.b26_wire import blow_up_wire
from rules.chapters.works.b29_removal import blow_up
from rules.chapters.works.b30_demolition import PLACED, demolish
from rules.chapters.works.b30_pillboxes import within_charge
from rules.forces.fired import Fired
from rules.forces.manner import Posture
from rules.forces.phases import Phase
from rules.forces.types import WeaponKind
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Audience, Side
from rules.kernel.dice import Roll
from rules.kernel.ids import ShownId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.placed_charges import Charge
from rules.position.position import Position, name, weapon_values
from rules.tables import IftKind, IftResult, ift_column

CHARGE_FP = 30
_IFT_COLUMN = ift_column(CHARGE_FP)
_DcBlow = partial(Blow, best=_IFT_COLUMN, sets_fire=frozenset({IftKind.KIA}), fire_rule="B25.13")
"""B25.13: by an Original KIA a DC may set fire."""


def is_dc(weapon: Weapon) -> bool:
    """Whether a support weapon is a DC."""
    return weapon_values(weapon).kind is WeaponKind.DC


# -- Placed ---------------------------------------------------------------------------------------


def placing_bar(position: Knowledge, unit: Unit, weapon: Weapon, to: LocationId) -> Barrier | None:
    """A23.3: why a unit may not place its DC there, or None if it may."""
    bar = special_bar(position, unit, weapon)
    if bar is not None:
        return bar
    if unit.posture is Posture.ON_WIRE:
        return Barrier("B26.32", f"{name(unit)} is on top of Wire.")
    if not within_charge(position, unit.at, to):
        return Barrier("A23.3", f"{position.board.name(to)} is not ADJACENT.")
    if not placing_cost(position, unit, to):
        return Barrier("A23.3", f"{position.board.name(to)} cannot be entered from there.")
    return None


def placing_cost(position: Position, unit: Unit, to: LocationId) -> int:
    """A23.3: the half MF that direct entry would cost; 0 if there is none. At a pillbox that is the
    MF into its hex, and one more (B30.34).
    """
    if is_pillbox(to):
        ground = position.board.locations(hex_of(to))[0]
        before = 0 if unit.at == ground else placing_cost(position, unit, ground)
        return before + 2 if before or unit.at == ground else 0
    found = [entry for entry in entries(position, (unit,), to) if not entry.takes_all]
    return min((entry.halves for entry in found), default=0)


def place_charge(
    table: AslTable, weapon_id: ShownId, to: LocationId, mf: int, *, to_breach: bool = False
) -> None:
    """A23.3: the DC is being placed, and works if its unit survives First Fire unhurt. It costs so
    many half MF. Of who does it under a "?" the enemy is shown who he is (A12.16).
    """
    weapon = table.truth.view.get(Weapon, weapon_id)
    unit = table.truth.unit(weapon.holder or ShownId(""))
    charge = Charge(
        id=table.kernel.new_id(Audience.PUBLIC, "x"),
        side=unit.side,
        at=to,
        origin=unit.at,
        x=x_number(unit, weapon),
        cx=unit.cx,
        mf=unit.mf_here + mf,
        breach=to_breach,
        unseen=None if unit.under is None else weapon_values(weapon).id,
    )
    table.world.add(charge)
    table.put(weapon, charge=charge.id)
    unit = table.change(unit.counter, used_special=True, charge=charge.id)
    text = f"{name(unit)} places a DC in {table.board.name(to)}"
    table.log("move", text, side=unit.side, rule="A23.3", at=(to, unit.at))
    show_to_enemy(table, (unit,), (weapon_id,))


def settle_charges(table: AslTable) -> None:
    """A23.3: a DC stays with a unit that First Fire has hurt; else it is there once the unit has
    spent other MF or has ended its move.
    """
    for charge in table.world.all(Charge):
        if charge.sure:
            continue
        unit = next(iter(busy_with(table, charge.id)), None)
        if unit is None or unit.broken or unit.pinned or unit.at != charge.origin:
            gone_on = unit is not None and unit.at != charge.origin
            _go_off_later(table, charge) if gone_on else table.world.drop(charge)
        elif unit.moved or unit.mf_here != charge.mf:
            _go_off_later(table, charge)
        else:
            continue
        let_go(table, charge.id)


def busy_with(table: AslTable, charge_id: str) -> tuple[Unit, ...]:
    """A23.3, A23.7: those who are placing a DC, or Setting it."""
    return tuple(unit for unit in table.truth.pieces() if unit.charge == charge_id)


def let_go(table: AslTable, charge_id: str) -> None:
    """A23.3, A23.7: nobody is placing a DC any more, or Setting it; if it is still a weapon it is
    one like any other.
    """
    for unit in busy_with(table, charge_id):
        table.change(unit.counter, charge=None)
    weapon = weapon_of(table, charge_id)
    if weapon is not None:
        table.put(weapon, charge=None)


def weapon_of(table: AslTable, charge_id: str) -> Weapon | None:
    """The support weapon that a DC still is which is being placed or Set."""
    return next((one for one in table.truth.weapons() if one.charge == charge_id), None)


def _go_off_later(table: AslTable, charge: Charge) -> None:
    weapon = weapon_of(table, charge.id)
    if weapon is not None:
        table.drop(weapon)
    table.world.change(charge, sure=True)


async def detonate_charges(table: AslTable) -> None:
    """A23.3: in the AFPh every DC that was placed goes off, or is a dud."""
    for charge_id in [charge.id for charge in table.world.all(Charge)]:
        charge = table.world.find(Charge, charge_id)
        if charge is None:
            continue
        open_stacks_at(table, (charge.at,))
        position = table.truth

        def drm(unit: Unit, charge: Charge = charge, position: Position = position) -> Ledger:
            return tuple(_placed_drm(position, unit, charge))

        struck = all_there(table, everybody_at(position, charge.at), charge.at, charge.side, Side)
        ledgers = struck.each_seen(table, drm)
        table.world.drop(charge)

        fp = CHARGE_FP // 2 if charge.breach else CHARGE_FP
        full = ift_column(fp)
        tell_of_charge(table, charge, charge.unseen, charge.origin, charge.x, fp, ledgers)

        def column(roll: Roll, x: int = charge.x, full: int | None = full) -> int | None:
            return None if roll.total >= x else full

        what = "DC for a Breach into" if charge.breach else "DC in"
        text = f"{what} {table.board.name(charge.at)}"
        at, origin = charge.at, charge.origin
        after = partial(_breach_by, charge) if charge.breach else partial(_blow_up, charge, column)
        rubbles = None if charge.breach else _by_original(column)
        blow = _DcBlow(
            charge.side, "A23.3", text, at, origin, struck, ledgers, column,
            best=full, after=after, rubbles=rubbles, alone=drm,
            hidden=struck.each_hidden(drm),
        )  # fmt: skip
        await strike(table, blow)


def _by_original(column: Callable[[Roll], int | None]) -> Callable[[Roll], IftResult]:
    """B24.11: by what a DC may turn a building into rubble: its Original DR against nobody."""
    return lambda roll: result_of(column(roll), roll.total)


def _breach_by(charge: Charge, table: AslTable, roll: Roll) -> None:
    """B23.9221: a NMC or better against the TEM of the fortified Location makes the Breach."""
    tem = hex_tem(table.truth, hex_of(charge.at))
    drm = FORTIFIED + (0 if tem is None else tem.value) + charge.cx
    if roll.total < charge.x and result_of(_IFT_COLUMN, roll.total + drm).is_harmful:
        breach(table, charge.origin, charge.at)


def _blow_up(
    charge: Charge, column: Callable[[Roll], int | None], table: AslTable, roll: Roll
) -> None:
    """B26.51, B29.5, B30.92: an Original KIA removes the Wire; a roadblock on the hexside through
    which it was placed is attacked too, and so is the pillbox for which it was meant.
    """
    if result_of(column(roll), roll.total).kind is IftKind.KIA:
        blow_up_wire(table, charge.at)
    side = table.board.side_between(hex_of(charge.at), hex_of(charge.origin))
    if side is not None:
        blow_up(table, charge.at, (side,), roll, column, int(charge.cx))
    strike_bridge(table, charge.side, charge.at, column(roll), roll, int(charge.cx))
    if roll.total < charge.x:
        tem = charge_tem(table.truth, charge.at, charge.origin)
        demolish(table, charge.at, result_of(_IFT_COLUMN, roll.total), tem, PLACED)


def _placed_drm(position: Position, unit: Unit, charge: Charge) -> Iterator[Modifier]:
    """A23.3, B30.34: the TEM in the hex alone, or that of the pillbox, CX, and what comes of the
    target.
    """
    tem = charge_tem(position, unit.at, charge.origin) or in_hex_tem(
        position, unit, position.line(charge.origin, charge.at)
    )
    if tem is not None:
        yield tem
    if charge.cx:
        yield Modifier("A4.51", "placed by who was CX", 1)
    yield from target_drm(position, unit)


# -- Thrown ---------------------------------------------------------------------------------------


def throwing_bar(position: Knowledge, unit: Unit, weapon: Weapon, to: LocationId) -> Barrier | None:
    """A23.6: why a unit may not throw its DC there, or None if it may."""
    bar = special_bar(position, unit, weapon) or hands_bar(position, unit)
    if bar is not None:
        return bar
    if unit.posture is Posture.ON_WIRE:
        return Barrier("B26.32", f"{name(unit)} is on top of Wire.")
    if _has_first_fired(position, unit):
        return Barrier("A23.63", f"{name(unit)} has First Fired.")
    return _out_of_throw(position, unit, to)


def _out_of_throw(position: Knowledge, unit: Unit, to: LocationId) -> Barrier | None:
    """A23.6: what is wrong with the place that it would be thrown into."""
    if not within_charge(position, unit.at, to):
        return Barrier("A23.6", f"{position.board.name(to)} is not ADJACENT.")
    if position.board.absolute(to) > position.board.absolute(unit.at):
        return Barrier("A23.6", "A DC is never thrown upwards.")
    if to not in locations_of_enemies(position, unit.side):
        return Barrier("A7.4", f"There is no enemy in {position.board.name(to)}.")
    return None


def _has_first_fired(position: Position, unit: Unit) -> bool:
    """A23.63: whether a DEFENDER has fired in the MPh; what he does in the DFPh is no bar."""
    in_mph = position.clock.phase is Phase.MPH or unit.fired_at is None
    return unit.fired is Fired.FIRST or (unit.fired is Fired.FINAL and in_mph)


async def throw_charge(
    table: AslTable,
    weapon_id: ShownId,
    to: LocationId,
    kind: FireKind,
    movers: tuple[ShownId, ...] | None = None,
) -> None:
    """A23.6: two DR, of which the first, at the target, may be a dud; the second is at those where
    it was thrown from, unless that is two levels above. In First Fire the first is at `movers`
    alone.
    """
    weapon = table.truth.view.get(Weapon, weapon_id)
    unit = table.truth.unit(weapon.holder or ShownId(""))
    x, origin = x_number(unit, weapon), unit.at
    high = table.board.absolute(origin) - table.board.absolute(to) >= 2  # noqa: PLR2004 - A23.6
    duds: list[bool] = []
    late = int(unit.cx) + (kind is FireKind.ADVANCING)
    table.change(unit.counter, used_special=True, fired=unit.fired or MARK_OF_KIND[kind])

    def column(roll: Roll) -> int | None:
        return None if roll.total >= x else _IFT_COLUMN

    def after(table: AslTable, roll: Roll) -> None:
        duds.append(roll.total >= x)
        tem = charge_tem(table.truth, to, origin)
        demolish(table, to, result_of(column(roll), roll.total), tem)
        strike_bridge(table, unit.side, to, column(roll), roll, 2 + late)
        used_up(table, weapon_id, "A23.6")

    text = f"{name(unit)} throws a DC into {table.board.name(to)}"
    everybody = everybody_at(table.truth, to)
    targets = everybody if movers is None else movers_hit(table.truth, movers)
    drm = _thrown_drm(table, unit, to, kind, 2)
    struck = (
        all_there(table, targets, to, unit.side, Side)
        if movers is None
        else movers_alone(targets, to, unit.side)
    )
    ledgers = struck.each_seen(table, drm)
    leaves = None if movers is None else _left_by(table, unit, to, column)
    shot = Shot(kind, (Firer(unit.id, (weapon.id,), inherent=False),), to, tuple(targets))
    tell_of_weapon(table, shot, weapon.type, x, CHARGE_FP, ledgers)
    blow = _DcBlow(
        unit.side, "A23.6", text, to, origin, struck, ledgers, column,
        after=after, leaves=leaves, rubbles=_by_original(column),
        alone=drm, hidden=struck.each_hidden(drm),
    )  # fmt: skip
    await strike(table, blow)
    if duds == [True] or high or not table.truth.board.has_location(origin):
        return
    open_stacks_at(table, (origin,))
    drm = _thrown_drm(table, unit, to, kind, 3)
    struck = all_there(table, everybody_at(table.truth, origin), origin, unit.side, Side)
    ledgers = struck.each_seen(table, drm)
    text = f"The same DC in {table.board.name(origin)}"

    def at_home(table: AslTable, roll: Roll) -> None:
        tem = pillbox_tem(table.truth, origin, None)
        demolish(table, origin, result_of(_IFT_COLUMN, roll.total), tem)
        strike_bridge(table, unit.side, origin, _IFT_COLUMN, roll, 3 + late)

    blow = _DcBlow(
        unit.side, "A23.6", text, origin, to, struck, ledgers, lambda roll: _IFT_COLUMN,
        after=at_home, rubbles=_by_original(lambda roll: _IFT_COLUMN), alone=drm,
        hidden=struck.each_hidden(drm),
    )  # fmt: skip
    await strike(table, blow)


def _left_by(
    table: AslTable, thrower: Unit, to: LocationId, column: Callable[[Roll], int | None]
) -> Callable[[Roll], int]:
    """A8.2: the Residual FP in the target's Location, less by a hexside's TEM and CX."""
    los = table.truth.line(thrower.at, to)
    wall = hexside_tem(table.truth, to, thrower.at, los)
    outside = (wall.value if wall else 0) + thrower.cx
    return lambda roll: residual_fp(column(roll), outside)


def _thrown_drm(
    table: AslTable, thrower: Unit, to: LocationId, kind: FireKind, far: int
) -> Callable[[Unit], Ledger]:
    """A23.6: the DRM against a unit, who in First Fire may be moving (A4.6)."""
    own = [Modifier("A23.6", "thrown", far)]
    if kind is FireKind.ADVANCING:
        own.append(Modifier("A23.6", "thrown in the AFPh", 1))
    if thrower.cx:
        own.append(Modifier("A4.51", f"{name(thrower)} is CX", 1))
    position = table.truth

    def drm(unit: Unit) -> Ledger:
        tem = _tem_against(position, thrower, unit, to)
        shot = Shot(kind, (Firer(thrower.id),), unit.at, (unit.id,))
        moves = movement(Aim(position, shot, unit, thrower.at))
        return (*own, *([tem] if tem else []), *moves, *target_drm(position, unit))

    return drm


def _tem_against(position: Position, thrower: Unit, unit: Unit, to: LocationId) -> Modifier | None:
    """A23.6, B9.3: the TEM of a unit against a DC; a wall or hedge that it is thrown over shelters
    both Locations, whoever has Wall Advantage. Who throws it out of a pillbox has its NCA
    (B30.34).
    """
    if is_pillbox(unit.at) and unit.at != thrower.at:
        return charge_tem(position, unit.at, thrower.at)
    los = position.line(thrower.at, unit.at)
    if hex_of(unit.at) != hex_of(thrower.at):
        return terrain_effect(position, unit, los, (replace(thrower, wall_advantage=False),))
    own = in_hex_tem(position, unit, los)
    if hex_of(to) == hex_of(unit.at) or is_pillbox(unit.at):
        return own
    wall = hexside_tem(position, unit.at, to, position.line(to, unit.at))
    if wall is None or (own is not None and own.value >= wall.value and not unit.wall_advantage):
        return own
    return wall
