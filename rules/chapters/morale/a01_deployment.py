"""A1.31-A1.32 Deployment of a squad into two HS, and Recombination of HS into a squad."""

import msgspec

from rules.chapters.close_combat.a20_guards import can_guard, is_guard, prisoners_of
from rules.chapters.concealment.a12_unseen_facts import show_to_enemy
from rules.chapters.concealment.a12_unseen_tries import Attempt, tell_how_it_is_read
from rules.chapters.concealment.covers import create, set_apart
from rules.chapters.ground.b_barriers import Barrier
from rules.chapters.morale.a10_check import (
    TASK_CHECK,
    Check,
    Checking,
    Words,
    check_modifiers,
    make_check,
)
from rules.chapters.morale.a10_morale_level import morale_level
from rules.chapters.movement.a04_possession import is_in_the_open
from rules.forces.lookup import unit_types
from rules.forces.types import UnitClass
from rules.forces.units import Unit
from rules.kernel.ids import CounterId, ShownId
from rules.kernel.view import Modifier
from rules.position.asl_table import AslTable
from rules.position.charge_setters import pass_on_hidden_charges
from rules.position.position import (
    Position,
    acts_under,
    good_order,
    has_acted,
    is_leader,
    name,
    nation_of,
    values,
)

_WORDS = Words(passed="Deploys", failed="does not Deploy")


def deployment_leaders(position: Position, squad: Unit) -> tuple[Unit, ...]:
    """A1.31: the leaders in a squad's Location who can have it Deploy, by id."""
    return tuple(one for one in _leaders_with(position, squad) if not has_acted(one))


def deploy_bar(position: Position, squad: Unit) -> Barrier | None:
    """A1.31, A20.5: why a unit may not try to Deploy now, or None if it may; a guard of any
    nationality may.
    """
    guards = is_guard(position, squad)
    if values(squad).half is None or not (guards or nation_of(squad).may_deploy(values(squad))):
        return Barrier("A1.31", f"{name(squad)} is of a kind that does not Deploy.")
    if squad.side is not position.clock.phasing:
        return Barrier("A1.31", "Squads Deploy in the RPh of their own Player Turn.")
    bar = _bar(squad)
    alone = guards or needs_no_leader(squad)
    if bar is None and not alone and not deployment_leaders(position, squad):
        return Barrier("A1.31", f"No leader who is free for it is with {name(squad)}.")
    return bar


def guard_bar(position: Position, squad: Unit) -> Barrier | None:
    """A20.5: why a guard may not Deploy at any time, or None if it may: an unbroken squad."""
    held = squad.broken or squad.melee or not is_in_the_open(squad)
    if held or values(squad).half is None or not is_guard(position, squad):
        return Barrier("A20.5", f"{name(squad)} is no unbroken squad that guards captives.")
    return None


def deploy_guard(table: AslTable, squad_id: CounterId, given: ShownId | None) -> None:
    """A20.5: a guard Deploys without a check, at any time."""
    squad = table.unit(squad_id)
    text = f"{name(squad)} Deploys to guard its captives"
    table.log("rally", text, side=squad.side, rule="A20.5", at=(squad.at,))
    split(table, squad_id, given)


