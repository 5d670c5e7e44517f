"""A4.43-A4.44 Who has a support weapon: dropping it, its Transfer and its Recovery."""

from collections.abc import Iterable

from rules.board.locations import LocationId, LocationKind, hex_of, is_on_cliff
from rules.board.terrain import StreamDepth, Terrain
from rules.chapters.concealment.a12_unseen_facts import RecoveryFromCover, shown_in_acting
from rules.chapters.concealment.covers import hand_over
from rules.chapters.fire.a21_captured import is_of_use
from rules.chapters.ground.b19_depressions import stream_depth
from rules.chapters.ground.b20_crest_tem import is_in_crest
from rules.chapters.ground.b_barriers import Barrier
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.daisy_chains import is_laid_unseen
from rules.position.knowledge import Knowledge
from rules.position.position import (
    Position,
    audience_of,
    good_order,
    is_dummy,
    is_smc,
    name,
    weapon_values,
)

RECOVERY_LIMIT = 6


def is_in_the_open(unit: Unit) -> bool:
    """Whether what a unit does tells nothing; that of a concealed one waits for the rules of
    concealment (A12.14).
    """
    return unit.under is None


def may_handle(unit: Unit) -> bool:
    """A4.431, A4.44: whether a unit can take or give a weapon at all: in Good Order, unpinned, not
    in Bypass, nor climbing (B11.43).
    """
    in_the_way = unit.pinned or unit.posture is Posture.BYPASS or is_on_cliff(unit.at)
    return good_order(unit) and not is_dummy(unit) and not in_the_way


def recovery_bar(position: Knowledge, unit: Unit, weapon: Weapon) -> Barrier | None:
    """A4.44: why a unit may not try to Recover a weapon, or None if it may."""
    what = weapon_values(weapon).name
    if not may_handle(unit):
        return Barrier("A4.44", f"{name(unit)} is in no state to Recover a {what}.")
    if weapon.at != unit.at or not _is_to_be_had(position, unit, weapon):
        return Barrier("A4.44", f"{name(unit)} has no unpossessed {what} in its Location.")
    if not is_of_use(unit, weapon):
        return Barrier("A21.1", f"The {what} is the enemy's, and of no use.")
    if unit.counter in weapon.tried_by:
        return Barrier("A4.44", f"{name(unit)} has tried to Recover that {what} already.")
    return _out_of_reach(position, unit, weapon)


def _out_of_reach(position: Knowledge, unit: Unit, weapon: Weapon) -> Barrier | None:
    """A4.44, B20.95, B26.3: an enemy in the Location keeps a weapon from Recovery, and so do Wire
    that the unit is on, and the Crest.
    """
    if position.foes_at(unit.at, unit.side):
        return Barrier("A4.44", "An enemy in the Location keeps it from Recovery.")
    if weapon.holder is None and unit.posture is Posture.ON_WIRE:
        what = weapon_values(weapon).name
        return Barrier("B26.3", f"{name(unit)} is on top of Wire, the {what} beneath it.")
    if weapon.holder is None and is_in_crest(unit):
        what = weapon_values(weapon).name
        return Barrier("B20.95", f"{name(unit)} is in Crest status, the {what} IN the hex.")
    return None


def transfer_bar(position: Position, giver: Unit, taker: Unit, weapon: Weapon) -> Barrier | None:
    """A4.431: why a weapon may not pass from one unit to another, or None if it may."""
    if giver == taker or giver.at != taker.at or giver.side is not taker.side:
        return Barrier("A4.431", "A Transfer is between two units of one Location.")
    for unit in (giver, taker):
        if not may_handle(unit):
            return Barrier("A4.431", f"{name(unit)} is in no state for a Transfer.")
    if (giver.posture is Posture.ON_WIRE) is not (taker.posture is Posture.ON_WIRE):
        return Barrier("B26.3", f"The Wire is between {name(giver)} and {name(taker)}.")
    if is_in_crest(giver) is not is_in_crest(taker):
        return Barrier("B20.9", f"One of {name(giver)} and {name(taker)} is at the Crest.")
    return _not_at_hand(position, weapon)


def _not_at_hand(position: Position, weapon: Weapon) -> Barrier | None:
    """A4.431, B28.531: one that has just changed hands, and a Daisy Chain that is laid."""
    what = weapon_values(weapon).name
    if weapon.handled:
        return Barrier("A4.431", f"The {what} has changed hands in this phase.")
    if is_laid_unseen(position.view, weapon):
        return Barrier("B28.531", f"The {what} lies across a road.")
    return None


def may_transfer(position: Position, giver: Unit) -> bool:
    """A4.431: whether a unit has a weapon that it may hand over to another."""
    mates = position.personnel_at(giver.at, giver.side)
    return any(
        transfer_bar(position, giver, mate, weapon) is None
        for weapon in position.weapons_of(giver)
        for mate in mates
    )


