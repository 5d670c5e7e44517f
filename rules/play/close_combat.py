"""The CCPh (A3.8, A11): the ATTACKER picks one Location after the other; each has one round of CC.

The order of events in a Location stands in `close_combat`.
"""

from collections.abc import Sequence

from rules.board.locations import LocationId
from rules.chapters.a11_ambush import may_ambush, roll_ambush
from rules.chapters.a11_close_combat import (
    Attack,
    Fight,
    Scales,
    able,
    apply_effects,
    create_cc_leader,
    declare,
    leader_base,
    lone_smc,
    report,
    stack_of,
    weigh,
)
from rules.chapters.a11_melee import (
    is_contested,
    settle_melee,
    unfought,
)
from rules.chapters.a11_withdrawal import (
    Leaving,
    can_leave,
    leave,
    leaving,
    may_slip_away,
    may_withdraw,
    refuse_destination,
    still_leaving,
)
from rules.chapters.b09_walls import settle_wall_advantage
from rules.forces.asl_table import AslTable
from rules.forces.position import Position, is_smc, names
from rules.kernel.audience import Side
from rules.kernel.dice import Roll
from rules.kernel.procedure import Procedure, ask
from rules.kernel.refused import Refused
from rules.kernel.ruleset import Command
from rules.kernel.table import Purpose
from rules.kernel.view import Offer
from rules.play.cc_questions import DeclareAttack, LeaveCombat, StackSmc
from rules.play.checks import place
from rules.play.commands import Choose, EndPhase
from rules.play.offers import END_PHASE, ChoiceOffer, Option
from rules.play.part import not_now
from rules.play.sequence import end_phase

INFILTRATORS = 2
INFILTRATED = 12


class CloseCombatPart:
    """The CCPh at rest: the ATTACKER picks the next Location, or is done when none is left."""

    def offers(self, position: Position, side: Side) -> Sequence[Offer]:
        left = unfought(position)
        if not left:
            return (END_PHASE,)
        options = tuple(Option(id=at, label=place(position, at), at=at) for at in left)
        label = "Resolve Close Combat"
        return (ChoiceOffer(verb="choose", label=label, rule="A11.12", options=options),)

    def refuse(self, position: Position, side: Side, command: Command) -> None:
        match command:
            case EndPhase():
                if unfought(position):
                    raise Refused("A11.12", "Every Location with both sides has its round of CC.")
            case Choose():
                if command.option not in unfought(position):
                    raise Refused("A11.12", "No Close Combat is left to fight there.")
            case _:
                raise not_now(command)

    def begin(self, table: AslTable, side: Side, command: Command) -> Procedure[None]:
        if isinstance(command, Choose):
            return close_combat(table, LocationId(command.option))
        return end_phase(table)

    def sentence(self, position: Position) -> tuple[str, str]:
        if not unfought(position):
            return "Close Combat is over: end the Player Turn.", "ends the Player Turn."
        return "Choose the next Location for Close Combat.", "chooses the next Close Combat."


async def close_combat(table: AslTable, at: LocationId) -> None:
    """A11: one round of CC in a Location.

    Ambush; withdrawals by and after it, or announced from Melee; who is stacked with whom; attacks;
    then whoever withdraws goes, and the rest are in Melee.
    """
    for unit in table.position.units_at(at):
        table.change(unit.id, cc_done=True)
    table.log("cc", f"Close Combat in {place(table.position, at)}", rule="A11.1", at=(at,))
    ambusher = roll_ambush(table, at) if may_ambush(table.position, at) else None
    if ambusher is not None:
        await _slip_away(table, at, ambusher)
    announced = await _announce_withdrawals(table, at)
    fight = _fight(table.position, at, ambusher, announced)
    for side in _sides(table):
        fight = await _arrange_stacks(table, fight, side)
    if ambusher is not None:
        await _fight_in_turn(table, fight, ambusher)
        await _slip_away(table, at, ambusher)
    else:
        await _fight_at_once(table, fight)
    for group in announced:
        await _withdraw(table, group, at)
    settle_melee(table, at)
    settle_wall_advantage(table, at)


def _sides(table: AslTable) -> tuple[Side, Side]:
    """The ATTACKER, then the DEFENDER."""
    return table.clock.phasing, table.clock.phasing.enemy


