"""A7 The resolution of a fire attack: the DR, cowering, its results, DM, and what follows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from rules.board.locations import LocationId
from rules.chapters.concealment.a12_hidden import show_fortification
from rules.chapters.fire.a07_attack import Follow, Force, IftAttack
from rules.chapters.fire.a07_carriers import attack_carriers
from rules.chapters.fire.a07_drm import modifiers, total
from rules.chapters.fire.a07_fire import (
    attack_column,
    could_break,
    cowering_shift,
    cowers_itself,
    fp_against,
    may_cower,
    result_of,
    shares,
    total_fp,
)
from rules.chapters.fire.a07_results import apply_results
from rules.chapters.fire.a07_struck import Struck, by_fire, unseen_at
from rules.chapters.fire.a08_again import Again, again
from rules.chapters.fire.a22_molotovs import as_thrown
from rules.chapters.ground.b_terrain import FORTIFIED, location_tem
from rules.chapters.morale.a10_dm import dm_from_attack
from rules.chapters.morale.a_random_selection import random_selection
from rules.chapters.terms.a07_shot import FireKind, Firing, Shot
from rules.chapters.water.e05_boat_fire import NOTHING, Blow
from rules.chapters.works.b23_found import hidden_building
from rules.forces.units import Unit
from rules.kernel.audience import Audience
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId
from rules.kernel.table import Purpose
from rules.position.asl_table import AslTable
from rules.position.position import HIDDEN, Position, audience_of, name, names, one_of_each
from rules.tables import IftKind, IftResult

K = TypeVar("K", bound=str)


@dataclass(frozen=True)
class _Plan:
    """An attack at one Location before its DR is known. If nothing is seen there, `unseen` is the
    attack against whoever may be hidden.
    """

    shot: Shot
    targets: tuple[CounterId, ...]
    parts: tuple[Firing, ...]
    fp: Fraction
    forces: dict[CounterId, Force]
    breaking: tuple[CounterId, ...]
    held: Mapping[CounterId, tuple[str, ...]]
    unmanned: Mapping[str, Force]
    unseen: Force | None

    @property
    def alone(self) -> Force | None:
        """The attack where no unit is seen."""
        return next(iter(self.unmanned.values()), self.unseen)


async def resolve_shot(
    table: AslTable, shot: Shot, follows: Iterable[Follow[IftAttack]], *, counts: bool = False
) -> None:
    """A7: carry out an attack that was declared, and what follows in the order given.

    Spraying Fire attacks both of its Locations by one DR (A7.34). An attack of which nothing could
    come has none (A14.1), unless the DR `counts` for something besides its results.
    """
    position = table.truth
    units, directors = table.counters(shot.units), table.counters(shot.directors)
    mates = table.counters(shot.mates)
    plans = [_planned(table, one) for one in (shot, shot.turned) if one is not None]
    side = shot.side(position)
    origins, cowers_on_doubles = shot.origins(position), may_cower(position, shot)
    shift, text = cowering_shift(position, shot), _who(table, shot)

    def as_rolled(plan: _Plan, roll: Roll, *, cowers: bool) -> IftAttack:
        def column_of(strength: Fraction) -> int | None:
            return attack_column(table.truth, plan.shot, strength, cowers=cowers)

        aboard = _aboard(table, plan.forces)
        results = {
            unit_id: NOTHING
            if unit_id in aboard
            else result_of(column_of(force.fp), roll.total + total(force.drm))
            for unit_id, force in plan.forces.items()
        }
        best = max((force.fp for force in _seen_forces(table, plan)), default=plan.fp)
        attack = IftAttack(
            shot=plan.shot,
            units=units,
            directors=directors,
            mates=mates,
            targets=plan.targets,
            origins=origins,
            roll=roll,
            column=column_of(best),
            forces=plan.forces,
            results=results,
            cowered=(),
            shift=shift if cowers else 0,
            held=plan.held,
            parts=plan.parts,
        )
        summary = _summary(text, best, attack.column, attack.shift)
        if roll is NO_DR:
            _report_none(table, attack, summary)
        else:
            _report(table, attack, summary, plan)
        return attack

    async def effects(roll: Roll) -> None:
        thrown = as_thrown(shot, roll)
        if thrown is not shot:
            plans[:] = [_planned(table, thrown)]
        cowers = cowers_on_doubles and roll.is_doubles
        plans[:] = [_claimed(table, plan, roll, cowers=cowers) for plan in plans]
        attacks = [as_rolled(plan, roll, cowers=cowers) for plan in plans]
        cowered = _who_cowers(table, attacks[0]) if cowers else ()
        for plan, attack in zip(plans, attacks, strict=True):
            blows = _blows(attack, attack.forces)
            alone = _blows(attack, plan.unmanned)
            results = attack.results | attack_carriers(table, roll, blows, side, alone)
            await apply_results(table, results, _companions(table, attack))
            dm_from_attack(table, plan.breaking)
        attack = replace(attacks[0], cowered=cowered, also=attacks[1] if attacks[1:] else None)
        for follow in follows:
            attack = await follow(table, attack) or attack

    if not counts and all(_is_idle(table, plan, cowers=cowers_on_doubles) for plan in plans):
        attack = as_rolled(plans[0], NO_DR, cowers=False)
        for follow in follows:
            attack = await follow(table, attack) or attack
        return
    purpose = Purpose("IFT", shot.kind.value, "A7.3", side, at=shot.places(position)[0])
    await table.resolve(purpose, 2, effects)


NO_DR = Roll(audience=Audience.PUBLIC, n=0, dice=(), purpose="no DR")
"""A14.1: that of an attack which has none."""

_DOUBLES = frozenset(range(2, 13, 2))
_PLAIN = frozenset(range(3, 12))


def _is_idle(table: AslTable, plan: _Plan, *, cowers: bool) -> bool:
    """A14.1: whether no DR could bring an attack any result, for all that everybody can see: harm
    nobody, put no weapon out of order, and not turn on who makes it (A8.31).
    """
    if plan.unmanned:
        return False
    shot, position = plan.shot, table.truth
    armed = shot.mol is not None or any(part.weapon is not None for part in plan.parts)
    if armed or any(again(part) is Again.PROTECTIVE for part in plan.parts):
        return False
    seen = position.targets(shot.targets)
    if not seen or any(unit.in_boat for unit in seen):
        return False
    parts = shares(position, shot)
    return all(
        _is_out_of_reach(table, shot, fp_against(position, parts, one), one, cowers=cowers)
        for one in seen
    )


def _is_out_of_reach(
    table: AslTable, shot: Shot, fp: Fraction, target: Unit, *, cowers: bool
) -> bool:
    drm = modifiers(table.truth, shot, target)
    full = attack_column(table.truth, shot, fp, cowers=False)
    left = attack_column(table.truth, shot, fp, cowers=cowers)
    columns = [(full, dr) for dr in _PLAIN] + [(left, dr) for dr in _DOUBLES]
    return not any(
        result_of(column, dr + total(drm)).kind is not IftKind.NONE for column, dr in columns
    )


def _aboard(table: AslTable, targets: Iterable[CounterId]) -> frozenset[CounterId]:
    """E5.5: the targets that are in boats: their boats are attacked instead."""
    there = table.alive(tuple(targets))
    return frozenset(unit.counter for unit in there if unit.in_boat)


def _planned(table: AslTable, shot: Shot) -> _Plan:
    position, targets = table.truth, table.counters(shot.targets)
    parts, struck = shares(position, shot), _struck(table, shot)

    def force(target: Unit) -> Force:
        return Force(fp_against(position, parts, target), modifiers(position, shot, target))

    forces = {**struck.each_seen(table, force), **struck.each_hidden(force)}
    breaking = tuple(
        unit_id
        for unit_id, one in forces.items()
        if unit_id not in _aboard(table, forces)
        and could_break(position, shot, one.fp, total(one.drm))
    )
    held = {unit.counter: _held(position, unit) for unit in table.alive(targets)}
    firings = tuple(part.firing for part in parts)
    alone = struck.each_unmanned(force)
    unseen = None if targets or alone else force(struck.nobody)
    return _Plan(shot, targets, firings, total_fp(parts), forces, breaking, held, alone, unseen)


def _struck(table: AslTable, shot: Shot) -> Struck:
    """A12.3: whom it strikes, those too who are hidden there, but in First Fire."""
    struck = by_fire(table.truth, shot)
    if shot.kind is FireKind.FIRST:
        return struck
    enemy = shot.side(table.truth).enemy
    return replace(struck, hidden=unseen_at(table, (shot.at,), (enemy,)))


def _seen_forces(table: AslTable, plan: _Plan) -> tuple[Force, ...]:
    """The attack against all its targets, but for who is hidden, of whom it would tell."""
    seen = (force for one, force in plan.forces.items() if table.unit(one).under != HIDDEN)
    unseen = () if plan.unseen is None else (plan.unseen,)
    return (*seen, *plan.unmanned.values(), *unseen)


def _blows(attack: IftAttack, forces: Mapping[K, Force]) -> dict[K, Blow]:
    return {
        one: Blow(attack.column_of(force.fp), total(force.drm)) for one, force in forces.items()
    }


def _claimed(table: AslTable, plan: _Plan, roll: Roll, *, cowers: bool) -> _Plan:
    """B23.9: the plan of an attack once a hidden Fortified Location is shown of which the result
    depends.
    """
    enemy = plan.shot.side(table.truth).enemy
    record = hidden_building(table, plan.shot.at, enemy)
    tem = location_tem(table.truth, plan.shot.at)
    if record is None or tem is None:
        return plan

    def result(force: Force, more: int) -> IftResult:
        column = attack_column(table.truth, plan.shot, force.fp, cowers=cowers)
        return result_of(column, roll.total + total(force.drm) + more)

    sheltered = (force for force in plan.forces.values() if tem in force.drm)
    if all(result(force, 0) == result(force, FORTIFIED) for force in sheltered):
        return plan
    show_fortification(table, record)
    return _planned(table, plan.shot)


def _held(position: Position, unit: Unit) -> tuple[str, ...]:
    return tuple(weapon.id for weapon in position.weapons_of(unit))


def _who(table: AslTable, shot: Shot) -> str:
    leaders = table.truth.alive(shot.directors)
    directed = f" under {names(leaders)}" if leaders else ""
    firers = table.truth.alive((*shot.units, *shot.mates))
    return f"{names(firers)}{directed}"


def _companions(table: AslTable, attack: IftAttack) -> tuple[CounterId, ...]:
    """A10.21: in First Fire a leader helps only if he is of the moving stack; else any in the
    Location.
    """
    if attack.shot.kind is FireKind.FIRST:
        return attack.targets
    return tuple(unit.counter for unit in table.truth.personnel_at(attack.shot.at))


def _who_cowers(table: AslTable, attack: IftAttack) -> tuple[CounterId, ...]:
    """A7.9: of several units that can cower one by Random Selection, or all that are tied; if some
    are in the open, one of these (docs/rulings.md).
    """
    units = tuple(unit for unit in table.alive(attack.units) if cowers_itself(unit))
    seen = tuple(unit for unit in units if unit.under is None)
    chosen = seen or units
    to = audience_of(chosen[0])
    return tuple(random_selection(table, chosen, 1, "who cowers", to))


def _summary(text: str, fp: Fraction, column: int | None, shift: int) -> str:
    cowering = f", cowering {shift} left (A7.9)" if shift else ""
    shown = "no column" if column is None else f"{column} column"
    return f"{text}: {mixed(fp)} FP, {shown}{cowering}"


def _report(table: AslTable, attack: IftAttack, text: str, plan: _Plan) -> None:
    """One line for the attack, with what it does to a target of its highest FP; one more for each
    target whose own FP or DRM gave it another result (A.5). At what nobody is in or on it has lines
    of its own.
    """
    side = table.unit(attack.units[0]).side
    first = _first(table, attack)
    force = attack.forces[first] if first else plan.alone
    result = _result_text(attack.results[first]) if first else _at_whom(plan)
    table.log(
        "fire", text, side=side, rule="A7.3", at=(attack.shot.at, *_places(table, attack)),
        roll=attack.roll, mods=force.drm if force else (), result=result,
    )  # fmt: skip
    there = (unit for unit in table.alive(tuple(attack.results)) if unit.under != HIDDEN)
    for unit in one_of_each(there):
        own = attack.forces[unit.counter]
        if own == force:
            continue
        halved = f", {mixed(own.fp)} FP" if force and own.fp != force.fp else ""
        table.log(
            "fire", f"against {name(unit)}{halved}", side=side, rule="A.5",
            mods=own.drm, result=_result_text(attack.results[unit.counter]),
        )  # fmt: skip


def _at_whom(plan: _Plan) -> str:
    """What is said of the result where no unit is seen."""
    if plan.unmanned:
        return "at nobody"
    return "no target" if plan.unseen is None else "at nobody seen"


def _first(table: AslTable, attack: IftAttack) -> CounterId | None:
    """The first of those targets that are seen that the attack has most FP against."""
    seen = (one for one in attack.results if table.unit(one).under != HIDDEN)
    return max(seen, key=lambda one: attack.forces[one].fp, default=None)


def _report_none(table: AslTable, attack: IftAttack, text: str) -> None:
    """A14.1: an attack without a DR, by the DRM that leave it none."""
    side = table.unit(attack.units[0]).side
    force = next(iter(attack.forces.values()))
    at = (attack.shot.at, *_places(table, attack))
    table.log(
        "fire", text, side=side, rule="A14.1", at=at, mods=force.drm,
        result="no DR: nothing could come of it",
    )  # fmt: skip


def _places(table: AslTable, attack: IftAttack) -> tuple[LocationId, ...]:
    """The Locations of those who fired."""
    return tuple(dict.fromkeys(unit.at for unit in table.alive(attack.units)))


def _result_text(result: IftResult) -> str:
    text = str(result)
    return "no effect" if text == "–" else text


def mixed(fp: Fraction) -> str:
    """A FP total as players write it: 13, 4½, 2¼."""
    whole, rest = divmod(fp, 1)
    part = {Fraction(0): "", Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}
    tail = part.get(rest, f"+{rest}")
    return f"{whole or ''}{tail}" if tail else str(whole)
