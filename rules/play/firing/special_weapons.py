"""A22, A23 Flamethrowers and Demolition Charges in play."""

from collections.abc import Callable, Iterable

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_stripping import strip_assaulting
from rules.chapters.fire.a07_eligibility import locations_of_enemies
from rules.chapters.fire.a22_flamethrowers import flame, flame_bar, flame_fp
from rules.chapters.fire.a22_other_weapons import is_ft
from rules.chapters.fire.a22_special_attacks import is_halved_at
from rules.chapters.fire.a23_demolition import (
    CHARGE_FP,
    is_dc,
    place_charge,
    placing_bar,
    placing_cost,
    throw_charge,
    throwing_bar,
)
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.ground.b_entry import mf_text
from rules.chapters.terms.a07_shot import KIND_OF_PHASE, FireKind
from rules.chapters.works.b23_fortified import may_breach
from rules.chapters.works.b30_contents import show_attackers
from rules.chapters.works.b30_pillboxes import around
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun, WeaponNoun
from rules.play.checks import on_board, own_unit
from rules.play.firing.first_fires import FirstFire, Movers
from rules.play.moving.errand import Errand, ErrandCommand, one_of_movers
from rules.position.asl_table import AslTable
from rules.position.goers import is_personnel
from rules.position.knowledge import Knowledge
from rules.position.position import name, weapon_values

Bar = Callable[[Knowledge, Unit, Weapon, LocationId], Barrier | None]


class Flame(AslCommand, frozen=True, kw_only=True, tag="flame"):
    """Fire a Flamethrower at a Location."""

    words = "flame {at} with {weapon}"
    guise = Guise.UNSEEN
    attacks = ("at",)
    weapon: WeaponNoun
    at: LocationId


class ThrowCharge(AslCommand, frozen=True, kw_only=True, tag="throw_charge"):
    """Throw a Demolition Charge into a Location."""

    words = "throw {weapon} into {at}"
    guise = Guise.UNSEEN
    attacks = ("at",)
    weapon: WeaponNoun
    at: LocationId


class PlaceCharge(ErrandCommand, frozen=True, kw_only=True, tag="place_charge"):
    """Place a Demolition Charge in a Location, for the MF of entering it."""

    words = "place charge {weapon} in {at} by {unit} [breach]"
    guise = Guise.UNSEEN
    weapon: WeaponNoun
    at: LocationId
    unit: UnitNoun
    breach: bool = False


def _offer(
    position: Knowledge,
    able: dict[ShownId, tuple[LocationId, ...]],
    verb: str,
    label: str,
    rule: str,
    notes: dict[LocationId, str],
) -> SlotsOffer:
    """One of several weapons, and where it may go."""
    weapons = tuple(Filler(value=one, label=_called(position, one), unit=one) for one in able)
    places = sorted({at for some in able.values() for at in some})
    names = {at: f"{position.board.name(at)}{notes.get(at, '')}" for at in places}
    of = tuple(Filler(value=at, label=names[at], at=at) for at in places)
    allows: dict[str, tuple[Value | bool, ...]] = dict(able.items())
    slots = (
        Slot(name="weapon", kind="option", of=weapons),
        Slot(name="at", kind="place", of=of, by="weapon", allows=allows),
    )
    return SlotsOffer(verb=verb, label=label, rule=rule, slots=slots)


def _fp_note(position: Knowledge, side: Side, at: LocationId, fp: int) -> str:
    """The FP of an attack there: half at a "?", or at whoever may be hidden (A12.13, A7.4)."""
    return f", {fp // 2 if is_halved_at(position, at, side) else fp} FP"


def _called(position: Knowledge, weapon_id: str) -> str:
    weapon = position.view.get(Weapon, weapon_id)
    return f"{weapon_values(weapon).name} of {name(position.unit(weapon.holder or ShownId('')))}"