def most_at_setup(squads: int) -> int:
    """A2.9: of so many squads that are set up, or enter together, how many may Deploy before they
    do: one in ten, fractions rounded up.
    """
    return -(-squads // 10)


def needs_no_leader(unit: Unit) -> bool:
    """A25.71: whether a unit Deploys and Recombines without a leader."""
    return nation_of(unit).leaderless_deploy


async def deploy(
    table: AslTable, squad_id: CounterId, leader_id: CounterId | None, given: ShownId | None
) -> None:
    """A1.31: the NTC of a squad, a 1TC if no leader is needed and none there (A25.71); who passes
    it is two HS, of whom the second has the weapon that is `given` to it. A guard needs no check.
    Under a "?" everybody hears the DR, its side alone what comes of it (A12.16).
    """
    ids = (squad_id, *(() if leader_id is None else (leader_id,)))
    _act(table, ids)
    squad = table.unit(squad_id)
    leader = table.alive(ids[1:])
    if is_guard(table.truth, squad):
        deploy_guard(table, squad_id, given)
        return
    more = () if leader else (Modifier("A25.71", "no leader", 1),)
    mods = check_modifiers(Checking(table.truth, squad, leader, more))
    label = f"Deployment {'NTC' if leader else '1TC'}"
    check = Check(TASK_CHECK, squad_id, label, mods, logged="A1.31", words=_WORDS)
    if leader and squad.under is None:
        level = morale_level(table.truth, squad)
        tell_how_it_is_read(table, leader, Attempt.DEPLOYMENT, level, mods)
    outcome = await make_check(table, check, ())
    if outcome.passed:
        split(table, squad_id, given)


def split(table: AslTable, squad_id: CounterId, given: ShownId | None) -> tuple[Unit, Unit]:
    """A1.31: a squad is replaced by its two HS, as they are with what they have."""
    squad = table.unit(squad_id)
    weapons = table.truth.weapons_of(squad)
    half = values(squad).half
    first, second = (_appear(table, squad, half, f"{squad.letter}{mark}") for mark in "ab")
    pair = (first, second)
    for weapon in weapons:
        table.put(weapon, holder=pair[weapon.id == given].id)
    for captive in prisoners_of(table.truth, squad):
        guard = next(half for half in pair if can_guard(table.truth, half, captive))
        table.change(captive.counter, guard=guard.counter)
    pass_on_hidden_charges(table, squad.counter, (half.counter for half in pair))
    table.drop(squad)
    return pair


def recombination_leaders(position: Position, half: Unit) -> tuple[Unit, ...]:
    """A1.32: the leaders in a HS's Location who can have it Recombine: one serves any number of
    pairs, but does nothing else in that RPh.
    """
    return tuple(
        one for one in _leaders_with(position, half) if not has_acted(one) or one.recombining
    )


def recombine_bar(position: Position, half: Unit, other: Unit) -> Barrier | None:
    """A1.32: why two units may not Recombine now, or None if they may."""
    together = half.at == other.at and half.side is other.side
    alike = half.posture is other.posture and half.sides == other.sides
    if half == other or not together or not alike:
        return Barrier("A1.32", "Two HS in one place Recombine.")
    if values(half).cls is not UnitClass.HS or half.type != other.type:
        return Barrier("A1.32", "Only two HS of one kind Recombine.")
    if acts_under(half) != acts_under(other):
        return Barrier("A12.1", f"One of {name(half)} and {name(other)} first gives up its ?.")
    bar = _bar(half) or _bar(other)
    if bar is None and not needs_no_leader(half) and not recombination_leaders(position, half):
        return Barrier("A1.32", f"No leader who is free for it is with {name(half)}.")
    return bar


def recombine(
    table: AslTable, ids: tuple[CounterId, CounterId], leader_id: CounterId | None
) -> None:
    """A1.32: two HS are replaced by their squad, with what they have."""
    _act(table, ids if leader_id is None else (*ids, leader_id))
    first, second = table.alive(ids)
    whole = next(one.id for one in unit_types(values(first).nation) if one.half == first.type)
    letter = _common_letter(first, second)
    both = msgspec.structs.replace(
        first,
        used=True,
        cx=first.cx or second.cx,
        fanatic=first.fanatic and second.fanatic,
        wall_advantage=first.wall_advantage or second.wall_advantage,
        has_set=tuple(dict.fromkeys((*first.has_set, *second.has_set))),
    )
    weapons = (*table.truth.weapons_of(first), *table.truth.weapons_of(second))
    squad = _appear(table, both, whole, letter)
    text = f"{name(first)} + {name(second)} Recombine: {name(squad)}"
    table.log("rally", text, side=first.side, rule="A1.32", at=(first.at,))
    for weapon in weapons:
        table.put(weapon, holder=squad.id)
    for half in (first, second):
        pass_on_hidden_charges(table, half.counter, (squad.counter,))
        table.drop(half)
    if leader_id is not None:
        table.change(leader_id, recombining=True)


def _act(table: AslTable, ids: tuple[CounterId, ...]) -> None:
    """A1.31, A12.16: those who Deploy or Recombine have had their action; the enemy is shown those
    who do so under a "?".
    """
    units = table.alive(ids)
    set_apart(table, (unit.id for unit in units))
    show_to_enemy(table, units)
    for unit in units:
        table.change(unit.counter, used=True)


def can_reorganize(position: Position, unit: Unit) -> bool:
    """Whether a unit can try to Deploy, or Recombine with another of its Location."""
    if deploy_bar(position, unit) is None:
        return True
    mates = position.personnel_at(unit.at, unit.side)
    return any(recombine_bar(position, unit, mate) is None for mate in mates)


def _leaders_with(position: Position, unit: Unit) -> tuple[Unit, ...]:
    """The leaders in Good Order with a unit, of its nationality or not."""
    there = position.personnel_at(unit.at, unit.side)
    return tuple(one for one in there if is_leader(one) and good_order(one) and not one.pinned)


def _bar(unit: Unit) -> Barrier | None:
    """A1.31, A1.32: whether the state of a unit keeps it from either."""
    if not good_order(unit):
        return Barrier("A1.31", f"{name(unit)} is in no state to Deploy or Recombine.")
    if has_acted(unit):
        return Barrier("A3.1", f"{name(unit)} has had its action of the RPh.")
    if unit.horse is not None:
        return Barrier("A13.1", f"{name(unit)} rides, and neither Deploys nor Recombines.")
    return None


def _appear(table: AslTable, like: Unit, type_: str | None, letter: str) -> Unit:
    """A new counter in the place of others, in their state."""
    if type_ is None:
        raise RuntimeError(f"{like.type} has no HS, though its Deployment was accepted")
    return create(table, msgspec.structs.replace(like, type=type_, letter=letter))


def _common_letter(first: Unit, second: Unit) -> str:
    """What a squad is called whose HS these are: as the one that they came from."""
    stems = {unit.letter[:-1] for unit in (first, second)}
    marks = {unit.letter[-1:] for unit in (first, second)}
    return stems.pop() if len(stems) == 1 and marks == {"a", "b"} else first.letter
