"""A15.1 Heat of Battle: the DR after an Original 2, its DRM, and which result it brings."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from rules.chapters.close_combat.a20_surrender import never_surrenders, surrender_to_adjacent
from rules.chapters.fire.b16_wet_firers import is_out_of_water
from rules.chapters.morale.a10_breaking import break_unit
from rules.chapters.morale.a10_check import Outcome
from rules.chapters.morale.a15_berserk import go_berserk, is_subject_to_heat_of_battle, sees_enemy
from rules.chapters.morale.a15_hardening import battle_harden
from rules.chapters.morale.a15_heroes import make_hero
from rules.chapters.morale.a19_elr import disrupt
from rules.chapters.morale.a19_inexperience import is_inexperienced
from rules.forces.units import Unit
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.law import NamedQuestion, Rule
from rules.position.position import Position, is_smc, name, nation_of, values
from rules.tables.heat_of_battle import HeatOfBattle, heat_of_battle

ORIGINAL_TWO = 2
ELITE = "E"

HobDrm: TypeAlias = Callable[[Position, Unit, bool], Iterable[Modifier]]


def _elite(position: Position, unit: Unit, was_broken: bool) -> tuple[Modifier, ...]:
    """A15.1: Elite, as SMC are."""
    return (Modifier("A15.1", "Elite", -1),) if is_elite(unit) else ()


def _nation(position: Position, unit: Unit, was_broken: bool) -> tuple[Modifier, ...]:
    nation = nation_of(unit)
    drm = nation.heat_of_battle_drm
    return (Modifier("A15.1", nation.adjective, drm),) if drm else ()


def _service(position: Position, unit: Unit, was_broken: bool) -> tuple[Modifier, ...]:
    """A25.25: NKVD."""
    drm = values(unit).heat_of_battle_drm
    return (Modifier("A25.25", "NKVD", drm),) if drm else ()


def _broken(position: Position, unit: Unit, was_broken: bool) -> tuple[Modifier, ...]:
    """A15.1: broken, if only until this very DR."""
    return (Modifier("A15.1", "broken", 1),) if was_broken else ()


def _inexperienced(position: Position, unit: Unit, was_broken: bool) -> tuple[Modifier, ...]:
    return (Modifier("A19.3", "Inexperienced", 1),) if is_inexperienced(unit) else ()


HOB_DRM: NamedQuestion[HobDrm] = NamedQuestion(
    "HOB_DRM",
    (
        Rule("A15.1", _elite),
        Rule("A25", _nation),
        Rule("A25.25", _service),
        Rule("A10.4", _broken),
        Rule("A19.3", _inexperienced),
    ),
)
"""The DRM of a Heat of Battle DR. No leader helps."""


def modifiers(position: Position, unit: Unit, was_broken: bool) -> tuple[Modifier, ...]:
    """A15.1: the DRM of a unit's Heat of Battle."""
    return position.law.ledger(HOB_DRM, position, unit, was_broken)


def is_elite(unit: Unit) -> bool:
    """A15.1: MMC of the Elite Class, and SMC."""
    return is_smc(unit) or values(unit).grade == ELITE


async def after_morale_check(table: AslTable, outcome: Outcome) -> None:
    """A15.1: what an Original 2 of a MC brings, whether it passed or not."""
    if outcome.roll.total == ORIGINAL_TWO and outcome.check.may_heat:
        for unit in table.alive((outcome.check.unit,)):
            await heat_of_battle_of(table, unit, was_broken=unit.broken)


async def after_rally(table: AslTable, outcome: Outcome) -> None:
    """A15.1: what an Original 2 brings as a leader rallies; the unit was broken until now."""
    if outcome.roll.total == ORIGINAL_TWO:
        for unit in table.alive((outcome.check.unit,)):
            await heat_of_battle_of(table, unit, was_broken=True)


async def heat_of_battle_of(table: AslTable, unit: Unit, *, was_broken: bool) -> None:
    """A15.1: the Heat of Battle DR of a unit and all that comes of it."""
    if not is_subject_to_heat_of_battle(unit) or not is_out_of_water(table.truth, unit):
        return
    mods = modifiers(table.truth, unit, was_broken)
    early = nation_of(unit).early_surrender and not is_elite(unit)

    async def effects(roll: Roll) -> None:
        final = roll.total + sum(mod.value for mod in mods)
        result = _in_force(table, unit, heat_of_battle(final, early_surrender=early))
        table.log(
            "check", f"Heat of Battle of {name(unit)}", side=unit.side, rule="A15.1",
            at=(unit.at,), roll=roll, mods=mods, result=WORDS[result],
        )  # fmt: skip
        await _carry_out(table, unit.counter, result)

    purpose = Purpose("HoB", f"Heat of Battle of {name(unit)}", "A15.1", unit.side, at=unit.at)
    await table.resolve(purpose, 2, effects)


WORDS = {
    HeatOfBattle.HERO: "Hero",
    HeatOfBattle.HERO_AND_HARDENING: "Hero and Battle Hardening",
    HeatOfBattle.HARDENING: "Battle Hardening",
    HeatOfBattle.BERSERK: "Berserk",
    HeatOfBattle.SURRENDER: "Surrender",
}


def _in_force(table: AslTable, unit: Unit, result: HeatOfBattle) -> HeatOfBattle:
    """A15.5, A15.44: who never surrenders goes berserk instead; who sees no enemy hardens."""
    position = table.known(unit.side)
    if result is HeatOfBattle.SURRENDER and never_surrenders(position, unit):
        result = HeatOfBattle.BERSERK
    if result is HeatOfBattle.BERSERK and not sees_enemy(table, unit):
        return HeatOfBattle.HARDENING
    return result


async def _carry_out(table: AslTable, unit_id: CounterId, result: HeatOfBattle) -> None:
    match result:
        case HeatOfBattle.HERO:
            make_hero(table, unit_id)
        case HeatOfBattle.HERO_AND_HARDENING:
            make_hero(table, unit_id)
            await battle_harden(table, unit_id)
        case HeatOfBattle.HARDENING:
            await battle_harden(table, unit_id)
        case HeatOfBattle.BERSERK:
            go_berserk(table, unit_id)
        case HeatOfBattle.SURRENDER:
            await _surrender(table, unit_id)


async def _surrender(table: AslTable, unit_id: CounterId) -> None:
    """A15.5: the unit breaks, is Disrupted, and surrenders at once to who is there to take it."""
    if not table.unit(unit_id).broken:
        break_unit(table, unit_id)
    disrupt(table, unit_id)
    await surrender_to_adjacent(table, (unit_id,), "A15.5")