def _able(
    position: Knowledge,
    units: Iterable[Unit],
    is_kind: Callable[[Weapon], bool],
    bar: Bar,
    places: Callable[[Unit], Iterable[LocationId]],
) -> dict[ShownId, tuple[LocationId, ...]]:
    found = {}
    for unit in units:
        for weapon in filter(is_kind, position.weapons_of(unit)):
            there = tuple(at for at in places(unit) if bar(position, unit, weapon, at) is None)
            if there:
                found[weapon.id] = there
    return found


def _weapon(
    position: Knowledge, side: Side, weapon_id: str, is_kind: Callable[[Weapon], bool], what: str
) -> tuple[Unit, Weapon]:
    """The weapon of that id and its possessor. Raises Refused."""
    weapon = position.view.find(Weapon, weapon_id)
    if weapon is None or not is_kind(weapon):
        raise Refused("", f"There is no {what} {weapon_id!r}.")
    if weapon.holder is None:
        raise Refused("A4.43", f"Nobody has that {what}.")
    return own_unit(position, side, weapon.holder), weapon


def _refuse(bar: Barrier | None) -> None:
    if bar is not None:
        raise Refused(bar.rule, bar.why)


# -- Flamethrowers --------------------------------------------------------------------------------


def _flame_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    yield from _flames(position, side, locations_of_enemies(position, side))


def _flames(position: Knowledge, side: Side, targets: tuple[LocationId, ...]) -> Iterable[Offer]:
    able = _able(position, position.personnel(side), is_ft, flame_bar, lambda unit: targets)
    if able:
        notes: dict[LocationId, str] = {}
        for weapon_id, places in able.items():
            unit = position.unit(position.view.get(Weapon, weapon_id).holder or ShownId(""))
            fp = {at: flame_fp(position, unit, at) for at in places}
            notes |= {at: _fp_note(position, side, at, fp[at]) for at in places}
        yield _offer(position, able, "flame", "Flamethrower", "A22.1", notes)


def _refuse_flame(position: Knowledge, side: Side, command: Flame) -> None:
    unit, weapon = _weapon(position, side, command.weapon, is_ft, "FT")
    _refuse(flame_bar(position, unit, weapon, on_board(position, command.at)))


async def _flame(table: AslTable, side: Side, command: Flame) -> None:
    origin = _origin(table, command.weapon)
    await flame(table, command.weapon, command.at, KIND_OF_PHASE[table.clock.phase])
    show_attackers(table, side, origin)


def _origin(table: AslTable, weapon_id: ShownId) -> tuple[LocationId, ...]:
    """B30.7: out of which Location a weapon is about to attack."""
    return (table.truth.view.get(Weapon, weapon_id).at,)


FLAME = Activity(Flame, _flame_offers, _refuse_flame, _flame)


def _flame_at_movers(position: Knowledge, movers: Movers) -> Iterable[Offer]:
    return _flames(position, movers.side, movers.places)


def _refuse_flame_at_movers(position: Knowledge, movers: Movers, command: Flame) -> None:
    movers.there(command.at)
    _refuse_flame(position, movers.side, command)


async def _flame_movers(table: AslTable, movers: Movers, command: Flame) -> None:
    origin = _origin(table, command.weapon)
    units = movers.there(command.at).units
    await flame(table, command.weapon, command.at, FireKind.FIRST, units)
    show_attackers(table, movers.side, origin)


FLAME_MOVERS = FirstFire(
    Flame, is_personnel, _flame_at_movers, _refuse_flame_at_movers, _flame_movers
)


# -- Demolition Charges ---------------------------------------------------------------------------


def _throw_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _throws(position, side, lambda unit: around(position, unit.at))


def _throws(
    position: Knowledge, side: Side, around: Callable[[Unit], Iterable[LocationId]]
) -> Iterable[Offer]:
    able = _able(position, position.personnel(side), is_dc, throwing_bar, around)
    if able:
        places = {at for some in able.values() for at in some}
        notes = {at: _fp_note(position, side, at, CHARGE_FP) for at in places}
        yield _offer(position, able, "throw_charge", "Throw a DC", "A23.6", notes)


def _refuse_throw(position: Knowledge, side: Side, command: ThrowCharge) -> None:
    unit, weapon = _weapon(position, side, command.weapon, is_dc, "DC")
    _refuse(throwing_bar(position, unit, weapon, on_board(position, command.at)))