def _fight(
    position: Position, at: LocationId, ambusher: Side | None, announced: tuple[Leaving, ...]
) -> Fight:
    """The fight as it begins; a SMC is stacked with a MMC that it withdraws with (A11.21)."""
    going = tuple(unit_id for group in announced for unit_id in group.ids)
    staying = {
        side: sum(1 for unit in position.units_at(at, side) if unit.id not in going)
        for side in Side
    }
    fight = Fight(at=at, ambusher=ambusher, withdrawing=going, staying=staying)
    for group in announced:
        units = tuple(position.unit(unit_id) for unit_id in group.ids)
        mmc = next((unit.id for unit in units if not is_smc(unit)), None)
        for smc in units:
            if mmc is not None and is_smc(smc):
                fight = fight.stacked(smc.id, mmc)
    return fight


async def _announce_withdrawals(table: AslTable, at: LocationId) -> tuple[Leaving, ...]:
    """A11.2: who will withdraw from Melee, the ATTACKER first; broken units must try (A11.16)."""
    announced: list[Leaving] = []
    for side in _sides(table):
        able = tuple(unit for unit in table.position.units_at(at, side) if may_withdraw(unit))
        while able := tuple(unit for unit in able if can_leave(table.position, unit)):
            answer = await ask(
                LeaveCombat(
                    side=side,
                    at=at,
                    able=tuple(unit.id for unit in able),
                    what="Withdrawal",
                    rule="A11.2",
                    must=tuple(unit.id for unit in able if unit.broken),
                )
            )
            if answer is None:
                break
            units = table.alive(answer.units)
            announced.append(leaving(units, answer.to))
            here, there = (place(table.position, end) for end in (at, answer.to))
            text = f"{names(units)} will withdraw from {here} to {there}"
            table.log("cc", text, side=side, rule="A11.2", at=(at, answer.to))
            able = tuple(unit for unit in able if unit.id not in answer.units)
    return tuple(announced)


async def _withdraw(table: AslTable, group: Leaving, at: LocationId) -> None:
    """A11.2: those neither eliminated nor Reduced go; elsewhere if their way is barred by now."""
    ids = still_leaving(table, group, at)
    if not ids:
        return
    units = table.alive(ids)
    try:
        refuse_destination(table.position, units, group.to)
    except Refused:
        await _leave_freely(table, at, ids, "Withdrawal", "A11.2", must=ids)
    else:
        await leave(table, ids, group.to, "Withdrawal", "A11.2")


async def _slip_away(table: AslTable, at: LocationId, side: Side) -> None:
    """A11.41: units of the Ambusher may leave before the CC, and again after it."""
    ids = tuple(unit.id for unit in table.position.units_at(at, side))
    await _leave_freely(table, at, ids, "Ambush Withdrawal", "A11.41")


async def _infiltrate(table: AslTable, at: LocationId, ids: tuple[str, ...]) -> bool:
    """A11.22: those of the units that may leave at once; whether any did."""
    return await _leave_freely(table, at, ids, "Infiltration", "A11.22")


async def _leave_freely(
    table: AslTable,
    at: LocationId,
    ids: tuple[str, ...],
    what: str,
    rule: str,
    *,
    must: tuple[str, ...] = (),
) -> bool:
    """Ask who of the units leaves, and where to, until nobody more can or will; whether any tried.

    Each may try once: mines may stop it (B28.412).
    """
    left: tuple[str, ...] = ()
    while is_contested(table.position, at):
        there = tuple(u for u in table.alive(ids) if u.at == at and u.id not in left)
        able = tuple(u for u in there if may_slip_away(u) and can_leave(table.position, u))
        if not able:
            break
        question = LeaveCombat(
            side=able[0].side,
            at=at,
            able=tuple(unit.id for unit in able),
            what=what,
            rule=rule,
            must=must,
        )
        answer = await ask(question)
        if answer is None:
            break
        left = (*left, *answer.units)
        await leave(table, answer.units, answer.to, what, rule)
    return bool(left)


async def _arrange_stacks(table: AslTable, fight: Fight, side: Side) -> Fight:
    """A11.14: each SMC that stays is stacked with a MMC that stays, or stands by itself."""
    staying = tuple(
        unit for unit in table.position.units_at(fight.at, side) if unit.id not in fight.withdrawing
    )
    mmcs = tuple(unit.id for unit in staying if not is_smc(unit))
    if not mmcs or not is_contested(table.position, fight.at):
        return fight
    for smc in [unit.id for unit in staying if is_smc(unit)]:
        mmc = await ask(StackSmc(side=side, smc=smc, mmcs=mmcs))
        if mmc is not None:
            fight = fight.stacked(smc, mmc)
    return fight