def recoverable(position: Knowledge, unit: Unit) -> Iterable[Weapon]:
    """A4.44: the weapons that a unit may try to Recover, by id."""
    return (one for one in position.weapons() if recovery_bar(position, unit, one) is None)


def recovery_drm(unit: Unit) -> tuple[Modifier, ...]:
    """A4.51: the drm of the Recovery dr."""
    return (Modifier("A4.51", "CX", 1),) if unit.cx else ()


def recover(table: AslTable, unit_id: CounterId, weapon_id: ShownId) -> None:
    """A4.44: the Recovery dr, which must be less than 6; +1 if the unit is CX. Who makes it under
    a "?" is shown to the enemy, and everybody hears what it comes to (A12.16).
    """
    unit, weapon = table.unit(unit_id), table.truth.view.get(Weapon, weapon_id)
    what = weapon_values(weapon).name
    if unit.under is not None:
        table.tell(shown_in_acting(table.truth, unit), unit.side.enemy.audience)
    purpose = Purpose("recovery", f"Recovery of a {what} by {name(unit)}", "A4.44", unit.side)
    roll = table.roll(purpose)
    mods = recovery_drm(unit)
    done = roll.total + sum(mod.value for mod in mods) < RECOVERY_LIMIT
    if unit.under is not None:
        fact = RecoveryFromCover(
            side=unit.side, at=unit.at, type=weapon.type, roll=roll.seen, done=done
        )
        table.tell(fact)
    if done:
        hand_over(table, table.put(weapon, handled=True, laid=False), unit, unit.at)
    else:
        table.put(weapon, tried_by=(*weapon.tried_by, unit.counter))
    text = f"{name(unit)} tries to Recover a {what}"
    result = "Recovered" if done else "not Recovered"
    where = (unit.at,)
    table.log(
        "roll",
        text,
        side=unit.side,
        rule="A4.44",
        at=where,
        roll=roll,
        mods=mods,
        result=result,
        to=audience_of(unit),
    )


def transfer(table: AslTable, weapon_id: ShownId, taker_id: CounterId) -> None:
    """A4.431: a weapon passes to another unit. Which one that is nobody hears if it stays under a
    "?" (A12.11).
    """
    weapon, taker = table.truth.view.get(Weapon, weapon_id), table.unit(taker_id)
    stays = weapon.under is not None and taker.under is not None
    what = "support weapon" if stays else weapon_values(weapon).name
    hand_over(table, table.put(weapon, handled=True), taker, taker.at)
    text = f"{name(taker)} takes over a {what}"
    table.log("possession", text, side=taker.side, rule="A4.431", at=(taker.at,))


def drop(table: AslTable, weapon_id: ShownId) -> None:
    """A4.43, A12.141: a weapon is left where its unit is, in the open; that costs no "?"."""
    weapon = table.truth.view.get(Weapon, weapon_id)
    if weapon.holder is None:
        raise RuntimeError(f"nobody has {weapon_id}, though its dropping was accepted")
    unit = table.truth.unit(weapon.holder)
    hand_over(table, weapon, None, unit.at)
    text = f"{name(unit)} drops a {weapon_values(weapon).name}"
    table.log("possession", text, side=unit.side, rule="A4.43", at=(unit.at,))


def lose_sunken(table: AslTable) -> None:
    """A4.43: what nobody possesses is lost in marsh, in a stream with water, and in water."""
    for weapon in table.truth.weapons():
        if weapon.holder is None and _swallows(table.truth, weapon.at):
            text = f"A {weapon_values(weapon).name} is lost in {table.board.name(weapon.at)}"
            table.log("possession", text, side=weapon.side, rule="A4.43", at=(weapon.at,))
            table.drop(weapon)


def _swallows(position: Position, at: LocationId) -> bool:
    board = position.board
    match board.kind(at):
        case LocationKind.WATER:
            return True
        case LocationKind.DEPRESSION:
            return stream_depth(board, hex_of(at)) in {StreamDepth.SHALLOW, StreamDepth.DEEP}
        case LocationKind.GROUND:
            return board.terrain(hex_of(at)) is Terrain.MARSH
        case _:
            return False


def _is_to_be_had(position: Knowledge, unit: Unit, weapon: Weapon) -> bool:
    """A4.43, A4.44: whether nobody has it, or a SMC may take it from a broken friend."""
    if weapon.holder is None:
        return True
    if is_laid_unseen(position.view, weapon):
        return False
    holder = position.view.find(Unit, weapon.holder)
    return is_smc(unit) and holder is not None and holder.broken and holder.side is unit.side
