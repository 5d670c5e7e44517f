"""A1.31-A1.32 Deploy and Recombine, in the RPh; and leaving out a RPh without anything else."""

from collections.abc import Iterable

from rules.chapters.close_combat.a20_guards import is_guard
from rules.chapters.concealment.a12_inspection import might_have_unseen
from rules.chapters.concealment.a12_stripping import strip_acting
from rules.chapters.concealment.covers import looks
from rules.chapters.morale.a01_deployment import (
    deploy,
    deploy_bar,
    deploy_guard,
    deployment_leaders,
    guard_bar,
    needs_no_leader,
    recombination_leaders,
    recombine,
    recombine_bar,
)
from rules.forces.entities import SideState
from rules.forces.phases import Stage
from rules.forces.units import Unit
from rules.forces.weapons import Weapon
from rules.kernel.audience import Side
from rules.kernel.ids import ShownId
from rules.kernel.procedure import Procedure
from rules.kernel.refused import Refused
from rules.kernel.slots import Filler, Slot, SlotsOffer, filler, one_unit
from rules.kernel.view import ButtonOffer, Offer
from rules.play.activity import (
    Activity,
    AslCommand,
    Guise,
    Interjection,
    UnitNoun,
    WeaponNoun,
)
from rules.play.checks import own_unit
from rules.play.phase_end import EndPhase
from rules.play.rallying.rally import END_RALLY
from rules.play.sequence import end_phase
from rules.position.asl_table import AslTable
from rules.position.knowledge import Knowledge
from rules.position.position import weapon_values


class Deploy(AslCommand, frozen=True, kw_only=True, tag="deploy"):
    """Try to Deploy a squad into two HS; all that it has goes to the first, but what is given to
    the second.
    """

    words = "deploy {unit} [by {leader}] [giving {weapon}]"
    guise = Guise.UNSEEN
    unit: UnitNoun
    leader: UnitNoun | None = None
    weapon: WeaponNoun | None = None


class Recombine(AslCommand, frozen=True, kw_only=True, tag="recombine"):
    """Make two HS a squad."""

    words = "recombine {unit} with {other} [by {leader}]"
    guise = Guise.UNSEEN
    consults_nothing = True
    unit: UnitNoun
    other: UnitNoun
    leader: UnitNoun | None = None


class SkipRally(AslCommand, frozen=True, kw_only=True, tag="skip_rally"):
    """Go on, now and in every further RPh of one's own part in which nobody is to be rallied and
    nothing repaired or Recovered.
    """

    words = "skip rally"


class AskRally(AslCommand, frozen=True, kw_only=True, tag="ask_rally"):
    """Be asked in such a RPh again, and where only somebody under a "?" could do anything."""

    words = "ask rally"


# -- Deploy ---------------------------------------------------------------------------------------


def _deploy_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = tuple(unit for unit in position.personnel(side) if deploy_bar(position, unit) is None)
    alone = any(map(needs_no_leader, able))
    label = "Deploy, a NTC or, without a leader, a 1TC" if alone else "Deploy, a NTC"
    yield from _deployment(position, able, "A1.31", label)


def _deployment(
    position: Knowledge, able: tuple[Unit, ...], rule: str, label: str
) -> Iterable[Offer]:
    if not able:
        return
    leaders = {unit.id: _deployers(position, unit) for unit in able}
    weapons = {weapon.id: weapon for unit in able for weapon in position.weapons_of(unit)}
    given: dict[str, tuple[str | None, ...]] = {
        unit.id: (None, *(weapon.id for weapon in position.weapons_of(unit))) for unit in able
    }
    called = {weapon_id: weapon_values(weapon).name for weapon_id, weapon in weapons.items()}
    yield SlotsOffer(
        verb="deploy",
        label=label,
        rule=rule,
        slots=(
            one_unit(unit.id for unit in able),
            _leader_slot(leaders),
            Slot(
                name="weapon",
                kind="option",
                label="giving the second HS",
                of=tuple(
                    Filler(value=one, label=what, unit=ShownId(one)) for one, what in called.items()
                ),
                empty="nothing",
                by="unit",
                allows={**given},
            ),
        ),
    )


def _deployers(position: Knowledge, unit: Unit) -> tuple[ShownId | None, ...]:
    """The leaders who may have a squad Deploy; a guard does it by itself (A20.5)."""
    if is_guard(position, unit):
        return (None,)
    return _choices(unit, deployment_leaders(position, unit))


def _choices(unit: Unit, leaders: tuple[Unit, ...]) -> tuple[ShownId | None, ...]:
    """The leaders to choose from, and none of them where none is needed."""
    ids = tuple(leader.id for leader in leaders)
    return (*ids, None) if needs_no_leader(unit) else ids


def _leader_slot(leaders: dict[ShownId, tuple[ShownId | None, ...]]) -> Slot:
    of = sorted({one for ids in leaders.values() for one in ids if one is not None})
    return Slot(
        name="leader",
        kind="unit",
        label="with",
        of=tuple(map(filler, of)),
        empty="without a leader",
        by="unit",
        allows=dict(leaders.items()),
    )


def _refuse_deploy(position: Knowledge, side: Side, command: Deploy) -> None:
    unit = own_unit(position, side, command.unit)
    bar = deploy_bar(position, unit)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.leader not in _deployers(position, unit):
        raise Refused("A1.31", "It takes a Good Order leader of its Location who is free for it.")
    _refuse_gift(position, unit, command)


