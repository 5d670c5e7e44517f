"""A15.4 Berserk units: how one becomes berserk, whom he takes along, and when it is over.

Their charge is `play/moving/charges.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rules.board.locations import LocationId
from rules.chapters.concealment.known_enemies import known_enemies
from rules.chapters.morale.a10_check import TASK_CHECK, Check, Outcome, Words, make_check
from rules.forces.phases import Phase
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Interrupt, Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.position import is_hero, is_leader, leadership, name, values

_WORDS = Words(passed="passes and goes berserk", failed="keeps his head")


def is_subject_to_heat_of_battle(unit: Unit) -> bool:
    """A15.1: whether a unit is: crews, heroes, berserk and unarmed units and Cavalry are not."""
    if unit.berserk or unit.unarmed or unit.guard is not None:
        return False
    if unit.horse is not None or unit.thrown:
        return False
    return values(unit).cls is not UnitClass.CREW and not is_hero(unit)


def sees_enemy(table: AslTable, unit: Unit) -> bool:
    """A15.44: whether a Known enemy is in the LOS of a unit."""
    return bool(known_enemies(table.known(unit.side), unit.side, unit.at))


def go_berserk(table: AslTable, unit_id: CounterId) -> None:
    """A15.4: the unit is berserk and unbroken; pin, CX, TI and DM are gone. A leader takes others
    along once the attack is over (A15.41).
    """
    unit = table.unit(unit_id)
    _become(table, unit)
    if is_leader(unit):
        table.afterwards(partial(_take_along, table, unit_id))


def _become(table: AslTable, unit: Unit) -> None:
    table.change(
        unit.counter,
        berserk=True,
        broken=False,
        dm=False,
        keeps_dm=False,
        pinned=False,
        disrupted=False,
        cx=False,
        ti=False,
    )
    text = f"{name(unit)} goes berserk"
    table.log("check", text, side=unit.side, rule="A15.4", at=(unit.at,), result="berserk")


async def _take_along(table: AslTable, leader_id: CounterId) -> None:
    """A15.41, A25.223: each other unit there that is subject to Heat of Battle takes a NTC, with
    his DRM, and is berserk if it passes; a Commissar needs no check.
    """
    for leader in table.alive((leader_id,)):
        for other in table.truth.personnel_at(leader.at, leader.side):
            if not is_subject_to_heat_of_battle(other):
                continue
            if values(leader).commissar:
                _become(table, other)
            else:
                await make_check(table, _check(other, leader), (_passes_berserk,))


def _check(unit: Unit, leader: Unit) -> Check:
    drm = leadership(leader)
    mods = (Modifier("A15.41", f"{name(leader)} leads on", drm),) if drm else ()
    return Check(
        TASK_CHECK, unit.counter, "NTC", mods, rule="A15.41", logged="A15.41", words=_WORDS
    )


async def _passes_berserk(table: AslTable, outcome: Outcome) -> None:
    if outcome.passed:
        _become(table, table.unit(outcome.check.unit))


@dataclass(frozen=True)
class _Clash:
    """Berserk units of a side with enemies in their Location, at the moment of a roll for CC, or
    for fire, which need not be theirs.
    """

    at: LocationId
    side: Side
    enemies: tuple[CounterId, ...]
    by_fire: bool


def ends_by_killing(table: AslTable, purpose: Purpose, roll: Roll) -> Iterator[Interrupt]:
    """A15.46: what a CC or TPBF of the AFPh may do: rid berserk units of all enemies there."""
    if purpose.kind not in {"CC", "IFT"}:
        return
    for clash in _clashes(table, purpose):
        yield partial(_calm_if_done, table, clash)


def _clashes(table: AslTable, purpose: Purpose) -> Iterator[_Clash]:
    position = table.truth
    fires = purpose.kind == "IFT"
    if fires and position.clock.phase is not Phase.AFPH:
        return
    places = {u.at for u in position.personnel(purpose.by) if u.berserk}
    for at in sorted(places):
        enemies = tuple(u.counter for u in position.personnel_at(at, purpose.by.enemy))
        if enemies:
            yield _Clash(at, purpose.by, enemies, by_fire=fires)


async def _calm_if_done(table: AslTable, clash: _Clash) -> None:
    if table.alive(clash.enemies) or table.truth.foes_at(clash.at, clash.side):
        return
    berserk = tuple(u for u in table.truth.personnel_at(clash.at, clash.side) if u.berserk)
    if not clash.by_fire or any(unit.fired_at == clash.at for unit in berserk):
        for unit in berserk:
            calm(table, unit, "has eliminated the enemy")


def calm(table: AslTable, unit: Unit, why: str) -> None:
    """A15.46: the unit is berserk no more."""
    table.change(unit.counter, berserk=False)
    text = f"{name(unit)} {why} and is itself again"
    table.log("check", text, side=unit.side, rule="A15.46", at=(unit.at,), result="not berserk")


def calm_those_who_see_nobody(table: AslTable) -> None:
    """A15.46: at the end of its MPh a berserk unit without a Known enemy in LOS is itself again."""
    for unit in table.truth.personnel(table.clock.phasing):
        if unit.berserk and not sees_enemy(table, unit):
            calm(table, unit, "sees no enemy")
