"""A10.53 Interdiction: the enemies that command the Open Ground a unit routs through."""

from rules.chapters.close_combat.a20_guards import is_outnumbered
from rules.chapters.concealment.a12_inspection import open_who
from rules.chapters.concealment.known_enemies import normal_range
from rules.chapters.fire.a07_encircled import is_encircled
from rules.chapters.fire.b16_wet_firers import is_out_of_water, is_wet
from rules.chapters.ground.b09_walls import terrain_effect
from rules.chapters.ground.b_terrain import is_open
from rules.chapters.morale.a10_check import (
    MORALE_CHECK,
    Check,
    Checking,
    Outcome,
    check_modifiers,
    make_check,
)
from rules.chapters.morale.a10_morale import (
    leader_losses,
    losses_since,
    mc_follows,
    possible_losses,
)
from rules.chapters.morale.elimination import eliminate
from rules.forces.units import Unit
from rules.kernel.ids import CounterId
from rules.position.asl_table import AslTable
from rules.position.position import (
    Position,
    good_order,
    is_smc,
    name,
    names,
    values,
    vantage,
)
from rules.position.seeing import eye_of, los_of


def is_open_to(position: Position, unit: Unit, enemy: Unit) -> bool:
    """A10.531: whether a unit is in Open Ground as far as an enemy goes: in his LOS, without
    Hindrance and without TEM, so that FFMO would apply were it moving.
    """
    los = los_of(position, eye_of(enemy), unit)
    if los.blocked or los.hindrance or not is_open(position, unit, vantage(enemy), los):
        return False
    return terrain_effect(position, unit, los, (enemy,)) is None


def _commands_ground(enemy: Unit) -> bool:
    """A10.5: whether an enemy is neither broken, captured nor in Melee; the berserk count."""
    return not enemy.broken and not enemy.melee and enemy.guard is None


def is_exposed_to(position: Position, unit: Unit, enemy: Unit) -> bool:
    """A10.5: whether a unit is in Open Ground in LOS and Normal Range of an enemy that is neither
    broken nor in Melee. One that could not Interdict, being pinned, counts.
    """
    if not _commands_ground(enemy):
        return False
    reach = normal_range(position, enemy)
    return position.range(enemy.at, unit.at) <= reach and is_open_to(position, unit, enemy)


def interdictors(position: Position, router: Unit) -> tuple[Unit, ...]:
    """A10.53, A10.532: the enemies that Interdict a unit where it is now, by id.

    They are neither broken, in Melee nor pinned, and could fire there at Normal Range without being
    halved, as they are in marsh and water (B16.32, B20.6). Those who are CX or TI, the Encircled
    (A7.7), and guards of more than their own US# (A20.52), do not. Fire they made before does not
    matter.
    """
    enemies = position.foes(router.side)
    return tuple(enemy for enemy in enemies if _interdicts(position, router, enemy))


def _interdicts(position: Position, router: Unit, enemy: Unit) -> bool:
    return (
        _commands_ground(enemy)
        and not enemy.pinned
        and not enemy.cx
        and not enemy.ti
        and not is_outnumbered(position, enemy)
        and not is_encircled(position, enemy)
        and not is_wet(position, enemy)
        and position.range(enemy.at, router.at) <= _full_range(position, enemy)
        and is_open_to(position, router, enemy)
    )


def _full_range(position: Position, unit: Unit) -> int:
    """The Normal Range at which a unit fires with its full FP: a SMC alone on a MG fires it as Area
    Fire (A7.35), two do not.
    """
    printed = values(unit)
    if not is_smc(unit) or not position.weapons_of(unit) or _has_mate(position, unit):
        return normal_range(position, unit)
    return printed.range if printed.fp else 0


def _has_mate(position: Position, unit: Unit) -> bool:
    """Whether another SMC, without a weapon of his own, can serve one with this SMC."""
    return any(
        other.id != unit.id
        and is_smc(other)
        and good_order(other)
        and not other.pinned
        and not position.weapons_of(other)
        for other in position.personnel_at(unit.at, unit.side)
    )


async def interdict(table: AslTable, unit_id: CounterId, leader_id: CounterId | None) -> bool:
    """A10.53: the NMC of a routing unit that has entered a hex; whether it may rout on.

    Failing Reduces it, and what is left goes on; the highest DR that passes pins even the broken
    and ends the rout, but nobody in a ford (B21.41). A leader routing with it lends his DRM, takes
    no check, and dies if it fails (A10.711).
    """
    found = _found(table, table.unit(unit_id))
    if not found:
        return True
    router = table.unit(unit_id)
    companions = table.alive(() if leader_id is None else (leader_id,))
    before = possible_losses(table.truth, table.truth.personnel_at(router.at, router.side))
    check = Check(
        MORALE_CHECK,
        unit_id,
        "Interdiction NMC",
        check_modifiers(Checking(table.truth, router, companions)),
        rule="A10.53",
        pins=is_out_of_water,
    )

    async def leader_falls(table: AslTable, outcome: Outcome) -> None:
        if leader_id is not None and not outcome.passed:
            _fall(table, leader_id)

    async def others_check(table: AslTable, outcome: Outcome) -> None:
        await leader_losses(table, losses_since(table, before))

    _announce(table, router, found)
    outcome = await make_check(table, check, (*mc_follows(table), leader_falls, others_check))
    return not outcome.pinned and bool(table.alive((unit_id,)))


def _found(table: AslTable, router: Unit) -> tuple[Unit, ...]:
    """Those who Interdict it; if nobody whom it sees does, those too who lie unseen beneath the top
    of a stack (A12.16).
    """
    found, position = interdictors(table.truth, router), table.truth
    if found:
        return found
    open_who(table, router.side.enemy, lambda enemy: _interdicts(position, router, enemy))
    return interdictors(table.truth, router)


def _fall(table: AslTable, leader_id: CounterId) -> None:
    """A10.711: the leader dies with the unit that fails."""
    for leader in table.alive((leader_id,)):
        eliminate(table, leader_id, f"{name(leader)} falls with the unit he led", "A10.711")


def _announce(table: AslTable, router: Unit, found: tuple[Unit, ...]) -> None:
    where = table.board.name(router.at)
    text = f"{name(router)} is Interdicted in {where} by {names(found)}"
    places = (router.at, *sorted({enemy.at for enemy in found}))
    table.log("rout", text, side=router.side.enemy, rule="A10.53", at=places)
