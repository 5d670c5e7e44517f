"""A11.1-A11.14 Close Combat: strengths, odds, DRM, and what a DR does to those attacked.

Nothing here asks a player: who declares what, and in which order, is `play/close_combat.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction

from rules.board.locations import LocationId
from rules.chapters.a05_stacking import excess_at
from rules.chapters.a07_resolution import mixed
from rules.chapters.a17_wounds import casualty_reduction
from rules.chapters.a18_leader_creation import create_leader, creation_modifiers
from rules.chapters.a_random_selection import random_selection
from rules.chapters.elimination import eliminate
from rules.forces.asl_table import AslTable
from rules.forces.entities import Unit, Weapon
from rules.forces.position import (
    Position,
    is_leader,
    is_smc,
    leadership,
    name,
    names,
    values,
    weapon_values,
)
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.tables import CcOdds, cc_odds

BROKEN_DRM = -2
WITHDRAWING_DRM = -2


@dataclass(frozen=True)
class Fight:
    """The CC of one Location as far as it has gone: ids alone.

    `ambusher` is the side that Ambushes. `withdrawing` have announced Withdrawal from Melee, and
    `staying` counts the others of each side then. `stacks` gives the MMC that a SMC is stacked
    with (A11.14); a SMC without one stands by itself.
    """

    at: LocationId
    ambusher: Side | None = None
    withdrawing: tuple[str, ...] = ()
    staying: Mapping[Side, int] = field(default_factory=dict)
    stacks: Mapping[str, str] = field(default_factory=dict)

    def stacked(self, smc: str, mmc: str) -> "Fight":
        """The same with a SMC stacked with a MMC."""
        return replace(self, stacks={**self.stacks, smc: mmc})


@dataclass(frozen=True)
class Attack:
    """A CC attack as it was declared; its strength holds even if its units are eliminated before
    it is resolved (A11.12).

    `fp` is by attacker. `led` is the DRM of `leader`; `mods` are those that hold against all.
    """

    side: Side
    units: tuple[str, ...]
    targets: tuple[str, ...]
    leader: str | None
    text: str
    fp: Mapping[str, Fraction]
    led: Modifier | None
    mods: tuple[Modifier, ...]


@dataclass(frozen=True)
class Scales:
    """An attack weighed: strengths, odds, and the DRM against each target (A.5)."""

    fp: Fraction
    defence: int
    odds: CcOdds
    ledgers: Mapping[str, tuple[Modifier, ...]]


class Effect(Enum):
    """What a Final DR does to a target; the value is the word of the log."""

    ELIMINATED = "eliminated"
    PARTIAL = "Casualty Reduction of one"
    NONE = "no effect"


def stack_of(position: Position, fight: Fight, unit_ids: tuple[str, ...]) -> tuple[str, ...]:
    """A11.14: the units with all that are stacked with them in the Location, by id."""
    heads = {head(position, fight, unit_id) for unit_id in unit_ids}
    there = position.units_at(fight.at)
    return tuple(unit.id for unit in there if head(position, fight, unit.id) in heads)


def head(position: Position, fight: Fight, unit_id: str) -> str:
    """The MMC that a SMC is stacked with, while it is there; any other unit is its own."""
    mmc = fight.stacks.get(unit_id)
    there = {unit.id for unit in position.units_at(fight.at)}
    return mmc if mmc is not None and mmc in there else unit_id


def able(position: Position, fight: Fight, side: Side) -> tuple[Unit, ...]:
    """A11.11: the units of a side that may attack: unbroken, not withdrawing; a SMC only if the MMC
    that it defends with may (A11.14).
    """
    there = position.units_at(fight.at, side)
    free = {unit.id for unit in there if not unit.broken and unit.id not in fight.withdrawing}
    return tuple(
        unit for unit in there if unit.id in free and head(position, fight, unit.id) in free
    )


def lone_smc(position: Position, fight: Fight, unit: Unit) -> bool:
    """A11.14: whether a SMC stands by itself: it attacks alone, and may be attacked alone."""
    return is_smc(unit) and head(position, fight, unit.id) == unit.id


def directors(position: Position, fight: Fight, attackers: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """A11.141, A7.831: the unpinned leaders who may direct: each stands with an attacking MMC."""
    ids = {unit.id for unit in attackers}
    return tuple(
        unit
        for unit in attackers
        if is_leader(unit) and not unit.pinned and not lone_smc(position, fight, unit)
        if head(position, fight, unit.id) in ids
    )


def attack_fp(unit: Unit) -> Fraction:
    """A11.11: what a unit attacks with: its inherent FP, halved if pinned (A7.8)."""
    return Fraction(values(unit).cc_fp, 2 if unit.pinned else 1)


def defence_fp(units: tuple[Unit, ...]) -> int:
    """A11.11: what units defend with: full inherent FP, broken or pinned."""
    return sum(values(unit).cc_fp for unit in units)


def declare(
    position: Position,
    fight: Fight,
    units: tuple[str, ...],
    targets: tuple[str, ...],
    leader: str | None,
) -> Attack:
    """A11.12: the attack of those units, with all that are stacked with them, on those targets."""
    side = position.unit(units[0]).side
    free = {unit.id for unit in able(position, fight, side)}
    attackers = tuple(position.unit(id_) for id_ in stack_of(position, fight, units) if id_ in free)
    hit = stack_of(position, fight, targets)
    attacked = tuple(position.unit(unit_id) for unit_id in hit)
    return Attack(
        side=side,
        units=tuple(unit.id for unit in attackers),
        targets=hit,
        leader=leader,
        text=f"{names(attackers)} against {names(attacked)}",
        fp={unit.id: attack_fp(unit) for unit in attackers},
        led=None if leader is None else _leader_drm(position.unit(leader), "directs"),
        mods=_side_modifiers(position, fight, side),
    )


def _leader_drm(leader: Unit, what: str) -> Modifier:
    return Modifier("A11.141", f"{name(leader)} {what}", leadership(leader))


def _side_modifiers(position: Position, fight: Fight, side: Side) -> tuple[Modifier, ...]:
    """The DRM that depend on nothing but who attacks whom."""
    mods = []
    if fight.ambusher is side:
        mods.append(Modifier("A11.4", "Ambush", -1))
    elif fight.ambusher is side.enemy:
        mods.append(Modifier("A11.4", "against the Ambusher", 1))
    over, under = excess_at(position, fight.at, side), excess_at(position, fight.at, side.enemy)
    if over:
        mods.append(Modifier("A5.12", "attackers overstacked", over))
    if under:
        mods.append(Modifier("A5.131", "targets overstacked", -under))
    return tuple(mods)


def target_modifiers(fight: Fight, target: Unit) -> tuple[Modifier, ...]:
    """The DRM against one target: broken, or withdrawing with others who stay (A11.16, A11.2)."""
    mods = []
    if target.broken:
        mods.append(Modifier("A11.16", "against broken", BROKEN_DRM))
    if target.id in fight.withdrawing:
        mods.append(Modifier("A11.2", "against withdrawing", WITHDRAWING_DRM))
        if fight.staying.get(target.side, 0):
            mods.append(Modifier("A11.2", "covered by those who stay", fight.staying[target.side]))
    return tuple(mods)


def weigh(
    position: Position, fight: Fight, attack: Attack, created: str | None = None
) -> Scales | None:
    """A11.11: odds and DRM of an attack that was declared, None if nothing is left of it.

    Units that have gone elsewhere neither attack nor are attacked (A11.22). A leader `created` by
    the attack joins it; his DRM counts unless another directs (A18.12, A11.141).
    """
    targets = tuple(position.unit(id_) for id_ in stack_of(position, fight, attack.targets))
    gone = {unit.id for unit in position.units(attack.side) if unit.at != fight.at}
    fp = sum((fp for id_, fp in attack.fp.items() if id_ not in gone), Fraction())
    if not targets or not fp:
        return None
    mods = attack.mods
    if attack.led is not None and attack.leader not in gone:
        mods = (attack.led, *mods)
    elif created is not None:
        mods = (_leader_drm(position.unit(created), "joins"), *mods)
    if created is not None:
        fp += attack_fp(position.unit(created))
    defence = defence_fp(targets)
    return Scales(
        fp=fp,
        defence=defence,
        odds=cc_odds(fp, defence),
        ledgers={unit.id: (*mods, *target_modifiers(fight, unit)) for unit in targets},
    )


def effect(scales: Scales, target: str, dr: int) -> Effect:
    """A11.11: below the Kill Number eliminated, equal to it a partial kill."""
    final = final_dr(scales, target, dr)
    if final < scales.odds.kill:
        return Effect.ELIMINATED
    return Effect.PARTIAL if final == scales.odds.kill else Effect.NONE


def final_dr(scales: Scales, target: str, dr: int) -> int:
    """The Original DR with the DRM against that target."""
    return dr + sum(mod.value for mod in scales.ledgers[target])


def report(
    table: AslTable, fight: Fight, attack: Attack, scales: Scales, roll: Roll, *, anew: bool = False
) -> None:
    """One line for the attack; one more for each target whose own DRM made another Final DR (A.5).

    `anew` when a DR already shown counts again with a new leader (A18.12).
    """
    odds = scales.odds
    strengths = f"{mixed(scales.fp)} to {scales.defence}, {odds.label}, Kill Number {odds.kill}"
    text = f"{attack.text}{', with the new leader' if anew else ''}: {strengths}"
    first, *others = scales.ledgers
    mods = scales.ledgers[first]
    table.log(
        "cc", text, side=attack.side, rule="A18.12" if anew else "A11.11", at=(fight.at,),
        roll=None if anew else roll, mods=mods, result=_result(scales, first, roll),
    )  # fmt: skip
    for target in others:
        if scales.ledgers[target] != mods:
            table.log(
                "cc", f"against {name(table.unit(target))}", side=attack.side, rule="A.5",
                mods=scales.ledgers[target], result=_result(scales, target, roll),
            )  # fmt: skip


def _result(scales: Scales, target: str, roll: Roll) -> str:
    final = final_dr(scales, target, roll.total)
    return f"Final {final}: {effect(scales, target, roll.total).value}"


def apply_effects(table: AslTable, scales: Scales, roll: Roll) -> None:
    """A11.11: eliminations; one Casualty Reduction by Random Selection; DM for the broken (A10.62).

    With an Original colored die of 1 the weapons of those it eliminated may be lost (A11.13).
    """
    effects = {target: effect(scales, target, roll.total) for target in scales.ledgers}
    weapons = tuple(w.id for w in table.world.all(Weapon) if w.holder in effects)
    for target, what in effects.items():
        if what is Effect.ELIMINATED:
            text = f"{name(table.unit(target))} is eliminated in Close Combat"
            eliminate(table, target, text, "A11.11")
    partial = tuple(target for target, what in effects.items() if what is Effect.PARTIAL)
    for victim in random_selection(table, table.alive(partial), 1, "Close Combat"):
        casualty_reduction(table, victim, "Close Combat")
    for unit in table.alive(tuple(effects)):
        if unit.broken and not unit.dm:
            table.change(unit.id, dm=True)
    if roll.coloured == 1:
        _lose_weapons(table, weapons, scales.odds.kill)


def _lose_weapons(table: AslTable, weapon_ids: tuple[str, ...], kill: int) -> None:
    """A11.13: a dr of no more than the Kill Number eliminates a weapon whose possessor was."""
    for weapon_id in weapon_ids:
        weapon = table.world.get(Weapon, weapon_id)
        if weapon.holder is not None:
            continue
        what = weapon_values(weapon).name
        roll = table.roll(Purpose("weapon", f"Fate of the {what}", "A11.13", weapon.side))
        lost = roll.total <= kill
        table.log(
            "cc", f"Fate of the {what}, Kill Number {kill}", side=weapon.side, rule="A11.13",
            at=(weapon.at,), roll=roll, result="eliminated" if lost else "stays, unpossessed",
        )  # fmt: skip
        if lost:
            table.world.drop(weapon)


def leader_base(table: AslTable, fight: Fight, attack: Attack) -> str | None:
    """A18.12: the attacking MMC that may make a leader, None if there is none; of several the
    strongest (A18.2).
    """
    mmc = [
        unit
        for unit in table.alive(attack.units)
        if unit.at == fight.at and not is_smc(unit) and not unit.broken
    ]
    return max(mmc, key=_strength).id if mmc else None


def create_cc_leader(table: AslTable, base_id: str, odds: CcOdds) -> str | None:
    """A18.12: the Leader Creation after an Original 2 by a MMC; the new leader's id, if there is
    one.

    Every column of odds below 1-1 is a drm of -1 (A18.2).
    """
    below = cc_odds(1, 1).kill - odds.kill
    extra = (Modifier("A18.2", f"{below} columns below 1-1", -below),) if below > 0 else ()
    mods = creation_modifiers(table.unit(base_id), extra)
    leader_id = create_leader(table, base_id, mods)
    if leader_id is not None:
        table.change(leader_id, cc_done=True)
    return leader_id


def _strength(unit: Unit) -> tuple[int, int, int, int]:
    printed = values(unit)
    return (printed.halves, printed.fp, printed.morale, printed.range)
