"""A11 A round of CC in a Location; the order of events in it stands in `close_combat`."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace

from rules.board.locations import LocationId
from rules.chapters.close_combat.a11_ambush import may_ambush, roll_ambush
from rules.chapters.close_combat.a11_close_combat import (
    Attack,
    Fight,
    Scales,
    able,
    apply_capture,
    apply_effects,
    create_cc_leader,
    declare,
    hit_in_cc,
    leader_base,
    lone_smc,
    report,
    stack_of,
    weigh,
)
from rules.chapters.close_combat.a11_concealed import (
    end_showing,
    lose_in_cc,
    show_strengths,
    tell_states,
)
from rules.chapters.close_combat.a11_melee import (
    contested,
    hold_in_melee,
    is_contested,
    unfought,
)
from rules.chapters.close_combat.a11_withdrawal import (
    Leaving,
    can_leave,
    leave,
    leaving,
    may_slip_away,
    may_withdraw,
    objection_to_leaving,
    still_leaving,
)
from rules.chapters.close_combat.a20_capture import take_captives
from rules.chapters.close_combat.a20_escape import rearm
from rules.chapters.close_combat.a20_guards import is_guard
from rules.chapters.works.b30_pillboxes import fighters_at, fighting_foes
from rules.forces.units import Unit
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.procedure import ask
from rules.kernel.table import Purpose
from rules.play.checks import place
from rules.play.combat.cc_questions import DeclareAttack, LeaveCombat, StackSmc
from rules.play.combat.prisoners_rise import prisoners_rise
from rules.position.asl_table import AslTable
from rules.position.concealed_fighters import (
    concealed_at,
    is_concealed,
    shown_id,
    shown_ids,
)
from rules.position.knowledge import Knowledge
from rules.position.position import (
    Position,
    is_smc,
    names,
    values,
)

INFILTRATORS = 2
INFILTRATED = 12


async def close_combat(table: AslTable, at: LocationId) -> None:
    """A11: one round of CC in a Location.

    Ambush; withdrawals by and after it, or announced from Melee; captives who turn on their guard,
    whose attacks are the first (A11.33); who is stacked with whom; attacks; then whoever withdraws
    goes, and the rest are in Melee.
    """
    table.world.change(table.clock, fighting=at)
    table.log("cc", f"Close Combat in {place(table.truth, at)}", rule="A11.1", at=(at,))
    show_strengths(table, at)
    for unit in fighters_at(table.truth, at):
        table.change(unit.counter, cc_done=True)
    if at in contested(table.public):
        await _fight_it_out(table, at)
    end_showing(table)
    table.world.change(table.clock, fighting=None)


async def fight_the_only_one(table: AslTable) -> None:
    """A11.12: nobody is asked which Location comes next where everybody can see that one alone is
    left.
    """
    table.settle()
    left = unfought(table.public)
    if len(left) == 1:
        await close_combat(table, *left)


async def _fight_it_out(table: AslTable, at: LocationId) -> None:
    ambusher = roll_ambush(table, at) if may_ambush(table.truth, at) else None
    if ambusher is not None:
        ambushed = concealed_at(table.truth, at, ambusher.enemy)
        lose_in_cc(table, [unit.id for unit in ambushed])
        await _slip_away(table, at, ambusher)
    announced = await _announce_withdrawals(table, at)
    risen = await prisoners_rise(table, at)
    fight = replace(_fight(table.truth, at, ambusher, announced), risen=risen)
    for side in _sides(table):
        fight = await _arrange_stacks(table, fight, side)
    for side in _sides(table) if risen else ():
        fight = await _fight_as_prisoners(table, fight, side)
    if ambusher is not None:
        await _fight_in_turn(table, fight, ambusher)
        await _slip_away(table, at, ambusher)
    else:
        await _fight_at_once(table, fight)
    for group in announced:
        await _withdraw(table, group, at)
    hold_in_melee(table, at)


async def overrun_combat(
    table: AslTable, at: LocationId, overrunning: tuple[CounterId, ...], rule: str = "A4.152"
) -> None:
    """A4.152, A20.54: the CC in the MPh of those who overrun a SMC with him, or of those who enter
    with the unarmed: no Ambush, no Withdrawal, and
    no others of their side, who may be there from an earlier OVR. He strikes back in one such CC of
    a MPh (`cc_done`).
    """
    table.world.change(table.clock, fighting=at)
    table.log("cc", f"Close Combat in {place(table.truth, at)}", rule=rule, at=(at,))
    attacker, defender = _sides(table)
    there = table.public.personnel_at(at, attacker)
    others = tuple(unit.id for unit in there if unit.counter not in overrunning)
    spent = tuple(unit.id for unit in table.public.personnel_at(at, defender) if unit.cc_done)
    fight = _fight(table.truth, at, None, ())
    fight = replace(fight, fought=(*others, *spent), struck=others)
    for side in (attacker, defender):
        fight = await _arrange_stacks(table, fight, side)
    struck = {one for attack in await _fight_at_once(table, fight) for one in attack.units}
    for unit in table.truth.personnel_at(at, defender):
        if unit.id in struck:
            table.change(unit.counter, cc_done=True)
    if not any(unit.berserk for unit in table.alive(overrunning)):
        hold_in_melee(table, at)
    table.world.change(table.clock, fighting=None)


def _sides(table: AslTable) -> tuple[Side, Side]:
    """The ATTACKER, then the DEFENDER."""
    return table.clock.phasing, table.clock.phasing.enemy


def _fight(
    position: Position, at: LocationId, ambusher: Side | None, announced: tuple[Leaving, ...]
) -> Fight:
    """The fight as it begins; a SMC is stacked with a MMC that it withdraws with (A11.21)."""
    groups = [tuple(position.unit_of(unit_id) for unit_id in group.ids) for group in announced]
    going = tuple(unit.id for units in groups for unit in units)
    staying = {
        side: sum(1 for unit in fighting_foes(position, at, side.enemy) if unit.id not in going)
        for side in Side
    }
    fight = Fight(at=at, ambusher=ambusher, withdrawing=going, staying=staying)
    for units in groups:
        mmc = next((unit.id for unit in units if not is_smc(unit)), None)
        for smc in units:
            if mmc is not None and is_smc(smc):
                fight = fight.stacked(smc.id, mmc)
    return fight


async def _announce_withdrawals(table: AslTable, at: LocationId) -> tuple[Leaving, ...]:
    """A11.2: who will withdraw from Melee, the ATTACKER first; broken units must try (A11.16)."""
    announced: list[Leaving] = []
    for side in _sides(table):
        gone: set[CounterId] = set()
        while able := _able_to_withdraw(table, at, side, gone):
            answer = await ask(
                LeaveCombat(
                    side=side,
                    at=at,
                    able=tuple(unit.id for unit in able),
                    what="Withdrawal",
                    rule="A11.2",
                    must=tuple(u.id for u in able if u.broken and not is_guard(table.truth, u)),
                )
            )
            if answer is None:
                break
            units = table.alive(table.counters(answer.units))
            announced.append(leaving(units, answer.to))
            here, there = (place(table.truth, end) for end in (at, answer.to))
            text = f"{names(units)} will withdraw from {here} to {there}"
            table.log("cc", text, side=side, rule="A11.2", at=(at, answer.to))
            gone |= {unit.counter for unit in units}
    return tuple(announced)


def _able_to_withdraw(
    table: AslTable, at: LocationId, side: Side, gone: Container[CounterId]
) -> tuple[Unit, ...]:
    """A11.2: those who have not said yet that they will, as they are now."""
    there = (u for u in table.truth.personnel_at(at, side) if u.counter not in gone)
    known = table.known(side)
    return tuple(unit for unit in there if may_withdraw(unit) and can_leave(known, unit))


async def _withdraw(table: AslTable, group: Leaving, at: LocationId) -> None:
    """A11.2: those neither eliminated nor Reduced go; elsewhere if their way is barred by now."""
    ids = still_leaving(table, group, at)
    if not ids:
        return
    units = table.alive(ids)
    if objection_to_leaving(table.known(units[0].side), units, group.to) is None:
        await leave(table, ids, group.to, "Withdrawal", "A11.2")
    else:
        await _leave_freely(table, at, ids, "Withdrawal", "A11.2", must=ids)


async def _slip_away(table: AslTable, at: LocationId, side: Side) -> None:
    """A11.41: units of the Ambusher may leave before the CC, and again after it."""
    concealed = concealed_at(table.truth, at, side)
    there = (*table.truth.foes_at(at, side.enemy), *concealed)
    ids = tuple(unit.counter for unit in there)
    await _leave_freely(table, at, ids, "Ambush Withdrawal", "A11.41")


async def _infiltrate(table: AslTable, at: LocationId, ids: tuple[CounterId, ...]) -> bool:
    """A11.22: those of the units that may leave at once; whether any did."""
    return await _leave_freely(table, at, ids, "Infiltration", "A11.22")


async def _leave_freely(
    table: AslTable,
    at: LocationId,
    ids: tuple[CounterId, ...],
    what: str,
    rule: str,
    *,
    must: tuple[CounterId, ...] = (),
) -> bool:
    """Ask who of the units leaves, and where to, until nobody more can or will; whether any tried.

    Each may try once: mines may stop it (B28.412).
    """
    left: tuple[CounterId, ...] = ()
    while _leavers(table, at, ids, left):
        table.settle()  # who is asked is asked as he is now, in the open or not
        able = _leavers(table, at, ids, left)
        if not able:
            break
        question = LeaveCombat(
            side=able[0].side,
            at=at,
            able=tuple(map(shown_id, able)),
            what=what,
            rule=rule,
            must=tuple(shown_id(unit) for unit in able if unit.counter in must),
        )
        answer = await ask(question)
        if answer is None:
            break
        going = table.counters(answer.units)
        left = (*left, *going)
        await leave(table, going, answer.to, what, rule)
    return bool(left)


def _leavers(
    table: AslTable, at: LocationId, ids: tuple[CounterId, ...], left: tuple[CounterId, ...]
) -> tuple[Unit, ...]:
    """Those of the units who may leave a Location, apart from those who have tried; each under a
    "?" is asked, whether he may or not.
    """
    there = tuple(u for u in table.alive(ids) if u.at == at and u.counter not in left)
    if not there:
        return ()
    known = table.known(there[0].side)
    if not is_contested(known, at):
        return ()
    return tuple(u for u in there if u.under or (may_slip_away(u) and can_leave(known, u)))


async def _arrange_stacks(table: AslTable, fight: Fight, side: Side) -> Fight:
    """A11.14: each SMC that stays is stacked with a MMC that stays, or stands by itself."""
    there = fighting_foes(table.truth, fight.at, side.enemy)
    apart = {*fight.withdrawing, *fight.struck}
    staying = tuple(unit for unit in there if unit.id not in apart)
    mmcs = tuple(unit.id for unit in staying if not is_smc(unit))
    if not mmcs or not is_contested(table.known(side), fight.at):
        return fight
    for smc in [unit.id for unit in staying if is_smc(unit)]:
        now = tuple(map(fight.now, mmcs))
        mmc = await ask(StackSmc(side=side, smc=fight.now(smc), mmcs=now))
        if mmc is not None:
            fight = _stacked(table, fight, fight.now(smc), mmc)
    return fight


def _stacked(table: AslTable, fight: Fight, smc: ShownId, mmc: ShownId) -> Fight:
    """A11.14: one under a "?" and one in the open fight together only if the one gives it up."""
    both = (smc, mmc)
    if len({is_concealed(table.truth, one) for one in both}) > 1:
        fight = _opened(table, fight, both)
    return fight.stacked(fight.now(smc), fight.now(mmc))


def _opened(table: AslTable, fight: Fight, shown: Iterable[ShownId]) -> Fight:
    """A11.19: the fight once those of the units under a "?" have lost it, and whoever is seen by
    them then (A12.14).
    """
    before = _veiled(table, fight)
    fight = fight.with_opened(lose_in_cc(table, shown))
    table.settle()
    return _as_shown(table, fight, before)


def _veiled(table: AslTable, fight: Fight) -> Mapping[ShownId, CounterId]:
    """Who fights under each "?"."""
    return {unit.id: unit.counter for unit in concealed_at(table.truth, fight.at, None)}


def _as_shown(table: AslTable, fight: Fight, before: Mapping[ShownId, CounterId]) -> Fight:
    """The fight with the ids of now of those who were under a "?" before, and are in the open."""
    gone = {one: who for one, who in before.items() if not is_concealed(table.truth, one)}
    found = {one: table.truth.counter(who) for one, who in gone.items()}
    return fight.with_opened({one: unit.id for one, unit in found.items() if unit is not None})


async def _fight_as_prisoners(table: AslTable, fight: Fight, side: Side) -> Fight:
    """A20.55, A11.33: the attacks of captives who have turned on their guard, before all others and
    each resolved as it is declared.
    """
    while True:
        free = able(table.known(side), fight, side)
        group = tuple(unit.id for unit in free if unit.id in fight.risen)
        if not group or not _targets(table.known(side), fight, side, ()):
            return fight
        fight, attack = await _declare(table, fight, side, group, ())
        if attack is None:
            return fight
        fought, struck = (*fight.fought, *attack.units), (*fight.struck, *attack.targets)
        fight = await resolve_attack(table, replace(fight, fought=fought, struck=struck), attack)
        fight = await _capture_now(table, fight)


async def _capture_now(table: AslTable, fight: Fight) -> Fight:
    await take_captives(table, fight.captives)
    return replace(fight, captives=())


async def _fight_at_once(table: AslTable, fight: Fight) -> tuple[Attack, ...]:
    """A11.12: both sides declare everything; then all is resolved, even for the eliminated. Returns
    what was declared.
    """
    attacks: tuple[Attack, ...] = ()
    for side in _sides(table):
        passed: tuple[ShownId, ...] = ()
        while group := _next_attackers(table.known(side), fight, side, attacks, passed):
            fight, attack = await _declare(table, fight, side, group, attacks)
            attacks = tuple(map(fight.attack_now, attacks))
            attacks = (*attacks, attack) if attack else attacks
            passed = passed if attack else (*passed, *group)
    for attack in attacks:
        fight = await resolve_attack(table, fight, fight.attack_now(attack))
    await take_captives(table, fight.captives)
    return attacks


async def _fight_in_turn(table: AslTable, fight: Fight, ambusher: Side) -> None:
    """A11.3, A11.32: the Ambusher's attacks one by one, each resolved as it is declared; then those
    of whoever is left on the other side.
    """
    for side in (ambusher, ambusher.enemy):
        attacks: tuple[Attack, ...] = ()
        passed: tuple[ShownId, ...] = ()
        while group := _next_attackers(table.known(side), fight, side, attacks, passed):
            fight, attack = await _declare(table, fight, side, group, attacks)
            if attack is None:
                passed = (*passed, *group)
            else:
                fight = await resolve_attack(table, fight, attack)
                attacks = tuple(map(fight.attack_now, (*attacks, attack)))
                fight = await _capture_now(table, fight)


def _next_attackers(
    position: Knowledge,
    fight: Fight,
    side: Side,
    declared: tuple[Attack, ...],
    passed: tuple[ShownId, ...],
) -> tuple[ShownId, ...]:
    """A11.12: those who may attack together next; none if nobody may, or nobody is left to attack.

    SMC by themselves come first, each alone: that they attack so must be known before the enemy
    chooses whom to attack (A11.14).
    """
    done = {unit_id for attack in declared for unit_id in attack.units} | set(passed)
    units = tuple(unit for unit in able(position, fight, side) if unit.id not in done)
    if not units or not _targets(position, fight, side, declared):
        return ()
    alone = (unit.id for unit in units if lone_smc(position, fight, unit))
    first = next(alone, None)
    return tuple(unit.id for unit in units) if first is None else (first,)


def _targets(
    position: Knowledge, fight: Fight, side: Side, declared: tuple[Attack, ...]
) -> tuple[ShownId, ...]:
    """A11.12, B30.6: the enemies in the CC of the Location that are not attacked yet."""
    hit = {unit_id for attack in declared for unit_id in attack.targets} | set(fight.struck)
    there = fighting_foes(position, fight.at, side)
    return tuple(unit.id for unit in there if unit.id not in hit)


async def _declare(
    table: AslTable,
    fight: Fight,
    side: Side,
    group: tuple[ShownId, ...],
    declared: tuple[Attack, ...],
) -> tuple[Fight, Attack | None]:
    """A11.12: ask a group for one more attack, or None if it makes none. Whoever attacks loses his
    "?", but the Ambusher (A11.19).
    """
    targets = _targets(table.known(side), fight, side, declared)
    question = DeclareAttack(side=side, fight=fight, attackers=group, targets=targets)
    answer = await ask(question)
    if answer is None:
        return fight, None
    known = table.known(side)
    units = shown_ids(known, answer.units)
    leader = None if answer.leader is None else shown_ids(known, (answer.leader,))[0]
    if fight.ambusher is not side:
        fight = _opened(table, fight, stack_of(table.truth, fight, units))
    attack = declare(
        table.truth,
        fight,
        tuple(map(fight.now, units)),
        tuple(map(fight.now, answer.targets)),
        None if leader is None else fight.now(leader),
        captures=answer.captures,
    )
    text = f"Declared: {attack.text}"
    table.log("cc", text, side=side, rule="A11.12", at=(fight.at,))
    return fight, attack


async def resolve_attack(table: AslTable, fight: Fight, attack: Attack) -> Fight:
    """A11.11: one attack; an Original 2 or 12 may change who is in the fight."""
    if weigh(table.truth, fight, attack) is None:
        text = f"{attack.text}: nobody is left to fight"
        table.log("cc", text, side=attack.side, rule="A11.22", at=(fight.at,))
        return fight
    tell_states(table, (*attack.units, *attack.targets))
    before = _veiled(table, fight)

    async def effects(roll: Roll) -> Fight:
        return await _carry_out(table, fight, attack, roll)

    purpose = Purpose("CC", attack.text, "A11.11", attack.side, at=fight.at)
    return _as_shown(table, await table.resolve(purpose, 2, effects), before)


async def _carry_out(table: AslTable, fight: Fight, attack: Attack, roll: Roll) -> Fight:
    scales = weigh(table.truth, fight, attack)
    if scales is None:
        raise RuntimeError("an attack that was weighed before its DR weighs nothing after it")
    report(table, fight, attack, scales, roll)
    if roll.total == INFILTRATORS:
        fight, scales = await _original_two(table, fight, attack, scales, roll)
    fight = fight.with_opened(lose_in_cc(table, hit_in_cc(scales, roll)))
    attack = fight.attack_now(attack)
    scales = replace(scales, ledgers={fight.now(one): m for one, m in scales.ledgers.items()})
    attacked = table.counters(scales.ledgers)
    before = tuple(table.unit(unit_id) for unit_id in attacked)
    if attack.captures:
        fight = await apply_capture(table, fight, attack, scales, roll)
    else:
        fight = apply_effects(table, fight, scales, roll)
    if len(hit_in_cc(scales, roll)) < len(scales.ledgers):
        fight = fight.with_opened(lose_in_cc(table, attack.units))
    _rearm(table, fight, attack, before)
    if roll.total == INFILTRATED:
        await _infiltrate(table, fight.at, _not_captured(fight, attacked))
    return fight


def _rearm(table: AslTable, fight: Fight, attack: Attack, before: tuple[Unit, ...]) -> None:
    """A20.55: those who were eliminated or captured leave weapons for the unarmed."""
    captured = {captive.unit for captive in fight.captives}
    lost = tuple(
        values(unit).us_number
        for unit in before
        if unit.counter in captured or not table.alive((unit.counter,))
    )
    rearm(table, fight.at, attack.side, lost)


def _not_captured(fight: Fight, unit_ids: tuple[CounterId, ...]) -> tuple[CounterId, ...]:
    """A11.22: those who are still free to go."""
    captured = {captive.unit for captive in fight.captives}
    return tuple(unit_id for unit_id in unit_ids if unit_id not in captured)


async def _original_two(
    table: AslTable, fight: Fight, attack: Attack, scales: Scales, roll: Roll
) -> tuple[Fight, Scales]:
    """A18.12, A11.22: a leader may be created, and the attackers may Infiltrate; if none does, the
    new leader takes part in the attack already.
    """
    base = leader_base(table, fight, attack)
    created = None if base is None else create_cc_leader(table, base, scales.odds)
    if base is not None and created is not None:
        fight = fight.stacked(*table.shown((created, base)))
    attackers = table.counters(stack_of(table.truth, fight, attack.units))
    before = _veiled(table, fight)
    infiltrated = await _infiltrate(table, fight.at, _not_captured(fight, attackers))
    fight = _as_shown(table, fight, before)
    if created is None or infiltrated:
        return fight, scales
    (leader,) = table.shown((created,))
    anew = weigh(table.truth, fight, fight.attack_now(attack), created=leader)
    if anew is None:
        return fight, scales
    report(table, fight, attack, anew, roll, anew=True)
    return fight, anew