async def _throw(table: AslTable, side: Side, command: ThrowCharge) -> None:
    origin = _origin(table, command.weapon)
    await throw_charge(table, command.weapon, command.at, KIND_OF_PHASE[table.clock.phase])
    show_attackers(table, side, origin)


THROW = Activity(ThrowCharge, _throw_offers, _refuse_throw, _throw)


def _throws_at_movers(position: Knowledge, movers: Movers) -> Iterable[Offer]:
    return _throws(position, movers.side, lambda unit: movers.places)


def _refuse_throw_at_movers(position: Knowledge, movers: Movers, command: ThrowCharge) -> None:
    movers.there(command.at)
    _refuse_throw(position, movers.side, command)


async def _throw_at_movers(table: AslTable, movers: Movers, command: ThrowCharge) -> None:
    origin = _origin(table, command.weapon)
    units = movers.there(command.at).units
    await throw_charge(table, command.weapon, command.at, FireKind.FIRST, units)
    show_attackers(table, movers.side, origin)


THROW_AT_MOVERS = FirstFire(
    ThrowCharge, is_personnel, _throws_at_movers, _refuse_throw_at_movers, _throw_at_movers
)


def _place_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    for unit in units:
        able = _able(position, (unit,), is_dc, placing_bar, lambda one: around(position, one.at))
        if able:
            places = {at for some in able.values() for at in some}
            costs = {at: placing_cost(position, unit, at) for at in places}
            notes = {at: f", {mf_text(halves)} MF" for at, halves in costs.items()}
            made = _offer(position, able, "place_charge", "Place a DC, 30 FP", "A23.3", notes)
            own = Slot(name="unit", kind="unit", of=(Filler(value=unit.id),))
            slots = (own, *made.slots, *_for_a_breach(position, unit, places))
            yield SlotsOffer(verb=made.verb, label=made.label, rule=made.rule, slots=slots)


def _for_a_breach(
    position: Knowledge, unit: Unit, places: Iterable[LocationId]
) -> tuple[Slot, ...]:
    """B23.9221: whether it is meant for the hexside of a fortified Location."""
    able = [at for at in sorted(places) if may_breach(position, unit.at, at)]
    if not able:
        return ()
    allows: dict[str, tuple[Value | bool, ...]] = dict.fromkeys(able, (True,))
    return (Slot(name="breach", kind="flag", label="For a Breach", by="at", allows=allows),)


def _refuse_placing(position: Knowledge, movers: tuple[Unit, ...], command: PlaceCharge) -> None:
    unit = one_of_movers(movers, command.unit)
    holder, weapon = _weapon(position, unit.side, command.weapon, is_dc, "DC")
    if holder != unit:
        raise Refused("A4.43", f"{name(unit)} does not have that DC.")
    _refuse(placing_bar(position, unit, weapon, on_board(position, command.at)))
    if command.breach and not may_breach(position, unit.at, command.at):
        raise Refused("B23.9221", "No Breach can be made there.")


def _rest(position: Knowledge, command: PlaceCharge) -> tuple[Modifier, ...]:
    """What entry costs beyond the one MF that it costs at least."""
    more = placing_cost(position, position.unit(command.unit), command.at) - PLACING.halves
    return (Modifier("A23.3", "as for entry", more),) if more > 0 else ()


async def _place(table: AslTable, command: PlaceCharge) -> None:
    unit, dc = table.counter(command.unit), table.truth.view.get(Weapon, command.weapon).counter
    mf = PLACING.halves_of(table.known(table.unit(unit).side), command)
    await strip_assaulting(table, unit)
    weapon = next(one for one in table.truth.weapons() if one.counter == dc)
    place_charge(table, weapon.id, command.at, mf, to_breach=command.breach)


PLACING = Errand(
    PlaceCharge,
    _place_offers,
    _refuse_placing,
    lambda command: (command.unit,),
    (Modifier("A23.3", "a DC is placed", 2),),
    _place,
    _rest,
)
"""A23.3: for the MF of direct entry, spent where the unit is."""