async def _fight_at_once(table: AslTable, fight: Fight) -> None:
    """A11.12: both sides declare everything; then all is resolved, even for the eliminated."""
    attacks: tuple[Attack, ...] = ()
    for side in _sides(table):
        passed: tuple[str, ...] = ()
        while group := _next_attackers(table.position, fight, side, attacks, passed):
            attack = await _declare(table, fight, side, group, attacks)
            attacks = (*attacks, attack) if attack else attacks
            passed = passed if attack else (*passed, *group)
    for attack in attacks:
        fight = await resolve_attack(table, fight, attack)


async def _fight_in_turn(table: AslTable, fight: Fight, ambusher: Side) -> None:
    """A11.3, A11.32: the Ambusher's attacks one by one, each resolved as it is declared; then those
    of whoever is left on the other side.
    """
    for side in (ambusher, ambusher.enemy):
        attacks: tuple[Attack, ...] = ()
        passed: tuple[str, ...] = ()
        while group := _next_attackers(table.position, fight, side, attacks, passed):
            attack = await _declare(table, fight, side, group, attacks)
            if attack is None:
                passed = (*passed, *group)
            else:
                attacks = (*attacks, attack)
                fight = await resolve_attack(table, fight, attack)


def _next_attackers(
    position: Position,
    fight: Fight,
    side: Side,
    declared: tuple[Attack, ...],
    passed: tuple[str, ...],
) -> tuple[str, ...]:
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
    position: Position, fight: Fight, side: Side, declared: tuple[Attack, ...]
) -> tuple[str, ...]:
    """A11.12: the enemies in the Location that are not attacked yet."""
    hit = {unit_id for attack in declared for unit_id in attack.targets}
    there = position.units_at(fight.at, side.enemy)
    return tuple(unit.id for unit in there if unit.id not in hit)


async def _declare(
    table: AslTable,
    fight: Fight,
    side: Side,
    group: tuple[str, ...],
    declared: tuple[Attack, ...],
) -> Attack | None:
    """A11.12: ask a group for one more attack; None if it makes none."""
    targets = _targets(table.position, fight, side, declared)
    question = DeclareAttack(side=side, fight=fight, attackers=group, targets=targets)
    answer = await ask(question)
    if answer is None:
        return None
    attack = declare(table.position, fight, answer.units, answer.targets, answer.leader)
    text = f"Declared: {attack.text}"
    table.log("cc", text, side=side, rule="A11.12", at=(fight.at,))
    return attack


async def resolve_attack(table: AslTable, fight: Fight, attack: Attack) -> Fight:
    """A11.11: one attack; an Original 2 or 12 may change who is in the fight."""
    if weigh(table.position, fight, attack) is None:
        text = f"{attack.text}: nobody is left to fight"
        table.log("cc", text, side=attack.side, rule="A11.22", at=(fight.at,))
        return fight

    async def effects(roll: Roll) -> Fight:
        return await _carry_out(table, fight, attack, roll)

    return await table.resolve(Purpose("CC", attack.text, "A11.11", attack.side), 2, effects)


async def _carry_out(table: AslTable, fight: Fight, attack: Attack, roll: Roll) -> Fight:
    scales = weigh(table.position, fight, attack)
    if scales is None:
        raise RuntimeError("an attack that was weighed before its DR weighs nothing after it")
    report(table, fight, attack, scales, roll)
    if roll.total == INFILTRATORS:
        fight, scales = await _original_two(table, fight, attack, scales, roll)
    apply_effects(table, scales, roll)
    if roll.total == INFILTRATED:
        await _infiltrate(table, fight.at, tuple(scales.ledgers))
    return fight


async def _original_two(
    table: AslTable, fight: Fight, attack: Attack, scales: Scales, roll: Roll
) -> tuple[Fight, Scales]:
    """A18.12, A11.22: a leader may be created, and the attackers may Infiltrate; if none does, the
    new leader takes part in the attack already.
    """
    base = leader_base(table, fight, attack)
    leader = None if base is None else create_cc_leader(table, base, scales.odds)
    if base is not None and leader is not None:
        fight = fight.stacked(leader, base)
    infiltrated = await _infiltrate(table, fight.at, stack_of(table.position, fight, attack.units))
    if leader is None or infiltrated:
        return fight, scales
    anew = weigh(table.position, fight, attack, created=leader)
    if anew is None:
        return fight, scales
    report(table, fight, attack, anew, roll, anew=True)
    return fight, anew