def _refuse_gift(position: Knowledge, unit: Unit, command: Deploy) -> None:
    if command.weapon not in {None, *(weapon.id for weapon in position.weapons_of(unit))}:
        raise Refused("A1.31", "Only what the squad has can be given to a HS.")


async def _deploy(table: AslTable, side: Side, command: Deploy) -> None:
    unit = table.counter(command.unit)
    leader = None if command.leader is None else table.counter(command.leader)
    given = None if command.weapon is None else table.truth.view.get(Weapon, command.weapon).counter
    await strip_acting(table, unit, leader)
    held = table.truth.weapons_of(table.unit(unit))
    await deploy(table, unit, leader, next((w.id for w in held if w.counter == given), None))


DEPLOY = Activity(Deploy, _deploy_offers, _refuse_deploy, _deploy)


def _guard_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    able = tuple(unit for unit in position.personnel(side) if guard_bar(position, unit) is None)
    yield from _deployment(position, able, "A20.5", "Deploy")


def _refuse_guard(position: Knowledge, side: Side, command: Deploy) -> None:
    unit = own_unit(position, side, command.unit)
    bar = guard_bar(position, unit)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.leader is not None:
        raise Refused("A20.5", "A guard Deploys without a leader.")
    _refuse_gift(position, unit, command)


async def _deploy_guard(table: AslTable, side: Side, command: Deploy) -> None:
    deploy_guard(table, table.counter(command.unit), command.weapon)


DEPLOY_GUARD = Activity(Deploy, _guard_offers, _refuse_guard, _deploy_guard)
"""A20.5: in all phases but the RPh of its own Player Turn, where it is as any Deployment is."""


# -- Recombine ------------------------------------------------------------------------------------


def _mates(position: Knowledge, unit: Unit) -> tuple[ShownId, ...]:
    """The HS with which a HS can Recombine."""
    there = position.personnel_at(unit.at, unit.side)
    return tuple(mate.id for mate in there if recombine_bar(position, unit, mate) is None)


def _recombine_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    mates = {unit.id: _mates(position, unit) for unit in position.personnel(side)}
    mates = {unit_id: ids for unit_id, ids in mates.items() if ids}
    if not mates:
        return
    units = {unit_id: position.unit(unit_id) for unit_id in mates}
    leaders = {
        unit_id: _choices(unit, recombination_leaders(position, unit))
        for unit_id, unit in units.items()
    }
    other = Slot(
        name="other",
        kind="unit",
        label="and",
        of=tuple(map(filler, mates)),
        by="unit",
        allows=dict(mates.items()),
    )
    yield SlotsOffer(
        verb="recombine",
        label="Recombine",
        rule="A1.32",
        slots=(one_unit(mates), other, _leader_slot(leaders)),
    )


def _refuse_recombining(position: Knowledge, side: Side, command: Recombine) -> None:
    unit, other = own_unit(position, side, command.unit), own_unit(position, side, command.other)
    bar = recombine_bar(position, unit, other)
    if bar is not None:
        raise Refused(bar.rule, bar.why)
    if command.leader not in _choices(unit, recombination_leaders(position, unit)):
        raise Refused("A1.32", "It takes a Good Order leader of their Location who is free for it.")


async def _recombine(table: AslTable, side: Side, command: Recombine) -> None:
    pair = (table.counter(command.unit), table.counter(command.other))
    leader = None if command.leader is None else table.counter(command.leader)
    await strip_acting(table, *pair, leader)
    one, two = sorted(table.alive(pair), key=looks)  # not as its owner, unheard, has named them
    recombine(table, (one.counter, two.counter), leader)


RECOMBINE = Activity(Recombine, _recombine_offers, _refuse_recombining, _recombine)


# -- a RPh without anybody to rally ---------------------------------------------------------------


def _skips(position: Knowledge, side: Side) -> bool:
    return position.view.get(SideState, side.value).skips_rally


def _skip_offers(position: Knowledge, side: Side) -> Iterable[Offer]:
    if not _skips(position, side) and any(END_RALLY.offers(position, side)):
        yield ButtonOffer(
            verb="skip_rally",
            label="Ask me only to rally",
            hint="Do not ask again while nobody is to be rallied.",
            rule="A3.1",
            stands="wider",
        )


def _refuse_to_skip(position: Knowledge, side: Side, command: SkipRally) -> None:
    END_RALLY.refuse(position, side, EndPhase())


def _skip(table: AslTable, side: Side, command: SkipRally) -> Procedure[None]:
    table.world.change(
        table.world.get(SideState, side.value), skips_rally=True, asks_for_covers=False
    )
    return end_phase(table)


SKIP_RALLY = Activity(SkipRally, _skip_offers, _refuse_to_skip, _skip)


def _ask_offers(position: Knowledge, side: Side) -> list[Offer]:
    state = position.view.get(SideState, side.value)
    covered = might_have_unseen(position, side) and not state.asks_for_covers
    if position.clock.stage is not Stage.PLAY or not (state.skips_rally or covered):
        return []
    label = "Ask me in every RPh"
    return [ButtonOffer(verb="ask_rally", label=label, rule="A3.1", stands="aside")]


def _refuse_to_ask(position: Knowledge, side: Side, command: AskRally) -> None:
    if not _ask_offers(position, side):
        raise Refused("A3.1", "You are asked in every RPh already.")


def _ask_again(table: AslTable, side: Side, command: AskRally) -> None:
    state = table.world.get(SideState, side.value)
    table.world.change(state, skips_rally=False, asks_for_covers=True)


ASK_RALLY = Interjection(AskRally, _ask_offers, _refuse_to_ask, _ask_again)
