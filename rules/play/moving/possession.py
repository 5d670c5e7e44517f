"""A4.43-A4.44 Support weapons that change hands: Recovery in the RPh and the MPh, Transfer in the
RPh and the APh, and dropping.
"""

from collections.abc import Iterable, Mapping

from rules.chapters.concealment.a12_stripping import strip_acting, strip_assaulting
from rules.chapters.concealment.covers import set_apart
from rules.chapters.ground.b_entry import mf_text
from rules.chapters.movement.a04_possession import (
    RECOVERY_LIMIT,
    drop,
    may_handle,
    recover,
    recoverable,
    recovery_bar,
    recovery_drm,
    transfer,
    transfer_bar,
)
from rules.forces.phases import Phase
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, Value, filler
from rules.kernel.view import Modifier, Offer
from rules.play.activity import Activity, AslCommand, Guise, UnitNoun, WeaponNoun
from rules.play.checks import own_unit
from rules.play.moving.errand import (
    Errand,
    ErrandCommand,
    one_of_movers,
    refuse_mates,
    waiting_slot,
)
from rules.position.asl_table import AslTable
from rules.position.daisy_chains import is_laid_unseen
from rules.position.knowledge import Knowledge
from rules.position.position import has_acted, name, weapon_values

RECOVERY_COST = (Modifier("A4.44", "Recovery", 2),)  # one MF, in halves


class Recover(ErrandCommand, frozen=True, kw_only=True, tag="recover"):
    """Try to Recover a support weapon. In the MPh others may spend the MF with the unit, and so
    stay in its stack.
    """

    words = "recover {weapon} by {unit} [with {others}]"
    guise = Guise.UNSEEN
    unit: UnitNoun
    weapon: WeaponNoun
    others: tuple[UnitNoun, ...] = ()


class Drop(ErrandCommand, frozen=True, kw_only=True, tag="drop"):
    """Leave a support weapon where its unit is."""

    words = "drop {weapon}"
    guise = Guise.COVERED  # A12.141
    heard_in_part = True
    weapon: WeaponNoun


class Transfer(AslCommand, frozen=True, kw_only=True, tag="transfer"):
    """Hand a support weapon over to another unit of the Location."""

    words = "transfer {weapon} to {unit}"
    guise = Guise.UNSEEN
    heard_in_part = True
    weapon: WeaponNoun
    unit: UnitNoun


# -- Recovery -------------------------------------------------------------------------------------


def _recovery_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    """One offer for each who can try, with those who may wait for him in the MPh."""
    able = {unit.id: tuple(one.id for one in recoverable(position, unit)) for unit in units}
    able = {unit_id: weapons for unit_id, weapons in able.items() if weapons}
    if not able:
        return
    label = "Recover"
    of = tuple(Filler(value=one, label=_odds_of(position.unit(one))) for one in able)
    slots: tuple[Slot, ...] = (
        Slot(name="unit", kind="unit", of=of),
        _weapon_slot(position, able),
    )
    if position.clock.phase is Phase.MPH:
        label, slots = (
            f"Recover, {mf_text(RECOVERY.halves)} MF",
            (*slots, waiting_slot(position, units, able)),
        )
    yield SlotsOffer(verb="recover", label=label, rule="A4.44", slots=slots)


def _odds_of(unit: Unit) -> str:
    """A4.44: the highest dr that will do."""
    drm = sum(mod.value for mod in recovery_drm(unit))
    return f"{name(unit)}, dr {RECOVERY_LIMIT - 1 - drm} or less"


def _weapon_slot(position: Knowledge, able: Mapping[ShownId, tuple[ShownId, ...]]) -> Slot:
    there = sorted({weapon_id for weapons in able.values() for weapon_id in weapons})
    of = tuple(_weapon_filler(position, weapon_id) for weapon_id in there)
    allows: dict[str, tuple[Value | bool, ...]] = dict(able.items())
    return Slot(name="weapon", kind="option", of=of, by="unit", allows=allows)


def _weapon_filler(position: Knowledge, weapon_id: ShownId) -> Filler:
    weapon = position.view.get(Weapon, weapon_id)
    return Filler(value=weapon_id, label=weapon_values(weapon).name, unit=weapon_id)


def _refuse_recovery(position: Knowledge, movers: tuple[Unit, ...], command: Recover) -> None:
    unit = one_of_movers(movers, command.unit)
    refuse_mates(movers, unit, command.others)
    bar = recovery_bar(position, unit, _weapon(position, command.weapon))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


async def _recover(table: AslTable, command: Recover) -> None:
    unit = table.counter(command.unit)
    await strip_assaulting(table, unit)
    recover(table, unit, command.weapon)


RECOVERY = Errand(
    Recover,
    _recovery_offers,
    _refuse_recovery,
    lambda command: (command.unit, *command.others),
    RECOVERY_COST,
    _recover,
)
"""A4.44: in the MPh, for one MF."""


def _resting(position: Knowledge, side: Side) -> tuple[Unit, ...]:
    """Those who have done nothing in this RPh."""
    return tuple(unit for unit in position.personnel(side) if not has_acted(unit))


def _rph_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _recovery_offers(position, _resting(position, side))


