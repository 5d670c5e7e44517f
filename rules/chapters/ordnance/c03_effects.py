"""C3.3 A shot of ordnance: the To Hit DR, and what it does on the IFT to those whom it hits."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from msgspec.structs import replace as modified

from rules.board.board import Board
from rules.board.locations import HexId, LocationId, LocationKind, hex_of
from rules.board.terrain import Terrain
from rules.chapters.concealment.a12_unseen_weapons import tell_of_weapon
from rules.chapters.fire.a07_attack import Follow, Force
from rules.chapters.fire.a07_carriers import attack_carriers
from rules.chapters.fire.a07_drm import total
from rules.chapters.fire.a07_encirclement import encircle
from rules.chapters.fire.a07_fire import result_of
from rules.chapters.fire.a07_resolution import mixed
from rules.chapters.fire.a07_results import apply_results
from rules.chapters.fire.a07_struck import Struck, nobody_seen, unseen_at
from rules.chapters.fire.a22_other_weapons import against_possessor
from rules.chapters.ground.b30_pillbox_tem import NCA, pillbox_tem
from rules.chapters.morale.a10_dm import dm_from_attack
from rules.chapters.morale.a_random_selection import random_selection
from rules.chapters.ordnance.c02_kinds import find_ordnance
from rules.chapters.ordnance.c02_ordnance import Mount, OrdnanceAim, OrdnancePart, ToHitShot
from rules.chapters.ordnance.c03_attack import ToHitAttack
from rules.chapters.ordnance.c03_to_hit import (
    BEST_DR,
    Verdict,
    is_doubtful,
    to_hit_drm,
    to_hit_number,
    verdict,
)
from rules.chapters.ordnance.c06_acquisition import acquire
from rules.chapters.ordnance.c13_latw import backblast
from rules.chapters.terms.a07_shot import FireKind
from rules.chapters.water.e05_boat_fire import NOTHING, Blow
from rules.chapters.works.b30_demolition import demolish
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.table import Purpose
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.boats import is_afloat
from rules.position.position import (
    HIDDEN,
    Position,
    name,
    names,
    one_of_each,
)
from rules.position.seeing import los_outwards
from rules.tables import IftResult, ift_column

HALF = Fraction(1, 2)
_STAYS_POSITIVE = frozenset({"B23.32"})

Ledgers = Mapping[CounterId, tuple[Modifier, ...]]


def targets_of(position: Position, shot: ToHitShot) -> tuple[ShownId, ...]:
    """C3.32, C3.33: whom a shot may hit: at a whole hex all of both sides in it, else the enemies
    in the Location, and in a Melee all of it (A11.15). A "?" is one target.
    """
    side = shot.side(position)
    if shot.load.target.whole_hex:
        shown = [
            one
            for at in places_of(position, shot)
            for of in Side
            for one in position.seen_at(at, of)
        ]
    else:
        held = (unit.id for unit in position.personnel_at(shot.at, side) if unit.melee)
        shown = [*position.seen_at(shot.at, side.enemy), *held]
    return tuple(one.id for one in position.targets(shown) if may_hit(position, shot, one))


def places_of(position: Position, shot: ToHitShot) -> tuple[LocationId, ...]:
    """C3.33: the Locations that a shot strikes."""
    whole = shot.load.target.whole_hex
    return tuple(position.board.locations(hex_of(shot.at))) if whole else (shot.at,)


def may_hit(position: Position, shot: ToHitShot, unit: Unit) -> bool:
    """C8.31, B23.32: whether a shot can do anything to a unit that it is fired at."""
    return shot.load.may_hit(shot.part(position).aim_at(unit))


def might_hit_unseen(position: Position, shot: ToHitShot) -> bool:
    """C8.31, A12.3: whether it could do anything to whoever of the enemy may be hidden where
    nobody is seen.
    """
    struck = seen_struck(position, shot)
    shown = position.seen_at(shot.at, struck.nobody.side)
    return not shown and may_hit(position, shot, struck.nobody)


def seen_struck(position: Position, shot: ToHitShot) -> Struck:
    """C3.3: whom a shot strikes, as far as that is seen."""
    return Struck(shot.targets, nobody_seen(shot.at, shot.side(position).enemy))


def _struck(table: AslTable, shot: ToHitShot) -> Struck:
    """A12.3: those too who are hidden whom it may hit, if it is not aimed at who moves."""
    position, struck = table.truth, seen_struck(table.truth, shot)
    if shot.kind is FireKind.FIRST:
        return struck
    sides = Side if shot.load.target.whole_hex else (struck.nobody.side,)
    there = unseen_at(table, places_of(position, shot), sides)
    return replace(struck, hidden=tuple(unit for unit in there if may_hit(position, shot, unit)))


def he_fp(part: OrdnancePart) -> Fraction:
    """C3.33, C3.53: the FP of a hit: half for the Area target type, half again at who is in marsh
    or fords.
    """
    fp = part.load.ammunition.fp(part) * part.load.target.times
    return fp * HALF if _is_soft(part.position.board, hex_of(part.shot.at)) else fp


def _fp_against(position: Position, plan: "_Plan", unit: Unit) -> Fraction:
    """E6.3, E5.51: water takes nothing from HE against swimmers and Beached boats, but what the
    Area target type does.
    """
    soft = _is_soft(position.board, hex_of(plan.shot.at))
    ashore = unit.in_boat and not is_afloat(position.view, unit)
    return plan.fp / HALF if (unit.swims or ashore) and soft else plan.fp


def _is_soft(board: Board, at: HexId) -> bool:
    floors = (board.kind(one) for one in board.locations(at))
    return board.terrain(at) is Terrain.MARSH or LocationKind.WATER in floors


def effect_drm(aim: OrdnanceAim) -> tuple[Modifier, ...]:
    """C3.33, A22.4: the DRM on the IFT: at the Area the TEM, and that the target has a FT."""
    shelter = aim.part.load.target.shelter
    tem = () if shelter is None else tuple(shelter(aim))
    return (*tem, *against_possessor(aim.position, aim.target))


def critical_drm(aim: OrdnanceAim) -> tuple[Modifier, ...]:
    """C3.7: the same for a Critical Hit: what shelters is turned against the target, but for the
    NCA of a pillbox, which does nothing (B30.3).
    """
    sheltered = aim.tem is not None and aim.part.load.target.shelter is None
    tem = (aim.tem,) if sheltered and aim.tem is not None else ()
    return tuple(_reversed(one) for one in (*tem, *effect_drm(aim)) if one.label != NCA)


def _reversed(one: Modifier) -> Modifier:
    if one.value <= 0 or one.rule in _STAYS_POSITIVE:
        return one
    return modified(one, label=f"{one.label}, Critical Hit", value=-one.value)


@dataclass(frozen=True)
class _Plan:
    """A shot before its DR: what is read of the position as it is then. `unseen` is the ledger
    against whoever may be hidden there, by which it hits those who are.
    """

    shot: ToHitShot
    part: OrdnancePart
    targets: tuple[CounterId, ...]
    number: int
    ledgers: Ledgers
    fp: Fraction
    text: str
    side: Side
    held: Mapping[CounterId, tuple[str, ...]]
    hidden: tuple[CounterId, ...]
    unseen: tuple[Modifier, ...]

    @property
    def full(self) -> Fraction:
        """The FP of a hit before anything takes from it (C3.7)."""
        return Fraction(self.shot.load.ammunition.fp(self.part))


async def resolve_to_hit(
    table: AslTable, shot: ToHitShot, follows: Iterable[Follow[ToHitAttack]]
) -> None:
    """C3: carry out a shot that was declared, and what follows in the order given."""
    plan = _planned(table, shot)
    tell_of_weapon(table, shot, plan.part.ordnance.printed.id, plan.number, plan.fp, plan.ledgers)
    units, directors = table.counters(shot.units), table.counters(shot.directors)
    mates = table.counters(shot.mates)

    async def effects(roll: Roll) -> None:
        verdicts, unseen = _verdicts(table, plan, roll)
        _report(table, plan, roll, verdicts, unseen)
        verdicts |= dict.fromkeys(plan.hidden, unseen)
        hit = tuple(one for one, found in verdicts.items() if found is not Verdict.MISS)
        hits = bool(hit) or unseen is not Verdict.MISS
        encircle(table, shot, hits=hits)
        forces = _forces(table, plan, verdicts, hit)
        results = await _attack(table, plan, forces, unseen) if hits else {}
        if shot.desperate:
            await backblast(table, plan.part, roll)
        attack = ToHitAttack(
            shot=shot,
            units=units,
            directors=directors,
            mates=mates,
            targets=plan.targets,
            origins=(plan.part.at,),
            roll=roll,
            forces=forces,
            results=results,
            held=plan.held,
            parts=(plan.part,),
            he=plan.fp if hits else None,
        )
        for follow in follows:
            attack = await follow(table, attack) or attack
        _acquire(table, plan)

    await table.resolve(Purpose("TH", plan.text, "C3", plan.side, at=plan.part.at), 2, effects)


def _planned(table: AslTable, shot: ToHitShot) -> _Plan:
    position = table.truth
    part, struck = shot.part(position), _struck(table, shot)
    leaders = position.alive(shot.directors)
    directed = f" under {names(leaders)}" if leaders else ""

    def drm(target: Unit) -> tuple[Modifier, ...]:
        return to_hit_drm(position, shot, target)

    ledgers = struck.each_seen(table, drm)
    units = table.alive(tuple(ledgers))
    return _Plan(
        shot=shot,
        part=part,
        targets=tuple(unit.counter for unit in units),
        number=to_hit_number(part),
        ledgers=ledgers,
        fp=he_fp(part),
        text=f"{part.label}{directed}",
        side=part.side,
        held={u.counter: tuple(w.id for w in position.weapons_of(u)) for u in units},
        hidden=tuple(unit.counter for unit in struck.hidden),
        unseen=drm(struck.nobody),
    )


def _verdicts(table: AslTable, plan: _Plan, roll: Roll) -> tuple[dict[CounterId, Verdict], Verdict]:
    """C3, C3.6, C3.7: whom the DR hits; of several that it would hit critically one by Random
    Selection. A mortar hits who is out of LOS if it hits all others. And what it does to whoever is
    hidden there.
    """
    drms = {one: total(ledger) for one, ledger in plan.ledgers.items()}
    second: int | None = None
    tried = tuple(drms.values()) or (total(plan.unseen),)
    if roll.total == BEST_DR and any(is_doubtful(plan.number, drm) for drm in tried):
        second = table.roll(Purpose("TH", f"{plan.text}: Original 2", "C3.6", plan.side)).total
    found = {one: verdict(plan.number, drm, roll.total, second) for one, drm in drms.items()}
    found = _beyond_sight(table, plan, found)
    critical = [u for u in table.alive(plan.targets) if found[u.counter] is Verdict.CRITICAL]
    if len(critical) > 1:
        chosen = random_selection(table, one_of_each(critical), 1, "Critical Hit")
        struck = {table.truth.seen(table.unit(one)).id for one in chosen}
        for unit in critical:
            if table.truth.seen(unit).id not in struck:
                found[unit.counter] = Verdict.HIT
    return found, _verdict_unseen(plan, roll, second, found.values())


def _verdict_unseen(
    plan: _Plan, roll: Roll, second: int | None, seen: Collection[Verdict]
) -> Verdict:
    """A12.3: what a shot does to whoever is hidden there: beside others no more than hit, and that
    only if it hits one of these, or its effect would tell of them.
    """
    drm = total(plan.unseen)
    if not seen:
        return verdict(plan.number, drm, roll.total, second)
    hits = any(one is not Verdict.MISS for one in seen) and roll.total + drm <= plan.number
    return Verdict.HIT if hits else Verdict.MISS


def _beyond_sight(
    table: AslTable, plan: _Plan, found: dict[CounterId, Verdict]
) -> dict[CounterId, Verdict]:
    """C3.33: those out of LOS are hit by a mortar that hits all enemies in LOS."""
    position = table.truth
    eye = plan.part.eye
    targets = table.alive(plan.targets)
    unseen = {u.counter for u in targets if los_outwards(position, eye, u).blocked}
    seen = [one for one in found if one not in unseen and table.unit(one).side is not plan.side]
    all_hit = bool(seen) and all(found[one] is not Verdict.MISS for one in seen)
    return found | dict.fromkeys(unseen, Verdict.HIT if all_hit else Verdict.MISS)


def _report(
    table: AslTable,
    plan: _Plan,
    roll: Roll,
    verdicts: Mapping[CounterId, Verdict],
    unseen: Verdict,
) -> None:
    """One line for the DR, one more for each target with DRM of its own (A.5)."""
    at = (plan.shot.at, plan.part.at)
    first = next(iter(verdicts), None)
    mods = plan.ledgers[first] if first else plan.unseen
    text = f"{plan.text}: To Hit {table.board.name(plan.shot.at)}, TH {plan.number}"
    result = verdicts[first].value if first else unseen.value
    table.log("fire", text, side=plan.side, rule="C3", at=at, roll=roll, mods=mods, result=result)
    for unit in one_of_each(table.alive(tuple(verdicts))):
        own, found = plan.ledgers[unit.counter], verdicts[unit.counter]
        if own != mods or found.value != result:
            words = f"against {name(unit)}"
            table.log("fire", words, side=plan.side, rule="A.5", mods=own, result=found.value)


def _forces(
    table: AslTable, plan: _Plan, verdicts: Mapping[CounterId, Verdict], hit: tuple[CounterId, ...]
) -> dict[CounterId, Force]:
    """What those who were hit are attacked with: a Critical Hit has twice the full FP (C3.7)."""
    position, full = table.truth, plan.full
    found = {}
    for unit in table.alive(hit):
        critical = verdicts[unit.counter] is Verdict.CRITICAL
        aim = plan.part.aim_at(position.seen(unit))
        drm = (critical_drm if critical else effect_drm)(aim)
        found[unit.counter] = Force(
            2 * full if critical else _fp_against(position, plan, unit), drm
        )
    return found


async def _attack(
    table: AslTable, plan: _Plan, forces: dict[CounterId, Force], unseen: Verdict
) -> dict[CounterId, IftResult]:
    """C3.3: one DR on the IFT for all who were hit, and for whoever might have been."""
    columns = {one: ift_column(force.fp) for one, force in forces.items()}
    aboard = {unit.counter for unit in table.alive(tuple(forces)) if unit.in_boat}
    breaking = tuple(
        one
        for one, force in forces.items()
        if one not in aboard and result_of(columns[one], BEST_DR + total(force.drm)).is_harmful
    )

    async def effects(roll: Roll) -> dict[CounterId, IftResult]:
        results = {
            one: NOTHING
            if one in aboard
            else result_of(columns[one], roll.total + total(force.drm))
            for one, force in forces.items()
        }
        if plan.targets:
            _report_effect(table, plan, roll, forces, results)
        else:
            _report_unseen(table, plan, roll, unseen)
        blows = {one: Blow(columns[one], total(force.drm)) for one, force in forces.items()}
        results |= attack_carriers(table, roll, blows, plan.side)
        await apply_results(table, results, _companions(table, plan))
        _demolish(table, plan, columns, roll)
        dm_from_attack(table, breaking)
        return results

    return await table.resolve(
        Purpose("IFT", plan.text, "C3.3", plan.side, at=plan.part.at), 2, effects
    )


def _demolish(
    table: AslTable, plan: _Plan, columns: Mapping[CounterId, int | None], roll: Roll
) -> None:
    """B30.92: what a hit on the pillbox itself does to it; not one at the Area."""
    if not plan.shot.load.target.whole_hex:
        column = max((one for one in columns.values() if one is not None), default=None)
        tem = pillbox_tem(table.truth, plan.shot.at, plan.part.at)
        demolish(table, plan.shot.at, result_of(column, roll.total), tem)


def _companions(table: AslTable, plan: _Plan) -> tuple[CounterId, ...]:
    """A10.21: in First Fire those of the moving stack; else all who are there."""
    if plan.shot.kind is FireKind.FIRST:
        return plan.targets
    return tuple(unit.counter for unit in table.truth.personnel_in(hex_of(plan.shot.at)))


def _report_effect(
    table: AslTable,
    plan: _Plan,
    roll: Roll,
    forces: Mapping[CounterId, Force],
    results: Mapping[CounterId, IftResult],
) -> None:
    """One line for each target, with the DR in the first."""
    shown: Roll | None = roll
    seen = (unit for unit in table.alive(tuple(results)) if unit.under != HIDDEN)
    for unit in one_of_each(seen):
        force, result = forces[unit.counter], results[unit.counter]
        column = ift_column(force.fp)
        text = f"hits {name(unit)}: {mixed(force.fp)} FP, {column or 'no'} column"
        said = "no effect" if str(result) == "–" else str(result)
        table.log(
            "fire", text, side=plan.side, rule="C3.3", at=(plan.shot.at,), roll=shown,
            mods=force.drm, result=said,
        )  # fmt: skip
        shown = None


def _report_unseen(table: AslTable, plan: _Plan, roll: Roll, unseen: Verdict) -> None:
    """The same where nobody is seen."""
    fp = plan.fp if unseen is Verdict.HIT else 2 * plan.full
    text = f"hits {table.board.name(plan.shot.at)}: {mixed(fp)} FP, {ift_column(fp) or 'no'} column"
    table.log(
        "fire", text, side=plan.side, rule="C3.3", at=(plan.shot.at,), roll=roll,
        result="at nobody seen",
    )  # fmt: skip


def _acquire(table: AslTable, plan: _Plan) -> None:
    """C6.5: all but LATW acquires what it has fired at, whether it hit or not; under a "?" it does
    not, since its counter would say which stack has it (docs/rulings.md).
    """
    now = find_ordnance(table.truth, plan.part.id)
    if now is None or now.under is not None or now.mount is Mount.SHOULDER:
        return
    if plan.part.by in {unit.id for unit in now.crew}:
        acquire(table, now, plan.shot.at)
