"""A11.1-A11.14 Close Combat: strengths, odds, DRM, and what a DR does to those attacked.

Nothing here asks a player: who declares what, and in which order, is `play/combat/close_combat.py`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from rules.board.locations import LocationId, is_pillbox
from rules.chapters.close_combat.a11_concealed import lose_in_cc
from rules.chapters.close_combat.a20_capture import Captive, capture_drm, choose_captive, is_halved
from rules.chapters.close_combat.a20_guards import is_guard
from rules.chapters.fire.a07_resolution import mixed
from rules.chapters.fire.b20_crest_fire import is_vulnerable
from rules.chapters.ground.b20_crest_tem import is_in_crest
from rules.chapters.morale.a10_dm import dm_from_attack
from rules.chapters.morale.a17_wounds import casualty_reduction
from rules.chapters.morale.a18_leader_creation import create_leader, creation_modifiers
from rules.chapters.morale.a_random_selection import random_selection
from rules.chapters.morale.elimination import eliminate
from rules.chapters.movement.a05_stacking import excess_at
from rules.chapters.works.b30_pillboxes import fighters_at
from rules.forces.manner import Posture
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.concealed_fighters import fighter, is_concealed, shown_id
from rules.position.law import NamedQuestion, Rule
from rules.position.position import (
    Position,
    is_hero,
    is_leader,
    is_smc,
    leadership,
    name,
    names,
    values,
    weapon_values,
)
from rules.tables import CcOdds, cc_odds

BROKEN_DRM = -2
WITHDRAWING_DRM = -2
PILLBOX_DRM = 2
UNARMED_FP = 1
CREST_DRM = 2
PASSENGERS_DRM = 2


@dataclass(frozen=True)
class Fight:
    """The CC of one Location as far as it has gone: ids alone.

    `ambusher` is the side that Ambushes. `withdrawing` have announced Withdrawal from Melee, and
    `staying` counts the others of each side then. `stacks` gives the MMC that a SMC is stacked
    with (A11.14); a SMC without one stands by itself. `captives` were captured, but are no
    prisoners yet (A20.221). `risen` are captives that attack, each with the guard whom it must
    attack (A20.55); `fought` and `struck` have attacked and were attacked then.
    `opened` gives the new ids of those who have lost their "?" in this CC (A11.19).
    """

    at: LocationId
    ambusher: Side | None = None
    withdrawing: tuple[ShownId, ...] = ()
    staying: Mapping[Side, int] = field(default_factory=dict)
    stacks: Mapping[ShownId, ShownId] = field(default_factory=dict)
    captives: tuple[Captive, ...] = ()
    risen: Mapping[ShownId, ShownId] = field(default_factory=dict)
    opened: Mapping[ShownId, ShownId] = field(default_factory=dict)
    fought: tuple[ShownId, ...] = ()
    struck: tuple[ShownId, ...] = ()

    def stacked(self, smc: ShownId, mmc: ShownId) -> "Fight":
        """The same with a SMC stacked with a MMC."""
        return replace(self, stacks={**self.stacks, smc: mmc})

    def with_opened(self, new: Mapping[ShownId, ShownId]) -> "Fight":
        """The same once some have lost their "?" and have other ids (A11.19)."""
        now = replace(self, opened={**self.opened, **new})
        stacks = {now.now(smc): now.now(mmc) for smc, mmc in self.stacks.items()}
        fought, struck = map(now.now, self.fought), map(now.now, self.struck)
        return replace(now, stacks=stacks, fought=tuple(fought), struck=tuple(struck))

    def now(self, shown: ShownId) -> ShownId:
        """By what id a unit is shown now."""
        return self.opened.get(shown, shown)

    def attack_now(self, attack: "Attack") -> "Attack":
        """A declared attack with the ids of now."""
        return replace(
            attack,
            units=tuple(map(self.now, attack.units)),
            targets=tuple(map(self.now, attack.targets)),
            leader=None if attack.leader is None else self.now(attack.leader),
            fp={self.now(one): fp for one, fp in attack.fp.items()},
        )


@dataclass(frozen=True)
class Attack:
    """A CC attack as it was declared; its strength holds even if its units are eliminated before
    it is resolved (A11.12).

    `fp` is by attacker. `led` is the DRM of `leader`; `mods` are those that hold against all.
    `captures` says that it would capture, not kill (A20.22).
    """

    side: Side
    units: tuple[ShownId, ...]
    targets: tuple[ShownId, ...]
    leader: ShownId | None
    text: str
    fp: Mapping[ShownId, Fraction]
    led: Modifier | None
    mods: tuple[Modifier, ...]
    captures: bool = False


@dataclass(frozen=True)
class Attackers:
    """Who attacks together, by name, and the leader among them whose DRM counts, if any."""

    units: tuple[Unit, ...]
    leader: ShownId | None

    @property
    def side(self) -> Side:
        return self.units[0].side


@dataclass(frozen=True)
class Scales:
    """An attack weighed: strengths, odds, and the DRM against each target (A.5)."""

    fp: Fraction
    defence: int
    odds: CcOdds
    ledgers: Mapping[ShownId, tuple[Modifier, ...]]
    captures: bool = False


class Effect(Enum):
    """What a Final DR does to a target; the value is the word of the log."""

    ELIMINATED = "eliminated"
    CAPTURED = "captured"
    ONE_CAPTURED = "capture of one"
    PARTIAL = "Casualty Reduction of one"
    NONE = "no effect"


def stack_of(
    position: Position, fight: Fight, unit_ids: tuple[ShownId, ...]
) -> tuple[ShownId, ...]:
    """A11.14: the units with all that are stacked with them in the Location, by id."""
    heads = {head(position, fight, unit_id) for unit_id in unit_ids}
    there = fighters_at(position, fight.at)
    return tuple(unit.id for unit in there if head(position, fight, unit.id) in heads)


def head(position: Position, fight: Fight, unit_id: ShownId) -> ShownId:
    """The MMC that a SMC is stacked with, while it is there; any other unit is its own."""
    mmc = fight.stacks.get(unit_id)
    there = {unit.id for unit in fighters_at(position, fight.at)}
    return mmc if mmc is not None and mmc in there else unit_id


def able(position: Position, fight: Fight, side: Side) -> tuple[Unit, ...]:
    """A11.11: the units of a side that may attack: unbroken, not withdrawing, no prisoners; a SMC
    only if the MMC that it defends with may (A11.14).
    """
    there = fighters_at(position, fight.at, side)
    free = {unit.id for unit in there if _is_free(fight, unit)}
    return tuple(
        unit for unit in there if unit.id in free and head(position, fight, unit.id) in free
    )


def _is_free(fight: Fight, unit: Unit) -> bool:
    captured = unit.guard is not None or any(one.unit == unit.counter for one in fight.captives)
    gone = unit.id in fight.withdrawing or unit.id in fight.fought
    return not unit.broken and not captured and not gone


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
    return Fraction(_strength_of(unit), 2 if unit.pinned else 1)


def defence_fp(units: tuple[Unit, ...]) -> int:
    """A11.11: what units defend with: full inherent FP, broken or pinned."""
    return sum(_strength_of(unit) for unit in units)


def _guarding_fp(position: Position, fight: Fight, unit: Unit, hit: tuple[Unit, ...]) -> Fraction:
    """A20.53: what a guard attacks with: half against others than captives who attack it."""
    others = any(target.id not in fight.risen for target in hit)
    halved = others and is_guard(position, unit)
    return attack_fp(unit) / 2 if halved else attack_fp(unit)


def _owed(position: Position, fight: Fight, units: tuple[ShownId, ...]) -> tuple[ShownId, ...]:
    """A20.55: the guards whom captives must attack as long as nobody has attacked them."""
    guards = {fight.risen[one] for one in units if one in fight.risen}
    there = position.personnel_at(fight.at)
    return tuple(one.id for one in there if one.id in guards and one.id not in fight.struck)


def _strength_of(unit: Unit) -> int:
    """A20.54: the unarmed have one FP; so have swimmers (E6.2), but not Cavalry (E6.5), and who
    fords by a line (E6.6).
    """
    bare = unit.unarmed or (unit.swims and unit.horse is None) or unit.on_line
    return UNARMED_FP if bare else values(unit).cc_fp


def declare(
    position: Position,
    fight: Fight,
    units: tuple[ShownId, ...],
    targets: tuple[ShownId, ...],
    leader: ShownId | None,
    *,
    captures: bool = False,
) -> Attack:
    """A11.12: the attack of those units, with all that are stacked with them, on those targets;
    captives attack their guard in any case (A20.55). A leader who directs adds nothing where a
    berserk unit attacks along (A11.141).
    """
    side = fighter(position, units[0]).side
    free = {unit.id for unit in able(position, fight, side)}
    attackers = tuple(
        fighter(position, id_) for id_ in stack_of(position, fight, units) if id_ in free
    )
    hit = stack_of(position, fight, (*targets, *_owed(position, fight, units)))
    attacked = tuple(fighter(position, unit_id) for unit_id in hit)
    directs = None if any(unit.berserk for unit in attackers) else leader
    return Attack(
        side=side,
        units=tuple(unit.id for unit in attackers),
        targets=hit,
        leader=directs,
        text=f"{names(attackers)} {'to capture' if captures else 'against'} {names(attacked)}",
        fp={unit.id: _guarding_fp(position, fight, unit, attacked) for unit in attackers},
        led=None if directs is None else _leader_drm(fighter(position, directs), "directs"),
        mods=position.law.ledger(CC_DRM, position, fight, Attackers(attackers, directs)),
        captures=captures,
    )


def _leader_drm(leader: Unit, what: str) -> Modifier:
    return Modifier("A11.141", f"{name(leader)} {what}", leadership(leader))


CcDrm: TypeAlias = Callable[[Position, Fight, Attackers], Iterable[Modifier]]
TargetDrm: TypeAlias = Callable[[Position, Fight, Unit], Iterable[Modifier]]


def _ambush(position: Position, fight: Fight, by: Attackers) -> Iterator[Modifier]:
    """A11.4: for the Ambusher, and against him."""
    if fight.ambusher is by.side:
        yield Modifier("A11.4", "Ambush", -1)
    elif fight.ambusher is by.side.enemy:
        yield Modifier("A11.4", "against the Ambusher", 1)


def _heroes(position: Position, fight: Fight, by: Attackers) -> Iterator[Modifier]:
    """A15.24: each hero; a heroic leader who directs gives his leadership instead (A15.21)."""
    heroes = sum(1 for unit in by.units if is_hero(unit) and unit.id != by.leader)
    if heroes:
        yield Modifier("A15.24", "hero" if heroes == 1 else f"{heroes} heroes", -heroes)


def _attackers_overstacked(position: Position, fight: Fight, by: Attackers) -> Iterator[Modifier]:
    over = excess_at(position, fight.at, by.side)
    if over:
        yield Modifier("A5.12", "attackers overstacked", over)


def _targets_overstacked(position: Position, fight: Fight, by: Attackers) -> Iterator[Modifier]:
    over = excess_at(position, fight.at, by.side.enemy)
    if over:
        yield Modifier("A5.131", "targets overstacked", -over)


@dataclass(frozen=True)
class _Hindered:
    """A state that hinders whoever is in it: +1 to a CC attack with such a unit, once, and -1 to
    one against it.
    """

    rule: str
    words: str
    is_so: Callable[[Unit], bool]

    def attacking(self, position: Position, fight: Fight, by: Attackers) -> Iterator[Modifier]:
        if any(self.is_so(unit) for unit in by.units):
            yield Modifier(self.rule, f"attackers {self.words}", 1)

    def attacked(self, position: Position, fight: Fight, target: Unit) -> Iterator[Modifier]:
        if self.is_so(target):
            yield Modifier(self.rule, f"target {self.words}", -1)


_CX = _Hindered("A4.51", "CX", lambda unit: unit.cx)
_TI = _Hindered("A4.8", "TI", lambda unit: unit.ti)
_ON_WIRE = _Hindered("B26.31", "on Wire", lambda unit: unit.posture is Posture.ON_WIRE)


def _against_broken(position: Position, fight: Fight, target: Unit) -> Iterator[Modifier]:
    if target.broken:
        yield Modifier("A11.16", "against broken", BROKEN_DRM)


def _against_withdrawing(position: Position, fight: Fight, target: Unit) -> Iterator[Modifier]:
    """A11.2: against those who withdraw, less if others stay and cover them."""
    if target.id in fight.withdrawing:
        yield Modifier("A11.2", "against withdrawing", WITHDRAWING_DRM)
        if fight.staying.get(target.side, 0):
            yield Modifier("A11.2", "covered by those who stay", fight.staying[target.side])


def _in_crest(position: Position, fight: Fight, by: Attackers) -> Iterator[Modifier]:
    """B20.94: once, if one of the attackers is in Crest status."""
    if any(map(is_in_crest, by.units)) and is_vulnerable(position, fight.at, by.side):
        yield Modifier("B20.94", "attackers in Crest status", CREST_DRM)


def _against_crest(position: Position, fight: Fight, target: Unit) -> Iterator[Modifier]:
    if is_in_crest(target) and is_vulnerable(position, fight.at, target.side):
        yield Modifier("B20.94", "target in Crest status", -CREST_DRM)


def _in_pillbox(position: Position, fight: Fight, target: Unit) -> Iterator[Modifier]:
    """B30.6: against those inside a pillbox."""
    if is_pillbox(target.at):
        yield Modifier("B30.6", "target in pillbox", PILLBOX_DRM)


def _from_boats(position: Position, fight: Fight, by: Attackers) -> Iterator[Modifier]:
    """E5.6: Passengers of a boat attack badly."""
    if any(unit.in_boat for unit in by.units):
        yield Modifier("E5.6", "from a boat", PASSENGERS_DRM)


def _in_boat(position: Position, fight: Fight, target: Unit) -> Iterator[Modifier]:
    """E5.6: and are attacked well."""
    if target.in_boat:
        yield Modifier("E5.6", "in a boat", -PASSENGERS_DRM)


CC_DRM: NamedQuestion[CcDrm] = NamedQuestion(
    "CC_DRM",
    (
        Rule("A11.4", _ambush),
        Rule("A15.24", _heroes),
        Rule("A4.51", _CX.attacking),
        Rule("A4.8", _TI.attacking),
        Rule("B26.31", _ON_WIRE.attacking),
        Rule("B20.94", _in_crest),
        Rule("A5.12", _attackers_overstacked),
        Rule("A5.131", _targets_overstacked),
        Rule("E5.6", _from_boats),
    ),
)
"""The DRM of a CC attack that its attackers bring, whoever the targets are; that of a leader who
directs comes before them (A11.141).
"""

CC_TARGET_DRM: NamedQuestion[TargetDrm] = NamedQuestion(
    "CC_TARGET_DRM",
    (
        Rule("A11.16", _against_broken),
        Rule("A11.2", _against_withdrawing),
        Rule("A4.51", _CX.attacked),
        Rule("A4.8", _TI.attacked),
        Rule("B26.31", _ON_WIRE.attacked),
        Rule("B20.94", _against_crest),
        Rule("B30.6", _in_pillbox),
        Rule("E5.6", _in_boat),
    ),
)
"""The DRM of a CC attack against one of its targets."""


def weigh(
    position: Position, fight: Fight, attack: Attack, created: ShownId | None = None
) -> Scales | None:
    """A11.11: odds and DRM of an attack that was declared, or None if nothing is left of it.

    Units that have gone elsewhere neither attack nor are attacked (A11.22). A leader `created` by
    the attack joins it; his DRM counts unless another directs (A18.12, A11.141).
    """
    targets = tuple(fighter(position, id_) for id_ in stack_of(position, fight, attack.targets))
    there = {unit.id for unit in fighters_at(position, fight.at)}
    gone = {unit.id for unit in position.personnel(attack.side) if unit.id not in there}
    gone |= {cover.id for cover in position.covers(attack.side) if cover.id not in there}
    fp = sum((fp for id_, fp in attack.fp.items() if id_ not in gone), Fraction())
    if any(is_concealed(position, unit.id) for unit in targets):
        fp /= 2  # A11.19: the whole attack
    if not targets or not fp:
        return None
    mods = attack.mods
    if attack.led is not None and attack.leader not in gone:
        mods = (attack.led, *mods)
    elif created is not None:
        mods = (_leader_drm(fighter(position, created), "joins"), *mods)
    if created is not None:
        fp += attack_fp(fighter(position, created))
    defence = defence_fp(targets)
    return Scales(
        fp=fp,
        defence=defence,
        odds=cc_odds(fp, defence),
        ledgers={
            unit.id: (
                *mods,
                *(capture_drm(unit) if attack.captures else ()),
                *position.law.ledger(CC_TARGET_DRM, position, fight, unit),
            )
            for unit in targets
        },
        captures=attack.captures,
    )


def effect(scales: Scales, target: ShownId, dr: int) -> Effect:
    """A11.11, A20.22: below the Kill Number eliminated or captured, equal to it in part."""
    final = final_dr(scales, target, dr)
    if final < scales.odds.kill:
        return Effect.CAPTURED if scales.captures else Effect.ELIMINATED
    partly = Effect.ONE_CAPTURED if scales.captures else Effect.PARTIAL
    return partly if final == scales.odds.kill else Effect.NONE


def final_dr(scales: Scales, target: ShownId, dr: int) -> int:
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
                "cc", f"against {name(fighter(table.truth, target))}", side=attack.side, rule="A.5",
                mods=scales.ledgers[target], result=_result(scales, target, roll),
            )  # fmt: skip


def _result(scales: Scales, target: ShownId, roll: Roll) -> str:
    final = final_dr(scales, target, roll.total)
    return f"Final {final}: {effect(scales, target, roll.total).value}"


def hit_in_cc(scales: Scales, roll: Roll) -> tuple[ShownId, ...]:
    """A11.19: those who certainly lose a "?" by an attack: all but by Casualty Reduction of one."""
    kept = {Effect.NONE, Effect.PARTIAL}
    return tuple(one for one in scales.ledgers if effect(scales, one, roll.total) not in kept)


def apply_effects(table: AslTable, fight: Fight, scales: Scales, roll: Roll) -> Fight:
    """A11.11: eliminations; one Casualty Reduction by Random Selection; DM for the broken (A10.62).

    With an Original colored die of 1 the weapons of those it eliminated may be lost (A11.13).
    """
    effects = {target: effect(scales, target, roll.total) for target in scales.ledgers}
    attacked = table.counters(scales.ledgers)
    weapons = tuple(w.id for w in table.truth.view.all(Weapon) if w.holder in scales.ledgers)
    for target, what in effects.items():
        if what is Effect.ELIMINATED:
            text = f"{name(table.truth.unit(target))} is eliminated in Close Combat"
            eliminate(table, table.counter(target), text, "A11.11")
    partial = [target for target, what in effects.items() if what is Effect.PARTIAL]
    able = tuple(fighter(table.truth, one) for one in partial if _is_there(table, one))
    for victim in random_selection(table, able, 1, "Close Combat"):
        fight = fight.with_opened(lose_in_cc(table, (shown_id(table.unit(victim)),)))
        casualty_reduction(table, victim, "Close Combat")
    dm_from_attack(table, attacked)
    if roll.coloured == 1:
        _lose_weapons(table, weapons, scales.odds.kill)
    return fight


def _is_there(table: AslTable, shown: ShownId) -> bool:
    return table.truth.target(shown) is not None


async def apply_capture(
    table: AslTable, fight: Fight, attack: Attack, scales: Scales, roll: Roll
) -> Fight:
    """A20.22: all who are captured, and one more of the defender's choice: of a squad one HS."""
    effects = {
        _counter(table, target): effect(scales, target, roll.total) for target in scales.ledgers
    }
    by = tuple(unit.counter for unit in _there(table, fight, attack.units))
    found = [Captive(one, by) for one, what in effects.items() if what is Effect.CAPTURED]
    partly = tuple(one for one, what in effects.items() if what is Effect.ONE_CAPTURED)
    if partly:
        chosen = await choose_captive(table, partly)
        found.append(Captive(chosen, by, half=is_halved(table.unit(chosen))))
    taken = {captive.unit for captive in found}
    dm_from_attack(table, tuple(one for one in effects if one not in taken))
    return replace(fight, captives=(*fight.captives, *found))