def _refuse_rph(position: Knowledge, side: Side, command: Recover) -> None:
    if command.others:
        raise Refused("A4.44", "Nobody waits for a Recovery in the RPh.")
    unit = own_unit(position, side, command.unit)
    if has_acted(unit):
        raise Refused("A3.1", f"{name(unit)} has had its action of the RPh.")
    _refuse_recovery(position, (unit,), command)


async def _recover_in_rph(table: AslTable, side: Side, command: Recover) -> None:
    unit = table.counter(command.unit)
    await strip_acting(table, unit)
    set_apart(table, (table.unit(unit).id,))
    recover(table, unit, command.weapon)
    table.change(unit, used=True)


RECOVER = Activity(Recover, _rph_offers, _refuse_rph, _recover_in_rph)
"""A4.44: in the RPh, as the unit's only action."""


# -- Transfer -------------------------------------------------------------------------------------


def _transfers(position: Knowledge, side: Side) -> dict[ShownId, tuple[ShownId, ...]]:
    """A4.431: the weapons that may be handed over, and to whom."""
    found: dict[ShownId, tuple[ShownId, ...]] = {}
    for giver in position.personnel(side):
        if not may_handle(giver):
            continue
        mates = position.personnel_at(giver.at, side)
        for weapon in position.weapons_of(giver):
            takers = [m.id for m in mates if transfer_bar(position, giver, m, weapon) is None]
            if takers:
                found[weapon.id] = tuple(takers)
    return found


def _transfer_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = {} if _is_late(position, side) else _transfers(position, side)
    if not able:
        return
    fillers = tuple(_weapon_filler(position, weapon_id) for weapon_id in able)
    takers = sorted({unit_id for ids in able.values() for unit_id in ids})
    slots = (
        Slot(name="weapon", kind="option", of=fillers),
        Slot(
            name="unit",
            kind="unit",
            label="to",
            of=tuple(map(filler, takers)),
            by="weapon",
            allows=dict(able.items()),
        ),
    )
    yield SlotsOffer(verb="transfer", label="Transfer", rule="A4.431", slots=slots)


def _refuse_transfer(position: Knowledge, side: Side, command: Transfer) -> None:
    if _is_late(position, side):
        raise Refused("A4.431", "In the APh, Transfers come before anybody advances.")
    giver = _holder(position, side, _weapon(position, command.weapon))
    taker = own_unit(position, side, command.unit)
    bar = transfer_bar(position, giver, taker, _weapon(position, command.weapon))
    if bar is not None:
        raise Refused(bar.rule, bar.why)


def _is_late(position: Knowledge, side: Side) -> bool:
    """A4.431: whether it is past the start of the APh."""
    return position.clock.phase is Phase.APH and any(unit.used for unit in position.personnel(side))


async def _transfer(table: AslTable, side: Side, command: Transfer) -> None:
    transfer(table, command.weapon, table.counter(command.unit))


TRANSFER = Activity(Transfer, _transfer_offers, _refuse_transfer, _transfer)


# -- dropping -------------------------------------------------------------------------------------


def _drop_offers(position: Knowledge, units: tuple[Unit, ...]) -> Iterable[Offer]:
    held = (weapon for unit in units for weapon in position.weapons_of(unit))
    carried = [weapon.id for weapon in held if not is_laid_unseen(position.view, weapon)]
    if carried:
        of = tuple(_weapon_filler(position, weapon_id) for weapon_id in carried)
        slot = Slot(name="weapon", kind="option", of=of)
        yield SlotsOffer(verb="drop", label="Drop", rule="A4.43", slots=(slot,))


def _refuse_drop(position: Knowledge, movers: tuple[Unit, ...], command: Drop) -> None:
    weapon = _weapon(position, command.weapon)
    one_of_movers(movers, weapon.holder or ShownId(""))
    if is_laid_unseen(position.view, weapon):
        raise Refused("B28.531", "It lies across a road.")


async def _drop(table: AslTable, command: Drop) -> None:
    drop(table, command.weapon)


DROPPING = Errand(Drop, _drop_offers, _refuse_drop, lambda command: (), (), _drop, on_horse=True)
"""A4.43: free, at any point of its unit's MPh."""


def _droppers(position: Knowledge, side: Side) -> tuple[Unit, ...]:
    return tuple(unit for unit in position.personnel(side) if not unit.broken)


def _aph_drop_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    return _drop_offers(position, _droppers(position, side))


def _refuse_aph_drop(position: Knowledge, side: Side, command: Drop) -> None:
    _holder(position, side, _weapon(position, command.weapon))
    _refuse_drop(position, _droppers(position, side), command)


async def _drop_in_aph(table: AslTable, side: Side, command: Drop) -> None:
    drop(table, command.weapon)


DROP = Activity(Drop, _aph_drop_offers, _refuse_aph_drop, _drop_in_aph)
"""A4.43: the same in the APh."""


# -- nouns ----------------------------------------------------------------------------------------


def _weapon(position: Knowledge, weapon_id: str) -> Weapon:
    weapon = position.view.find(Weapon, weapon_id)
    if weapon is None:
        raise Refused("", f"There is no support weapon {weapon_id!r}.")
    return weapon


def _holder(position: Knowledge, side: Side, weapon: Weapon) -> Unit:
    if weapon.holder is None:
        raise Refused("A4.43", f"Nobody has that {weapon_values(weapon).name}.")
    return own_unit(position, side, weapon.holder)