def _counter(table: AslTable, shown: ShownId) -> CounterId:
    """The unit in CC that everybody is shown by that id."""
    return table.counters((shown,))[0]


def _there(table: AslTable, fight: Fight, units: tuple[ShownId, ...]) -> tuple[Unit, ...]:
    return tuple(unit for unit in fighters_at(table.truth, fight.at) if unit.id in units)


def _lose_weapons(table: AslTable, weapon_ids: tuple[ShownId, ...], kill: int) -> None:
    """A11.13: a dr of no more than the Kill Number eliminates a weapon whose possessor was."""
    for weapon_id in weapon_ids:
        weapon = table.truth.view.get(Weapon, weapon_id)
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
            table.drop(weapon)


def leader_base(table: AslTable, fight: Fight, attack: Attack) -> CounterId | None:
    """A18.12: the attacking MMC that may make a leader, or None if there is none; of several the
    strongest (A18.2).
    """
    mmc = [
        unit
        for unit in fighters_at(table.truth, fight.at)
        if unit.id in attack.units and not is_smc(unit) and not unit.broken
    ]
    return max(mmc, key=_strength).counter if mmc else None


def create_cc_leader(table: AslTable, base_id: CounterId, odds: CcOdds) -> CounterId | None:
    """A18.12: the Leader Creation after an Original 2 by a MMC; the new leader, if there is one.

    Every column of odds below 1-1 is a drm of -1 (A18.2).
    """
    below = cc_odds(1, 1).kill - odds.kill
    extra = (Modifier("A18.2", f"{below} columns below 1-1", -below),) if below > 0 else ()
    mods = creation_modifiers(table.truth, table.unit(base_id), extra)
    leader_id = create_leader(table, base_id, mods)
    if leader_id is not None:
        table.change(leader_id, cc_done=True)
    return leader_id


def _strength(unit: Unit) -> tuple[int, int, int, int]:
    printed = values(unit)
    return (printed.halves, printed.fp, printed.morale, printed.range)
